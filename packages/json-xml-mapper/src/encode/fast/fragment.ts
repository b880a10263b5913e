import { encodeUtf8 } from '../../platform.js';

/**
 * Bytes that are known when a plan is compiled: start tags, end tags, keys. They are copied and compared in words of
 * four bytes. The first four words, which is all that most have, are fields of their own: to read a field is cheaper than
 * to read an array, and no loop is needed.
 */
export class Fragment {
  readonly length: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
  /** Which bytes of these words count when something is compared with them. */
  readonly firstMask: number;
  readonly secondMask: number;
  readonly thirdMask: number;
  readonly fourthMask: number;
  /** The words after them. */
  readonly rest: Int32Array;
  readonly restCount: number;
  readonly restMask: number;

  constructor(text: string) {
    const bytes = encodeUtf8(text);
    this.length = bytes.length;
    const words = wordsOf(bytes);
    const masks = wordsOf(bytes.fill(0xff));
    this.first = words[0] ?? 0;
    this.second = words[1] ?? 0;
    this.third = words[2] ?? 0;
    this.fourth = words[3] ?? 0;
    this.firstMask = masks[0] ?? 0;
    this.secondMask = masks[1] ?? 0;
    this.thirdMask = masks[2] ?? 0;
    this.fourthMask = masks[3] ?? 0;
    this.rest = words.slice(4);
    this.restCount = this.rest.length;
    this.restMask = masks.at(-1) ?? 0;
  }

  /** Write it. */
  writeTo(view: DataView, at: number): void {
    view.setInt32(at, this.first, true);
    view.setInt32(at + 4, this.second, true);
    view.setInt32(at + 8, this.third, true);
    view.setInt32(at + 12, this.fourth, true);
    if (this.restCount > 0) this.#writeRest(view, at + 16);
  }

  /** Does it stand there? */
  standsAt(view: DataView, at: number): boolean {
    const difference =
      ((view.getInt32(at, true) ^ this.first) & this.firstMask) |
      ((view.getInt32(at + 4, true) ^ this.second) & this.secondMask) |
      ((view.getInt32(at + 8, true) ^ this.third) & this.thirdMask) |
      ((view.getInt32(at + 12, true) ^ this.fourth) & this.fourthMask);
    return difference === 0 && (this.restCount === 0 || this.#restStandsAt(view, at + 16));
  }

  #writeRest(view: DataView, start: number): void {
    for (let index = 0; index < this.restCount; index++) {
      view.setInt32(start + 4 * index, this.rest[index] as number, true);
    }
  }

  /** Word by word: none of them is zero, so this ends at the zeros after the input. */
  #restStandsAt(view: DataView, start: number): boolean {
    const last = this.restCount - 1;
    for (let index = 0; index < last; index++) {
      if (view.getInt32(start + 4 * index, true) !== this.rest[index]) return false;
    }
    return ((view.getInt32(start + 4 * last, true) ^ (this.rest[last] as number)) & this.restMask) === 0;
  }
}

/** Fragments are read and written up to fifteen bytes beyond their end, so buffers have that much room after it. */
export const SLACK = 32;

/** Bytes as little-endian words, the last one filled up with zeros. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  for (const [index, byte] of bytes.entries()) {
    const word = index >> 2;
    words[word] = (words[word] ?? 0) | (byte << ((index & 3) * 8));
  }
  return words;
}
