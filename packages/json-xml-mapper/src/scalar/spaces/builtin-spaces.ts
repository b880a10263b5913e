import type { BuiltinTypeName } from '@soapstone/soap-model';
import { base64Binary, hexBinary } from './binary.js';
import { boolean } from './boolean.js';
import { dateTimeSpace } from './date-time.js';
import { decimal } from './decimal.js';
import { duration } from './duration.js';
import { float } from './float.js';
import { integerSpace, isIntegerType } from './integer.js';
import { expandedName } from './qname.js';
import { stringSpace } from './string.js';
import type { ValueSpace } from './value-space.js';

/** The value space of an atomic built-in type. */
export function valueSpaceOf(builtin: BuiltinTypeName): ValueSpace {
  if (isIntegerType(builtin)) return integerSpace(builtin);
  switch (builtin) {
    case 'boolean':
      return boolean;
    case 'decimal':
      return decimal;
    case 'float':
    case 'double':
      return float(builtin);
    case 'duration':
      return duration;
    case 'dateTime':
    case 'time':
    case 'date':
    case 'gYearMonth':
    case 'gYear':
    case 'gMonthDay':
    case 'gDay':
    case 'gMonth':
      return dateTimeSpace(builtin);
    case 'hexBinary':
      return hexBinary;
    case 'base64Binary':
      return base64Binary;
    case 'QName':
    case 'NOTATION':
      return expandedName;
    default:
      return stringSpace(builtin);
  }
}
