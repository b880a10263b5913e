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

/** Numbers that are strings in JSON, because a double cannot hold them all (NM-2). */
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

/** Formats that values of XML Schema do not always meet (OA-9 b), because the zone may be missing. */
const DATE_FORMATS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
  duration: 'duration',
  dateTime: 'date-time',
  time: 'time',
  date: 'date',
};

/** The grammars of these formats (RFC 3339). */
const DATE_GRAMMARS: Readonly<Partial<Record<BuiltinTypeName, RegExp>>> = {
  duration:
    /^P(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M)?(?:\d+D)?)(?:T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M)?(?:\d+S)?))?|T(?:\d+S|\d+M(?:\d+S)?|\d+H(?:\d+M)?(?:\d+S)?))$/,
  dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  time: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

/** Whether a type has a date or time format. */
export function isDate(builtin: BuiltinTypeName): boolean {
  return DATE_FORMATS[builtin] !== undefined;
}

/** Whether a value meets the date or time format of its type. */
export function meetsDateFormat(builtin: BuiltinTypeName, value: unknown): boolean {
  return DATE_GRAMMARS[builtin]?.test(String(value)) === true;
}

/**
 * The `format` of a built-in type, for code generators.
 *
 * @param json the JSON type of the value
 * @param dateFormats whether dates and times have a format; false also if no value of the type meets
 *   it
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
