/**
 * Bytes of things that several may hold: each thing counts once, for as long as somebody holds it.
 */
export class HeldBytes {
  readonly #things = new Map<object, { readonly bytes: number; holders: number }>();
  #total = 0;

  /** Of everything that is held. */
  get total(): number {
    return this.#total;
  }

  /** `bytes` count where nobody holds the thing yet. */
  hold(thing: object, bytes: number): void {
    const known = this.#things.get(thing);
    if (known !== undefined) {
      known.holders += 1;
      return;
    }
    this.#things.set(thing, { bytes, holders: 1 });
    this.#total += bytes;
  }

  /** Once for each `hold`. */
  release(thing: object): void {
    const known = this.#things.get(thing);
    if (known === undefined) return;
    known.holders -= 1;
    if (known.holders > 0) return;
    this.#things.delete(thing);
    this.#total -= known.bytes;
  }
}
