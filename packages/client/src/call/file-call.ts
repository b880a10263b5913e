import {
  type CompiledOperation,
  type DecodeError,
  type JsonObject,
  parseJson,
} from '@soapstone/json-xml-mapper';
import { isDecodeError } from '@soapstone/json-xml-mapper/internal';
import type { FilePlace } from '@soapstone/json-xml-mapper/internal/routes';
import type { EncodedCall } from '@soapstone/soap-call';
import {
  areSentOnce,
  BoundedFile,
  decodeFile,
  type FileStream,
  type FileTaker,
  type FileUpload,
  MARKER_BYTES,
  receiveFile,
} from '@soapstone/soap-call/internal/files';
import type { Session } from '@soapstone/soap-call/internal/session';
import type { ClientOperation, FullReply, UntypedOperations } from '../api/client.js';
import { SoapFaultError } from '../api/errors.js';
import { assertCallOptions, type CallOptions } from '../api/options.js';
import type { Exchange, readAnswer } from './call.js';
import type { CallTarget } from './call-target.js';
import type { StreamingTools } from './streaming-call.js';

/** The parts of the calls of one operation. */
export interface OwnCall {
  readonly tools: StreamingTools;
  readonly target: CallTarget;
  readonly readAnswer: typeof readAnswer;
  readonly inSession: <Value>(run: (session?: Session) => Promise<Value>) => Promise<Value>;
}

/** A result that is read as a file while it arrives (PG-10). */
export interface WantedFile {
  readonly place: FilePlace;
  /** The same operation, of an unchecked mapper. */
  readonly operation: CompiledOperation;
  /** The maximum size of the response, in bytes. */
  readonly maxBytes: number;
  /** The maximum size of the file, in bytes. */
  readonly most: number;
  /** Creates the error of a file that is larger. */
  readonly tooLarge: () => Error;
  /** Creates the error of a value that is not one. */
  readonly fail: () => Error;
  /** Receives a file that has arrived, or one that is still arriving. */
  readonly take: FileTaker['take'];
  readonly overlap: FileTaker['overlap'];
  /** Called for a file that breaks off. */
  readonly onFailure: (failure: unknown) => void;
}

/** The part of a call that is a file. */
export interface CallFiles {
  /** The file of the input, in which 24 bytes stand for it. Only if `sendsFiles`. */
  readonly sent?: FileUpload | undefined;
  readonly wanted?: WantedFile | undefined;
}

/** The description of a call whose result is a file. */
export type FileReply = Pick<FullReply<JsonObject>, 'result' | 'soapHeaders' | 'warnings'>;

type Operation = ClientOperation<UntypedOperations[string]>;

/** The member that `createOperation` sets, which imports nothing of this module. */
const PARTS = Symbol.for('soapstone.call');

function partsOf(operation: Operation): OwnCall | undefined {
  return (operation as { readonly [PARTS]?: OwnCall })[PARTS];
}

/** Whether an input of an operation can have a file that is read while the request is sent: once, as it is made. */
export function sendsFiles(operation: Operation): boolean {
  const target = partsOf(operation)?.target;
  if (target === undefined || target.session !== undefined || target.channel.sendsPieces !== true)
    return false;
  return areSentOnce(target.security);
}

/** Whether a result of an operation can be read as a file. */
export function receivesFiles(operation: Operation): boolean {
  return partsOf(operation) !== undefined;
}

/**
 * Makes a call with a file in its input, its result, or both. Throws as the call itself does, and what the file of the input threw.
 *
 * @example
 * ```ts
 * const sent = new FileUpload(place, { size, chunks });
 * await callWithFiles(client.$operation('PutFile'), JSON.parse(sent.json), {}, { sent });
 * ```
 */
