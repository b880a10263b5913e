import type { Spelled } from './read-references.js';

/** A range of a text: its first index, and the index after its last. */
export type Range = readonly [start: number, end: number];

/** Must be a power of two above the number of UTF-16 code units, so that a node and a unit make one number. */
const UNITS = 0x10000;

/**
 * Finds all occurrences of many texts in one pass (Aho–Corasick). The work to build it is linear in the texts, the work to search linear in
 * the searched text, regardless of their content. A regular expression or `replaceAll` can need their product.
 */
export class TextFinder {
  /** The child of each node, by node and unit. Node 0 is the beginning of every text. */
  readonly #children = new Map<number, number>();
  readonly #isFirst = new Uint8Array(UNITS);
  /** The node of the longest beginning of a text that ends what leads to this node. */
  readonly #shorter: number[] = [0];
  /** The length of the longest text that ends at this node. */
  readonly #found: number[] = [0];

  constructor(texts: Iterable<string>) {
    const parents: number[] = [0];
    const units: number[] = [0];
    const depths: number[] = [0];
    for (const text of texts) {
      let node = 0;
      for (let at = 0; at < text.length; at++) {
        const unit = text.charCodeAt(at);
        const edge = node * UNITS + unit;
        let next = this.#children.get(edge);
        if (next === undefined) {
          next = parents.push(node) - 1;
          units.push(unit);
          depths.push(at + 1);
          this.#children.set(edge, next);
        }
        node = next;
      }
      this.#found[node] = text.length;
      if (text !== '') this.#isFirst[text.charCodeAt(0)] = 1;
    }
    // Shorter nodes first, because each node needs those of its parent.
    const byDepth: number[][] = [];
    for (let node = 1; node < parents.length; node++) {
      const depth = depths[node]!;
      byDepth[depth] ??= [];
      byDepth[depth].push(node);
    }
    for (const nodes of byDepth) {
      for (const node of nodes ?? []) {
        const parent = parents[node]!;
        this.#shorter[node] = parent === 0 ? 0 : this.#next(this.#shorter[parent]!, units[node]!);
        this.#found[node] ??= this.#found[this.#shorter[node]!]!;
      }
    }
  }

  /** Returns the ranges of the original text that are occurrences, in order. Overlapping occurrences are one range. */
  find({ units, starts, ends }: Spelled): Range[] {
    const ranges: [number, number][] = [];
    let node = 0;
    for (let at = 0; at < units.length; at++) {
      const unit = units[at]!;
      if (node === 0 && this.#isFirst[unit] === 0) continue;
      node = this.#next(node, unit);
      const length = this.#found[node]!;
      if (length > 0) addRange(ranges, starts[at - length + 1]!, ends[at]!);
    }
    return ranges;
  }

  #next(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const next = this.#children.get(node * UNITS + unit);
      if (next !== undefined) return next;
      if (node === 0) return 0;
      node = this.#shorter[node]!;
    }
  }
}

/** Adds a range that ends after all others. */
function addRange(ranges: [number, number][], start: number, end: number): void {
  let first = start;
  for (let last = ranges.at(-1); last !== undefined && last[1] > first; last = ranges.at(-1)) {
    first = Math.min(first, last[0]);
    ranges.pop();
  }
  ranges.push([first, end]);
}

/** Returns the ranges of several lists in order, with overlapping ones joined. */
export function joinRanges(lists: readonly (readonly Range[])[]): Range[] {
  const joined: [number, number][] = [];
  for (const [start, end] of lists.flat().sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
