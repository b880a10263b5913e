import { isXmlCharacter } from '@soapstone/soap-model/xml';
import { XmlError } from './xml-error.js';

const AMPERSAND = 0x26;
const HASH = 0x23;
const LOWER_X = 0x78;
const SEMICOLON = 0x3b;

/** The maximum length of a reference. Longer ones can only be character references with leading zeros. */
const MAX_LENGTH = 64;
const TOO_LARGE = 0x110000;

/** The result of `scanReference` if the `;` has not arrived yet. */
export const REFERENCE_CUT = 0;

/** The character of the last reference that `scanReference` measured: a second return value without an allocation. */
let character = 0;

/** How many characters were written as two references, one for each half of a surrogate pair, since the process started. */
let pairs = 0;

/** The number of references that `scanReference` has encountered. Comparing two values shows whether there were any in between. */
export function surrogatePairs(): number {
  return pairs;
}

/** See `scanReference`. */
export function referredCharacter(): number {
  return character;
}

/**
 * Measures the reference that starts with the `&` at `start`; its character is then in `referredCharacter()`. Two references to the
 * halves of a surrogate pair, `&#xD83D;&#xDE00;`, are one character: XML does not allow them, but some servers write characters
 * beyond U+FFFF that way. Only the five predefined entities exist here; others need a DOCTYPE, and documents with one are rejected.
 *
 * @returns its length in bytes with `&` and `;`, or `REFERENCE_CUT`
 * @throws `XmlError`; `offset` is the document offset of `start`
 */
export function scanReference(bytes: Uint8Array, start: number, end: number, offset: number): number {
  let length =
    bytes[start + 1] === HASH
      ? scanNumber(bytes, start, end, offset)
      : scanPredefined(bytes, start, end, offset);
  if (length !== REFERENCE_CUT && character >= 0xd800 && character <= 0xdbff) {
    length = scanLowSurrogate(bytes, start, start + length, end, offset);
  }
  if (length !== REFERENCE_CUT && !isXmlCharacter(character)) {
    throw new XmlError({
      code: 'SYNTAX',
      message: 'a reference to a character that XML does not allow',
      offset,
    });
  }
  return length;
}

/** The reference at `next`, directly after one to a high surrogate; `character` becomes the combined character. */
function scanLowSurrogate(
  bytes: Uint8Array,
  start: number,
  next: number,
  end: number,
  offset: number,
): number {
  if (next + 1 >= end) return REFERENCE_CUT;
  if (bytes[next] !== AMPERSAND || bytes[next + 1] !== HASH) return next - start;
  const high = character;
  const length = scanNumber(bytes, next, end, offset);
  if (length === REFERENCE_CUT) return REFERENCE_CUT;
  const low = character;
  character = high;
  if (low < 0xdc00 || low > 0xdfff) return next - start;
  character = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
  pairs++;
  return next - start + length;
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
