import type { Bytes } from '@soapstone/soap-model/bytes';
import { allocateUncleared } from '../../platform.js';

/** Results are copied into shared blocks of this size, one after the other. */
const SLAB = 1 << 18;

/**
 * The maximum size of a result in shared memory. Larger ones get their own, so that the reader of a small result does not
 * retain much more.
 */
const MAX_SHARED = SLAB >> 3;

let slab: Bytes = new Uint8Array(0);
let used = 0;

/** Copies the first `length` bytes into shared memory that is never overwritten. Cheaper than an allocation per result. */
export function copyResult(bytes: Uint8Array, length: number): Bytes {
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

/** Copies into separate memory. */
export function copyOf(bytes: Uint8Array): Bytes {
  const copy = allocateUncleared(bytes.length);
  copy.set(bytes);
  return copy;
}
