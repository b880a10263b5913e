import { clarkName } from '@soapstone/soap-model';
import type { JsonObject, JsonValue } from '../api/values.js';
import { isInputObject, isRawValue, memberOf } from '../explain/json-input.js';
import type { ElementMember, Shape } from '../shape/shape.js';
import { type NormaliseContext, newObject } from './context.js';

/** The canonical form of the value of one element; `null` is nil. */
export function normaliseMember(member: ElementMember, value: unknown, context: NormaliseContext): JsonValue {
  if (value === null) return null;
  // XM-1: what is inside is not JSON.
  if (isRawValue(value)) return newObject({ $xml: memberOf(value, '$xml') as string });
  const element = isInputObject(value) ? memberOf(value, '$element') : undefined;
  const substitute = member.substitution?.members.find(
    ({ key, name }) => key === element || clarkName(name) === element,
  );
  if (substitute === undefined || !isInputObject(value)) {
    return withoutPlainNil(context.value(member.shape, value));
  }
  // SG-1: `$element` in its short spelling.
  const lead = newObject({ $element: substitute.key });
  if (isObjectShape(substitute.shape)) return context.value(substitute.shape, value, lead);
  if (memberOf(value, '$nil') === true) return newObject(lead, { $nil: true });
  return newObject(lead, { $value: context.value(substitute.shape, memberOf(value, '$value')) });
}

/** `{"$nil": true}` without attributes is equivalent to `null`. */
function withoutPlainNil(value: JsonValue): JsonValue {
  if (!isInputObject(value) || (value as JsonObject)['$nil'] !== true) return value;
  return Object.keys(value).length === 1 ? null : value;
}

function isObjectShape(shape: Shape): boolean {
  return shape.kind === 'object' || shape.kind === 'polymorphic';
}
