import { encodeUtf8 } from '../../platform.js';

/**
 * Bytes that are known when a plan is compiled: start tags, end tags, keys. They are written eight bytes at a time, as
 * doubles, and compared four at a time. The first ones, which is all that most have, are fields of their own: to read a
 * field is cheaper than to read an array, and no loop is needed.
 *
 * A double keeps its bits unless it is a NaN. That takes a byte of 0x7F or 0xFF after one of 0xF0 or more, which no
 * UTF-8 has.
 */
export class Fragment {
  readonly length: number;
  readonly #first: number;
  readonly #second: number;
  /** The doubles after them. */
  readonly #rest: Float64Array;
  readonly #restCount: number;

  /** The words to compare, and which bytes of them count. */
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
    const bytes = encodeUtf8(text);
    this.length = bytes.length;
    const doubles = doublesOf(bytes);
    this.#first = doubles[0] ?? 0;
    this.#second = doubles[1] ?? 0;
    this.#rest = doubles.slice(2);
    this.#restCount = this.#rest.length;
    const words = wordsOf(bytes);
    const masks = wordsOf(bytes.fill(0xff));
    this.#word0 = words[0] ?? 0;
    this.#word1 = words[1] ?? 0;
    this.#word2 = words[2] ?? 0;
    this.#word3 = words[3] ?? 0;
    this.#mask0 = masks[0] ?? 0;
    this.#mask1 = masks[1] ?? 0;
    this.#mask2 = masks[2] ?? 0;
    this.#mask3 = masks[3] ?? 0;
    this.#moreWords = words.slice(4);
    this.#moreCount = this.#moreWords.length;
    this.#lastMask = masks.at(-1) ?? 0;
  }

  /** Write it. */
  writeTo(view: DataView, at: number): void {
    view.setFloat64(at, this.#first, true);
    view.setFloat64(at + 8, this.#second, true);
    if (this.#restCount > 0) this.#writeRest(view, at + 16);
  }

  /** Does it stand there? */
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

  /** Word by word: none of them is zero, so this ends at the zeros after the input. */
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

/** Fragments are read and written up to fifteen bytes beyond their end, so buffers have that much room after it. */
export const SLACK = 32;

/** Bytes as little-endian words, the last one filled up with zeros. */
function wordsOf(bytes: Uint8Array): Int32Array {
  const view = paddedView(bytes);
  return Int32Array.from({ length: Math.ceil(bytes.length / 4) }, (_, index) =>
    view.getInt32(4 * index, true),
  );
}

/** The same as doubles. */
function doublesOf(bytes: Uint8Array): Float64Array {
  const view = paddedView(bytes);
  return Float64Array.from({ length: Math.ceil(bytes.length / 8) }, (_, index) =>
    view.getFloat64(8 * index, true),
  );
}

function paddedView(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
  padded.set(bytes);
  return new DataView(padded.buffer);
}
