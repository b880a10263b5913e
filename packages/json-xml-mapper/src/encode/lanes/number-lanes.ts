import { giveUp } from '../bytes/give-up.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import { firstByte, nonDigits } from './swar.js';

/**
 * Lanes for numbers that JSON writes in XML form. Digits are copied, not converted, so they stay exact (NM-1). Each returns false,
 * with nothing done, if the token is not in canonical form; the codec handles it. `FieldPlan.room` provides space for the output.
 */

/** The number of digits up to which a number can be compared as a double without loss. */
const EXACT_DIGITS = 15;

/** The maximum number of digits in a lane. Longer tokens are left to the codec. */
export const MAX_DIGITS = 300;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** Powers of ten that a double represents exactly. */
const POWERS: readonly number[] = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** The facets of an integer. */
export interface IntegerCheck {
  readonly min: number;
  readonly max: number;
  readonly maxDigits: number;
  /** Any non-negative (or negative) integer of this many digits is within the bounds without a comparison. */
  readonly safeDigits: number;
  readonly safeDigitsBelow: number;
}

/** Copies a JSON integer. */
export function copyInteger(cursor: JsonCursor, output: OutputBytes, check: IntegerCheck): boolean {
  const { bytes } = cursor;
  const start = cursor.at;
  const negative = bytes[start] === MINUS;
  const first = negative ? start + 1 : start;
  const end = digitsEnd(cursor.view, first);
  const digits = end - first;
  if (digits === 0 || digits > MAX_DIGITS || hasMore(bytes[end] as number)) return false;
  // 01 is not JSON, and -0 is 0 (NM-6).
  if (bytes[first] === ZERO && (digits > 1 || negative)) return false;
  if (digits > (negative ? check.safeDigitsBelow : check.safeDigits)) {
    if (digits > EXACT_DIGITS) return false;
    const value = exactValue(bytes, first, end, 0, negative);
    if (value < check.min || value > check.max) giveUp();
  }
  if (digits > check.maxDigits) giveUp();
  output.copyRange(cursor, start, end);
  cursor.at = end;
  return true;
}

/** How many digits an integer can have and still be between zero and `bound`, regardless of which they are. */
export function safeDigits(bound: number): number {
  return bound === Number.POSITIVE_INFINITY ? MAX_DIGITS : String(Math.floor(bound) + 1).length - 1;
}

/** The same for the digits before the point: the number must stay below `bound` with any digits after it. */
export function safeIntegerDigits(bound: number): number {
  if (bound === Number.POSITIVE_INFINITY) return MAX_DIGITS;
  return bound < 0 ? 0 : String(Math.floor(bound)).length - 1;
}

/** The facets of a decimal or double. */
export interface DecimalCheck {
  /** The number of digits above which the form may not be canonical (doubles), or cannot be compared (bounds). */
  readonly safeDigits: number;
  readonly totalDigits: number;
  readonly fractionDigits: number;
  /** Whether there are bounds. */
  readonly bounded: boolean;
  /** Any non-negative number with this many digits before the point is within them. */
  readonly safeIntegerDigits: number;
  readonly min: number;
  readonly max: number;
  readonly exclusiveMin: number;
  readonly exclusiveMax: number;
  /** Whether to keep the zeros at the end of a fraction (NM-8). */
  readonly zeros: boolean;
  /** Whether the type is binary: numbers below 10⁻⁶ get an exponent, and -0 stays (NM-6). */
  readonly binary: boolean;
}

/** Copies a JSON number without an exponent to a decimal, float or double. */
export function copyDecimal(cursor: JsonCursor, output: OutputBytes, check: DecimalCheck): boolean {
  const { bytes } = cursor;
  const start = cursor.at;
  const negative = bytes[start] === MINUS;
  const first = negative ? start + 1 : start;
  const integerEnd = digitsEnd(cursor.view, first);
  if (integerEnd === first || (bytes[first] === ZERO && integerEnd > first + 1)) return false;
  let end = integerEnd;
  let next = integerEnd;
  if (bytes[integerEnd] === POINT) {
    next = digitsEnd(cursor.view, integerEnd + 1);
    if (next === integerEnd + 1) return false;
    // Canonical forms have no trailing zeros in the fraction.
    end = next;
    while (bytes[end - 1] === ZERO) end--;
    if (end === integerEnd + 1) end = integerEnd;
  }
  if (hasMore(bytes[next] as number)) return false;
  const integer = bytes[first] === ZERO ? 0 : integerEnd - first;
  const fraction = end === integerEnd ? 0 : end - integerEnd - 1;
  const total = integer + fraction;
  if (total > check.safeDigits || (total === 0 && negative)) return false;
  if (check.binary && integer === 0 && fraction > 0 && isTiny(bytes, integerEnd + 1)) return false;
  if (check.zeros && next - start > MAX_DIGITS) return false;
  if (Math.max(total, 1) > check.totalDigits || fraction > check.fractionDigits) giveUp();
  if (check.bounded && (negative || integerEnd - first > check.safeIntegerDigits))
    checkBounds(exactValue(bytes, first, end, fraction, negative), check);
  output.copyRange(cursor, start, check.zeros ? next : end);
  cursor.at = next;
  return true;
}

function checkBounds(value: number, check: DecimalCheck): void {
  if (value < check.min || value > check.max) giveUp();
  if (value <= check.exclusiveMin || value >= check.exclusiveMax) giveUp();
}

/** The double of at most fifteen digits: both operands are exact, so the quotient is rounded once. */
function exactValue(
  bytes: Uint8Array,
  first: number,
  end: number,
  fraction: number,
  negative: boolean,
): number {
  let mantissa = 0;
  for (let at = first; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte !== POINT) mantissa = mantissa * 10 + byte - ZERO;
  }
  const value = mantissa / (POWERS[fraction] as number);
  return negative ? -value : value;
}

/** Whether six zeros follow the point: from there on JavaScript, and so the canonical form, uses an exponent. */
function isTiny(bytes: Uint8Array, fractionStart: number): boolean {
  for (let at = fractionStart; at < fractionStart + 6; at++) if (bytes[at] !== ZERO) return false;
  return true;
}

function digitsEnd(view: DataView, start: number): number {
  for (let at = start; ; at += 4) {
    const others = nonDigits(view.getInt32(at, true));
    if (others !== 0) return at + firstByte(others);
  }
}

/** Whether the token continues with a fraction or an exponent. */
function hasMore(byte: number): boolean {
  return byte === POINT || byte === 0x65 || byte === 0x45;
}
