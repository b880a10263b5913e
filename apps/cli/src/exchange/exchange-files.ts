import {
  type CompiledOperation,
  type DecodeError,
  type DecodeOptions,
  isDecodeError,
  type JsonObject,
  parseJson,
  type SoapReply,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { EncodedCall } from '@soapstone/soap-call';
import {
  decodeFile,
  type FileTaker,
  type FileUpload,
  receiveFile,
} from '@soapstone/soap-call/internal/files';
import type { TransportResponse } from '@soapstone/soap-transport';
import { BodyStart } from '@soapstone/soap-transport/internal/answer';

/** The files of a call (PG-10). */
export interface ExchangeFiles {
  /** The file of the input, in which something stands for it. Only for a request that is sent once, as it is made. */
  readonly sent?: FileUpload | undefined;
  /** How the result is read as a file, and what takes it. */
  readonly wanted?: WantedFile | undefined;
}

interface WantedFile extends FileTaker {
  /** The same operation, of an unchecked mapper. */
  readonly operation: CompiledOperation;
  /** The maximum size of the response, in bytes. */
  readonly maxBytes: number;
  /** Creates the error of a value that is not one. */
  readonly fail: () => Error;
}

/** The message with the file in the place of what stands for it. */
export function withFile(call: EncodedCall, { sent, wanted }: ExchangeFiles): EncodedCall {
  const { body, attachments = [] } = call.message;
  const { failure: _failure, ...parts } = sent?.sentIn({ body, attachments }) ?? {};
  const maxResponseBytes = wanted?.maxBytes;
  return { ...call, message: { ...call.message, ...parts, ...defined({ maxResponseBytes }) } };
}

/**
 * Reads a response whose result is a file.
 *
 * @param unusable creates the error of a response that is not one to the call, from its first bytes
 */
export async function readFileReply(
  response: TransportResponse,
  wanted: WantedFile,
  options: DecodeOptions,
  unusable: (start: ReturnType<BodyStart['taken']>, cause: DecodeError) => unknown,
): Promise<SoapReply> {
  const { contentType } = response;
  const start = new BodyStart();
  const decoding = { ...options, ...defined({ contentType }) };
  const pieces = decodeFile(wanted.operation, start.of(response.body), wanted, decoding);
  try {
    const reply = await receiveFile(pieces, response, wanted);
    if (reply.kind === 'fault') return reply;
    const { result, headers: blocks, warnings } = reply;
    const headers = blocks && (parseJson(blocks) as JsonObject);
    return { kind: 'result', result: parseJson(result) as JsonObject, warnings, ...defined({ headers }) };
  } catch (error) {
    throw isDecodeError(error) ? unusable(start.taken(), error) : error;
  }
}
