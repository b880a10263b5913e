/**
 * Words that are compared with the input or copied to the output for every document. Those of all members of an operation are
 * contiguous, because they are fetched together.
 */
export class WordMemory {
  words: Int32Array = new Int32Array(64);
  #used = 0;

  /** @returns the position of `count` words */
  allocate(count: number): number {
    const at = this.#used;
    this.#used += count;
    if (this.#used > this.words.length) {
      const larger = new Int32Array(Math.max(this.words.length * 2, this.#used));
      larger.set(this.words);
      this.words = larger;
    }
    return at;
  }
}
