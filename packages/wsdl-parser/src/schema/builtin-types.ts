import type { BuiltinTypeName, ExpandedName } from '@soapstone/soap-model';
import { meantAttribute } from '../xml/vocabulary.js';
import { isObsoleteXsdNamespace, isXsdNamespace } from './namespaces.js';

/** The built-in types that are lists, with the type of their items (XML Schema Part 2 §3.3.5, 3.3.10, 3.3.12). */
const LIST_ITEM_TYPES: ReadonlyMap<string, BuiltinTypeName> = new Map([
  ['NMTOKENS', 'NMTOKEN'],
  ['IDREFS', 'IDREF'],
  ['ENTITIES', 'ENTITY'],
]);

/** Every built-in type of XML Schema 1.0. */
export const BUILTIN_TYPE_NAMES: readonly BuiltinTypeName[] = [
  'anyType',
  'anySimpleType',
  'string',
  'normalizedString',
  'token',
  'language',
  'Name',
  'NCName',
  'NMTOKEN',
  'NMTOKENS',
  'ID',
  'IDREF',
  'IDREFS',
  'ENTITY',
  'ENTITIES',
  'NOTATION',
  'QName',
  'anyURI',
  'boolean',
  'decimal',
  'float',
  'double',
  'integer',
  'nonPositiveInteger',
  'negativeInteger',
  'nonNegativeInteger',
  'positiveInteger',
  'long',
  'int',
  'short',
  'byte',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
  'duration',
  'dateTime',
  'time',
  'date',
  'gYearMonth',
  'gYear',
  'gMonthDay',
  'gDay',
  'gMonth',
  'hexBinary',
  'base64Binary',
];

const BUILTIN_TYPES: ReadonlyMap<string, BuiltinTypeName> = new Map(
  BUILTIN_TYPE_NAMES.map((name) => [name, name]),
);

/** The types of the 1999 and 2000 drafts that were renamed or dropped, with their current equivalents (Annex A). */
const OBSOLETE_TYPES: ReadonlyMap<string, BuiltinTypeName> = new Map([
  ['ur-type', 'anyType'],
  ['timeInstant', 'dateTime'],
  ['timeDuration', 'duration'],
  ['recurringDuration', 'duration'],
  ['recurringDate', 'gMonthDay'],
  ['recurringDay', 'gDay'],
  ['timePeriod', 'duration'],
  ['month', 'gYearMonth'],
  ['year', 'gYear'],
  ['century', 'gYear'],
  ['binary', 'base64Binary'],
  ['uriReference', 'anyURI'],
  ['uri', 'anyURI'],
  ['CDATA', 'normalizedString'],
  ['real', 'double'],
  ['number', 'decimal'],
  ['non-negative-integer', 'nonNegativeInteger'],
  ['positive-integer', 'positiveInteger'],
  ['non-positive-integer', 'nonPositiveInteger'],
  ['negative-integer', 'negativeInteger'],
  ['unsigned-long', 'unsignedLong'],
  ['unsigned-int', 'unsignedInt'],
  ['unsigned-short', 'unsignedShort'],
  ['unsigned-byte', 'unsignedByte'],
]);

/** Those of them that mean something else than their equivalent, so that a value may not be what the author meant. */
const INEXACT_TYPES: ReadonlySet<string> = new Set([
  'binary',
  'century',
  'real',
  'recurringDuration',
  'timePeriod',
]);

/** The built-in types that XML Schema 1.1 added, with the nearest type of 1.0. */
const XSD_1_1_TYPES: ReadonlyMap<string, BuiltinTypeName> = new Map([
  ['anyAtomicType', 'anySimpleType'],
  ['error', 'anySimpleType'],
  ['dateTimeStamp', 'dateTime'],
  ['dayTimeDuration', 'duration'],
  ['yearMonthDuration', 'duration'],
]);

/** Names of other type systems, in lower case, that authors write with the prefix of XML Schema, where only one type can be meant. */
const ALIASES: ReadonlyMap<string, BuiltinTypeName> = new Map([
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
  ['char', 'string'],
  ['character', 'string'],
  ['varchar', 'string'],
  ['nvarchar', 'string'],
  ['varchar2', 'string'],
  ['nchar', 'string'],
  ['ntext', 'string'],
  ['clob', 'string'],
  ['uniqueidentifier', 'string'],
  ['guid', 'string'],
  ['uuid', 'string'],
  ['date_time', 'dateTime'],
  ['date-time', 'dateTime'],
  ['datetime2', 'dateTime'],
  ['smalldatetime', 'dateTime'],
  ['datetimeoffset', 'dateTime'],
  ['timestamp', 'dateTime'],
  ['timespan', 'duration'],
  ['num', 'decimal'],
  ['numeric', 'decimal'],
  ['bigdecimal', 'decimal'],
  ['money', 'decimal'],
  ['currency', 'decimal'],
  ['biginteger', 'integer'],
  ['bigint', 'long'],
  ['int64', 'long'],
  ['int32', 'int'],
  ['int16', 'short'],
  ['smallint', 'short'],
  ['int8', 'byte'],
  ['sbyte', 'byte'],
  ['uint64', 'unsignedLong'],
  ['ulong', 'unsignedLong'],
  ['uint32', 'unsignedInt'],
  ['uint', 'unsignedInt'],
  ['uint16', 'unsignedShort'],
  ['ushort', 'unsignedShort'],
  ['uint8', 'unsignedByte'],
  ['single', 'float'],
  ['float32', 'float'],
  ['float64', 'double'],
  ['url', 'anyURI'],
  ['anyurl', 'anyURI'],
  ['base64', 'base64Binary'],
  ['bytes', 'base64Binary'],
  ['bytearray', 'base64Binary'],
  ['byte[]', 'base64Binary'],
  ['blob', 'base64Binary'],
  ['varbinary', 'base64Binary'],
  ['hex', 'hexBinary'],
]);

