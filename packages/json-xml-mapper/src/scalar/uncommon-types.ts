import type { BuiltinTypeName } from '@soapstone/soap-model';
import { compileAnySimpleType } from './any-simple-codec.js';
import type { UncommonTypes } from './codec.js';
import { compileList } from './list-codec.js';
import { base64Binary, hexBinary } from './spaces/binary.js';
import { dateTimeSpace } from './spaces/date-time.js';
import { duration } from './spaces/duration.js';
import { isSchemaName, isSchemaNCName, isSchemaNmtoken } from './spaces/name-characters.js';
import { textSpace } from './spaces/string.js';
import { textOfObject } from './spaces/text-of-object.js';
import type { ValueSpace } from './spaces/value-space.js';

/**
 * The types that a generated client imports only if an input has one of them: lists, dates, durations, binary types and XML names.
 *
 * @example
 * ```ts
 * const exchanges = createExchanges(model, {}, { uncommonTypes });
 * ```
 */
export const uncommonTypes: UncommonTypes = {
  spaceOf: (builtin) => ({ ...spaceOf(builtin), textOf: (value) => textOfObject(builtin, value) }),
  compileList,
  compileAnySimpleType,
};

function spaceOf(builtin: BuiltinTypeName): ValueSpace {
  switch (builtin) {
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
    case 'Name':
      return textSpace(isSchemaName);
    case 'NMTOKEN':
      return textSpace(isSchemaNmtoken);
    default:
      return textSpace(isSchemaNCName);
  }
}
