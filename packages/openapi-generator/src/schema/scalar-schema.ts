import { BUILTIN_TYPES, type Facets, NAME_PATTERNS, type ScalarShape } from '@soapstone/json-xml-mapper';
import type { BuiltinTypeName } from '@soapstone/soap-model';
import { exactNumberOf, jsonValueOf } from './lexical-value.js';
import { portablePattern } from './pattern.js';
import type { Schema } from './schema-registry.js';

/** How a built-in type looks where its JSON value is what its family suggests (§10.1). */
interface BuiltinSchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The format of the string that `numbers: "string"` makes of a wide number (NM-2). */
  readonly wideFormat?: string;
}

const ZONE = '(?:Z|[+-][0-9]{2}:[0-9]{2})?';
const YEAR = '-?(?:[1-9][0-9]{3,}|0[0-9]{3})';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const string: BuiltinSchema = { type: 'string' };
const name = (builtin: BuiltinTypeName): BuiltinSchema => ({
  type: 'string',
  pattern: NAME_PATTERNS[builtin] ?? '',
});
const integer = (format?: string, minimum?: number, maximum?: number): BuiltinSchema => ({
  type: 'integer',
  ...(format === undefined ? {} : { format }),
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
  wideFormat: format ?? 'integer',
});

const BUILTIN_SCHEMAS: Readonly<Record<Exclude<BuiltinTypeName, 'anyType'>, BuiltinSchema>> = {
  anySimpleType: string,
  string,
  normalizedString: string,
  token: string,
  language: name('language'),
  Name: name('Name'),
  NCName: name('NCName'),
  NMTOKEN: name('NMTOKEN'),
  NMTOKENS: string,
  ID: name('ID'),
  IDREF: name('IDREF'),
  IDREFS: string,
  ENTITY: name('ENTITY'),
  ENTITIES: string,
  NOTATION: name('NOTATION'),
  QName: name('QName'),
  anyURI: { type: 'string', format: 'uri-reference' },
  boolean: { type: 'boolean' },
  decimal: { type: 'number', wideFormat: 'decimal' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  integer: integer(),
  nonPositiveInteger: integer(undefined, undefined, 0),
  negativeInteger: integer(undefined, undefined, -1),
  nonNegativeInteger: integer(undefined, 0),
  positiveInteger: integer(undefined, 1),
  long: integer('int64'),
  int: integer('int32'),
  short: integer('int32', -32768, 32767),
  byte: integer('int32', -128, 127),
  unsignedLong: { type: 'integer', minimum: 0, wideFormat: 'uint64' },
  unsignedInt: integer('int64', 0, 4294967295),
  unsignedShort: integer('int32', 0, 65535),
  unsignedByte: integer('int32', 0, 255),
  duration: { type: 'string', format: 'duration' },
  dateTime: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  date: { type: 'string', format: 'date' },
  gYearMonth: { type: 'string', pattern: `^${YEAR}-${MONTH}${ZONE}$` },
  gYear: { type: 'string', pattern: `^${YEAR}${ZONE}$` },
  gMonthDay: { type: 'string', pattern: `^--${MONTH}-${DAY}${ZONE}$` },
  gDay: { type: 'string', pattern: `^---${DAY}${ZONE}$` },
  gMonth: { type: 'string', pattern: `^--${MONTH}${ZONE}$` },
  hexBinary: { type: 'string', pattern: '^([0-9A-Fa-f]{2})*$' },
  base64Binary: { type: 'string', format: 'byte' },
};

/** Types that need no `x-xsd-type`: the JSON schema says as much. */
const PLAIN: ReadonlySet<BuiltinTypeName> = new Set(['string', 'int', 'boolean', 'double']);
/** Formats that XML Schema's values only nearly meet (OA-9 b). */
const DATE_FORMATS: ReadonlySet<string> = new Set(['date-time', 'date', 'time', 'duration']);
const BOUNDS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;

export interface ScalarSchemaOptions {
  /** Whether dates and times carry a `format` (OA-9 b). */
  readonly dateFormats: boolean;
}

/** The schema of an atomic value: §10.1 for the type, §10.4 for its facets. */
export function scalarSchema(shape: ScalarShape, options: ScalarSchemaOptions): Schema {
  const { facets, builtin } = shape;
  const base = BUILTIN_SCHEMAS[builtin as keyof typeof BUILTIN_SCHEMAS] ?? string;
  const schema: Schema =
    base.type === shape.json || (base.type === 'integer' && shape.json === 'number')
      ? schemaOfValue(base, shape, options)
      : schemaOfText(base, shape, options);
  // QN-1: the pattern of a name looks at its prefix, which JSON does not have.
  if (BUILTIN_TYPES[builtin].family === 'name') addPatternText(schema, facets);
  else addPatterns(schema, facets);
  addEnumeration(schema, shape);
  if (!PLAIN.has(builtin)) schema['x-xsd-type'] = builtin;
  addExtensions(schema, shape);
  return schema;
}

/** Where the JSON value has the type that the built-in suggests. */
function schemaOfValue(
  base: BuiltinSchema,
  { builtin, facets }: ScalarShape,
  options: ScalarSchemaOptions,
): Schema {
  if (base.type === 'integer' || base.type === 'number') return numberSchema(base, facets);
  const schema: Schema = { type: base.type };
  if (base.format !== undefined && (options.dateFormats || !DATE_FORMATS.has(base.format))) {
    schema.format = base.format;
  }
  if (base.type === 'string' && hasLength(builtin)) addLengths(schema, facets, base);
  if (base.pattern !== undefined) schema.pattern = base.pattern;
  return schema;
}

/** A number as a string: all wide numbers with `numbers: "string"` (NM-2), and numbers with a pattern (NM-5). */
function schemaOfText(base: BuiltinSchema, shape: ScalarShape, options: ScalarSchemaOptions): Schema {
  const schema: Schema = { type: 'string' };
  if (shape.lexical || base.wideFormat === undefined) {
    if (shape.lexical && base.format !== undefined && options.dateFormats && DATE_FORMATS.has(base.format)) {
      schema.format = base.format;
    }
    return schema;
  }
  schema.format = base.wideFormat;
  schema.pattern =
    base.type === 'integer'
      ? base.minimum === undefined
        ? '^-?[0-9]+$'
        : '^[0-9]+$'
      : '^-?[0-9]+(\\.[0-9]+)?$';
  return schema;
}

/** A bound as it competes for `minimum` or `maximum`: of several, the narrowest is the one that says something. */
interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

function numberSchema(base: BuiltinSchema, facets: Facets): Schema {
  const isWhole = base.type === 'integer' || facets.fractionDigits === 0;
  const schema: Schema = { type: isWhole ? 'integer' : 'number' };
  if (base.format !== undefined) schema.format = base.format;
  const lower = boundsOf(base.minimum, facets.minInclusive, facets.minExclusive);
  const upper = boundsOf(base.maximum, facets.maxInclusive, facets.maxExclusive);
  if (isWhole && facets.totalDigits !== undefined && facets.totalDigits <= 15) {
    const most = 10 ** facets.totalDigits - 1;
    lower.push({ value: -most, exclusive: false });
    upper.push({ value: most, exclusive: false });
  }
  const minimum = narrowest(lower, (left, right) => left > right);
  const maximum = narrowest(upper, (left, right) => left < right);
  if (minimum !== undefined) {
    schema.minimum = minimum.value;
    if (minimum.exclusive) schema.exclusiveMinimum = true;
  }
  if (maximum !== undefined) {
    schema.maximum = maximum.value;
    if (maximum.exclusive) schema.exclusiveMaximum = true;
  }
  return schema;
}

function boundsOf(builtin: number | undefined, inclusive?: string, exclusive?: string): Bound[] {
  const bounds: Bound[] = builtin === undefined ? [] : [{ value: builtin, exclusive: false }];
  const included = inclusive === undefined ? undefined : exactNumberOf(inclusive);
  const excluded = exclusive === undefined ? undefined : exactNumberOf(exclusive);
  if (included !== undefined) bounds.push({ value: included, exclusive: false });
  if (excluded !== undefined) bounds.push({ value: excluded, exclusive: true });
  return bounds;
}

function narrowest(
  bounds: readonly Bound[],
  isNarrower: (left: number, right: number) => boolean,
): Bound | undefined {
  let best: Bound | undefined;
  for (const bound of bounds) {
    if (
      best === undefined ||
      isNarrower(bound.value, best.value) ||
      (bound.value === best.value && bound.exclusive)
    ) {
      best = bound;
    }
  }
  return best;
}

/** The types whose length facets count something that a string shows. Names have no length (FA-4). */
function hasLength(builtin: BuiltinTypeName): boolean {
  const { family } = BUILTIN_TYPES[builtin];
  return family === 'string' || family === 'binary' || builtin === 'anySimpleType';
}

function isHexBinary(base: BuiltinSchema): boolean {
  return base === BUILTIN_SCHEMAS.hexBinary;
}

function isBase64(base: BuiltinSchema): boolean {
  return base === BUILTIN_SCHEMAS.base64Binary;
}

function addLengths(schema: Schema, facets: Facets, base: BuiltinSchema): void {
  const characters = (bytes: number): number => {
    if (isHexBinary(base)) return bytes * 2;
    return isBase64(base) ? 4 * Math.ceil(bytes / 3) : bytes;
  };
  const shortest = facets.length ?? facets.minLength;
  const longest = facets.length ?? facets.maxLength;
  if (shortest !== undefined && shortest > 0) schema.minLength = characters(shortest);
  if (longest !== undefined) schema.maxLength = characters(longest);
}

/** One `pattern` per schema object; further derivation steps go into `allOf`, because all of them apply (FA-1). */
function addPatterns(schema: Schema, facets: Facets): void {
  if (schema.type === 'string') {
    for (const step of facets.patterns) {
      const pattern = portablePattern(step);
      if (pattern === undefined) continue;
      if (schema.pattern === undefined) schema.pattern = pattern;
      else schema.allOf = [...(schema.allOf ?? []), { pattern }];
    }
  }
  addPatternText(schema, facets);
}

function addPatternText(schema: Schema, { patterns }: Facets): void {
  if (patterns.length > 0) schema['x-xsd-pattern'] = patterns.flat();
}

function addEnumeration(schema: Schema, shape: ScalarShape): void {
  const { enumeration } = shape.facets;
  if (enumeration === undefined) return;
  const values: unknown[] = [];
  for (const lexical of enumeration) {
    const value = jsonValueOf(shape, lexical);
    // An `enum` without one of its values would refuse what the mapper accepts.
    if (value === undefined) {
      schema['x-xsd-enumeration'] = [...enumeration];
      return;
    }
    if (!values.includes(value.value)) values.push(value.value);
  }
  schema.enum = values;
  // NaN and the infinities are strings among numbers (NM-4).
  if (shape.json === 'number' && values.some((value) => typeof value === 'string')) delete schema.type;
}

/** What JSON Schema cannot say (OA-7). */
function addExtensions(schema: Schema, { facets, builtin, json }: ScalarShape): void {
  if (facets.totalDigits !== undefined) schema['x-xsd-totalDigits'] = facets.totalDigits;
  if (facets.fractionDigits !== undefined) schema['x-xsd-fractionDigits'] = facets.fractionDigits;
  for (const facet of BOUNDS) {
    const bound = facets[facet];
    if (bound === undefined) continue;
    const isSaid = json === 'number' && exactNumberOf(bound) !== undefined && facet.endsWith('Inclusive');
    if (!isSaid) schema[`x-xsd-${facet}`] = bound;
  }
  if (json === 'string' && facets.whiteSpace !== defaultWhiteSpace(builtin)) {
    schema['x-xsd-whiteSpace'] = facets.whiteSpace;
  }
}

function defaultWhiteSpace(builtin: BuiltinTypeName): Facets['whiteSpace'] {
  if (builtin === 'string' || builtin === 'anySimpleType') return 'preserve';
  return builtin === 'normalizedString' ? 'replace' : 'collapse';
}
