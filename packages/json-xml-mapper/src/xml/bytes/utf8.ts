import { decodeUtf8 } from '../../platform.js';

/**
 * Validates UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF).
 *
 * The bytes are validated before they are scanned, so that every later loop may copy them blindly. Runs of ASCII are processed
 * sixteen bytes at a time, which makes the check a few percent of the whole work.
 *
 * @param bytes the array; `words` must be a view of the same buffer that starts at the same offset
 * @param words the same bytes as 32-bit words; their byte order does not matter
 * @returns how far the bytes are complete characters: less than `end` if the last one is truncated
 * @throws `RangeError` whose message is the position of the first invalid byte
 */
export function checkUtf8(bytes: Uint8Array, words: Int32Array, start: number, end: number): number {
  let position = start;
  while (position < end) {
    position = skipAscii(bytes, words, position, end);
    if (position >= end) break;
    const length = sequenceLength(bytes[position]!, bytes[position + 1]!, position + 1 < end);
    if (length === 0) throw new RangeError(String(position));
    for (let i = 1; i < length; i++) {
      if (position + i >= end) return position;
      if ((bytes[position + i]! & 0xc0) !== 0x80) throw new RangeError(String(position + i));
    }
    position += length;
  }
  return position;
}

const HIGH_BITS = 0x80808080 | 0;

function skipAscii(bytes: Uint8Array, words: Int32Array, start: number, end: number): number {
  let position = start;
  while (position < end && (position & 3) !== 0) {
    if (bytes[position]! >= 0x80) return position;
    position++;
  }
  let word = position >> 2;
  const lastWord = (end >> 2) - 4;
  while (
    word <= lastWord &&
    ((words[word]! | words[word + 1]! | words[word + 2]! | words[word + 3]!) & HIGH_BITS) === 0
  ) {
    word += 4;
  }
  position = Math.max(position, word << 2);
  while (position < end && bytes[position]! < 0x80) position++;
  return position;
}

/** Length of the sequence that a lead byte starts, 0 for a byte that starts none; the second byte excludes what is out of range. */
function sequenceLength(lead: number, second: number, hasSecond: boolean): number {
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) {
    if (hasSecond && lead === 0xe0 && second < 0xa0) return 0;
    if (hasSecond && lead === 0xed && second > 0x9f) return 0;
    return 3;
  }
  if (lead > 0xf4) return 0;
  if (hasSecond && lead === 0xf0 && second < 0x90) return 0;
  if (hasSecond && lead === 0xf4 && second > 0x8f) return 0;
  return 4;
}

/** Writes a code point as UTF-8 and returns the offset after it. The caller has reserved four bytes. */
export function writeCodePoint(target: Uint8Array, offset: number, codePoint: number): number {
  let at = offset;
  if (codePoint < 0x80) {
    target[at++] = codePoint;
  } else if (codePoint < 0x800) {
    target[at++] = 0xc0 | (codePoint >> 6);
    target[at++] = 0x80 | (codePoint & 0x3f);
  } else if (codePoint < 0x10000) {
    target[at++] = 0xe0 | (codePoint >> 12);
    target[at++] = 0x80 | ((codePoint >> 6) & 0x3f);
    target[at++] = 0x80 | (codePoint & 0x3f);
  } else {
    target[at++] = 0xf0 | (codePoint >> 18);
    target[at++] = 0x80 | ((codePoint >> 12) & 0x3f);
    target[at++] = 0x80 | ((codePoint >> 6) & 0x3f);
    target[at++] = 0x80 | (codePoint & 0x3f);
  }
  return at;
}

/** The length up to which a loop is faster than calling the platform. */
const SHORT = 64;

/** The text of a range of UTF-8. Most ranges are short and ASCII. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT) return decodeUtf8(bytes.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80) return decodeUtf8(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}
