import type { BuiltinTypeName } from '@soapstone/soap-model';
import { collectionName } from '../json/collection-name.js';
import { isJsonNumber } from '../json/json-number.js';
import type { SimpleShape, UnionShape } from '../shape/simple-shape.js';
import { isIntegerType } from './spaces/integer.js';

/** The maximum length of a value in a message. Longer ones are not echoed (VE-5). */
const MAX_ECHO = 40;

/** The number of union members listed. */
const MAX_NAMES = 20;

/** The maximum length of a schema text quoted in a message. */
const MAX_QUOTED = 200;

/** Describes a JSON value, for "…, got <this>". A secret value is never echoed (VE-5). */
export function describeValue(value: unknown, secret: boolean): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (isJsonNumber(value)) return describeScalar('number', value.text, secret);
  switch (typeof value) {
    case 'string':
      if (value.length > MAX_ECHO) return `a string of ${value.length} characters`;
      return describeScalar('string', JSON.stringify(value), secret);
    case 'number':
    case 'bigint':
      return describeScalar('number', String(value), secret);
    case 'boolean':
      return describeScalar('boolean', String(value), secret);
    case 'object': {
      const name = collectionName(value);
      return name === undefined ? 'an object' : `a ${name}`;
    }
    default:
      return `a ${typeof value}`;
  }
}

/** Describes the values of a type: "an integer (xs:int)". */
export function describeType(builtin: BuiltinTypeName): string {
  return `${nounOf(builtin)} (xs:${builtin})`;
}

/** The same for a string that breaks the grammar of its type: "a string" would not say what is wrong. */
export function describeGrammar(builtin: BuiltinTypeName): string {
  return nounOf(builtin) === 'a string' ? `a valid xs:${builtin}` : describeType(builtin);
}

/** The machine-readable name of a simple shape for `expected` (VE-4). Lists at most 20 members of a union. */
export function typeNameOf(shape: SimpleShape): string {
  switch (shape.kind) {
    case 'scalar':
      return `xs:${shape.builtin}`;
    case 'list':
      return `list of ${typeNameOf(shape.item)}`;
    case 'union':
      return memberNames(shape).join(' | ');
    case 'anySimpleType':
      return 'xs:anySimpleType';
  }
}

/** The distinct member names of a union, including nested unions, at most 20. */
export function memberNames(shape: UnionShape): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<SimpleShape>();
  const pending: SimpleShape[] = [shape];
  for (let next = pending.pop(); next !== undefined && names.size < MAX_NAMES; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'union') pending.push(...next.members.toReversed());
    else names.add(typeNameOf(next));
  }
  return [...names];
}

/** A schema text in a message. Long ones are cut, because a message may be repeated for many errors. */
export function cutText(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

function describeScalar(type: string, text: string, secret: boolean): string {
  if (secret) return `a ${type}`;
  return text.length > MAX_ECHO + 2 ? `a ${type} of ${text.length} characters` : `${type} ${text}`;
}

function nounOf(builtin: BuiltinTypeName): string {
  if (isIntegerType(builtin)) return 'an integer';
  switch (builtin) {
    case 'boolean':
      return 'true or false';
    case 'decimal':
    case 'float':
    case 'double':
      return 'a number';
    case 'dateTime':
      return 'a date and time';
    case 'date':
      return 'a date';
    case 'time':
      return 'a time';
    case 'duration':
      return 'a duration';
    case 'hexBinary':
      return 'hexadecimal text';
    case 'base64Binary':
      return 'base64 text';
    case 'QName':
    case 'NOTATION':
      return 'a name like {namespace}local';
    case 'anyURI':
      return 'a URI';
    case 'gYear':
    case 'gYearMonth':
    case 'gMonth':
    case 'gMonthDay':
    case 'gDay':
      return 'a calendar value';
    default:
      return 'a string';
  }
}

/** The name of a type with its article: `an xs:int`, `a list of xs:int`. */
export function articled(typeName: string): string {
  return `${typeName.startsWith('list') ? 'a' : 'an'} ${typeName}`;
}

/** `1 item`, `2 items`. */
export function countOf(items: number): string {
  return items === 1 ? '1 item' : `${items} items`;
}
