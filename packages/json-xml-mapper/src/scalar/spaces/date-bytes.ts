const HYPHEN = 0x2d;
const PLUS = 0x2b;
const COLON = 0x3a;
const POINT = 0x2e;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

const DATE_LENGTH = 10;
const TIME_LENGTH = 8;
const MAX_FRACTION = 12;

/**
 * The position after an xs:date or xs:dateTime in its usual form, or -1. Years with other than four digits, 29 February, 24:00:00, long
 * fractions and the like are left to the codec. Values keep their text (DT-1), so the lanes of both directions only validate it.
 *
 * @param start the position of the year; a byte that no value contains must follow the value
 */
export function dateEnd(source: Uint8Array, start: number, withTime: boolean): number {
  if (!isDate(source, start)) return -1;
  const end = withTime ? timeEnd(source, start + DATE_LENGTH) : start + DATE_LENGTH;
  return end < 0 ? -1 : zoneEnd(source, end);
}

/** The position after the `T`, the time and its fraction, or -1. */
function timeEnd(source: Uint8Array, start: number): number {
  if (source[start] !== LETTER_T || !isTime(source, start + 1)) return -1;
  let at = start + 1 + TIME_LENGTH;
  if (source[at] !== POINT) return at;
  const fraction = ++at;
  while (isDigit(source[at]!) && at - fraction <= MAX_FRACTION) at++;
  return at === fraction || at - fraction > MAX_FRACTION ? -1 : at;
}

function isDate(source: Uint8Array, start: number): boolean {
  const century = twoDigits(source, start);
  const year = twoDigits(source, start + 2);
  if (century < 0 || year < 0 || century + year === 0) return false;
  if (source[start + 4] !== HYPHEN || source[start + 7] !== HYPHEN) return false;
  const month = twoDigits(source, start + 5);
  const day = twoDigits(source, start + 8);
  if (month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  if (month === 2) return false;
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

function isTime(source: Uint8Array, start: number): boolean {
  const hour = twoDigits(source, start);
  const minute = twoDigits(source, start + 3);
  const second = twoDigits(source, start + 6);
  return (
    source[start + 2] === COLON &&
    source[start + 5] === COLON &&
    hour >= 0 &&
    hour <= 23 &&
    minute >= 0 &&
    minute <= 59 &&
    second >= 0 &&
    second <= 59
  );
}

/** The position after a time zone, or `start` if there is none, or -1. */
function zoneEnd(source: Uint8Array, start: number): number {
  const byte = source[start];
  if (byte === LETTER_Z) return start + 1;
  if (byte !== PLUS && byte !== HYPHEN) return start;
  const hour = twoDigits(source, start + 1);
  const minute = twoDigits(source, start + 4);
  if (source[start + 3] !== COLON || hour < 0 || hour > 13 || minute < 0 || minute > 59) return -1;
  return start + 6;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** A two-digit number, or -1. */
function twoDigits(source: Uint8Array, at: number): number {
  const tens = source[at]! - 0x30;
  const units = source[at + 1]! - 0x30;
  // A NaN from beyond the end fails both comparisons.
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1;
}