/** The current and former names in lower case. */
const BY_LOWER_CASE: ReadonlyMap<string, BuiltinTypeName> = new Map([
  ...[...OBSOLETE_TYPES].map(([name, type]): [string, BuiltinTypeName] => [name.toLowerCase(), type]),
  ...BUILTIN_TYPE_NAMES.map((name): [string, BuiltinTypeName] => [name.toLowerCase(), name]),
]);

/** Shorter words are a mistake away from too much: `data` is not `date`. */
const MISTYPED_LENGTH = 5;

/**
 * The built-in type that a wrong name means: one that differs only in case, a common name of the type elsewhere, or the only one that is
 * one or two typing mistakes away (MO-4).
 */
export function misspeltBuiltin(localName: string): BuiltinTypeName | undefined {
  if (localName.length > 32) return undefined;
  const lower = localName.toLowerCase();
  const known = BY_LOWER_CASE.get(lower) ?? ALIASES.get(lower);
  // `int[]` is a name of an array, regardless of its items.
  if (known !== undefined || localName.length < MISTYPED_LENGTH || /[^\w-]/.test(localName)) return known;
  const meant = meantAttribute(localName, BUILTIN_TYPE_NAMES);
  return meant === undefined ? undefined : BUILTIN_TYPES.get(meant);
}

/** A built-in type, identified by a name of the XML Schema namespace. */
export interface BuiltinMatch {
  readonly type: BuiltinTypeName;
  /** `current`: a type of XML Schema 1.0. Otherwise the name is from a draft or from 1.1, and `type` is the nearest type. */
  readonly origin: 'current' | 'obsolete' | '1.1';
}

/**
 * The built-in type that a name of a draft means, where it had to be guessed: the namespace is not that of the draft, or no type equals it
 * (MO-4). `undefined` for every other name.
 */
export function guessedBuiltin({ namespace, localName }: ExpandedName): BuiltinTypeName | undefined {
  if (!isXsdNamespace(namespace) || BUILTIN_TYPES.has(localName)) return undefined;
  const isOfDraft = isObsoleteXsdNamespace(namespace) && !INEXACT_TYPES.has(localName);
  return isOfDraft ? undefined : OBSOLETE_TYPES.get(localName);
}

/** The built-in type called `localName`, or `undefined`. */
export function builtinType(localName: string): BuiltinMatch | undefined {
  const current = BUILTIN_TYPES.get(localName);
  if (current !== undefined) return { type: current, origin: 'current' };
  const former = OBSOLETE_TYPES.get(localName);
  if (former !== undefined) return { type: former, origin: 'obsolete' };
  const later = XSD_1_1_TYPES.get(localName);
  return later === undefined ? undefined : { type: later, origin: '1.1' };
}

/**
 * The XML Schema type that a simple type of a SOAP encoding namespace maps to (SC-1): `soapenc:int` is `int`, `soapenc:base64` is
 * `base64Binary`. `undefined` for `Array`, `Struct` and everything else.
 */
export function soapEncodingSimpleType(localName: string): BuiltinTypeName | undefined {
  if (localName === 'base64') return 'base64Binary';
  if (localName === 'anyType') return undefined;
  return BUILTIN_TYPES.get(localName);
}

/** The XML Schema type that a simple type of a SOAP encoding namespace means whose name differs in case alone (MO-4). */
export function misspeltEncodingType(localName: string): BuiltinTypeName | undefined {
  const lower = localName.toLowerCase();
  // `soapenc:Array` is a type of its own.
  return lower === 'base64' ? 'base64Binary' : lower === 'anytype' ? undefined : BY_LOWER_CASE.get(lower);
}

/** The item type of a built-in list type; `undefined` for other types. */
export function builtinItemType(type: BuiltinTypeName): BuiltinTypeName | undefined {
  return LIST_ITEM_TYPES.get(type);
}
