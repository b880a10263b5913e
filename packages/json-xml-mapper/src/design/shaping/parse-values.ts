import { canonicalDecimal, decimalOfJsonNumber, isDecimalLexical } from '../../json/exact-decimal.js';
import { isJsonNumber } from '../../json/json-number.js';
import { firstIllegalChar } from '../../scalar/xml-char.js';
import { describe, type ShapingReporter } from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';

/** The JSON types that values can have. */
export type ValueKind = 'string' | 'number' | 'boolean';

/** One value of a member that has another name in JSON (DF-12). */
export interface ValueEntry {
  /** The text in XML. */
  readonly text: string;
  readonly kind: ValueKind;
  /** The value in JSON: a text, the canonical form of a number, `true` or `false`. */
  readonly name: string;
  readonly at: readonly string[];
}

/** Digits that every JSON parser keeps. */
const MOST_DIGITS = 15;

/** Reads what a value is called in JSON. Undefined after reporting a problem. */
export function readValue(
  [text, value, at]: readonly [string, unknown, readonly string[]],
  reporter: ShapingReporter,
): ValueEntry | undefined {
  if (typeof value === 'boolean') return { text, kind: 'boolean', name: String(value), at };
  if (typeof value === 'number' || typeof value === 'bigint' || isJsonNumber(value)) {
    const digits = decimalOfJsonNumber(String(value), MOST_DIGITS);
    if (digits !== undefined && isDecimalLexical(digits))
      return { text, kind: 'number', name: canonicalDecimal(digits), at };
    reporter.report(at, `must have at most ${MOST_DIGITS} digits`);
    return undefined;
  }
  if (typeof value !== 'string' || value === '' || value.length > DESIGN_LIMITS.textLength) {
    reporter.report(at, `must be a text, a number, true or false, got ${describe(value)}`);
    return undefined;
  }
  const illegal = firstIllegalChar(value);
  if (illegal !== undefined) {
    reporter.report(at, `must not contain ${illegal}`);
    return undefined;
  }
  return reporter.count(value.length, at) ? { text, kind: 'string', name: value, at } : undefined;
}
