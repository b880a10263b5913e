import { QUOTE } from '../../json/json-bytes.js';
import { daysInMonth } from '../../scalar/spaces/calendar.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';

/**
 * Copies a date or dateTime in its usual form: a year of four digits, with or without a fraction and a timezone. Returns false,
 * with nothing done, for everything else: negative years, 24:00:00, white space.
 */
export function copyDate(cursor: JsonCursor, output: OutputBytes, withTime: boolean): boolean {
  const { bytes } = cursor;
  const start = cursor.at + 1;
  if (bytes[cursor.at] !== QUOTE || !isDay(bytes, start)) return false;
  let end = start + 10;
  if (withTime) {
    end = timeEnd(bytes, end);
    if (end === -1) return false;
  }
  end = zoneEnd(bytes, end);
  if (end === -1 || bytes[end] !== QUOTE) return false;
  output.copyRange(cursor, start, end);
  cursor.at = end + 1;
  return true;
}

/** Whether the text is `YYYY-MM-DD` of a valid day. */
function isDay(bytes: Uint8Array, at: number): boolean {
  const century = twoDigits(bytes, at);
  const yearOfCentury = twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 5);
  const day = twoDigits(bytes, at + 8);
  if (bytes[at + 4] !== HYPHEN || bytes[at + 7] !== HYPHEN) return false;
  if (century > 99 || yearOfCentury > 99 || month < 1 || month > 12 || day < 1) return false;
  const year = century * 100 + yearOfCentury;
  return year > 0 && (day <= 28 || day <= daysInMonth(year % 400, month));
}

/** The position after `Thh:mm:ss` and a fraction; -1 if there is none. */
function timeEnd(bytes: Uint8Array, at: number): number {
  const fits =
    bytes[at] === 0x54 &&
    bytes[at + 3] === COLON &&
    bytes[at + 6] === COLON &&
    twoDigits(bytes, at + 1) < 24 &&
    twoDigits(bytes, at + 4) < 60 &&
    twoDigits(bytes, at + 7) < 60;
  if (!fits) return -1;
  let end = at + 9;
  if (bytes[end] !== 0x2e) return end;
  end++;
  const first = end;
  while ((bytes[end] as number) >= 0x30 && (bytes[end] as number) <= 0x39) end++;
  // Longer fractions are left to the codec, which limits the total length.
  return end === first || end - first > 100 ? -1 : end;
}

/** The position after `Z`, `+hh:mm`, `-hh:mm` or nothing; -1 for anything else. */
function zoneEnd(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === QUOTE) return at;
  if (byte === 0x5a) return at + 1;
  if ((byte !== 0x2b && byte !== HYPHEN) || bytes[at + 3] !== COLON) return -1;
  return twoDigits(bytes, at + 1) < 14 && twoDigits(bytes, at + 4) < 60 ? at + 6 : -1;
}

/** Two digits as a number, above 99 if invalid: an integer, so that no double enters the loop. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - 0x30;
  const ones = (bytes[at + 1] as number) - 0x30;
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return NO_DIGITS;
  return tens * 10 + ones;
}

const NO_DIGITS = 1000;
const HYPHEN = 0x2d;
const COLON = 0x3a;
