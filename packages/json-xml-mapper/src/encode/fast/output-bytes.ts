import { allocateUncleared, encodeUtf8 } from '../../platform.js';
import { type Fragment, SLACK } from './fragment.js';
import { GIVE_UP } from './give-up.js';

/** Messages are written into memory of this size, one behind the other, so that most need no allocation and no copy. */
const SLAB = 1 << 18;

/** Room is asked for before it is known how much is needed: so much more, at the end of a message. */
const MARGIN = 1 << 10;

/**
 * A growing run of bytes: what the fast path writes to. Positions count from the beginning of `bytes`, where earlier
 * messages may stand; they stay the same when the memory grows.
 */
export class OutputBytes {
  /** Let go of more memory than this after a message: one giant request must not hold it for ever. */
  readonly #kept: number;
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  /** The same bytes, for words. */
  view: DataView = new DataView(this.bytes.buffer);
  /** Up to here there is room. */
  #limit = -SLACK;
  /** Where the message begins. */
  #start = 0;
  /** Bytes that the message may have. */
  #most = Number.POSITIVE_INFINITY;
  /** Where the next byte goes. */
  length = 0;

  constructor(kept: number = SLAB) {
    this.#kept = kept;
  }

  /** Begin a message of about `expected` bytes, and of not much more than `most`: then memory ends, by `GIVE_UP`. */
  begin(expected: number, most: number): void {
    this.#most = most;
    if (this.#start + expected + MARGIN > this.#limit) {
      this.#start = 0;
      this.#use(allocateUncleared(Math.max(SLAB, expected + MARGIN + SLACK)));
    }
    this.length = this.#start;
  }

  /** The message so far, which from now on nobody writes to; then `begin` the next one. */
  take(): Uint8Array {
    const { bytes, length } = this;
    const start = this.#start;
    this.#start = length;
    // A reader of a small message must not hold a large memory.
    if (length - start < bytes.length / 2 && bytes.length > this.#kept) {
      const message = bytes.slice(start, length);
      this.release();
      return message;
    }
    // Cheaper than `subarray`, which asks for the species first.
    const message = new Uint8Array(bytes.buffer, start, length - start);
    this.release();
    return message;
  }

  /** Write the next message over the first one. */
  reuse(): void {
    this.#start = 0;
  }

  /** Let go of memory that grew out of proportion. */
  release(): void {
    if (this.bytes.length <= this.#kept) return;
    this.#start = 0;
    this.#use(new Uint8Array(0));
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.#limit = bytes.length - SLACK;
  }

  /** Make room for `count` more bytes and the slack after them. */
  reserve(count: number): void {
    if (this.length + count > this.#limit) this.#grow(this.length + count + SLACK);
  }

  #grow(needed: number): void {
    if (this.length - this.#start > this.#most) throw GIVE_UP;
    const larger = allocateUncleared(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(this.#start, this.length), this.#start);
    this.#use(larger);
  }

  /** Append a fragment. */
  fragment(fragment: Fragment): void {
    this.reserve(fragment.length);
    this.put(fragment);
  }

  /** The same where there is room for it: see `reserve`. */
  put(fragment: Fragment): void {
    fragment.writeTo(this.view, this.length);
    this.length += fragment.length;
  }

  /** Append a piece of the input, where there is room for it and for seven bytes more. */
  copyRange(input: { readonly view: DataView }, start: number, end: number): void {
    const view = this.view;
    const source = input.view;
    let at = this.length;
    for (let from = start; from < end; from += 8) {
      // No UTF-8 is a NaN, whose bits could change on the way: see `Fragment`.
      view.setFloat64(at, source.getFloat64(from, true), true);
      at += 8;
    }
    this.length += end - start;
  }

  /** Append one byte. */
  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Append text that is escaped already. */
  text(text: string): void {
    const start = this.length;
    this.reserve(text.length);
    const { bytes } = this;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) {
        this.length = start;
        this.append(encodeUtf8(text));
        return;
      }
      bytes[start + index] = code;
    }
    this.length = start + text.length;
  }

  /** Append bytes. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
}
