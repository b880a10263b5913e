/** One of the parts that an object is written as. */
export interface IndexedPart {
  /** The keys that it uses. */
  readonly keys: readonly string[];
  /** Whether it writes or reports something even if none of them is given. */
  readonly isNeeded: boolean;
}

/** Fewer parts than this are visited in sequence. */
const FEW = 16;

/** Finds the parts that concern an object without visiting all: a schema may have thousands of members and a value three (§21). */
export class KeyIndex {
  readonly #size: number;
  readonly #needed: readonly number[];
  readonly #byKey = new Map<string, number[]>();

  constructor(parts: readonly IndexedPart[]) {
    this.#size = parts.length;
    const needed: number[] = [];
    for (const [index, { keys, isNeeded }] of parts.entries()) {
      if (isNeeded) needed.push(index);
      if (parts.length < FEW) continue;
      for (const key of keys) {
        const known = this.#byKey.get(key);
        if (known === undefined) this.#byKey.set(key, [index]);
        else if (known.at(-1) !== index) known.push(index);
      }
    }
    this.#needed = needed;
  }

  /**
   * The indices of the relevant parts, in order; `undefined` if visiting all is no more work.
   *
   * @param given the keys of the object
   */
  of(given: readonly string[]): readonly number[] | undefined {
    if (this.#size < FEW || given.length * 2 >= this.#size) return undefined;
    const found = new Set<number>();
    for (const key of given) for (const index of this.#byKey.get(key) ?? []) found.add(index);
    if (found.size === 0) return this.#needed;
    for (const index of this.#needed) found.add(index);
    return [...found].sort((left, right) => left - right);
  }
}
