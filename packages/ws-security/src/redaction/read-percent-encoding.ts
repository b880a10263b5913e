import type { Spelled } from './read-references.js';

const PERCENT = 0x25;
const PLUS = 0x2b;

/**
 * Replaces percent-encoded octets (RFC 3986 §2.1) with the characters that they stand for in UTF-8. Octets that are not UTF-8 stay as they
 * are written. The work is linear in the text.
 *
 * @param plus what `+` stands for: itself in a path, a space in a form (`application/x-www-form-urlencoded`)
 * @returns `source` itself if nothing is encoded
 */
export function readPercentEncoding(source: Spelled, plus: '+' | ' '): Spelled {
  const { units: given } = source;
  const units = new Uint16Array(given.length);
  const starts = new Int32Array(given.length);
  const ends = new Int32Array(given.length);
  let size = 0;
  let changed = false;
  const put = (unit: number, from: number, to: number): void => {
    units[size] = unit;
    starts[size] = source.starts[from]!;
    ends[size] = source.ends[to]!;
    size += 1;
  };
  for (let at = 0; at < given.length; ) {
    const found = given[at] === PERCENT ? characterAt(given, at) : undefined;
    if (found === undefined) {
      const isSpace = plus === ' ' && given[at] === PLUS;
      changed ||= isSpace;
      put(isSpace ? 0x20 : given[at]!, at, at);
      at += 1;
      continue;
    }
    const { code, octets } = found;
    const last = at + 3 * octets - 1;
    if (code > 0xffff) put(0xd800 + ((code - 0x10000) >> 10), at, last);
    put(code > 0xffff ? 0xdc00 + ((code - 0x10000) & 0x3ff) : code, at, last);
    changed = true;
    at = last + 1;
  }
  if (!changed) return source;
  return { units: units.subarray(0, size), starts: starts.subarray(0, size), ends: ends.subarray(0, size) };
}

/** The character whose encoded octets begin at `at`, and their number, which is at most four. */
function characterAt(units: Uint16Array, at: number): { code: number; octets: number } | undefined {
  const first = octetAt(units, at);
  if (first === undefined) return undefined;
  const octets =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (octets === 0) return undefined;
  let code = octets === 1 ? first : first & (0x7f >> octets);
  for (let index = 1; index < octets; index++) {
    const octet = octetAt(units, at + 3 * index);
    if (octet === undefined || octet >> 6 !== 2) return undefined;
    code = (code << 6) | (octet & 0x3f);
  }
  return code > 0x10ffff ? undefined : { code, octets };
}

function octetAt(units: Uint16Array, at: number): number | undefined {
  if (units[at] !== PERCENT) return undefined;
  const high = digitOf(units[at + 1]);
  const low = digitOf(units[at + 2]);
  return high === undefined || low === undefined ? undefined : 16 * high + low;
}

function digitOf(unit: number | undefined): number | undefined {
  if (unit === undefined) return undefined;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
