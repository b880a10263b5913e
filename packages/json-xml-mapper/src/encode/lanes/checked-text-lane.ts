import { BACKSLASH } from '../../json/json-bytes.js';
import type { PatternSteps } from '../../pattern/pattern-facet.js';
import { giveUp } from '../bytes/give-up.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import { copyText } from './text-lane.js';

/** The facets of a string. */
export interface TextCheck {
  /** Whether white space is collapsed. Text that needs it is left to the codec. */
  readonly collapse: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  readonly patterns: PatternSteps | undefined;
}

/**
 * Copies a JSON string with facets. The facets are checked on the bytes of the input, which requires a string without escapes and,
 * if there are patterns, without non-ASCII characters. Returns false, with nothing done, otherwise.
 */
export function copyCheckedText(
  cursor: JsonCursor,
  output: OutputBytes,
  inAttribute: boolean,
  check: TextCheck,
): boolean {
  const { bytes } = cursor;
  const start = cursor.at + 1;
  const before = output.length;
  const simple = copyText(cursor, output, inAttribute);
  const end = cursor.at - 1;
  const length = simple ? end - start : characters(bytes, start, end);
  const fits =
    length !== -1 &&
    !(check.collapse && needsCollapse(bytes, start, end)) &&
    (check.patterns === undefined || length === end - start);
  if (!fits) {
    cursor.at = start - 1;
    output.length = before;
    return false;
  }
  if (length < check.minLength || length > check.maxLength) giveUp();
  if (check.patterns !== undefined && !check.patterns.acceptAscii(bytes, start, end)) giveUp();
  return true;
}

/** The number of characters in a run of UTF-8, or -1 if one of them is escaped. */
function characters(bytes: Uint8Array, start: number, end: number): number {
  let count = end - start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) return -1;
    // Continuation bytes.
    if ((byte & 0xc0) === 0x80) count--;
  }
  return count;
}

/**
 * Whether collapsing would change the text: there is a space at either end, or two in a row. JSON strings cannot contain TAB, LF or CR
 * unescaped, so only spaces matter.
 */
function needsCollapse(bytes: Uint8Array, start: number, end: number): boolean {
  let afterSpace = true;
  for (let at = start; at < end; at++) {
    const isSpace = bytes[at] === 0x20;
    if (isSpace && afterSpace) return true;
    afterSpace = isSpace;
  }
  return afterSpace && end > start;
}