export async function callWithFiles(
  operation: Operation,
  input: unknown,
  options: CallOptions,
  { sent, wanted }: CallFiles,
): Promise<FileReply> {
  const call = partsOf(operation);
  if (call === undefined) throw new TypeError('the operation is none of this client');
  const { tools, target } = call;
  assertCallOptions(options, target.name);
  const partBytes = sent && MARKER_BYTES;
  const made = call.inSession(async (session) => {
    const prepared = await tools.prepare(target, input, options, { session, partBytes });
    const { failure: _failure, ...parts } = sent?.sentIn(withParts(prepared.message)) ?? {};
    const { maxResponseBytes } = prepared.message;
    const most = wanted?.maxBytes ?? maxResponseBytes;
    const message = { ...prepared.message, ...parts, ...(most !== undefined && { maxResponseBytes: most }) };
    await target.loadDecoders();
    return await tools.observed(target, { ...prepared, message }, options.signal, (exchange) =>
      wanted === undefined
        ? call.readAnswer(target, prepared, exchange)
        : receive(call, prepared, exchange, wanted),
    );
  });
  if (sent === undefined) return await made;
  return await made.catch((error: unknown) => {
    // A file that could not be read is the caller's failure, not that of the SOAP server.
    throw sent.failure() ?? error;
  });
}

function withParts({ body, attachments = [] }: EncodedCall['message']): Parameters<FileUpload['sentIn']>[0] {
  return { body, attachments };
}

/** Reads the answer: its file, or anything else as a whole. */
async function receive(
  { tools, target, readAnswer }: OwnCall,
  prepared: EncodedCall,
  exchange: Exchange,
  wanted: WantedFile,
): Promise<FileReply> {
  const { response, event } = exchange;
  const { status, headers, contentType, multipart, body } = response;
  if (status >= 300 || (multipart && response.parts === undefined))
    return await readAnswer(target, prepared, exchange);
  const { addressing, startedAt } = prepared;
  const { hooks, digits } = target.options;
  const { operation, most, tooLarge, take, onFailure } = wanted;
  const told = async (fault?: SoapFaultError['fault']): Promise<void> => {
    await hooks?.response?.({
      request: event,
      status,
      headers,
      body: undefined,
      fault,
      durationMs: performance.now() - startedAt,
      attributes: (await tools.loadAttributes()).responseAttributes(status, 0, fault?.code),
    });
  };
  const unusable = (error: unknown): unknown =>
    isDecodeError(error) ? tools.unusableAnswer(target, status, error as DecodeError) : error;
  const done = (failure?: unknown): void => {
    if (failure === undefined) return void told().catch(onFailure);
    onFailure(failure);
    tools.reportFailure(target, event, startedAt, failure).catch(onFailure);
  };
  let isArriving = false;
  const taker: FileTaker = {
    place: wanted.place,
    overlap: wanted.overlap,
    take(file, mediaType) {
      isArriving = !(file instanceof Uint8Array);
      const readable = file instanceof Uint8Array ? file : explaining(file, unusable);
      take(
        readable instanceof Uint8Array ? readable : new BoundedFile(readable, { most, tooLarge, done }),
        mediaType,
      );
    },
  };
  const options = { addressing, digits, ...(contentType !== undefined && { contentType }) };
  try {
    const reply = await receiveFile(decodeFile(operation, body, wanted, options), response, taker);
    if (!isArriving) await told(reply.kind === 'fault' ? reply.fault : undefined);
    if (reply.kind === 'fault')
      throw new SoapFaultError({ operation: target.name, fault: reply.fault, status });
    const { result, headers: blocks, warnings } = reply;
    return {
      result: parseJson(result) as JsonObject,
      soapHeaders: blocks === undefined ? {} : (parseJson(blocks) as JsonObject),
      warnings,
    };
  } catch (error) {
    throw unusable(error);
  }
}

/** The errors of a decoder in the words of the client. */
function explaining(file: FileStream, explain: (error: unknown) => unknown): FileStream {
  const explained: FileStream = {
    [Symbol.asyncIterator]: () => explained,
    next: () =>
      file.next().catch((error: unknown) => {
        throw explain(error);
      }),
    async return() {
      await file.return?.();
      return { done: true, value: undefined };
    },
  };
  return explained;
}
