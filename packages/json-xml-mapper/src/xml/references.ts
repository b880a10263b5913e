import { isXmlCharacter } from './characters.js';
import { XmlError } from './xml-error.js';

const HASH = 0x23;
const LOWER_X = 0x78;
const SEMICOLON = 0x3b;

/** Longer references can only be character references with a pointless number of leading zeros. */
const MAX_LENGTH = 64;
const TOO_LARGE = 0x110000;

/** What `scanReference` says instead of a length where the `;` has not come yet. */
export const REFERENCE_CUT = 0;

/** The character of the last reference that `scanReference` measured: a second return value without an allocation. */
let character = 0;

/** See `scanReference`. */
export function referredCharacter(): number {
  return character;
}

/**
 * Measure the reference that starts with the `&` at `start`; its character is then in `referredCharacter()`.
 * Only the five predefined entities exist here: others need a DOCTYPE, and documents with one are refused.
 *
 * @returns its length in bytes with `&` and `;`, or `REFERENCE_CUT`
 * @throws `XmlError`; `offset` is the document offset of `start`
 */
export function scanReference(bytes: Uint8Array, start: number, end: number, offset: number): number {
  const length =
    bytes[start + 1] === HASH
      ? scanNumber(bytes, start, end, offset)
      : scanPredefined(bytes, start, end, offset);
  if (length !== REFERENCE_CUT && !isXmlCharacter(character)) {
    throw new XmlError({
      code: 'SYNTAX',
      message: 'a reference to a character that XML does not allow',
      offset,
    });
  }
  return length;
}

function scanNumber(bytes: Uint8Array, start: number, end: number, offset: number): number {
  const hex = bytes[start + 2] === LOWER_X;
  const first = start + (hex ? 3 : 2);
  let value = 0;
  let position = first;
  for (; position < end && position - start < MAX_LENGTH; position++) {
    const byte = bytes[position]!;
    if (byte === SEMICOLON && position > first) {
      character = value;
      return position + 1 - start;
    }
    const digit = digitOf(byte, hex);
    if (digit < 0) return fail(offset);
    value = Math.min(value * (hex ? 16 : 10) + digit, TOO_LARGE);
  }
  if (position - start >= MAX_LENGTH) {
    throw new XmlError({ code: 'LIMIT', message: 'a character reference is too long', offset });
  }
  return REFERENCE_CUT;
}

function digitOf(byte: number, hex: boolean): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  if (!hex) return -1;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

const PREDEFINED: readonly (readonly [name: string, codePoint: number])[] = [
  ['lt;', 0x3c],
  ['gt;', 0x3e],
  ['amp;', 0x26],
  ['quot;', 0x22],
  ['apos;', 0x27],
];

function scanPredefined(bytes: Uint8Array, start: number, end: number, offset: number): number {
  for (const [name, codePoint] of PREDEFINED) {
    let i = 0;
    while (i < name.length && start + 1 + i < end && bytes[start + 1 + i] === name.charCodeAt(i)) i++;
    if (i === name.length) {
      character = codePoint;
      return name.length + 1;
    }
    if (start + 1 + i >= end) return REFERENCE_CUT;
  }
  return fail(offset);
}

function fail(offset: number): never {
  throw new XmlError({ code: 'SYNTAX', message: 'an & that starts no known reference', offset });
}
