import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { JsonValue } from '../api/values.js';
import type { SimpleLimits } from '../scalar/simple-codec.js';
import { compileSimple, SCHEMA_NAMES } from '../scalar/simple-codec.js';
import { BUILTIN_TYPES, type BuiltinFamily, isNumeric } from '../shape/builtin-types.js';
import type { Shape } from '../shape/shape.js';
import type { Facets, ListShape, ScalarShape, SimpleShape, UnionShape } from '../shape/simple-shape.js';
import { accepts } from './accepted.js';
import { countUp, DIGITS } from './count-up.js';
import { bounds, knownFormats, MAX_FILL, patternTexts, spellings } from './pattern-candidates.js';

/**
 * An example of a simple type as JSON: the first of a fixed series of candidates that satisfies all facets. If none does, which
 * happens only with facets that hardly any value satisfies, the first candidate in the lexical space.
 *
 * @param first texts that are tried before all others
 */
export function exampleOfSimple(
  shape: SimpleShape,
  limits: SimpleLimits,
  first: readonly string[] = [],
): JsonValue {
  if (shape.kind === 'anySimpleType') return first[0] ?? 'text';
  const codec = compileSimple(shape, limits);
  for (const lexical of first) {
    const value = codec.parse(lexical, SCHEMA_NAMES);
    if (value !== undefined && accepts(codec, value)) return value;
  }
  let fallback: JsonValue | undefined;
  for (const lexical of candidatesOf(shape, limits)) {
    const value = codec.parse(lexical, SCHEMA_NAMES);
    if (value === undefined) continue;
    if (accepts(codec, value)) return value;
    fallback ??= value;
  }
  return fallback ?? (shape.kind === 'list' ? [] : 'text');
}

/** Whether the XML of the shape is text. */
export function isSimple(shape: Shape): shape is SimpleShape {
  return (
    shape.kind === 'scalar' ||
    shape.kind === 'list' ||
    shape.kind === 'union' ||
    shape.kind === 'anySimpleType'
  );
}

/** Reads values of the schema (enumerations, defaults, fixed values) as JSON. The type is compiled once, not per value. */
export function valueReader(shape: SimpleShape, limits: SimpleLimits): (lexical: string) => JsonValue {
  const codec = compileSimple(shape, limits);
  return (lexical) => codec.parse(lexical, SCHEMA_NAMES) ?? lexical;
}

/** A default or fixed value of the schema as JSON. */
export function valueOfLexical(shape: SimpleShape, lexical: string, limits: SimpleLimits): JsonValue {
  return valueReader(shape, limits)(lexical);
}

function candidatesOf(
  shape: Exclude<SimpleShape, { kind: 'anySimpleType' }>,
  limits: SimpleLimits,
): Iterable<string> {
  switch (shape.kind) {
    case 'scalar':
      return scalarCandidates(shape, limits);
    case 'list':
      return listCandidates(shape, limits);
    case 'union':
      return unionCandidates(shape, limits);
  }
}

function* scalarCandidates(shape: ScalarShape, limits: SimpleLimits): Generator<string> {
  const { builtin, facets } = shape;
  if (facets.enumeration !== undefined) yield* facets.enumeration;
  const { family } = BUILTIN_TYPES[builtin];
  if (family === 'date' || family === 'duration') yield* dateCandidates(builtin, facets);
  if (family === 'string' && facets.patterns.length > 0) yield* knownFormats(compileSimple(shape, limits));
  yield* emptyLast(patternTexts(facets, family));
  if (family !== undefined && isNumeric(family) && facets.patterns.length > 0) yield* spellings(facets);
  if (family === 'integer') yield* integerCandidates(facets);
  else if (family === 'decimal' || family === 'float') yield* decimalCandidates(facets, family);
  else if (family === 'binary') yield* binaryCandidates(builtin, facets);
  else if (family === 'string') yield* stringCandidates(builtin, facets);
  yield* SAMPLES[builtin] ?? [];
  yield* bounds(facets);
}

/**
 * Samples, and values near the bounds. If there are bounds, only samples that can be compared with them: the order of dates with and
 * without zones is partial, and so is that of months and days. The mapper accepts incomparable values (FA-3), other tools reject them.
 */
function* dateCandidates(builtin: BuiltinTypeName, facets: Facets): Generator<string> {
  const samples = SAMPLES[builtin] ?? [];
  const limits = bounds(facets);
  const [limit] = limits;
  if (limit === undefined) {
    yield* samples;
    return;
  }
  yield* samples.filter((sample) => isComparable(sample, limit));
  for (const each of limits) {
    yield each;
    let left = 100;
    for (const next of countUp(each, DIGITS)) {
      if (left-- === 0) break;
      yield next;
    }
  }
}

function isComparable(sample: string, limit: string): boolean {
  const isOf = (kind: RegExp): boolean => kind.test(sample) === kind.test(limit);
  return limit.includes('P') ? isOf(/^\s*-?P[^T]*[YM]/) : isOf(/(?:Z|[+-]\d\d:\d\d)$/);
}

function* integerCandidates(facets: Facets): Generator<string> {
  yield '1';
  for (const bound of bounds(facets)) {
    const digits = /^[+-]?[0-9]+/.exec(bound)?.[0];
    if (digits === undefined || digits.length > 1_000) continue;
    const integer = BigInt(digits);
    for (const near of [integer, integer + 1n, integer - 1n]) yield String(near);
  }
  yield* ['0', '-1', '100'];
}

