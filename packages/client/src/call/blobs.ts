import { ValidationError } from '../api/errors.js';

/** The values that are looked through: as many as an input may have by default. */
const MAX_VALUES = 100_000;

/**
 * Encodes an input whose encoding failed, perhaps because of `Blob`s that have to be read. Those that become MIME parts are not: first
 * only those with a problem are read, and if others turn up then, all of them.
 */
export async function encodeBlobs<Request>(
  input: unknown,
  failure: ValidationError,
  encode: (input: unknown) => Request,
): Promise<Request> {
  // The length of one that is too large is known without its bytes.
  const unread = failure.problems.filter(({ keyword }) => !/length/i.test(keyword));
  const paths = new Set(unread.map(({ path }) => path));
  const some = await readBlobs(input, (path) => paths.has(path));
  if (some === undefined) throw failure;
  try {
    return encode(some);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const all = await readBlobs(some, () => true);
    if (all === undefined) throw error;
    return encode(all);
  }
}

/**
 * Reads blobs of an input. The input itself is not changed.
 *
 * @param isWanted whether to read the blob at a JSON Pointer
 * @returns a copy with the bytes of each such `Blob`; undefined if it has none
 */
async function readBlobs(input: unknown, isWanted: (path: string) => boolean): Promise<unknown> {
  const blobs: Promise<void>[] = [];
  const copies = new Map<object, object>();
  const waiting: (readonly [from: object, to: object, path: string])[] = [];
  const copyOf = (value: unknown, path: string, set: (copy: unknown) => void): void => {
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof Blob) {
      if (isWanted(path)) blobs.push(value.arrayBuffer().then((bytes) => set(new Uint8Array(bytes))));
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    // Dates, bytes and exact numbers are values.
    if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) return;
    let copy = copies.get(value);
    if (copy === undefined) {
      copy = Array.isArray(value) ? [...(value as unknown[])] : Object.assign(Object.create(null), value);
      copies.set(value, copy as object);
      waiting.push([value, copy as object, path]);
    }
    set(copy);
  };
  let result = input;
  copyOf(input, '', (copy) => {
    result = copy;
  });
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to, path] = next;
    for (const [key, member] of Object.entries(from)) {
      seen += 1;
      if (seen > MAX_VALUES) return undefined;
      copyOf(member, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, (copy) => {
        (to as Record<string, unknown>)[key] = copy;
      });
    }
  }
  if (blobs.length === 0) return undefined;
  await Promise.all(blobs);
  return result;
}
