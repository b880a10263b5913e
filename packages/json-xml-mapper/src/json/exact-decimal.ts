/**
 * Exact decimal arithmetic on text, as far as a mapper needs it: canonical form, comparison, digit counts. A double cannot
 * represent `9007199254740993` or `0.1`, and `BigInt` of a million digits takes a second; text is exact and linear.
 *
 * A *canonical decimal* is `-`? digits (`.` digits)?, without superfluous zeros, without `-0`, never with an exponent.
 */

/** XML Schema's lexical space of decimal (Part 2 §3.2.3.1). */
const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;
const INTEGER = /^[+-]?[0-9]+$/;
const JSON_NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

export function isDecimalLexical(text: string): boolean {
  return DECIMAL.test(text);
}

export function isIntegerLexical(text: string): boolean {
  return INTEGER.test(text);
}

/** Canonical form of a text in the lexical space of decimal. */
export function canonicalDecimal(lexical: string): string {
  let start = 0;
  const first = lexical.charCodeAt(0);
  const negative = first === MINUS;
  if (negative || first === PLUS) start = 1;
  const point = lexical.indexOf('.', start);
  const integerEnd = point === -1 ? lexical.length : point;
  while (start < integerEnd && lexical.charCodeAt(start) === ZERO) start++;
  let end = lexical.length;
  if (point !== -1) {
    while (end > point + 1 && lexical.charCodeAt(end - 1) === ZERO) end--;
    if (end === point + 1) end = point;
  }
  let digits = lexical.slice(start, end);
  if (digits === '') return '0';
  if (digits.charCodeAt(0) === POINT) digits = `0${digits}`;
  return negative ? `-${digits}` : digits;
}

/**
 * The JSON number nearest to a text in the lexical space of decimal (NM-8): the same sign and digits, without what JSON does not
 * allow: a `+`, leading zeros and a point at either end. Zero without a fraction has no sign (NM-6).
 */
export function jsonDecimal(lexical: string): string {
  const negative = lexical.charCodeAt(0) === MINUS;
  let start = negative || lexical.charCodeAt(0) === PLUS ? 1 : 0;
  while (lexical.charCodeAt(start) === ZERO) start++;
  const end = lexical.charCodeAt(lexical.length - 1) === POINT ? lexical.length - 1 : lexical.length;
  const digits = lexical.slice(start, end);
  if (digits === '') return '0';
  return `${negative ? '-' : ''}${digits.charCodeAt(0) === POINT ? '0' : ''}${digits}`;
}

/**
 * The canonical decimal of a JSON number token, with the exponent expanded (NM-3). `undefined` if the result would have more than
 * `maxDigits` digits: `1e1000000` is seven characters on the wire and a megabyte afterwards.
 */
export function decimalOfJsonNumber(token: string, maxDigits: number): string | undefined {
  const match = JSON_NUMBER.exec(token);
  if (match === null) return undefined;
  const [, sign, integer = '', fraction = '', exponentText] = match;
  if (exponentText === undefined) {
    return integer.length + fraction.length > maxDigits ? undefined : canonicalDecimal(token);
  }
  const digits = `${integer}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  const exponent = Number(exponentText);
  // The decimal point is `shift` places right of the first digit of `digits`.
  const shift = integer.length + exponent - (integer.length + fraction.length - digits.length);
  const significant = trimTrailingZeros(digits);
  const length = Math.max(shift, significant.length, significant.length - shift);
  if (!(length <= maxDigits)) return undefined;
  let text: string;
  if (shift <= 0) text = `0.${'0'.repeat(-shift)}${significant}`;
  else if (shift >= significant.length) text = significant + '0'.repeat(shift - significant.length);
  else text = `${significant.slice(0, shift)}.${significant.slice(shift)}`;
  return `${sign}${text}`;
}

const WITH_EXPONENT = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))([eE][+-]?[0-9]+)$/;

/**
 * The canonical decimal of a number with an exponent, as some servers write `xs:decimal`: `1E-19`. `undefined` for anything else,
 * and if it has more than `maxDigits` digits.
 */
export function decimalOfExponent(text: string, maxDigits: number): string | undefined {
  const match = WITH_EXPONENT.exec(text);
  if (match === null) return undefined;
  const [, sign, integer = '0', fraction = '', bare = '', exponent] = match;
  const digits = fraction + bare;
  const point = digits === '' ? '' : `.${digits}`;
  return decimalOfJsonNumber(`${sign === '-' ? '-' : ''}${integer}${point}${exponent}`, maxDigits);
}

/** Compares two canonical decimals by value: negative, zero or positive. */
export function compareDecimals(left: string, right: string): number {
  const leftNegative = left.charCodeAt(0) === MINUS;
  const rightNegative = right.charCodeAt(0) === MINUS;
  if (leftNegative !== rightNegative) return leftNegative ? -1 : 1;
  return leftNegative ? compareMagnitudes(right.slice(1), left.slice(1)) : compareMagnitudes(left, right);
}

/** The number of digits of a canonical decimal: before and after the point (XML Schema's totalDigits and fractionDigits). */
export function countDigits(canonical: string): { total: number; fraction: number } {
  const digits = canonical.charCodeAt(0) === MINUS ? canonical.slice(1) : canonical;
  const point = digits.indexOf('.');
  if (point === -1) return { total: digits.length, fraction: 0 };
  const fraction = digits.length - point - 1;
  // A zero before the point is not a significant digit: 0.5 has one.
  const integer = digits.startsWith('0.') ? 0 : point;
  return { total: integer + fraction, fraction };
}

/** Digits are compared as text: for integer parts of equal length, text order is value order. */
function compareMagnitudes(left: string, right: string): number {
  const leftInteger = integerLength(left);
  const rightInteger = integerLength(right);
  if (leftInteger !== rightInteger) return leftInteger - rightInteger;
  return left < right ? -1 : left > right ? 1 : 0;
}

function integerLength(magnitude: string): number {
  const point = magnitude.indexOf('.');
  return point === -1 ? magnitude.length : point;
}

function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === ZERO) end--;
  return digits.slice(0, end);
}

const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
