import type { JsonOutput } from '../output/json-output.js';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

/** The maximum declared size. Larger ones are ignored; the output is bounded by the actual items. */
const MAX_SIZE = 1e9;

/**
 * Decides where the brackets of a SOAP array go. Items come row-major in one run (SOAP 1.1 §5.4.2); in JSON every dimension is a
 * level of arrays. If an inner size is unknown, all items count as one row.
 */
export class ArraySizes {
  readonly rank: number;
  /** Items per entry of each level below the outermost: `[2,3,4]` has 12 and 4. */
  readonly spans: readonly number[];
  /** Open levels. */
  #open = 0;

  /** @param sizes comma separated, outermost first, as in `arrayType` */
  constructor(rank: number, sizes: string) {
    this.rank = rank;
    const numbers = sizes.split(',').map((size) => (/^\s*[0-9]{1,9}\s*$/.test(size) ? Number(size) : 0));
    const spans: number[] = [];
    let span = 1;
    for (let level = rank - 1; level > 0; level--) {
      span = Math.min(span * (numbers[level] || MAX_SIZE), MAX_SIZE);
      spans.unshift(span);
    }
    this.spans = spans;
  }

  begin(out: JsonOutput): void {
    out.byte(OPEN_BRACKET);
    this.#open = 1;
  }

  /** Prepares the output for the item at a row-major position. */
  beginItem(out: JsonOutput, position: number): void {
    if (this.rank === 1) return;
    let level = 1;
    while (level < this.rank && position % this.spans[level - 1]! !== 0) level++;
    // Levels from here inwards start a new entry with this item.
    while (this.#open > level) this.#closeLevel(out);
    while (this.#open < this.rank) this.#openLevel(out);
  }

  /** The number of items in whole rows: all rows of a dimension have the same length (EN-2). */
  whole(count: number): number {
    const span = this.spans.find((items) => count > items);
    return span === undefined ? count : Math.ceil(count / span) * span;
  }

  /** Closes everything; the caller writes the comma. */
  end(out: JsonOutput): void {
    while (this.#open > 1) this.#closeLevel(out);
    if (out.bytes[out.length - 1] === COMMA) out.length--;
    out.byte(CLOSE_BRACKET);
    this.#open = 0;
  }

  #openLevel(out: JsonOutput): void {
    out.byte(OPEN_BRACKET);
    this.#open++;
  }

  #closeLevel(out: JsonOutput): void {
    out.close(CLOSE_BRACKET);
    this.#open--;
  }
}

/** The row-major position that `[2]` or `[1,0]` names; undefined for any other text. */
export function parsePosition(text: string, sizes: ArraySizes): number | undefined {
  const match = /^\s*\[([0-9,\s]*)\]\s*$/.exec(text);
  if (match === null) return undefined;
  const indexes = match[1]!.split(',').map(Number);
  if (
    indexes.length !== sizes.rank ||
    indexes.some((index) => !Number.isInteger(index) || index >= MAX_SIZE)
  ) {
    return undefined;
  }
  return indexes.reduce((sum, index, level) => sum + index * (sizes.spans[level] ?? 1), 0);
}
