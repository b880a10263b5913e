import { raisedBy } from '../limits.js';
import { decodeStream, encodeUtf8, type StreamDecoder } from '../platform.js';
import { decideEncoding, ENCODING_HEAD, type EncodingDecision } from './bytes/encoding.js';
import { checkUtf8 } from './bytes/utf8.js';
import { usualDeclaration } from './xml-declaration.js';
import { XmlError } from './xml-error.js';

/** NUL bytes after the input, in words: more than any loop looks ahead. NUL is a stop byte in every table. */
const PADDING = 16;
const FIRST_SIZE = 1 << 16;
const EMPTY = new Uint8Array(0);
const UTF_8: EncodingDecision = { label: 'utf-8', skip: 0 };

/**
 * The part of a document that is in memory: validated UTF-8 regardless of the document's own encoding, complete characters only, and
 * followed by NUL bytes so that the scanning loops need no bounds check.
 *
 * The reader moves `position`; what lies before it is dropped when the next chunk arrives.
 */
export class InputWindow {
  bytes: Uint8Array = EMPTY;
  /** The same memory, for comparing four bytes at once. */
  view: DataView = new DataView(EMPTY.buffer);
  position = 0;
  end = 0;
  /** True once no more bytes will arrive. */
  final = false;
  /** Bytes of UTF-8 before `bytes[0]`. */
  #dropped = 0;
  #words: Int32Array = new Int32Array(0);
  /** A character truncated by the last chunk. */
  #cut: Uint8Array = EMPTY;
  /** The first bytes, held back until the encoding is known. */
  #head: Uint8Array | undefined = EMPTY;
  #decoder: StreamDecoder | undefined;
  /** Bytes of the document so far, in its own encoding. */
  received = 0;
  #limit = 0;
  #charset: string | undefined;

  /**
   * Starts a new document in the same memory.
   *
   * @param limit the maximum size of the document in bytes, before and after transcoding
   * @param charset the HTTP charset
   */
  reset(limit: number, charset: string | undefined): void {
    this.position = 0;
    this.end = 0;
    this.final = false;
    this.#dropped = 0;
    this.#cut = EMPTY;
    this.#head = EMPTY;
    this.#decoder = undefined;
    this.received = 0;
    this.#limit = limit;
    this.#charset = charset;
    if (this.bytes.length === 0) this.#resize(FIRST_SIZE);
    this.#pad();
  }

  /** The document offset of a window position. */
  offsetOf(position: number): number {
    return this.#dropped + position;
  }

  /** Takes the next bytes of the document. Throws `XmlError`. */
  append(chunk: Uint8Array): void {
    this.received += chunk.length;
    if (this.received > this.#limit) {
      throw new XmlError({
        code: 'LIMIT',
        message: `the document is larger than ${this.#limit} bytes${raisedBy('responseBytes')}`,
        offset: this.#limit,
      });
    }
    if (this.#head === undefined) this.#take(chunk);
    else this.#takeHead(concat(this.#head, chunk), false);
  }

  /** Ends the input. Throws `XmlError` if the last character is truncated. */
  finish(): void {
    if (this.#head !== undefined) this.#takeHead(this.#head, true);
    if (this.#decoder !== undefined) this.#takeUtf8(encodeUtf8(this.#transcode(EMPTY, false)));
    if (this.#cut.length > 0) this.#failEncoding('the last character is cut off', this.end);
    this.final = true;
  }

  #takeHead(head: Uint8Array, complete: boolean): void {
    const charset = this.#charset;
    const isUsual =
      (charset === undefined || charset === 'utf-8' || charset === 'UTF-8') && usualDeclaration(head) > 0;
    const decision = isUsual ? UTF_8 : decideEncoding(head.subarray(0, ENCODING_HEAD), complete, charset);
    if (decision === undefined) {
      this.#head = head;
      return;
    }
    if (typeof decision === 'string') this.#failEncoding(decision, 0);
    this.#head = undefined;
    if (decision.label !== 'utf-8') this.#decoder = decodeStream(decision.label);
    this.#take(decision.skip === 0 ? head : head.subarray(decision.skip));
  }

  #take(chunk: Uint8Array): void {
    if (this.#decoder === undefined) this.#takeUtf8(chunk);
    else this.#takeUtf8(encodeUtf8(this.#transcode(chunk, true)));
  }

  #transcode(chunk: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder!.decode(chunk, { stream });
    } catch {
      return this.#failEncoding('these bytes are not text in the encoding of the document', this.end);
    }
  }

  #takeUtf8(chunk: Uint8Array): void {
    const rest = this.end - this.position;
    const filled = rest + this.#cut.length + chunk.length;
    if (this.position > 0) {
      this.bytes.copyWithin(0, this.position, this.end);
      this.#dropped += this.position;
      this.position = 0;
    }
    if (filled + PADDING > this.bytes.length)
      this.#resize(Math.max(filled + PADDING, this.bytes.length * 2), rest);
    if (this.#cut.length > 0) this.bytes.set(this.#cut, rest);
    this.bytes.set(chunk, rest + this.#cut.length);
    this.end = this.#check(rest, filled);
    this.#cut = this.end === filled ? EMPTY : this.bytes.slice(this.end, filled);
    this.#pad();
  }

  #check(start: number, end: number): number {
    try {
      return checkUtf8(this.bytes, this.#words, start, end);
    } catch (error) {
      return this.#failEncoding('these bytes are not UTF-8', Number((error as Error).message));
    }
  }

  /** Earlier content after the end must not be mistaken for input. */
  #pad(): void {
    for (let at = this.end; at < this.end + PADDING; at += 4) this.view.setInt32(at, 0);
  }

  #resize(size: number, keep = 0): void {
    const bytes = new Uint8Array((size + 3) & ~3);
    bytes.set(this.bytes.subarray(0, keep), 0);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.#words = new Int32Array(bytes.buffer);
  }

  #failEncoding(message: string, position: number): never {
    throw new XmlError({ code: 'ENCODING', message, offset: this.offsetOf(position) });
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first, 0);
  all.set(second, first.length);
  return all;
}
