import { encodeUtf8 } from '../../platform.js';
import { type Fragment, SLACK } from './fragment.js';

const MAX_KEPT = 1 << 22;

/** A growing run of bytes: what the fast path writes to. Kept between calls, so that it grows once. */
export class OutputBytes {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 14);
  /** The same bytes, for words. */
  view: DataView = new DataView(this.bytes.buffer);
  /** Up to here there is room. */
  #limit = this.bytes.length - SLACK;
  length = 0;

  /** Grown out of proportion: one giant request must not hold its memory for ever. */
  get isLarge(): boolean {
    return this.bytes.length > MAX_KEPT;
  }

  /** Make room for `count` more bytes and the slack after them. */
  reserve(count: number): void {
    if (this.length + count > this.#limit) this.#grow(this.length + count + SLACK);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
    this.#limit = larger.length - SLACK;
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

  /** Append a piece of the input, where there is room for it and for three bytes more. */
  copyRange(input: { readonly view: DataView }, start: number, end: number): void {
    const view = this.view;
    const source = input.view;
    let at = this.length;
    for (let from = start; from < end; from += 4) {
      view.setInt32(at, source.getInt32(from, true), true);
      at += 4;
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

  /** Everything so far, in a buffer of its own. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Append bytes. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }
}
