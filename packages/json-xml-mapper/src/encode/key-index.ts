/** One of the parts that an object is written as. */
export interface IndexedPart {
  /** The keys that it looks at. */
  readonly keys: readonly string[];
  /** Whether it writes or reports something also where none of them is given. */
  readonly isNeeded: boolean;
}

/** Fewer parts than this are asked one after the other. */
const FEW = 16;

/**
 * Finds the parts that an object concerns, without asking each: a schema may have thousands of members where a value has
 * three (§21).
 */
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
   * The indices of the parts that matter, in order; `undefined` where all are to be asked, which is no more work then.
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
