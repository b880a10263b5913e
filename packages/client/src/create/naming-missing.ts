import type { ClientOperation, UntypedOperations } from '../api/client.js';
import type { CallOptions } from '../api/options.js';

type Operation = ClientOperation<UntypedOperations[string]>;
type Input = UntypedOperations[string]['input'];

/**
 * Returns an operation whose errors name the document that its description lacks. What such an operation rejects, or fails to read, may
 * be the fault of that document and not of the caller.
 *
 * @param missing the document and the reason; if it is undefined, the operation is returned as it is
 */
export function namingMissing(operation: Operation, missing: string | undefined): Operation {
  if (missing === undefined) return operation;
  const named = (error: unknown): unknown => {
    if (error instanceof Error && !error.message.endsWith(missing)) error.message += `; ${missing}`;
    return error;
  };
  const settled = <Result>(result: Promise<Result>): Promise<Result> =>
    result.catch((error: unknown) => {
      throw named(error);
    });
  const iterated = async function* <Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, undefined> {
    try {
      yield* items;
    } catch (error) {
      throw named(error);
    }
    return undefined;
  };
  const call = (input?: Input, options?: CallOptions) => settled(operation(input, options));
  return Object.freeze(
    Object.assign(call, {
      full: (input?: Input, options?: CallOptions) => settled(operation.full(input, options)),
      request: (input?: Input, options?: CallOptions) => settled(operation.request(input, options)),
      items: ((...given: Parameters<Operation['items']>) =>
        iterated(operation.items(...given))) as Operation['items'],
      stream: (input?: Input, options?: CallOptions) => iterated(operation.stream(input, options)),
      validate: (input: unknown) => operation.validate(input),
      example: ((which: 'input') => settled(operation.example(which))) as Operation['example'],
      get info() {
        return operation.info;
      },
    }),
  );
}
