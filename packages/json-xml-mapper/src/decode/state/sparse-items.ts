import type { XmlReader } from '../../xml/xml-reader.js';
import type { JsonOutput } from '../output/json-output.js';
import type { ArraySizes } from './array-sizes.js';

const NULL = 'null,';

/**
 * The items of a SOAP array with explicit positions, which may come in any order (EN-3). They are written as they come and
 * reordered when the array ends.
 */
export class SparseItems {
  /** Where the first of them starts in the output; nothing from there on is final. */
  start: number;
  /** Items before this position came without positions and are in place. */
  readonly #first: number;
  /** The start of each item, from `start` on, by position. */
  readonly #offsets: Map<number, number> = new Map();
  #last: number;

  constructor(start: number, first: number) {
    this.start = start;
    this.#first = first;
    this.#last = first - 1;
  }

  /** Starts the item for position `wanted`. @returns its position: after all others if `wanted` is taken */
  begin({ out, reader }: { readonly out: JsonOutput; readonly reader: XmlReader }, wanted: number): number {
    const isTaken = wanted < this.#first || this.#offsets.has(wanted);
    const position = isTaken ? this.#last + 1 : wanted;
    // Skipped positions count as nodes; otherwise one attribute could produce a gigabyte of nulls.
    if (position > this.#last + 1) reader.count(position - this.#last - 1);
    this.#last = Math.max(this.#last, position);
    this.#offsets.set(position, out.length - this.start);
    return position;
  }

  /** Writes the items in order, with `null` for gaps. @returns the position after the last */
  settle(out: JsonOutput, sizes: ArraySizes): number {
    const written = out.bytes.slice(this.start, out.length);
    const starts = [...this.#offsets.values()];
    // A map keeps the insertion order, so each item ends where the next starts.
    const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? written.length]));
    out.length = this.start;
    for (let position = this.#first; position <= this.#last; position++) {
      sizes.beginItem(out, position);
      const offset = this.#offsets.get(position);
      if (offset === undefined) out.ascii(NULL);
      else out.raw(written.subarray(offset, ends.get(offset)));
    }
    return this.#last + 1;
  }
}
