import { encodeUtf8Into } from '../../platform.js';

/**
 * Constant bytes of a compiled plan: start tags, end tags, keys. They are written eight bytes at a time, as doubles, and compared
 * four at a time. The first ones, which is all that most fragments have, are separate fields, because reading a field is cheaper
 * than reading an array, and no loop is needed.
 *
 * A double keeps its bits unless it is a NaN, which would need a byte of 0x7F or 0xFF after one of 0xF0 or more; UTF-8 contains no
 * such sequence.
 */
export class Fragment {
  readonly length: number;
  readonly #first: number;
  readonly #second: number;
  /** The remaining doubles. */
  readonly #rest: Float64Array;
  readonly #restCount: number;

  /** The words to compare, and the mask of the last one. */
  readonly #word0: number;
  readonly #word1: number;
  readonly #word2: number;
  readonly #word3: number;
  readonly #mask0: number;
  readonly #mask1: number;
  readonly #mask2: number;
  readonly #mask3: number;
  readonly #moreWords: Int32Array;
  readonly #moreCount: number;
  readonly #lastMask: number;

  constructor(text: string) {
    const view = scratchFor(text);
    const bytes = scratch;
    const length = encodeUtf8Into(text, bytes);
    this.length = length;
    bytes.fill(0, length, Math.max(16, Math.ceil(length / 8) * 8));
    this.#first = view.getFloat64(0, true);
    this.#second = view.getFloat64(8, true);
    this.#word0 = view.getInt32(0, true);
    this.#word1 = view.getInt32(4, true);
    this.#word2 = view.getInt32(8, true);
    this.#word3 = view.getInt32(12, true);
    this.#mask0 = maskOf(length);
    this.#mask1 = maskOf(length - 4);
    this.#mask2 = maskOf(length - 8);
    this.#mask3 = maskOf(length - 12);
    this.#restCount = Math.max(0, Math.ceil(length / 8) - 2);
    this.#moreCount = Math.max(0, Math.ceil(length / 4) - 4);
    this.#lastMask = length === 0 ? 0 : maskOf(((length - 1) % 4) + 1);
    const isLong = length > 16;
    this.#rest = isLong ? doublesOf(view, this.#restCount) : NO_DOUBLES;
    this.#moreWords = isLong ? wordsOf(view, this.#moreCount) : NO_WORDS;
  }

  /** Writes it. */
  writeTo(view: DataView, at: number): void {
    view.setFloat64(at, this.#first, true);
    view.setFloat64(at + 8, this.#second, true);
    if (this.#restCount > 0) this.#writeRest(view, at + 16);
  }

  /** Whether it appears at the position. */
  standsAt(view: DataView, at: number): boolean {
    const difference =
      ((view.getInt32(at, true) ^ this.#word0) & this.#mask0) |
      ((view.getInt32(at + 4, true) ^ this.#word1) & this.#mask1) |
      ((view.getInt32(at + 8, true) ^ this.#word2) & this.#mask2) |
      ((view.getInt32(at + 12, true) ^ this.#word3) & this.#mask3);
    return difference === 0 && (this.#moreCount === 0 || this.#moreStandsAt(view, at + 16));
  }

  #writeRest(view: DataView, start: number): void {
    const rest = this.#rest;
    for (let index = 0; index < this.#restCount; index++) {
      view.setFloat64(start + 8 * index, rest[index] as number, true);
    }
  }

  /** Compares the remaining words one by one: none of them is zero, so this ends at the zeros after the input. */
  #moreStandsAt(view: DataView, start: number): boolean {
    const last = this.#moreCount - 1;
    for (let index = 0; index < last; index++) {
      if (view.getInt32(start + 4 * index, true) !== this.#moreWords[index]) return false;
    }
    return (
      ((view.getInt32(start + 4 * last, true) ^ (this.#moreWords[last] as number)) & this.#lastMask) === 0
    );
  }
}

/** The buffer in which texts are encoded before their words are read: one large schema needs thousands of fragments. */
let scratch = new Uint8Array(1024);
let scratchView = new DataView(scratch.buffer);

/** A view with room for the text and the zeros after it. */
function scratchFor(text: string): DataView {
  const needed = text.length * 3 + 16;
  if (needed > scratch.length) {
    scratch = new Uint8Array(needed * 2);
    scratchView = new DataView(scratch.buffer);
  }
  return scratchView;
}

/** Fragments are read and written up to fifteen bytes beyond their end, so buffers have that much slack. */
export const SLACK = 32;

const NO_DOUBLES = new Float64Array(0);
const NO_WORDS = new Int32Array(0);

/** The mask of a word with this many remaining bytes. */
function maskOf(bytes: number): number {
  if (bytes >= 4) return -1;
  return bytes <= 0 ? 0 : (1 << (8 * bytes)) - 1;
}

/** The little-endian words after the first sixteen bytes. */
function wordsOf(view: DataView, count: number): Int32Array {
  const words = new Int32Array(count);
  for (let index = 0; index < count; index++) words[index] = view.getInt32(16 + 4 * index, true);
  return words;
}

/** The same as doubles. */
function doublesOf(view: DataView, count: number): Float64Array {
  const doubles = new Float64Array(count);
  for (let index = 0; index < count; index++) doubles[index] = view.getFloat64(16 + 8 * index, true);
  return doubles;
}
