import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { JsonSchema } from '../api.js';
import { valueReader } from '../example/scalar-example.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { toEcmaPattern } from '../pattern/ecma-pattern.js';
import { patternProblem } from '../pattern/pattern-facet.js';
import { canonicalDecimal, isDecimalLexical } from '../scalar/exact-decimal.js';
import { integerBounds } from '../scalar/integer.js';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import type { Facets, ScalarShape } from '../shape/shape.js';
import { NAME_PATTERNS } from './name-patterns.js';
import { hasOneSpelling } from './one-spelling.js';

type Mutable = { [keyword: string]: unknown };

/** The schema of an atomic value (§10.1, §10.4), exact where JSON Schema can be; the rest is said with `x-xsd-…` (OA-7). */
export function scalarSchema(shape: ScalarShape): JsonSchema {
  const { builtin, facets } = shape;
  const { family } = BUILTIN_TYPES[builtin];
  const schema: Mutable = { 'x-xsd-type': builtin };
  if (shape.documentation !== undefined) schema['description'] = shape.documentation;
  if (shape.json === 'boolean') schema['type'] = 'boolean';
  else if (shape.json === 'number') addNumber(schema, builtin, facets);
  else addText(schema, shape);
  addEnumeration(schema, shape);
  addPatterns(schema, shape);
  addUnsayable(schema, facets);
  // NM-4: JSON has no token for these values of float and double. Where values are enumerated, some of them may be listed.
  if (family !== 'float' || shape.json !== 'number') return schema;
  if (facets.enumeration !== undefined) {
    if (facets.enumeration.some((value) => /^(?:NaN|-?INF)$/.test(value)))
      schema['type'] = ['number', 'string'];
    return schema;
  }
  const { 'x-xsd-type': type, description, ...number } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    'x-xsd-type': type,
    anyOf: [number, ...specialValues(facets)],
  };
}

/** Which of them the bounds leave: NaN is beyond every bound. */
function specialValues({ minInclusive, minExclusive, maxInclusive, maxExclusive }: Facets): JsonSchema[] {
  const isBelow = minInclusive === undefined || minInclusive === '-INF';
  const isAbove = maxInclusive === undefined || maxInclusive === 'INF';
  const hasBound = [minInclusive, minExclusive, maxInclusive, maxExclusive].some(
    (bound) => bound !== undefined,
  );
  const values = [
    ...(hasBound ? [] : ['NaN']),
    ...(isAbove && maxExclusive === undefined && minExclusive !== 'INF' ? ['INF'] : []),
    ...(isBelow && minExclusive === undefined && maxExclusive !== '-INF' ? ['-INF'] : []),
  ];
  return values.length === 0 ? [] : [{ enum: values }];
}

function addNumber(schema: Mutable, builtin: BuiltinTypeName, facets: Facets): void {
  const { family } = BUILTIN_TYPES[builtin];
  const whole = family === 'integer' || facets.fractionDigits === 0;
  schema['type'] = whole ? 'integer' : 'number';
  const [least, greatest] = family === 'integer' ? integerBounds(builtin) : [];
  addBound(schema, 'minimum', least);
  addBound(schema, 'maximum', greatest);
  const digits = facets.totalDigits;
  if (whole && digits !== undefined && digits <= 15) {
    addBound(schema, 'minimum', `-${'9'.repeat(digits)}`);
    addBound(schema, 'maximum', '9'.repeat(digits));
  }
  addBound(schema, 'minimum', facets.minInclusive);
  addBound(schema, 'maximum', facets.maxInclusive);
  addBound(schema, 'exclusiveMinimum', facets.minExclusive);
  addBound(schema, 'exclusiveMaximum', facets.maxExclusive);
}

/** FA-2: a bound whose digits a double does not print would be another bound. Of two bounds of one kind the tighter one counts. */
function addBound(schema: Mutable, keyword: string, lexical: string | undefined): void {
  const bound = exactDouble(lexical);
  if (bound === undefined) return;
  const known = schema[keyword];
  const tighter = keyword.toLowerCase().endsWith('minimum') ? Math.max : Math.min;
  schema[keyword] = typeof known === 'number' ? tighter(known, bound) : bound;
}

function exactDouble(lexical: string | undefined): number | undefined {
  if (lexical === undefined) return undefined;
  const bound = Number(lexical);
  if (!Number.isFinite(bound)) return undefined;
  if (!isDecimalLexical(lexical)) return bound;
  const printed = String(bound);
  return isDecimalLexical(printed) && canonicalDecimal(printed) === canonicalDecimal(lexical)
    ? bound
    : undefined;
}

function addText(schema: Mutable, shape: ScalarShape): void {
  const { builtin, facets } = shape;
  schema['type'] = 'string';
  const { family } = BUILTIN_TYPES[builtin];
  const pattern = LEXICAL_PATTERNS[builtin];
  if (pattern !== undefined) schema['pattern'] = pattern;
  if (builtin === 'base64Binary') schema['contentEncoding'] = 'base64';
  // FA-4: names have no length. What else is a text of another kind has none either.
  if (family === 'string') addLength(schema, facets, (length) => length);
  else if (builtin === 'hexBinary') addLength(schema, facets, (octets) => 2 * octets);
  else if (builtin === 'base64Binary') addLength(schema, facets, (octets) => 4 * Math.ceil(octets / 3));
}

