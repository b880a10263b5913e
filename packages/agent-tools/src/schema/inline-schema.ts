import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { REFERENCE } from './plain-root.js';
import { plainLine } from './visible-text.js';

type Schema = Readonly<Record<string, unknown>>;

/** The maximum number of members of an inlined schema. References beyond are described in words. */
const MAX_MEMBERS = 1_000;
/** How often a type may contain itself before it is described in words. */
const MAX_REPEATS = 1;
const MAX_NAMES = 12;

/** A reference that is still to be replaced, in the object that gets the schema. */
interface Pending {
  readonly target: Record<string, unknown>;
  readonly name: string;
  /** The types around it. */
  readonly around: readonly string[];
}

/**
 * Replaces the references of a schema by the types that they lead to, level by level, so that the types near the top are there as a whole.
 * A type that contains itself again, and everything beyond a number of members, becomes an object that is described in words: the schema
 * admits every value that the given one admits, and the mapper judges the call.
 */
export function inlineSchema(root: JsonSchema): JsonSchema {
  const { $defs = {}, ...top } = root as Schema;
  const definitions = $defs as Readonly<Record<string, Schema>>;
  const pending: Pending[] = [];
  let members = 0;

  const copy = (schema: unknown, around: readonly string[]): unknown => {
    if (Array.isArray(schema)) return schema.map((each) => copy(each, around));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref, ...others } = schema as Schema;
    const made: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(others)) {
      if (keyword === 'enum' || keyword === 'const' || keyword === 'default') made[keyword] = value;
      else if (keyword === 'properties') made[keyword] = copyMembers(value as object, around);
      else made[keyword] = copy(value, around);
    }
    if (typeof $ref === 'string' && $ref.startsWith(REFERENCE))
      pending.push({ target: made, name: $ref.slice(REFERENCE.length), around });
    return made;
  };
  const copyMembers = (schemas: object, around: readonly string[]): unknown => {
    const entries = Object.entries(schemas);
    members += entries.length;
    return Object.fromEntries(entries.map(([key, schema]) => [key, copy(schema, around)]));
  };

  const made = copy(top, []) as JsonSchema;
  // Grows while it is read.
  for (const { target, name, around } of pending) {
    const definition = Object.hasOwn(definitions, name) ? (definitions[name] as Schema) : {};
    const repeats = around.filter((each) => each === name).length;
    const isKept = repeats <= MAX_REPEATS && members < MAX_MEMBERS;
    const type = isKept ? copy(definition, [...around, name]) : inWords(name, definition);
    // A keyword beside a reference, such as a description, is about this member and stays.
    Object.assign(target, { ...(type as object), ...target });
  }
  return made;
}

/** An open object with the names of its members in words. */
function inWords(name: string, { type, properties = {}, required = [] }: Schema): Schema {
  const names = Object.keys(properties as object);
  const needed = new Set(required as readonly string[]);
  const shown = names.slice(0, MAX_NAMES).map((key) => (needed.has(key) ? key : `${key}?`));
  const more = names.length > MAX_NAMES ? ', …' : '';
  const what = names.length === 0 ? '' : `: {${shown.join(', ')}${more}}`;
  return {
    ...(type === 'object' && { type }),
    description: plainLine(`${name}${what}`, 300),
  };
}
