import type { DecodeOptions, SoapFaultInfo } from '@soapstone/json-xml-mapper';
import type { Exchange } from '@soapstone/json-xml-mapper/internal';
import { OptionError } from '@soapstone/options';
import type { AnswerRules, judgedReader, PieceReader } from '@soapstone/soap-call';
import type { Session } from '@soapstone/soap-call/internal/session';
import type { Bytes } from '@soapstone/soap-model/bytes';
import { SoapFaultError } from '../api/errors.js';
import type { CallOptions } from '../api/options.js';
import type { explained, loadAttributes, observed, reportFailure } from './call.js';
import type { CallTarget } from './call-target.js';
import type { prepare } from './request.js';
import type { inClientOptions } from './transport-failure.js';
import type { unusableAnswer } from './unusable-answer.js';

/**
 * The functions that calls of all kinds share. They are passed in: if this module imported them, bundles would get a file of their own for
 * them.
 */
export interface StreamingTools {
  readonly explained: typeof explained;
  readonly inClientOptions: typeof inClientOptions;
  readonly judgedReader: typeof judgedReader;
  readonly loadAttributes: typeof loadAttributes;
  readonly observed: typeof observed;
  readonly prepare: typeof prepare;
  readonly reportFailure: typeof reportFailure;
  readonly unusableAnswer: typeof unusableAnswer;
}

/** The call whose response is read. */
export interface StreamedCall {
  readonly tools: StreamingTools;
  readonly target: CallTarget;
  readonly session: Session | undefined;
}

/** The end of a response that was read while it arrived. */
type LastPieces<Piece> =
  | { readonly kind: 'result'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'fault'; readonly fault: SoapFaultInfo };

type StreamReader<Piece> = PieceReader<readonly Piece[], LastPieces<Piece>>;

/** Yields the items of a list of the result while the response arrives. The type `Item` is the caller's claim. */
export function itemsOf<Item>(
  call: StreamedCall,
  input: unknown,
  path: readonly string[],
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  return streamed<Item>(call, input, options, async (compiled, decodeOptions) => {
    const reader = await readerOf(call.target, compiled, path, decodeOptions);
    return {
      write: (chunk) => reader.write(chunk) as Item[],
      end() {
        const reply = reader.end();
        return reply.kind === 'fault' ? reply : { kind: 'result', pieces: reply.items as Item[] };
      },
    };
  });
}

/** Creates the reader of a list. Converts an `OptionError` about the path into one that names the client's parameter. */
export async function readerOf(
  { name }: Pick<CallTarget, 'name'>,
  compiled: Exchange,
  path: readonly string[],
  options: DecodeOptions,
): Promise<Awaited<ReturnType<Exchange['createItemReader']>>> {
  try {
    return await compiled.createItemReader(path, options);
  } catch (error) {
    if (!(error instanceof OptionError) || error.option !== 'path') throw error;
    const expected = error.message.replace('cannot use option "path" of createItemReader: ', '');
    throw new OptionError(`${name}.items`, { path: '/path', expected });
  }
}

/** Yields the JSON text of the result while the response arrives. */
export function jsonOf(
  call: StreamedCall,
  input: unknown,
  options: CallOptions,
): AsyncGenerator<Bytes, void, undefined> {
  return streamed(call, input, options, (compiled, decodeOptions) => {
    const reader = compiled.createStream(decodeOptions);
    const some = (bytes: Bytes): readonly Bytes[] => (bytes.length === 0 ? [] : [bytes]);
    return {
      write: (chunk) => some(reader.write(chunk)),
      end() {
        const reply = reader.end();
        return reply.kind === 'fault' ? reply : { kind: 'result', pieces: some(reply.result) };
      },
    };
  });
}

async function* streamed<Piece>(
  { tools, target, session }: StreamedCall,
  input: unknown,
  options: CallOptions,
  open: (compiled: Exchange, options: DecodeOptions) => StreamReader<Piece> | Promise<StreamReader<Piece>>,
): AsyncGenerator<Piece, void, undefined> {
  if (options.raw !== undefined) {
    const expected = 'expected none: only the call of a whole result returns $xml';
    throw new OptionError(target.name, { path: '/raw', expected });
  }
  await target.loadStreaming();
  if (target.streaming().shape.output?.finished !== undefined) {
    const expected = `expected none for ${target.name}: its design returns elements of the result as $xml, which needs the whole result`;
    throw new OptionError(target.name, { path: '/design', expected });
  }
  // An invalid path fails before anything is sent.
  await open(target.streaming(), {});
  const prepared = await tools.prepare(target, input, options, {
    session,
    mostBytes: Number.MAX_SAFE_INTEGER,
  });
  const { addressing, startedAt } = prepared;
  const { digits } = target.options;
  const exchange = await tools.observed(target, prepared, options.signal, async ({ event, response }) => {
    const attachments = response.multipart ? await response.attachments() : [];
    return { event, response, attachments };
  });
  const { event, response, attachments } = exchange;
  const { status, headers, contentType } = response;
  const rules: AnswerRules<LastPieces<Piece>> = {
    info: target.compiled().info,
    empty: { kind: 'result', pieces: [] },
    unusable: (cause) => tools.unusableAnswer(target, status, cause),
  };
  let bytes = 0;
  try {
    const decodeOptions = { attachments, contentType, addressing, digits };
    const reader = tools.judgedReader(status, rules, await open(target.streaming(), decodeOptions));
    for await (const chunk of response.body) {
      bytes += chunk.length;
      yield* reader.write(chunk);
    }
    const reply = reader.end();
    const fault = reply.kind === 'fault' ? reply.fault : undefined;
    await target.options.hooks?.response?.({
      request: event,
      status,
      headers,
      body: undefined,
      fault,
      durationMs: performance.now() - startedAt,
      attributes: (await tools.loadAttributes()).responseAttributes(status, bytes, fault?.code),
    });
    if (reply.kind === 'fault')
      throw new SoapFaultError({ operation: target.name, fault: reply.fault, status });
    yield* reply.pieces;
  } catch (error) {
    const reason = await tools.explained(tools.inClientOptions(error), response);
    await tools.reportFailure(target, event, startedAt, reason);
    throw reason;
  }
}
