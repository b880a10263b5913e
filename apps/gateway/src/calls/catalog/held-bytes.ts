/** Counts the bytes of shared objects: each object counts once, for as long as it has a holder. */
export class HeldBytes {
  readonly #things = new Map<object, { readonly bytes: number; holders: number }>();
  #total = 0;

  /** The total of all held objects. */
  get total(): number {
    return this.#total;
  }

  /** Adds `bytes` if the object has no holder yet. */
  hold(thing: object, bytes: number): void {
    const known = this.#things.get(thing);
    if (known !== undefined) {
      known.holders += 1;
      return;
    }
    this.#things.set(thing, { bytes, holders: 1 });
    this.#total += bytes;
  }

  /** Must be called once for each `hold`. */
  release(thing: object): void {
    const known = this.#things.get(thing);
    if (known === undefined) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    this.#things.delete(thing);
    this.#total -= known.bytes;
  }
}