function* decimalCandidates(facets: Facets, family: BuiltinFamily): Generator<string> {
  yield* ['1.5', '1'];
  const low = Number(facets.minInclusive ?? facets.minExclusive ?? Number.NaN);
  const high = Number(facets.maxInclusive ?? facets.maxExclusive ?? Number.NaN);
  const digits = Math.min(facets.fractionDigits ?? 6, 6);
  if (Number.isFinite(low) && Number.isFinite(high)) {
    yield ((low + high) / 2).toFixed(digits);
    if (family === 'float') yield String((low + high) / 2);
  }
  for (const bound of [low, high].filter(Number.isFinite)) {
    for (const near of [bound, bound + 10 ** -digits, bound - 10 ** -digits, bound + 1, bound - 1]) {
      yield near.toFixed(digits);
      yield String(near);
    }
  }
  yield* ['0', '-1'];
}

function* stringCandidates(builtin: BuiltinTypeName, facets: Facets): Generator<string> {
  const sample = SAMPLES[builtin]?.[0] ?? 'text';
  yield sample;
  const least = facets.length ?? facets.minLength ?? 0;
  const most = facets.length ?? facets.maxLength ?? Number.POSITIVE_INFINITY;
  if (sample.length < least && least <= MAX_FILL) yield sample.padEnd(least, 'text');
  if (sample.length > most) yield sample.slice(0, most);
}

function* binaryCandidates(builtin: BuiltinTypeName, facets: Facets): Generator<string> {
  const [sample] = SAMPLES[builtin]!;
  const octets = facets.length ?? facets.minLength;
  if (octets === undefined) yield sample!;
  const count = Math.min(octets ?? 0, MAX_FILL);
  if (builtin === 'hexBinary') yield '0A'.repeat(count);
  else yield 'AAAA'.repeat(Math.floor(count / 3)) + ['', 'AA==', 'AAA='][count % 3]!;
  if (facets.maxLength !== undefined) yield builtin === 'hexBinary' ? '0A' : 'AA==';
}

/** The empty text is the shortest that many patterns match, but it shows nothing. */
function* emptyLast(texts: Iterable<string>): Generator<string> {
  let hasEmpty = false;
  for (const text of texts) {
    if (text === '') hasEmpty = true;
    else yield text;
  }
  if (hasEmpty) yield '';
}

function* listCandidates(shape: ListShape, limits: SimpleLimits): Generator<string> {
  const { facets, item } = shape;
  if (facets.enumeration !== undefined) yield* facets.enumeration;
  yield* patternTexts({ patterns: facets.patterns });
  const texts = item.kind === 'anySimpleType' ? ['text'] : firstValid(item, limits);
  const least = facets.length ?? facets.minLength ?? 1;
  const count = Math.min(Math.max(least, 1), MAX_FILL);
  for (const text of texts) yield Array.from({ length: count }, () => text).join(' ');
  yield '';
}

/** A text that the type accepts, if the series has one. */
function firstValid(
  shape: Exclude<SimpleShape, { kind: 'anySimpleType' }>,
  limits: SimpleLimits,
): readonly string[] {
  const codec = compileSimple(shape, limits);
  for (const lexical of candidatesOf(shape, limits)) {
    const neutral = codec.read(lexical, SCHEMA_NAMES);
    if (neutral !== undefined && neutral !== '' && codec.facetProblems(neutral).length === 0)
      return [neutral];
  }
  return [];
}

function* unionCandidates(shape: UnionShape, limits: SimpleLimits): Generator<string> {
  if (shape.facets.enumeration !== undefined) yield* shape.facets.enumeration;
  yield* patternTexts({ patterns: shape.facets.patterns });
  for (const member of shape.members) {
    if (member.kind === 'anySimpleType') yield 'text';
    else yield* firstValid(member, limits);
  }
}

const DATE = '2026-01-31';

/** A typical value of a type, unless facets require another. */
const SAMPLES: Readonly<Partial<Record<BuiltinTypeName, readonly string[]>>> = {
  string: ['text'],
  normalizedString: ['text'],
  token: ['text'],
  language: ['en'],
  Name: ['name'],
  NCName: ['name'],
  NMTOKEN: ['token'],
  ID: ['id-1'],
  IDREF: ['id-1'],
  ENTITY: ['entity'],
  NOTATION: ['notation'],
  QName: ['{urn:example}name', 'name'],
  anyURI: ['https://example.com/'],
  boolean: ['true', 'false'],
  duration: ['P1D', 'PT1H', 'P1Y', 'P1M', 'PT0S', '-P1D'],
  dateTime: [`${DATE}T09:30:00Z`, `${DATE}T09:30:00`, '1999-12-31T00:00:00Z', '2100-01-01T00:00:00Z'],
  time: ['09:30:00Z', '09:30:00', '23:59:59'],
  date: [DATE, `${DATE}Z`, '1999-12-31', '2100-01-01'],
  gYearMonth: ['2026-01', '1999-12', '2100-01'],
  gYear: ['2026', '1999', '2100'],
  gMonthDay: ['--01-31', '--12-31'],
  gDay: ['---15', '---01', '---31'],
  gMonth: ['--01', '--12'],
  hexBinary: ['0A0B0C'],
  base64Binary: ['dGV4dA=='],
};
