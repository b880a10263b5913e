import { defined } from '@soapstone/options/defined';
import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import type { SoapReplyText } from '../api/messages.js';
import type { CompiledOperation, DecodeOptions, ResponseDecoder } from '../api/operation.js';
import type { ReadOptions } from '../decode/document/reading.js';
import { FileSink } from '../decode/state/file-sink.js';
import { readsInto } from '../decode/values/file-content.js';
import { fileInJson } from '../design/routes/file-json.js';
import type { FilePlace } from '../shape/route-files.js';

/** A response whose result is a file, read to its end. */
export interface FileEnd {
  /** The reply. The value that is the file may be empty in its result. */
  readonly reply: SoapReplyText;
  /** The last bytes of the file. */
  readonly file: Bytes;
  /** The reference of the MIME part that is the file, as the `xop:Include` has it. */
  readonly include?: string;
  /** The media type that the result states. */
  readonly mediaType?: string;
}

/**
 * Reads a response whose result is a file (PG-10), chunk by chunk. No byte is returned before it is certain that there is a result and not a
 * fault. Throws `DecodeError`, as a decoder does; a value that is not base64 or hexadecimal is `undefined`, and nothing may be written after it.
 *
 * @example
 * ```ts
 * const decoder = new FileDecoder(operation, { key: 'content', encoding: 'base64' }, {}, 2 ** 30);
 * for await (const chunk of body) await write(decoder.write(chunk));
 * ```
 */
export class FileDecoder {
  readonly #place: FilePlace;
  readonly #sink: FileSink;
  readonly #decoder: ResponseDecoder;

  /**
   * @param operation one of an unchecked mapper
   * @param maxBytes the maximum size of the response, regardless of the limit of the operation
   */
  constructor(operation: CompiledOperation, place: FilePlace, options: DecodeOptions, maxBytes: number) {
    this.#place = place;
    this.#sink = new FileSink();
    const file = { ...readsInto(this.#sink), maxBytes };
    const reading: ReadOptions = { ...options, ...(place.encoding === 'base64' && { file }) };
    this.#decoder = operation.createDecoder(reading);
  }

  write(chunk: Uint8Array): Bytes | undefined {
    this.#decoder.write(chunk);
    return this.#sink.isBroken ? undefined : this.#sink.taken();
  }

  /** The media type that the result says, as far as it was read. */
  get mediaType(): string | undefined {
    return this.#sink.mediaType;
  }

  end(): FileEnd | undefined {
    const reply = this.#decoder.end();
    const sink = this.#sink;
    if (sink.isBroken) return undefined;
    if (sink.isUsed) {
      const { include, mediaType } = sink;
      return { reply, file: sink.taken(), ...defined({ include, mediaType }) };
    }
    if (reply.kind === 'fault') return { reply, file: new Uint8Array() };
    const file = fileInJson(this.#place, reply.result);
    return file && { reply, file: joinBytes([file.bytes]), ...defined({ mediaType: file.mediaType }) };
  }
}
