/**
 * Processes four bytes at a time: an `int32` read in little-endian order is treated as four lanes. Data-dependent branches cost
 * more than arithmetic, and these functions have none.
 *
 * Each returns zero for four ordinary bytes; otherwise the lowest set bit is in the first special byte. Higher bytes may be wrong,
 * because a borrow or carry propagates upwards.
 */

const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/**
 * Bytes of a JSON string that cannot be copied to XML text: controls, `"`, `\`, `&`, `<`, `>`, non-ASCII.
 *
 * Non-ASCII bytes are found by their high bit. For all others a difference below zero shows in the high bit alone, so the usual `&
 * ~word` of such formulas can be omitted.
 */
export function specialBytes(word: number): number {
  const markup = (word | 0x02020202) ^ 0x3e3e3e3e; // < and > differ in one bit
  const quotes = (word | 0x04040404) ^ 0x26262626; // and so do " and &
  const backslash = word ^ 0x5c5c5c5c;
  const flags = word | (word - 0x20202020) | (markup - ONES) | (quotes - ONES) | (backslash - ONES);
  return flags & HIGH_BITS;
}

/** Bytes that are not digits. */
export function nonDigits(word: number): number {
  const high = (word & 0xf0f0f0f0) ^ 0x30303030;
  const low = ((word + 0x06060606) & 0xf0f0f0f0) ^ 0x30303030;
  return high | low;
}

/** The byte (0 to 3) that contains the lowest set bit of `flags`, which is not zero. */
export function firstByte(flags: number): number {
  return (31 - Math.clz32(flags & -flags)) >>> 3;
}