function addLength(schema: Mutable, facets: Facets, characters: (length: number) => number): void {
  const least = facets.length ?? facets.minLength;
  const greatest = facets.length ?? facets.maxLength;
  if (least !== undefined && least > 0) schema['minLength'] = characters(least);
  if (greatest !== undefined) schema['maxLength'] = characters(greatest);
}

/** Where equal values can be written in several ways, a list of texts would refuse some. */
function addEnumeration(schema: Mutable, shape: ScalarShape): void {
  const { enumeration } = shape.facets;
  if (enumeration === undefined) return;
  const values = enumeration.map(valueReader(shape, DEFAULT_LIMITS));
  const sayable = values.every((value) => typeof value !== 'object');
  if (sayable && hasOneSpelling(shape)) schema['enum'] = [...new Set(values)];
  else schema['x-xsd-enumeration'] = enumeration;
}

/** One derivation step's patterns are alternatives, the steps hold together (FA-1). */
function addPatterns(schema: Mutable, { builtin, facets }: ScalarShape): void {
  if (facets.patterns.length === 0) return;
  schema['x-xsd-pattern'] = facets.patterns.flat();
  // QN-1: the pattern of a name looks at its prefix, which JSON does not have.
  if (BUILTIN_TYPES[builtin].family === 'name') return;
  const steps = facets.patterns.map(patternOfStep).filter((step) => step !== undefined);
  const [first, ...others] = schema['pattern'] === undefined ? steps : [schema['pattern'], ...steps];
  if (first !== undefined) schema['pattern'] = first;
  if (others.length > 0) schema['allOf'] = others.map((pattern) => ({ pattern }));
}

/** Nothing where the mapper does not enforce the step: the schema must not refuse what it takes (RX-1, RX-5). */
function patternOfStep(sources: readonly string[]): string | undefined {
  if (sources.some((source) => patternProblem(source) !== undefined)) return undefined;
  const patterns = sources.map(toEcmaPattern);
  return patterns.includes(undefined) ? undefined : patterns.join('|');
}

function addUnsayable(schema: Mutable, facets: Facets): void {
  for (const facet of ['totalDigits', 'fractionDigits'] as const) {
    if (facets[facet] !== undefined) schema[`x-xsd-${facet}`] = facets[facet];
  }
  const keywords = {
    minInclusive: 'minimum',
    maxInclusive: 'maximum',
    minExclusive: 'exclusiveMinimum',
    maxExclusive: 'exclusiveMaximum',
  } as const;
  for (const [facet, keyword] of Object.entries(keywords)) {
    const bound = facets[facet as keyof typeof keywords];
    if (bound === undefined) continue;
    const stated = exactDouble(bound);
    if (stated === undefined || schema[keyword] !== stated) schema[`x-xsd-${facet}`] = bound;
  }
}

const YEAR = '-?(?:[1-9][0-9]{4,}|[0-9]{4})';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const TIME = '(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?|24:00:00(?:\\.0+)?)';
const ZONE = '(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?';
const DECIMAL = '^[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)$';
const INTEGER = '^[+-]?[0-9]+$';
const FLOAT = '^(?:[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?INF|NaN)$';
const SPACE = '[ \\t\\n\\r]*';
const SEXTET = `[A-Za-z0-9+/]${SPACE}`;

/**
 * The lexical spaces of types that are text in JSON, as ECMAScript patterns. Calendars, look-aheads and the letters of names
 * apart, they are exact.
 */
const LEXICAL_PATTERNS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
  ...NAME_PATTERNS,
  hexBinary: '^(?:[0-9A-Fa-f]{2})*$',
  base64Binary: `^${SPACE}(?:(?:${SEXTET}){4})*(?:${SEXTET}[AQgw]${SPACE}=${SPACE}=${SPACE}|(?:${SEXTET}){2}[AEIMQUYcgkosw048]${SPACE}=${SPACE})?$`,
  dateTime: `^${YEAR}-${MONTH}-${DAY}T${TIME}${ZONE}$`,
  time: `^${TIME}${ZONE}$`,
  date: `^${YEAR}-${MONTH}-${DAY}${ZONE}$`,
  gYearMonth: `^${YEAR}-${MONTH}${ZONE}$`,
  gYear: `^${YEAR}${ZONE}$`,
  gMonthDay: `^--${MONTH}-${DAY}${ZONE}$`,
  gDay: `^---${DAY}${ZONE}$`,
  gMonth: `^--${MONTH}${ZONE}$`,
  duration:
    '^-?P(?=.)(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?)?$',
  decimal: DECIMAL,
  float: FLOAT,
  double: FLOAT,
  ...Object.fromEntries(
    Object.entries(BUILTIN_TYPES)
      .filter(([, { family }]) => family === 'integer')
      .map(([name]) => [name, INTEGER]),
  ),
};
