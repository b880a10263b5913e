import { NAME_PATTERNS } from '@soapstone/json-xml-mapper/json-schema';
import { isBuiltinDerived } from '@soapstone/soap-model';
import { type DocumentSchema, valuesOf } from '../schema/document-schema.js';
import type { Direction, Report } from './contract-change.js';

/** Compares the constraints of values of the same type: null, enumeration, bounds, pattern. */
export function compareRules(
  before: DocumentSchema,
  after: DocumentSchema,
  direction: Direction,
  report: Report,
): void {
  compareEnumerations(before, after, direction, report);
  // Readers do not check bounds; only a writer can violate one.
  const narrows = direction === 'input';
  for (const { aspect, sign } of BOUNDS) {
    const [was, is] = [before[aspect], after[aspect]];
    if (was === is) continue;
    const isNarrower = is !== undefined && (was === undefined || (is - was) * sign > 0);
    reportForm(report, aspect, isNarrower && narrows, was, is);
  }
  for (const { aspect, sign } of BOUNDS_OF_TEXT) {
    const [was, is] = [before[aspect], after[aspect]].map((bound) =>
      bound === undefined ? undefined : String(bound),
    );
    if (was === is) continue;
    const isNarrower = is !== undefined && (was === undefined || !isWider(was, is, sign));
    reportForm(report, aspect, isNarrower && narrows, was, is);
  }
  for (const aspect of ['pattern', 'x-xsd-pattern', 'x-xsd-enumeration'] as const) {
    const [was, is] = [before, after].map((schema) =>
      aspect === 'pattern' ? patternOf(schema) : schema[aspect]?.toString(),
    );
    // The document's pattern is derived from the schema's, so a change is reported once.
    if (aspect !== 'pattern' && patternOf(before) !== patternOf(after)) continue;
    if (was !== is) reportForm(report, aspect, is !== undefined && narrows, was, is);
  }
  const [was, is] = [before['x-xsd-type'], after['x-xsd-type']];
  if (before.type === 'string' && was !== is && patternOf(before) === patternOf(after)) {
    const isNarrower = !isDerived(was ?? 'string', is ?? 'string');
    reportForm(report, 'x-xsd-type', isNarrower && narrows, was, is);
  }
}

/** The pattern that the schema states; the pattern of names is implied by their type. */
function patternOf({ pattern, 'x-xsd-type': type }: DocumentSchema): string | undefined {
  return pattern === NAME_PATTERNS[type as keyof typeof NAME_PATTERNS] ? undefined : pattern;
}

/** A narrower type breaks senders; a wider one breaks receivers. */
export function compareNull(was: boolean, is: boolean, direction: Direction, report: Report): void {
  if (was === is) return;
  report({ change: is ? 'nullable' : 'not-nullable', breaking: is !== (direction === 'input') });
}

/** `sign` is 1 if a greater bound is narrower. */
const BOUNDS = [
  { aspect: 'minimum', sign: 1 },
  { aspect: 'exclusiveMinimum', sign: 1 },
  { aspect: 'minLength', sign: 1 },
  { aspect: 'minItems', sign: 1 },
  { aspect: 'maximum', sign: -1 },
  { aspect: 'exclusiveMaximum', sign: -1 },
  { aspect: 'maxLength', sign: -1 },
  { aspect: 'maxItems', sign: -1 },
  { aspect: 'x-xsd-totalDigits', sign: -1 },
  { aspect: 'x-xsd-fractionDigits', sign: -1 },
] as const;

/** Bounds that JSON Schema cannot state: of dates, times and durations, and of numbers that no double holds. */
const BOUNDS_OF_TEXT = [
  { aspect: 'x-xsd-minInclusive', sign: 1 },
  { aspect: 'x-xsd-minExclusive', sign: 1 },
  { aspect: 'x-xsd-maxInclusive', sign: -1 },
  { aspect: 'x-xsd-maxExclusive', sign: -1 },
] as const;

/** Dates, and times of dates, in the form whose order is that of the text. */
const IN_ORDER = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}Z?)?$/;

/** Whether a bound is known to admit more than before. */
function isWider(was: string, is: string, sign: 1 | -1): boolean {
  if (!IN_ORDER.test(was) || !IN_ORDER.test(is) || was.length !== is.length) return false;
  return sign === 1 ? is < was : is > was;
}

function compareEnumerations(
  before: DocumentSchema,
  after: DocumentSchema,
  direction: Direction,
  report: Report,
): void {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === undefined && now === undefined) return;
  const [was, is] = [old, now].map((values) =>
    values?.filter((value) => value !== null).map((value) => JSON.stringify(value)),
  );
  if (was === undefined || is === undefined) {
    const breaking = (is === undefined) !== (direction === 'input');
    reportForm(report, 'enum', breaking, was?.join(', '), is?.join(', '));
    return;
  }
  const gone = was.filter((value) => !is.includes(value));
  const added = is.filter((value) => !was.includes(value));
  if (gone.length > 0) {
    report({ change: 'values', breaking: direction === 'input', before: gone.join(', ') });
  }
  if (added.length > 0) {
    report({ change: 'values', breaking: direction === 'output', after: added.join(', ') });
  }
}

function reportForm(report: Report, aspect: string, breaking: boolean, was?: unknown, is?: unknown): void {
  report({
    change: 'form',
    breaking,
    aspect,
    ...(was === undefined ? {} : { before: String(was) }),
    ...(is === undefined ? {} : { after: String(is) }),
  });
}

/** Whether every value of the text type `derived` is one of `base`. Types that only normalise white space accept any text. */
function isDerived(derived: string, base: string): boolean {
  return ANY_TEXT.has(base) || isBuiltinDerived(derived, base);
}

const ANY_TEXT: ReadonlySet<string> = new Set(['string', 'normalizedString', 'token', 'anySimpleType']);
