import type { Tag } from './projection-scope.js';
import type { Schema } from './schema-registry.js';

/** An object with these members and no others: objects that come from a WSDL are closed (OA-4). */
export function closedObject(properties: Record<string, Schema>, required: readonly string[]): Schema {
  return { type: 'object', required: [...required], additionalProperties: false, properties };
}

/** The member of a tag: one allowed value, because 3.0 has no `const` (OA-6). */
export function tagProperty(tag: Tag): Record<string, Schema> {
  return { [tag.key]: { type: 'string', enum: [tag.value] } };
}

/** `$nil`, which is only ever true (VO-2). */
export function nilSchema(): Schema {
  return { type: 'boolean', enum: [true] };
}

/** `$anyAttributes` (AN-4): every value is text. */
export function anyAttributesSchema(): Schema {
  return { type: 'object', additionalProperties: { type: 'string' } };
}

/** An array with its bounds; a maximum that is hardly a bound is left out (CM-6). */
export function arraySchema(items: Schema, min: number, max: number): Schema {
  return {
    type: 'array',
    ...(min > 0 ? { minItems: min } : {}),
    ...(max <= MAX_ITEMS ? { maxItems: max } : {}),
    items,
  };
}

/** The largest `maxItems` that is written (CM-6). */
export const MAX_ITEMS = 10_000;

/** Properties under names that a stranger chose: `__proto__` is a name like any other (VO-5). */
export function emptyProperties(): Record<string, Schema> {
  return Object.create(null) as Record<string, Schema>;
}
