import { MARK, QUOTE } from '../../json/json-bytes.js';
import { dateEnd } from '../../scalar/spaces/date-bytes.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';

/** Copies a date or dateTime in its usual form, or writes a `Date`. Returns false, with nothing done, for everything else. */
export function copyDate(cursor: JsonCursor, output: OutputBytes, withTime: boolean): boolean {
  const { bytes } = cursor;
  if (bytes[cursor.at] === MARK) return writeDate(cursor, output, withTime);
  const start = cursor.at + 1;
  const end = bytes[cursor.at] === QUOTE ? dateEnd(bytes, start, withTime) : -1;
  if (end < 0 || bytes[end] !== QUOTE) return false;
  output.copyRange(cursor, start, end);
  cursor.at = end + 1;
  return true;
}

/** Writes a `Date` of the years that have four digits. One of a result may have a text of its own (DT-4), which the codec knows. */
function writeDate(cursor: JsonCursor, output: OutputBytes, withTime: boolean): boolean {
  const start = cursor.at;
  const date = cursor.readObject();
  const isUsual =
    date instanceof Date && !('text' in date) && date.getTime() >= YEAR_1 && date.getTime() < YEAR_10000;
  if (isUsual) output.text(withTime ? date.toISOString() : date.toISOString().slice(0, 10));
  else cursor.at = start;
  return isUsual;
}

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');
