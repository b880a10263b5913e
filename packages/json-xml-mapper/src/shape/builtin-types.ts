import type { BuiltinTypeName } from '@soapstone/soap-model';

/** The family of a built-in type, which determines its lexical grammar and its order. */
export type BuiltinFamily =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'date'
  | 'duration'
  | 'binary'
  | 'name'
  | 'any';

/** The properties of a built-in simple type for the mapping (§10.1). */
export interface BuiltinType {
  readonly family: BuiltinFamily;
  readonly whiteSpace: 'preserve' | 'replace' | 'collapse';
  /** The item type of the three built-in list types (LU-1). */
  readonly item?: BuiltinTypeName;
  /** Whether a double cannot hold the type: JSON strings with `numbers: "string"` (NM-2). */
  readonly wide?: true;
}

const collapse = 'collapse';
const integer: BuiltinType = { family: 'integer', whiteSpace: collapse };
const wideInteger: BuiltinType = { family: 'integer', whiteSpace: collapse, wide: true };
const token: BuiltinType = { family: 'string', whiteSpace: collapse };
const date: BuiltinType = { family: 'date', whiteSpace: collapse };
const listOf = (item: BuiltinTypeName): BuiltinType => ({ family: 'string', whiteSpace: collapse, item });

/** Every built-in type of XML Schema 1.0 by its local name. */
export const BUILTIN_TYPES: Readonly<Record<BuiltinTypeName, BuiltinType>> = {
  anyType: { family: 'any', whiteSpace: 'preserve' },
  anySimpleType: { family: 'any', whiteSpace: 'preserve' },
  string: { family: 'string', whiteSpace: 'preserve' },
  normalizedString: { family: 'string', whiteSpace: 'replace' },
  token,
  language: token,
  Name: token,
  NCName: token,
  NMTOKEN: token,
  NMTOKENS: listOf('NMTOKEN'),
  ID: token,
  IDREF: token,
  IDREFS: listOf('IDREF'),
  ENTITY: token,
  ENTITIES: listOf('ENTITY'),
  NOTATION: { family: 'name', whiteSpace: collapse },
  QName: { family: 'name', whiteSpace: collapse },
  anyURI: token,
  boolean: { family: 'boolean', whiteSpace: collapse },
  decimal: { family: 'decimal', whiteSpace: collapse, wide: true },
  float: { family: 'float', whiteSpace: collapse },
  double: { family: 'float', whiteSpace: collapse },
  integer: wideInteger,
  nonPositiveInteger: wideInteger,
  negativeInteger: wideInteger,
  nonNegativeInteger: wideInteger,
  positiveInteger: wideInteger,
  long: wideInteger,
  int: integer,
  short: integer,
  byte: integer,
  unsignedLong: wideInteger,
  unsignedInt: integer,
  unsignedShort: integer,
  unsignedByte: integer,
  duration: { family: 'duration', whiteSpace: collapse },
  dateTime: date,
  time: date,
  date,
  gYearMonth: date,
  gYear: date,
  gMonthDay: date,
  gDay: date,
  gMonth: date,
  hexBinary: { family: 'binary', whiteSpace: collapse },
  base64Binary: { family: 'binary', whiteSpace: collapse },
};

/** True for a local name of XML Schema's built-in types. */
export function isBuiltinTypeName(name: string): name is BuiltinTypeName {
  return Object.hasOwn(BUILTIN_TYPES, name);
}

/** True for the types whose values are numbers: the integers, decimal, float and double. */
export function isNumeric(family: BuiltinFamily): boolean {
  return family === 'integer' || family === 'decimal' || family === 'float';
}
