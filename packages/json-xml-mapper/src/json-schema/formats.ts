import type { BuiltinTypeName } from '@soapstone/soap-model';

/** The formats that OpenAPI tools use for the built-in numeric types. */
const NUMBER_FORMATS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
  float: 'float',
  double: 'double',
  long: 'int64',
  int: 'int32',
  short: 'int32',
  byte: 'int32',
  unsignedInt: 'int64',
  unsignedShort: 'int32',
  unsignedByte: 'int32',
};

/** Numbers that are texts in JSON, because a double cannot hold them all (NM-2). */
const WIDE_FORMATS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
  decimal: 'decimal',
  integer: 'integer',
  nonPositiveInteger: 'integer',
  negativeInteger: 'integer',
  nonNegativeInteger: 'integer',
  positiveInteger: 'integer',
  long: 'int64',
  unsignedLong: 'uint64',
};

/** Formats that XML Schema's values only nearly meet (OA-9 b): they may lack a zone. */
const DATE_FORMATS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
  duration: 'duration',
  dateTime: 'date-time',
  time: 'time',
  date: 'date',
};

/** The grammars of these formats (RFC 3339). */
const DATE_GRAMMARS: Readonly<Partial<Record<BuiltinTypeName, RegExp>>> = {
  duration: /^P(?:\d+W|(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/,
  dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  time: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** Whether a type has a format of dates. */
export function isDate(builtin: BuiltinTypeName): boolean {
  return DATE_FORMATS[builtin] !== undefined;
}

/** Whether the format of a type of dates accepts a value. */
export function meetsDateFormat(builtin: BuiltinTypeName, value: unknown): boolean {
  return DATE_GRAMMARS[builtin]?.test(String(value)) === true;
}

/**
 * The `format` of a built-in type, for code generators.
 *
 * @param json what the JSON value is
 * @param dateFormats whether dates and times have one: false also where no value of the type meets it
 */
export function formatOf(
  builtin: BuiltinTypeName,
  json: 'string' | 'number' | 'boolean',
  lexical: boolean,
  dateFormats: boolean,
): string | undefined {
  if (json === 'number') return NUMBER_FORMATS[builtin];
  if (json === 'boolean') return undefined;
  if (dateFormats && DATE_FORMATS[builtin] !== undefined) return DATE_FORMATS[builtin];
  if (lexical) return undefined;
  return builtin === 'anyURI' ? 'uri-reference' : WIDE_FORMATS[builtin];
}
