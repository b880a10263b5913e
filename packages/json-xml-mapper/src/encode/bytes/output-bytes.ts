import type { Bytes } from '@soapstone/soap-model/bytes';
import { allocateUncleared, encodeUtf8 } from '../../platform.js';
import { type Fragment, SLACK } from './fragment.js';
import { GIVE_UP } from './give-up.js';

/** Messages are written into shared memory of this size, one after the other, so that most need no allocation and no copy. */
const SLAB = 1 << 18;

/** The slack reserved at the end of a message, because room is requested before the exact size is known. */
const MARGIN = 1 << 10;

/**
 * A growing buffer of bytes for the fast path. Positions count from the start of `bytes`, which may contain earlier messages; they
 * stay valid when the memory grows.
 */
export class OutputBytes {
  bytes: Bytes = new Uint8Array(0);
  /** The same bytes, for words. */
  view: DataView = new DataView(this.bytes.buffer);
  /** The end of the available room. */
  #limit = -SLACK;
  /** Where the message starts. */
  #start = 0;
  /** The maximum size of the message in bytes. */
  #most = Number.POSITIVE_INFINITY;
  /** The position of the next byte. */
  length = 0;

  /** Starts a message of about `expected` bytes. Writing throws `GIVE_UP` slightly above `most`. */
  begin(expected: number, most: number): void {
    this.#most = most;
    if (this.#start + expected + MARGIN > this.#limit) {
      this.#start = 0;
      this.#use(allocateUncleared(Math.max(SLAB, expected + MARGIN + SLACK)));
    }
    this.length = this.#start;
  }

  /** The finished message, which is never overwritten; then `begin` the next one. */
  take(): Bytes {
    const { bytes, length } = this;
    const start = this.#start;
    this.#start = length;
    // The reader of a small message must not retain a large block.
    if (length - start < bytes.length / 2 && bytes.length > SLAB) {
      const message = bytes.slice(start, length);
      this.release();
      return message;
    }
    // Cheaper than `subarray`, which looks up the species first.
    const message = new Uint8Array(bytes.buffer, start, length - start);
    this.release();
    return message;
  }

  /** Releases memory that grew out of proportion, so that one giant request does not retain it. */
  release(): void {
    if (this.bytes.length <= SLAB) return;
    this.#start = 0;
    this.#use(new Uint8Array(0));
  }

  #use(bytes: Bytes): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.#limit = bytes.length - SLACK;
  }

  /** Reserves room for `count` more bytes plus slack. */
  reserve(count: number): void {
    if (this.length + count > this.#limit) this.#grow(this.length + count + SLACK);
  }

  #grow(needed: number): void {
    if (this.length - this.#start > this.#most) throw GIVE_UP;
    const larger = allocateUncleared(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(this.#start, this.length), this.#start);
    this.#use(larger);
  }

  /** Appends a fragment. */
  fragment(fragment: Fragment): void {
    this.reserve(fragment.length);
    this.put(fragment);
  }

  /** The same if there is room for it: see `reserve`. */
  put(fragment: Fragment): void {
    fragment.writeTo(this.view, this.length);
    this.length += fragment.length;
  }

  /** Appends a piece of the input if there is room for it and seven more bytes. */
  copyRange(input: { readonly view: DataView }, start: number, end: number): void {
    const view = this.view;
    const source = input.view;
    let at = this.length;
    for (let from = start; from < end; from += 8) {
      // Valid UTF-8 is never a NaN, whose bits could change in a copy: see `Fragment`.
      view.setFloat64(at, source.getFloat64(from, true), true);
      at += 8;
    }
    this.length += end - start;
  }

  /** Appends one byte. */
  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Appends text that is already escaped. */
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

  /** Appends bytes. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
}
