/** A JSON Schema, as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: 'string' };
export const INTEGER: Schema = { type: 'integer' };
export const BOOLEAN: Schema = { type: 'boolean' };
/** RFC 3339, UTC. */
export const INSTANT: Schema = { type: 'string', format: 'date-time' };
/** Any JSON value. */
export const ANY: Schema = {};

/** A closed object. Members of `optional` may be missing; all others are always there. */
export function object(
  members: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    // OpenAPI 3.0 has no empty list of them.
    ...(Object.keys(members).length === 0 ? {} : { required: Object.keys(members) }),
    properties: { ...members, ...optional },
  };
}

export function list(items: Schema): Schema {
  return { type: 'array', items };
}

export function oneOfThese(values: readonly (string | null)[]): Schema {
  return { enum: values };
}

/** The schema, or null. */
export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** A component of the description of the API. */
export function component(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object without members: the answer of a change that has nothing to tell. */
export const EMPTY_OBJECT: Schema = object({});
