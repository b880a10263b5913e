import { isRecord, ownMember } from './templates.js';

/** Whether a value satisfies a rule: objects need the listed members, lists must be equal, and scalars must have equal text. */
export function matches(wanted: unknown, value: unknown): boolean {
  if (isRecord(wanted)) {
    if (typeof wanted['$pattern'] === 'string')
      return isScalar(value) && new RegExp(wanted['$pattern'], 'u').test(String(value));
    if ('$absent' in wanted) return (value === undefined) === (wanted['$absent'] === true);
    if ('$length' in wanted) return Array.isArray(value) && value.length === Number(wanted['$length']);
    return (
      isRecord(value) && Object.entries(wanted).every(([key, each]) => matches(each, ownMember(value, key)))
    );
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((each, index) => matches(each, value[index]))
    );
  }
  if (wanted === null || value === null || value === undefined) return wanted === value;
  return isScalar(value) && String(wanted) === String(value);
}

/** Merges the members of `changes` over those of `base`, at any depth. A finished element (`$xml`) replaces what is there. */
export function mergeOver(base: unknown, changes: unknown): unknown {
  if (!isRecord(base) || !isRecord(changes) || Object.hasOwn(changes, '$xml')) return changes;
  const merged = new Map(Object.entries(base));
  for (const [key, each] of Object.entries(changes)) merged.set(key, mergeOver(merged.get(key), each));
  return Object.fromEntries(merged);
}

/** A `JsonNumber` is an object, but counts as a scalar. */
function isScalar(value: unknown): boolean {
  return !Array.isArray(value) && !isRecord(value) && value !== undefined && value !== null;
}
