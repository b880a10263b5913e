import { allocateUncleared } from '../platform.js';

/** Results are copied into memory of this size, one behind the other. */
const SLAB = 1 << 18;

/** Larger results get memory of their own: a reader of a small one must not hold much more than it reads. */
const MAX_SHARED = SLAB >> 3;

let slab: Uint8Array = new Uint8Array(0);
let used = 0;

/** A copy of the first `length` bytes, which from now on nobody writes to. Cheaper than memory for each. */
export function copyResult(bytes: Uint8Array, length: number): Uint8Array {
  if (length > MAX_SHARED) return copyOf(bytes.subarray(0, length));
  if (used + length > slab.length) {
    slab = allocateUncleared(SLAB);
    used = 0;
  }
  const result = slab.subarray(used, used + length);
  result.set(bytes.subarray(0, length));
  used += length;
  return result;
}

/** A copy in memory of its own, which nobody writes to. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = allocateUncleared(bytes.length);
  copy.set(bytes);
  return copy;
}
