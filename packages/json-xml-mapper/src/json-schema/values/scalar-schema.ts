import { defined } from '@soapstone/options/defined';
import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { JsonSchema } from '../../api/values.js';
import { exampleOfSimple, valueReader } from '../../example/scalar-example.js';
import { canonicalDecimal, isDecimalLexical } from '../../json/exact-decimal.js';
import { DEFAULT_SIMPLE_LIMITS } from '../../scalar/default-limits.js';
import { integerBounds } from '../../scalar/spaces/integer.js';
import { BUILTIN_TYPES, isNumeric } from '../../shape/builtin-types.js';
import type { Facets, ScalarShape } from '../../shape/simple-shape.js';
import type { ProjectionOptions } from '../context/schema-context.js';
import { formatOf, isDate, meetsDateFormat } from './formats.js';
import { LEXICAL_PATTERNS } from './lexical-patterns.js';
import { hasOneSpelling } from './one-spelling.js';
import { portablePattern } from './portable-pattern.js';

type Mutable = { [keyword: string]: unknown };

/** Types about which `type` and `format` say as much as `x-xsd-type` would. */
const PLAIN: ReadonlySet<BuiltinTypeName> = new Set(['string', 'int', 'boolean', 'double']);

/** The schema of an atomic value (§10.1, §10.4), exact where JSON Schema can be; the rest is stated with `x-xsd-…` (OA-7). */
export function scalarSchema(shape: ScalarShape, options: ProjectionOptions): JsonSchema {
  const { builtin, facets } = shape;
  if (shape.anyText) return { 'x-xsd-type': builtin, type: 'string' };
  const isExact = options.audience === 'validators';
  const schema: Mutable = isExact || !PLAIN.has(builtin) ? { 'x-xsd-type': builtin } : {};
  const format = isExact
    ? undefined
    : formatOf(builtin, shape.json, shape.lexical, hasDateFormat(shape, options));
  if (shape.json === 'boolean') schema['type'] = 'boolean';
  else if (shape.json === 'number') addNumber(schema, builtin, facets, format);
  else addText(schema, shape, format, isExact);
  if (format !== undefined) schema['format'] = format;
  addEnumeration(schema, shape);
  addPatterns(schema, shape);
  addUnsayable(schema, shape);
  dropLooserBounds(schema);
  if (BUILTIN_TYPES[builtin].family !== 'float' || shape.json !== 'number') return schema;
  return withSpecialValues(schema, facets, isExact);
}

/**
 * OA-9: whether the type has a date or time format. It has none if the facets leave no value that the format accepts, as for a
 * time that must not have a zone.
 */
function hasDateFormat(shape: ScalarShape, { dateFormats = true }: ProjectionOptions): boolean {
  const { patterns, whiteSpace: _, ...others } = shape.facets;
  if (!dateFormats || !isDate(shape.builtin)) return false;
  if (patterns.length === 0 && Object.keys(others).length === 0) return true;
  return meetsDateFormat(shape.builtin, exampleOfSimple(shape, DEFAULT_SIMPLE_LIMITS));
}

/** NM-4: JSON has no token for these values of float and double. Where values are enumerated, some of them may be listed. */
function withSpecialValues(schema: Mutable, facets: Facets, isExact: boolean): JsonSchema {
  if (facets.enumeration !== undefined) {
    if (facets.enumeration.some((value) => /^(?:NaN|-?INF)$/.test(value)))
      schema['type'] = ['number', 'string'];
    return schema;
  }
  if (!isExact) return schema;
  const { 'x-xsd-type': type, ...number } = schema;
  return { 'x-xsd-type': type, anyOf: [number, ...specialValues(facets)] };
}

/** The special values that the bounds leave: NaN is beyond every bound. */
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

