import type { JsonOutput } from './json-output.js';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;

/** Sizes beyond this are no sizes: what is written is bounded by the items that come. */
const MAX_SIZE = 1e9;

/**
 * Where the brackets of a SOAP array go. Items come row-major in one run (SOAP 1.1 §5.4.2); in JSON every dimension is a
 * level of arrays. Where an inner size is not known, all items are taken for one row.
 */
export class ArraySizes {
  readonly rank: number;
  /** Items in one entry of each level below the outermost: `[2,3,4]` has 12 and 4. */
  readonly spans: readonly number[];
  /** Levels that are open. */
  private open = 0;

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
    this.open = 1;
  }

  /** Make the output ready for the item at a row-major position. */
  beginItem(out: JsonOutput, position: number): void {
    if (this.rank === 1) return;
    let level = 1;
    while (level < this.rank && position % this.spans[level - 1]! !== 0) level++;
    // Levels from here inwards begin a new entry with this item.
    while (this.open > level) this.closeLevel(out);
    while (this.open < this.rank) this.openLevel(out);
  }

  /** How many items make whole rows of so many: all rows of a dimension are of one length (EN-2). */
  whole(count: number): number {
    const span = this.spans.find((items) => count > items);
    return span === undefined ? count : Math.ceil(count / span) * span;
  }

  /** Close everything; a comma is the caller's. */
  end(out: JsonOutput): void {
    while (this.open > 1) this.closeLevel(out);
    if (out.bytes[out.length - 1] === COMMA) out.length--;
    out.byte(CLOSE_BRACKET);
    this.open = 0;
  }

  private openLevel(out: JsonOutput): void {
    out.byte(OPEN_BRACKET);
    this.open++;
  }

  private closeLevel(out: JsonOutput): void {
    out.close(CLOSE_BRACKET);
    this.open--;
  }
}

/** The row-major position that `[2]` or `[1,0]` names; undefined where it names none. */
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
