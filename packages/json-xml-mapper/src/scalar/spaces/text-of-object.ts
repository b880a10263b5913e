import type { BuiltinTypeName } from '@soapstone/soap-model';
import { decodeUtf8 } from '../../platform.js';
import { isBytes, isTemporal } from '../object-text.js';
import { encodeBase64 } from './binary.js';

/** The text of an object that is a value of a type (DT-2, AT-6): a date, bytes. Any other value is returned as it is. */
export function textOfObject(builtin: BuiltinTypeName, value: object): unknown {
  if (value instanceof Date) return textOfDate(builtin, value);
  // The grammar of the type decides whether the object is one of its values. What is in brackets is more than XML Schema has.
  if (isTemporal(value) && /^(?:date|time|dur|g)/.test(builtin))
    return String(value).split('[')[0]?.replace(/^\+0*/, '');
  if (!isBytes(value)) return value;
  if (builtin === 'hexBinary') {
    let hex = '';
    for (const byte of value) hex += (byte < 16 ? '0' : '') + byte.toString(16);
    return hex;
  }
  return builtin === 'base64Binary' ? decodeUtf8(encodeBase64(value)) : value;
}

/** DT-2: a `Date` as xs:dateTime or xs:date, in UTC. XML Schema years have no plus sign. */
function textOfDate(builtin: BuiltinTypeName, date: Date): unknown {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString().replace(/^\+0*/, '');
  if (builtin === 'date') return text.slice(0, text.indexOf('T'));
  if (builtin !== 'dateTime') return undefined;
  // DT-4: a date of a result keeps its zone, as long as it names the same instant.
  const { text: kept } = date as { text?: unknown };
  return typeof kept === 'string' && Date.parse(kept) === date.getTime() ? kept : text;
}
