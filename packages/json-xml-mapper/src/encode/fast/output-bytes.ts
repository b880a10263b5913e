import { encodeUtf8 } from '../../platform.js';
import { type Fragment, SLACK } from './fragment.js';

const MAX_KEPT = 1 << 22;

/** A growing run of bytes: what the fast path writes to. Kept between calls, so that it grows once. */
export class OutputBytes {
  bytes: Uint8Array = new Uint8Array(1 << 14);
  #view = new DataView(this.bytes.buffer);
  length = 0;

  /** Grown out of proportion: one giant request must not hold its memory for ever. */
  get isLarge(): boolean {
    return this.bytes.length > MAX_KEPT;
  }

  /** Make room for `count` more bytes and the slack after them. */
  reserve(count: number): void {
    const needed = this.length + count + SLACK;
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Append a fragment. */
  fragment(fragment: Fragment): void {
    this.reserve(fragment.length);
    const { words } = fragment;
    const view = this.#view;
    let at = this.length;
    for (let index = 0; index < words.length; index++) {
      view.setInt32(at, words[index] as number, true);
      at += 4;
    }
    this.length += fragment.length;
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
