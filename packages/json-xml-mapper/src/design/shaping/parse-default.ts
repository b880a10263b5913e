import { isJsonNumber } from '../../json/json-number.js';
import { describe, type MemberChange, type ShapingReporter } from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';

/** Reads the value that a member has if clients leave it out (DF-10). Undefined after reporting a problem. */
export function readDefault(
  value: unknown,
  at: readonly string[],
  reporter: ShapingReporter,
): MemberChange | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > DESIGN_LIMITS.fills) {
    reporter.report(at, `must have at most ${DESIGN_LIMITS.fills} items`);
    return undefined;
  }
  for (const each of values) {
    const text = textOf(each);
    if (text === undefined) {
      reporter.report(at, `must be a text, a number, true, false or a list of those, got ${describe(each)}`);
      return undefined;
    }
    if (!reporter.count(text.length, at)) return undefined;
  }
  return { kind: 'default', value: Array.isArray(value) ? Object.freeze([...values]) : value };
}

function textOf(value: unknown): string | undefined {
  if (isJsonNumber(value)) return value.text;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return ['string', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined;
}
