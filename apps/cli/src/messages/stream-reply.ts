import { faultProblem, problemBody } from '@soapstone/http-contract';
import {
  type CompiledOperation,
  type JsonObject,
  parseJson,
  type SoapReplyText,
  stringify,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { PieceReader } from '@soapstone/soap-call';
import { metaOf } from '../exchange/proxy-response.js';
import { JsonIndenter, printJson } from '../output/print-json.js';
import type { OutputFile } from '../output/write-output.js';

/** Options for writing a response as it arrives. */
export interface StreamOptions {
  readonly format: 'json' | 'result' | 'xml';
  /** The service in `meta`. */
  readonly slug: string;
  /** Milliseconds since the call began. */
  readonly elapsed: () => number;
}

/**
 * Writes a response to a file as it arrives, in bounded memory: the same text as `printJson` for the whole response, or the message itself.
 *
 * @returns whether it is a fault, for which the file has the error body
 * @throws {DecodeError} even after part of the response was written
 */
export async function streamReply(
  operation: CompiledOperation,
  body: AsyncIterable<Uint8Array>,
  reader: PieceReader<Uint8Array, SoapReplyText>,
  output: OutputFile,
  { format, slug, elapsed }: StreamOptions,
): Promise<boolean> {
  const isXml = format === 'xml';
  const text = new ResultText(output, format === 'json');
  for await (const chunk of body) {
    const piece = reader.write(chunk);
    await (isXml ? output.write(chunk) : text.add(piece));
  }
  const reply = reader.end();
  const isFault = reply.kind === 'fault';
  if (isXml) await output.write(Buffer.from('\n'));
  else if (isFault) await output.write(Buffer.from(printJson(problemBody(faultProblem(reply.fault)))));
  else {
    await text.add(reply.result);
    const headers = reply.headers && (parseJson(Buffer.from(reply.headers).toString('utf8')) as JsonObject);
    const { warnings } = reply;
    await text.end(metaOf(operation, { ...defined({ headers }), warnings }, slug, elapsed()));
  }
  return isFault;
}

/** Writes the indented text of a result that arrives in pieces; in `{result, meta}` if it is wrapped. */
class ResultText {
  readonly #output: OutputFile;
  readonly #isWrapped: boolean;
  readonly #indenter = new JsonIndenter();
  #hasBegun = false;

  constructor(output: OutputFile, isWrapped: boolean) {
    this.#output = output;
    this.#isWrapped = isWrapped;
  }

  async add(piece: Uint8Array): Promise<void> {
    if (piece.length === 0) return;
    if (!this.#hasBegun && this.#isWrapped) await this.#put('{"result":');
    this.#hasBegun = true;
    await this.#put(piece);
  }

  async end(meta: Record<string, unknown>): Promise<void> {
    if (this.#isWrapped) await this.#put(`,"meta":${stringify(meta)}}`);
    await this.#output.write(Buffer.from('\n'));
  }

  async #put(piece: Uint8Array | string): Promise<void> {
    await this.#output.write(this.#indenter.add(typeof piece === 'string' ? Buffer.from(piece) : piece));
  }
}
