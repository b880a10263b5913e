const FIELDS = 3;

/**
 * The output positions of the members of open objects: a stack, with the marks of the innermost object on top. A mark is an
 * uninterrupted run of a member; an array whose elements are interleaved with others has several. Marks are used to reorder late
 * members and to tell which members are present.
 */
export class MemberMarks {
  /** The number of marks of all open objects. */
  top = 0;
  #data: Int32Array = new Int32Array(FIELDS * 256);

  /** The allocated size in bytes. */
  get capacity(): number {
    return this.#data.byteLength;
  }

  push(slotIndex: number, start: number): void {
    const at = this.top * FIELDS;
    if (at + FIELDS > this.#data.length) this.#grow();
    this.#data[at] = slotIndex;
    this.#data[at + 1] = start;
    this.#data[at + 2] = 0;
    this.top++;
  }

  slotIndex(mark: number): number {
    return this.#data[mark * FIELDS]!;
  }

  start(mark: number): number {
    return this.#data[mark * FIELDS + 1]!;
  }

  /** Items of the slot's array up to the end of this run. */
  items(mark: number): number {
    return this.#data[mark * FIELDS + 2]!;
  }

  setItems(mark: number, items: number): void {
    this.#data[mark * FIELDS + 2] = items;
  }

  /** The output has lost its first `by` bytes; marks of that part become negative. */
  shift(by: number): void {
    for (let mark = 0; mark < this.top; mark++) this.#data[mark * FIELDS + 1]! -= by;
  }

  #grow(): void {
    const data = new Int32Array(this.#data.length * 2);
    data.set(this.#data);
    this.#data = data;
  }
}
