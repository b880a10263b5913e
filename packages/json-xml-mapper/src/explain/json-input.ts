import { collectionName } from '../json/collection-name.js';
import { isJsonNumber } from '../json/json-number.js';
import { isSimpleObject } from '../scalar/object-text.js';

/** A JSON object as the encoder sees it: only own members count (VO-5). */
export type InputObject = Readonly<Record<string, unknown>>;

/** Whether this value is a JSON object. Arrays, dates, exact numbers and collections are not; an instance of a class may be. */
export function isInputObject(value: unknown): value is InputObject {
  if (typeof value !== 'object' || value === null) return false;
  // Those of a JSON text have no prototype.
  if (Object.getPrototypeOf(value) === null) return true;
  return (
    !Array.isArray(value) &&
    !isJsonNumber(value) &&
    collectionName(value) === undefined &&
    !isSimpleObject(value)
  );
}

/** The value of an own member; `undefined` if there is none. Inherited names such as `toString` are not members. */
export function memberOf(source: InputObject, key: string): unknown {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}

/** Whether a value is a finished element in place of JSON (XM-1). */
export function isRawValue(value: unknown): value is InputObject {
  return isInputObject(value) && memberOf(value, '$xml') !== undefined;
}
