import type { JsonSchema } from '../../api/values.js';

/** The members of an object schema while it is built. */
export type PropertyList = [string, JsonSchema][];

/** The largest `maxItems` that is written (CM-6). */
const MAX_ITEMS = 10_000;

/** Null and nothing else. */
export const NULL: JsonSchema = { type: 'null' };

/** An object that has these members and no others (OA-4). */
export function closedObject(
  properties: readonly (readonly [string, JsonSchema])[],
  required: readonly string[],
): JsonSchema {
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    // fromEntries turns every name into an own property, `__proto__` too (VO-5).
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
}

/** An array with its bounds; a maximum that is hardly a bound is left out (CM-6). */
export function arraySchema(items: JsonSchema, min: number, max: number): JsonSchema {
  return {
    type: 'array',
    ...(min > 0 ? { minItems: min } : {}),
    ...(max <= MAX_ITEMS ? { maxItems: max } : {}),
    items,
  };
}

/** A union. `anyOf` must not be empty: an abstract type without derived types has no value at all. */
export function anyOf(alternatives: readonly JsonSchema[]): JsonSchema {
  const [only] = alternatives;
  if (only === undefined) return { not: {} };
  return alternatives.length === 1 ? only : { anyOf: alternatives };
}