function addNumber(
  schema: Mutable,
  builtin: BuiltinTypeName,
  facets: Facets,
  format: string | undefined,
): void {
  const { family } = BUILTIN_TYPES[builtin];
  const whole = family === 'integer' || facets.fractionDigits === 0;
  schema['type'] = whole ? 'integer' : 'number';
  // The format `int32` implies the bounds of an int.
  const isBounded = family === 'integer' && !(builtin === 'int' && format !== undefined);
  const [least, greatest] = isBounded ? integerBounds(builtin) : [];
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

/** FA-2: a bound whose digits a double does not print would be another bound. The tighter of two bounds of one kind counts. */
function addBound(schema: Mutable, keyword: string, lexical: string | undefined): void {
  const bound = exactDouble(lexical);
  if (bound === undefined) return;
  const known = schema[keyword];
  const tighter = keyword.toLowerCase().endsWith('minimum') ? Math.max : Math.min;
  schema[keyword] = typeof known === 'number' ? tighter(known, bound) : bound;
}

/** Returns the tighter of an inclusive and an exclusive bound. */
function dropLooserBounds(schema: Mutable): void {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema as Partial<Record<string, number>>;
  if (minimum !== undefined && exclusiveMinimum !== undefined) {
    delete schema[exclusiveMinimum >= minimum ? 'minimum' : 'exclusiveMinimum'];
  }
  if (maximum !== undefined && exclusiveMaximum !== undefined) {
    delete schema[exclusiveMaximum <= maximum ? 'maximum' : 'exclusiveMaximum'];
  }
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

/** For code generators, a type with a format or an encoding needs no pattern. */
function addText(schema: Mutable, shape: ScalarShape, format: string | undefined, isExact: boolean): void {
  const { builtin, facets } = shape;
  schema['type'] = 'string';
  const { family } = BUILTIN_TYPES[builtin];
  const pattern = LEXICAL_PATTERNS[builtin];
  const isSaid = format === undefined ? builtin === 'base64Binary' && !isExact : !isNumeric(family);
  if (pattern !== undefined && !isSaid) schema['pattern'] = pattern;
  if (builtin === 'base64Binary') schema['contentEncoding'] = 'base64';
  // FA-4: names have no length, and neither have other types that are strings only in JSON.
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

/** Writes `enum` only if it would not reject other spellings of equal values. */
function addEnumeration(schema: Mutable, shape: ScalarShape): void {
  const { enumeration } = shape.facets;
  if (enumeration === undefined) return;
  const values = enumeration.map(valueReader(shape, DEFAULT_SIMPLE_LIMITS));
  const sayable = values.every((value) => typeof value !== 'object');
  if (sayable && hasOneSpelling(shape)) schema['enum'] = [...new Set(values)];
  else schema['x-xsd-enumeration'] = enumeration;
}

/** The patterns of one derivation step are alternatives; a value must match those of every step (FA-1). */
function addPatterns(schema: Mutable, { builtin, facets }: ScalarShape): void {
  if (facets.patterns.length === 0) return;
  schema['x-xsd-pattern'] = facets.patterns.flat();
  // QN-1: the pattern of a name applies to its prefix, which JSON does not have.
  if (BUILTIN_TYPES[builtin].family === 'name') return;
  const steps = facets.patterns.map(portablePattern).filter((step) => step !== undefined);
  const [first, ...others] = schema['pattern'] === undefined ? steps : [schema['pattern'], ...steps];
  if (first !== undefined) schema['pattern'] = first;
  // With its type, because generators of types print a part without one as `any`.
  const { type } = schema;
  if (others.length > 0) schema['allOf'] = others.map((pattern) => ({ ...defined({ type }), pattern }));
}

function addUnsayable(schema: Mutable, { builtin, json, facets }: ScalarShape): void {
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
  if (json === 'string' && facets.whiteSpace !== defaultWhiteSpace(builtin)) {
    schema['x-xsd-whiteSpace'] = facets.whiteSpace;
  }
}

function defaultWhiteSpace(builtin: BuiltinTypeName): Facets['whiteSpace'] {
  if (builtin === 'string' || builtin === 'anySimpleType') return 'preserve';
  return builtin === 'normalizedString' ? 'replace' : 'collapse';
}
