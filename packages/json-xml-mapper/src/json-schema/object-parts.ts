import type { JsonSchema } from '../api.js';
import type { ObjectShape } from '../shape/shape.js';

/** Reserved keys that stand beside the members of an object. */
export interface ReservedKeys {
  /** `$type`: the one value it may have, and whether it must be there (PY-6). */
  readonly type?: { readonly key: string; readonly required: boolean };
  /** `$element`, which is always required (SG-5). */
  readonly element?: string;
  /** Root only: `$headers`, `$attachments`. */
  readonly root?: { readonly properties: Properties; readonly required: readonly string[] };
}

export type Properties = { readonly [key: string]: JsonSchema };

/** The members of an object schema while it is made. */
export type PropertyList = [string, JsonSchema][];

/** Add `$type` and `$element`, where an object has them. */
export function addReserved(reserved: ReservedKeys, properties: PropertyList, required: string[]): void {
  if (reserved.type !== undefined) {
    properties.push(['$type', { const: reserved.type.key }]);
    if (reserved.type.required) required.push('$type');
  }
  if (reserved.element !== undefined) {
    properties.push(['$element', { const: reserved.element }]);
    required.push('$element');
  }
}

/** An object that has these members and no others (OA-4). */
export function closedObject(
  properties: readonly (readonly [string, JsonSchema])[],
  required: readonly string[],
  clauses: readonly JsonSchema[],
  description?: string,
): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    // fromEntries makes own properties of every name, `__proto__` too (VO-5).
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(clauses.length === 0 ? {} : { allOf: clauses }),
  };
}

/** `anyOf` must not be empty: an abstract type without derived types has no value at all. */
export function oneOfThese(alternatives: readonly JsonSchema[]): JsonSchema {
  const [only] = alternatives;
  if (only === undefined) return { not: {} };
  return alternatives.length === 1 ? only : { anyOf: alternatives };
}

/** What the definition of an object is called. */
export function nameOf(shape: ObjectShape): string {
  return shape.name?.localName ?? shape.path?.join('_') ?? 'Object';
}
