import type { CompiledOperation, JsonObject, JsonValue } from '@soapstone/json-xml-mapper';
import { assertOptions, callback, listOf, text } from '@soapstone/options';
import type { SoapContext, SoapHandler } from './options.js';

/** The items of one list of a request, yielded while the request arrives. They can only be read once. */
export interface RequestItems<Item = JsonObject> extends AsyncIterable<Item> {
  /**
   * Returns the input with an empty list in place of the items. Throws until the iteration has ended, because the rest of the
   * request has not arrived yet.
   */
  rest(): JsonObject;
}

/** The arguments of a handler created by `items`: the path of the list, and the function that reads it. */
export interface StreamedHandler {
  readonly path: readonly string[];
  readonly handle: (items: RequestItems<never>, context: SoapContext) => unknown;
}

const streamedHandlers = new WeakMap<object, StreamedHandler>();

/** Returns the arguments of `items` for a handler; `undefined` for any other handler. */
export function streamedHandlerOf(handler: SoapHandler | undefined): StreamedHandler | undefined {
  return handler && streamedHandlers.get(handler);
}

/**
 * Creates the handler of an operation that reads one list of its request item by item, while the request arrives, so that a request
 * of any size needs little memory. Each item is checked against the schema before the handler gets it. The iteration throws at the
 * first problem, and only completes if the rest of the request is valid too: commit the transaction that stores the items after the
 * loop. An invalid request gets a fault, regardless of what the handler does.
 *
 * @param path the keys from the input to the list, as an array or separated by dots
 * @throws {OptionError} for arguments of another type; `createSoapServer` throws it if there is no list at `path`, or if another
 *   list is on the way to it
 *
 * @example
 * ```ts
 * const server = await createSoapServer('records.wsdl', {
 *   Store: items('record', async (records) => {
 *     for await (const record of records) await insert(record);
 *     return {};
 *   }),
 * });
 * ```
 */
export function items<Item = JsonObject, Result = unknown>(
  path: string | readonly string[],
  handler: (items: RequestItems<Item>, context: SoapContext) => Result | Promise<Result>,
): SoapHandler<unknown, Result> {
  assertOptions((value) => (Array.isArray(value) ? listOf(text)(value) : text(value)), path, 'items', 'path');
  assertOptions(callback, handler, 'items', 'handler');
  const keys = typeof path === 'string' ? path.split('.') : [...path];
  // Called for a request that is read as a whole: one that is small, or has attachments or WS-Security.
  const made: SoapHandler<unknown, Result> = (input, context) =>
    handler(itemsAtHand(input as JsonObject, keys) as unknown as RequestItems<Item>, context);
  streamedHandlers.set(made, { path: keys, handle: handler as unknown as StreamedHandler['handle'] });
  return made;
}

function itemsAtHand(input: JsonObject, path: readonly string[]): RequestItems<JsonValue> {
  let found: JsonValue | undefined = input;
  for (const key of path) found = (found as JsonObject | null | undefined)?.[key];
  const list = Array.isArray(found) ? found : [];
  return {
    async *[Symbol.asyncIterator]() {
      yield* list;
    },
    rest: () => (list.length === 0 ? input : nested(path, [], input)),
  };
}

/** Returns an object with a list at a path; the other members are those of `input`. */
export function nested(
  path: readonly string[],
  list: readonly JsonValue[],
  input: JsonObject = {},
): JsonObject {
  const [key = '', ...more] = path;
  const member = input[key];
  const inner =
    typeof member === 'object' && member !== null && !Array.isArray(member) ? (member as JsonObject) : {};
  return { ...input, [key]: more.length === 0 ? [...list] : nested(more, list, inner) };
}

/** Returns the JSON Pointer of a path of keys. */
export function pointerOf(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The mapper's reader of one request. */
export type ItemsReader = ReturnType<CompiledOperation['createRequestItemReader']>;
