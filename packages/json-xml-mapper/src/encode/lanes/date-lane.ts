import { QUOTE } from '../../json/json-bytes.js';
import { dateEnd } from '../../scalar/spaces/date-bytes.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';

/** Copies a date or dateTime in its usual form. Returns false, with nothing done, for everything else. */
export function copyDate(cursor: JsonCursor, output: OutputBytes, withTime: boolean): boolean {
  const { bytes } = cursor;
  const start = cursor.at + 1;
  const end = bytes[cursor.at] === QUOTE ? dateEnd(bytes, start, withTime) : -1;
  if (end < 0 || bytes[end] !== QUOTE) return false;
  output.copyRange(cursor, start, end);
  cursor.at = end + 1;
  return true;
}
