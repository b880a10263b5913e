import type { BuiltinTypeName } from '@soapstone/soap-model';
import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import { NAME_PATTERNS } from './name-patterns.js';

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
 * The lexical spaces of types that are text in JSON, as ECMAScript patterns. They are exact except for calendars,
 * look-aheads and the letters of names.
 */
export const LEXICAL_PATTERNS: Readonly<Partial<Record<BuiltinTypeName, string>>> = {
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
