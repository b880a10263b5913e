/**
 * Four bytes at a time: an `int32` read in little-endian order is looked at as four lanes. Branches that depend on data
 * cost more than arithmetic does, and these functions have none.
 *
 * Each returns zero for four uninteresting bytes; else the lowest bit that is set lies in the first interesting byte.
 * Bytes above that one may be wrong, because a borrow or carry runs upwards.
 */

const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/**
 * Bytes of a JSON string that XML text does not take as they are: controls, `"`, `\`, `&`, `<`, `>`, beyond ASCII.
 *
 * What is beyond ASCII is found by its high bit. For all else a difference below zero shows in the high bit alone, so the
 * usual `& ~word` of such formulas can be left out.
 */
export function specialBytes(word: number): number {
  const markup = (word | 0x02020202) ^ 0x3e3e3e3e; // < and > differ in one bit
  const quotes = (word | 0x04040404) ^ 0x26262626; // and so do " and &
  const backslash = word ^ 0x5c5c5c5c;
  const flags = word | (word - 0x20202020) | (markup - ONES) | (quotes - ONES) | (backslash - ONES);
  return flags & HIGH_BITS;
}

/** Spaces. */
export function spaces(word: number): number {
  const difference = word ^ 0x20202020;
  return (difference - ONES) & ~difference & HIGH_BITS;
}

/** Bytes that are no digits. */
export function nonDigits(word: number): number {
  const high = (word & 0xf0f0f0f0) ^ 0x30303030;
  const low = ((word + 0x06060606) & 0xf0f0f0f0) ^ 0x30303030;
  return high | low;
}

/** Which byte, 0 to 3, the lowest set bit of `flags` lies in. `flags` is not zero. */
export function firstByte(flags: number): number {
  return (31 - Math.clz32(flags & -flags)) >>> 3;
}
