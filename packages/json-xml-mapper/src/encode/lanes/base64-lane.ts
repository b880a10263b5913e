import { MARK, QUOTE } from '../../json/json-bytes.js';
import { isBytes } from '../../scalar/object-text.js';
import { encodeBase64 } from '../../scalar/spaces/binary.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';

const EQUALS = 0x3d;
const NONE = 64;

/** The values of the characters of RFC 4648 §4, by byte; `NONE` for all others. */
const SEXTETS: Uint8Array = new Uint8Array(256).fill(NONE);
for (const [value, char] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
  SEXTETS[char.charCodeAt(0)] = value;
}

/**
 * Copies a JSON string of base64, or encodes bytes, because files are the largest values of requests. Returns false, with nothing done, if
 * it is neither: white space and escaped slashes are left to the codec.
 */
export function copyBase64(cursor: JsonCursor, output: OutputBytes): boolean {
  const { bytes } = cursor;
  if (bytes[cursor.at] === MARK) return copyBytes(cursor, output);
  const start = cursor.at + 1;
  if (bytes[cursor.at] !== QUOTE) return false;
  const end = sextetsEnd(bytes, start);
  const quote = paddingEnd(bytes, end);
  if (bytes[quote] !== QUOTE || (quote - start) % 4 !== 0) return false;
  // The bits left over by padding must be zero.
  const last = SEXTETS[bytes[end - 1] as number] as number;
  if ((last & LEFT_OVER[quote - end]!) !== 0) return false;
  output.append(bytes.subarray(start, quote));
  cursor.at = quote + 1;
  return true;
}

function copyBytes(cursor: JsonCursor, output: OutputBytes): boolean {
  const start = cursor.at;
  const value = cursor.readObject();
  if (isBytes(value)) output.append(encodeBase64(value));
  else cursor.at = start;
  return cursor.at !== start;
}

/** The bits that must be zero, by the number of padding characters. */
const LEFT_OVER: readonly number[] = [0, 0b11, 0b1111];

function sextetsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((SEXTETS[bytes[at] as number] as number) < NONE) at++;
  return at;
}

function paddingEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === EQUALS && at < start + 2) at++;
  return at;
}
