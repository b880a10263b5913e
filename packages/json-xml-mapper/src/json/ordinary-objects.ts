import type { JsonValue } from '../api/values.js';

/** A container whose members are still to be copied. */
type Pending = readonly [from: JsonValue[] | Record<string, JsonValue>, to: JsonValue[] | object];

/**
 * Copies a value to ordinary objects (VO-5): they have the methods of `Object.prototype`, and every key of the data is an own
 * member, including `__proto__`. Iterative, because input determines the depth.
 */
export function ordinaryObjects<Value extends JsonValue>(value: Value): Value {
  const pending: Pending[] = [];
  const copy = (item: JsonValue): JsonValue => {
    if (typeof item !== 'object' || item === null || isOfClass(item)) return item;
    const to = Array.isArray(item) ? [] : {};
    pending.push([item as Pending[0], to]);
    return to as JsonValue;
  };
  const result = copy(value);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next;
    if (Array.isArray(to)) for (const item of from as JsonValue[]) to.push(copy(item));
    else for (const [key, member] of Object.entries(from)) define(to, key, copy(member));
  }
  return result as Value;
}

/** Whether the data of an object is not in its members: exact numbers, bytes, dates. */
function isOfClass(item: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype !== null && prototype !== Object.prototype && !Array.isArray(item);
}

function define(object: object, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (object as Record<string, JsonValue>)[key] = value;
  }
}
