/** The values that are looked through: as many as an input may have by default. */
const MAX_VALUES = 100_000;

/**
 * Reads the blobs of an input. The input itself is not changed.
 *
 * @returns a copy with the bytes of each `Blob`; undefined if it has none
 */
export async function readBlobs(input: unknown): Promise<unknown> {
  const blobs: Promise<void>[] = [];
  const copies = new Map<object, object>();
  const waiting: (readonly [from: object, to: object])[] = [];
  const copyOf = (value: unknown, set: (copy: unknown) => void): void => {
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof Blob) {
      blobs.push(value.arrayBuffer().then((bytes) => set(new Uint8Array(bytes))));
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    // Dates, bytes and exact numbers are values.
    if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) return;
    let copy = copies.get(value);
    if (copy === undefined) {
      copy = Array.isArray(value) ? [...(value as unknown[])] : Object.assign(Object.create(null), value);
      copies.set(value, copy as object);
      waiting.push([value, copy as object]);
    }
    set(copy);
  };
  let result = input;
  copyOf(input, (copy) => {
    result = copy;
  });
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    for (const [key, member] of Object.entries(from)) {
      seen += 1;
      if (seen > MAX_VALUES) return undefined;
      copyOf(member, (copy) => {
        (to as Record<string, unknown>)[key] = copy;
      });
    }
  }
  if (blobs.length === 0) return undefined;
  await Promise.all(blobs);
  return result;
}
