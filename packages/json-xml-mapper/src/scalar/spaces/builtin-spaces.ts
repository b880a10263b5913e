import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { UncommonTypes } from '../codec.js';
import { boolean } from './boolean.js';
import { decimal } from './decimal.js';
import { float } from './float.js';
import { integerSpace, isIntegerType } from './integer.js';
import { expandedName } from './qname.js';
import { stringSpace } from './string.js';
import type { ValueSpace } from './value-space.js';

/** Dates and times, durations, binary types, and the types of XML names. */
const UNCOMMON = /Binary$|^(?:date|time|duration|g[A-Z]|N?C?Name$|ID|ENTITY|NMTOKEN)/;

/** Whether a generated client imports the value space of an atomic built-in type only if an input has it. */
export function isUncommonType(builtin: BuiltinTypeName): boolean {
  return UNCOMMON.test(builtin);
}

/** The value space of an atomic built-in type. */
export function valueSpaceOf(
  builtin: BuiltinTypeName,
  uncommon: () => Pick<UncommonTypes, 'spaceOf'>,
): ValueSpace {
  if (isIntegerType(builtin)) return integerSpace(builtin);
  if (isUncommonType(builtin)) return uncommon().spaceOf(builtin);
  switch (builtin) {
    case 'boolean':
      return boolean;
    case 'decimal':
      return decimal;
    case 'float':
    case 'double':
      return float(builtin);
    case 'QName':
    case 'NOTATION':
      return expandedName;
    default:
      return stringSpace(builtin);
  }
}
