import type { PatternSteps } from '../../pattern/pattern-facet.js';
import { encodeUtf8 } from '../../platform.js';
import { giveUp } from './give-up.js';
import { type JsonCursor, QUOTE } from './json-cursor.js';
import type { OutputBytes } from './output-bytes.js';
import { copyText } from './text-lane.js';

/** What a text has to satisfy, besides being text. */
export interface TextCheck {
  /** Text with white space to collapse is left to the codec. */
  readonly collapse: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  readonly enumeration: ByteSet | undefined;
  readonly patterns: PatternSteps | undefined;
}

/**
 * Copy a JSON string that has facets. The facets are checked on the bytes of the input, which are the characters as long
 * as all of them are ASCII and none is escaped. Returns false, with nothing done, where that is not so.
 */
export function copyCheckedText(
  cursor: JsonCursor,
  output: OutputBytes,
  inAttribute: boolean,
  check: TextCheck,
): boolean {
  const { bytes } = cursor;
  if (bytes[cursor.at] !== QUOTE) return false;
  const start = cursor.at + 1;
  const end = asciiEnd(bytes, start);
  if (end === -1 || (check.collapse && needsCollapse(bytes, start, end))) return false;
  const length = end - start;
  if (length < check.minLength || length > check.maxLength) giveUp();
  if (check.enumeration !== undefined && !check.enumeration.has(bytes, start, end)) giveUp();
  if (check.patterns !== undefined && !check.patterns.acceptAscii(bytes, start, end)) giveUp();
  copyText(cursor, output, inAttribute);
  return true;
}

/** Where the string ends, or -1 where it has an escape, or a byte that is not ASCII. */
function asciiEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at;
    if (byte < 0x20 || byte >= 0x80 || byte === 0x5c) return -1;
    at++;
  }
}

/** JSON strings cannot hold TAB, LF or CR without an escape, so only spaces matter. */
function needsCollapse(bytes: Uint8Array, start: number, end: number): boolean {
  let afterSpace = true;
  for (let at = start; at < end; at++) {
    const isSpace = bytes[at] === 0x20;
    if (isSpace && afterSpace) return true;
    afterSpace = isSpace;
  }
  return afterSpace && end > start;
}

/** A set of byte strings: the values of an enumeration. */
export class ByteSet {
  readonly #byHash = new Map<number, Uint8Array[]>();

  constructor(values: readonly string[]) {
    for (const value of values) {
      const bytes = encodeUtf8(value);
      const key = hash(bytes, 0, bytes.length);
      const same = this.#byHash.get(key);
      if (same === undefined) this.#byHash.set(key, [bytes]);
      else same.push(bytes);
    }
  }

  has(bytes: Uint8Array, start: number, end: number): boolean {
    const candidates = this.#byHash.get(hash(bytes, start, end));
    if (candidates === undefined) return false;
    return candidates.some((candidate) => equals(candidate, bytes, start, end));
  }
}

function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = end - start;
  for (let at = start; at < end; at++) value = (Math.imul(value, 31) + (bytes[at] as number)) | 0;
  return value;
}

function equals(candidate: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (candidate.length !== end - start) return false;
  for (let index = 0; index < candidate.length; index++) {
    if (candidate[index] !== bytes[start + index]) return false;
  }
  return true;
}
