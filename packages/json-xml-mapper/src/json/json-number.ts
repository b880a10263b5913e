import { canonicalDecimal, decimalOfJsonNumber } from '../scalar/exact-decimal.js';

/** JSON's own number grammar (RFC 8259 §6). */
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Enough for every double: `5e-324` has 324 fraction digits and at most 767 significant ones. */
const DOUBLE_DIGITS = 1100;

const BRAND = Symbol.for('@soapstone/json-xml-mapper/JsonNumber');

/**
 * A JSON number that a double cannot hold exactly, kept as its text (NM-1). Everything that a double holds is an
 * ordinary `number`, so `JsonNumber` appears only where arithmetic on `number` would be wrong.
 */
export class JsonNumber {
  /** A JSON number token, for example `9007199254740993`. */
  readonly text: string;

  /** Throws a `RangeError` where `text` is not a JSON number. */
  constructor(text: string) {
    if (typeof text !== 'string' || !JSON_NUMBER.test(text))
      throw new RangeError('cannot make a JsonNumber: not a JSON number');
    this.text = text;
  }

  /** What `isJsonNumber` looks for: a symbol, which no JSON data can hold. @internal */
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
   * What `JSON.stringify` writes: the number with all of its digits where the runtime can (`JSON.rawJSON`: Node 22, Chromium 114), else
   * its text as a string, because a rounded number would be another one. `stringify` of this package writes the number everywhere.
   */
  toJSON(): unknown {
    const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
    return rawJSON === undefined ? this.text : rawJSON(this.text);
  }

  /** The exact integer. Throws a `RangeError` where the number has a fraction. */
  toBigInt(): bigint {
    const decimal = decimalOfJsonNumber(this.text, DOUBLE_DIGITS) ?? '';
    if (decimal === '' || decimal.includes('.')) {
      throw new RangeError('cannot make a bigint of a JsonNumber: not an integer of usable size');
    }
    return BigInt(decimal);
  }
}

/** Structural guard: holds for numbers of another copy of this package too. No JSON data can pass for one. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === 'object' && value !== null && (value as { brand?: unknown }).brand === BRAND;
}

/** A canonical decimal as a JSON value: a `number` where the double is exact, else a `JsonNumber` (NM-1). */
export function exactNumber(canonical: string): number | JsonNumber {
  const double = Number(canonical);
  // Up to 15 significant digits survive the way through a double and back.
  if (canonical.length <= 15 || isExact(double, canonical)) return double;
  return new JsonNumber(canonical);
}

/** A JSON number token as a value: a `number` where the double is exact, else a `JsonNumber` that keeps the text (NM-1). */
export function parseNumberToken(token: string): number | JsonNumber {
  const double = Number(token);
  if (token.length <= 15 && !token.includes('e') && !token.includes('E')) return double;
  const decimal = decimalOfJsonNumber(token, DOUBLE_DIGITS);
  return decimal !== undefined && isExact(double, decimal) ? double : new JsonNumber(token);
}

function isExact(double: number, canonical: string): boolean {
  if (!Number.isFinite(double)) return false;
  return (decimalOfJsonNumber(String(double), DOUBLE_DIGITS) ?? '') === canonicalDecimal(canonical);
}
