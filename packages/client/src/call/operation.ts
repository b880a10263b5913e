import type { JsonValue } from '@soapstone/json-xml-mapper';
import { isMappingError } from '@soapstone/json-xml-mapper/internal';
import { assertOptions, type Check, oneOf } from '@soapstone/options';
import { judgedReader } from '@soapstone/soap-call';
import type { Session } from '@soapstone/soap-call/internal/session';
import type { ClientOperation, UntypedOperations } from '../api/client.js';
import { assertCallOptions, type CallOptions, itemPath, refuseCallback } from '../api/options.js';
import { exchange, explained, loadAttributes, observed, readAnswer, reportFailure } from './call.js';
import type { CallTarget } from './call-target.js';
import type { OwnCall } from './file-call.js';
import { describeRequest, prepare } from './request.js';
import type { StreamingTools } from './streaming-call.js';
import { inClientOptions } from './transport-failure.js';
import { unusableAnswer } from './unusable-answer.js';

const message: Check = oneOf('input', 'result');

const tools: StreamingTools = {
  explained,
  inClientOptions,
  judgedReader,
  loadAttributes,
  observed,
  prepare,
  reportFailure,
  unusableAnswer,
};

/** The member of an operation with the parts of its calls, for `@soapstone/client/internal/files`: each copy of this package has the same. */
const PARTS = Symbol.for('soapstone.call');

type OpenStream<Piece> = (
  code: typeof import('./streaming-call.js'),
  session?: Session,
) => AsyncGenerator<Piece, void, undefined>;

/** Loads the code that reads a response piece by piece, which few programs need. */
async function* loading<Piece>(open: OpenStream<Piece>): AsyncGenerator<Piece, void, undefined> {
  yield* open(await import('./streaming-call.js'));
}

/** Creates the function of an operation. */
export function createOperation(target: CallTarget): ClientOperation<UntypedOperations[string]> {
  const { name } = target;
  const onlyReads = (): boolean => target.compiled().info.readStyle;
  const inSession = <Value>(run: (session?: Session) => Promise<Value>): Promise<Value> =>
    target.session === undefined ? run() : target.session.run(onlyReads, run);
  const streamed = <Piece>(open: OpenStream<Piece>): AsyncGenerator<Piece, void, undefined> =>
    target.session === undefined
      ? loading((code) => open(code))
      : target.session.stream(onlyReads, (session) => loading((code) => open(code, session)));
  const full: ClientOperation<UntypedOperations[string]>['full'] = async (
    input,
    options: CallOptions = {},
  ) => {
    assertCallOptions(options, name);
    const { raw, signal } = options;
    // A path that leads nowhere fails before anything is sent.
    const compiled = target.compiled();
    const read = (raw ?? compiled.shape.output?.finished) && (await compiled.createRawReader(raw ?? []));
    return await inSession(
      async (session) =>
        await exchange(target, await prepare(target, input, options, { session }), { signal, read }),
    );
  };
  const call = async function (input?: unknown, options?: CallOptions) {
    // biome-ignore lint/complexity/noArguments: a callback is not a parameter here, and would never be called
    refuseCallback(arguments[2], name);
    return (await full(input as UntypedOperations[string]['input'], options)).result;
  };
  const own: OwnCall = { tools, target, readAnswer, inSession };
  return Object.freeze(
    Object.assign(call, {
      [PARTS]: own,
      full,
      async request(input?: unknown, options: CallOptions = {}) {
        assertCallOptions(options, `${name}.request`);
        return await inSession(async (session) =>
          describeRequest((await prepare(target, input, options, { session })).message),
        );
      },
      items<Item = JsonValue>(input: unknown, path: string | readonly string[], options: CallOptions = {}) {
        assertOptions(itemPath, path, `${name}.items`, 'path');
        assertCallOptions(options, `${name}.items`);
        const keys = typeof path === 'string' ? path.split('.') : path;
        return streamed(({ itemsOf }, session) =>
          itemsOf<Item>({ tools, target, session }, input, keys, options),
        );
      },
      stream(input?: unknown, options: CallOptions = {}) {
        assertCallOptions(options, `${name}.stream`);
        return streamed(({ jsonOf }, session) => jsonOf({ tools, target, session }, input, options));
      },
      validate: (input: unknown) => {
        try {
          return target.compiled().validate(input);
        } catch (error) {
          if (isMappingError(error)) return error.errors;
          throw error;
        }
      },
      async example(which: 'input' | 'result') {
        assertOptions(message, which, `${name}.example`, 'message');
        return await target.compiled().example(which === 'input' ? 'input' : 'output');
      },
      get info() {
        return target.compiled().info;
      },
    }),
  );
}
