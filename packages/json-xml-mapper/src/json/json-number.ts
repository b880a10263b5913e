import { OptionError } from '@soapstone/options';
import type { Digits } from '../api/operation.js';
import { canonicalDecimal, decimalOfJsonNumber } from './exact-decimal.js';

/** JSON's own number grammar (RFC 8259 §6). */
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A number with a fraction and without an exponent, whose trailing zeros a `number` does not keep. */
const FRACTION = /^[^eE]*\.[^eE]*$/;

/** Enough for every double: `5e-324` has 324 fraction digits and at most 767 significant ones. */
const DOUBLE_DIGITS = 1100;

const BRAND = Symbol.for('@soapstone/json-xml-mapper/JsonNumber');

/**
 * A JSON number that a double cannot hold exactly, stored as its text (NM-1). Everything that a double can hold is an ordinary
 * `number`, so `JsonNumber` appears only where arithmetic on `number` would be wrong.
 */
export class JsonNumber {
  /** A JSON number token, for example `9007199254740993`. */
  readonly text: string;

  /** Throws `OptionError` if `text` is not a JSON number. */
  constructor(text: string) {
    if (typeof text !== 'string' || !JSON_NUMBER.test(text)) {
      const expected = 'expected the text of a JSON number, such as "9007199254740993"';
      throw new OptionError('JsonNumber', { path: '/text', expected });
    }
    this.text = text;
  }

  /** The brand that `isJsonNumber` checks: a symbol, which no JSON data can contain. @internal */
  get brand(): symbol {
    return BRAND;
  }

  /** The text. */
  toString(): string {
    return this.text;
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.text);
  }

  /**
   * The value that `JSON.stringify` writes: the number with all of its digits if the runtime supports it (`JSON.rawJSON`: Node 22, Chromium
   * 114), otherwise its text as a string, because a rounded number would be a different one. `stringify` of this package always
   * writes the number.
   */
  toJSON(): unknown {
    const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
    return rawJSON === undefined ? this.text : rawJSON(this.text);
  }

  /** The exact integer. Throws a `RangeError` if the number has a fraction. */
  toBigInt(): bigint {
    const decimal = decimalOfJsonNumber(this.text, DOUBLE_DIGITS) ?? '';
    if (decimal === '' || decimal.includes('.')) {
      throw new RangeError('cannot make a bigint of a JsonNumber: not an integer of usable size');
    }
    return BigInt(decimal);
  }
}

/**
 * A structural guard, which also recognises numbers of another copy of this package. No JSON data can pass for one.
 *
 * @example
 * ```ts
 * isJsonNumber(parseJson('9007199254740993')); // true
 * ```
 */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === 'object' && value !== null && (value as { brand?: unknown }).brand === BRAND;
}

/** A canonical decimal as a JSON value: a `number` if the double is exact, otherwise a `JsonNumber` (NM-1). */
export function exactNumber(canonical: string): number | JsonNumber {
  const double = Number(canonical);
  // Up to 15 significant digits survive the conversion to a double and back.
  if (canonical.length <= 15 || isExact(double, canonical)) return double;
  return new JsonNumber(canonical);
}

/**
 * A JSON number token as a value: a `number` if the double is exact, otherwise a `JsonNumber` that keeps the text (NM-1). With
 * lexical digits `0.10` is one too (NM-8).
 */
export function parseNumberToken(token: string, digits?: Digits): number | JsonNumber {
  const double = Number(token);
  if (digits === 'lexical' && FRACTION.test(token) && String(double) !== token) return new JsonNumber(token);
  if (token.length <= 15 && !token.includes('e') && !token.includes('E')) return double;
  const decimal = decimalOfJsonNumber(token, DOUBLE_DIGITS);
  return decimal !== undefined && isExact(double, decimal) ? double : new JsonNumber(token);
}

function isExact(double: number, canonical: string): boolean {
  if (!Number.isFinite(double)) return false;
  return (decimalOfJsonNumber(String(double), DOUBLE_DIGITS) ?? '') === canonicalDecimal(canonical);
}
