import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { plainLine } from './visible-text.js';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that model APIs do not take at the top of a schema. Those of the second list do not combine schemas. */
const COMBINING = ['allOf', 'anyOf', 'oneOf'] as const;
const OTHERS = [
  'not',
  'enum',
  'const',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
] as const;
/** The beginning of a reference to a definition. */
export const REFERENCE = '#/$defs/';
/** The maximum number of references and alternatives on the way to the members of the top. */
const MAX_DEPTH = 16;
const MAX_NOTES = 12;
const MAX_NOTE_CHARACTERS = 300;

/**
 * Rewrites the top of a schema as a plain object: its members, those that are always required, and the rest in words, in its description.
 * It admits every value that the schema admits, and some that it does not: the mapper judges the call.
 */
export function plainRoot(root: JsonSchema): JsonSchema {
  if (![...COMBINING, ...OTHERS, '$ref'].some((keyword) => Object.hasOwn(root, keyword))) return root;
  const { $defs, description } = root as Schema;
  const flat = flatten(root, ($defs ?? {}) as Readonly<Record<string, Schema>>, 0);
  const keys = [...flat.properties.keys()];
  const required = keys.filter((key) => flat.required.has(key));
  const text = [...(typeof description === 'string' ? [description] : []), ...flat.notes.slice(0, MAX_NOTES)];
  return {
    type: 'object',
    ...(text.length > 0 && { description: text.join(' ') }),
    ...(required.length > 0 && { required }),
    ...(flat.closed && { additionalProperties: false }),
    properties: Object.fromEntries(
      [...flat.properties].map(([key, schemas]) => {
        const [only, ...more] = [...schemas.values()];
        return [key, more.length === 0 ? only : { anyOf: [only, ...more] }];
      }),
    ),
    // A choice of one member is exact where there are no others.
    ...(flat.choice?.length === keys.length && { minProperties: 1, maxProperties: 1 }),
    ...($defs !== undefined && { $defs }),
  } as JsonSchema;
}

/** The members of a schema, including those that are combined with `allOf`, `anyOf` or `oneOf`. */
interface Flat {
  /** The schemas of each member by their text: those that say the same are one. */
  readonly properties: Map<string, Map<string, unknown>>;
  readonly required: Set<string>;
  closed: boolean;
  readonly notes: string[];
  /** The members of a choice that has exactly one of them. */
  choice?: readonly string[] | undefined;
}

function flatten(given: Schema, definitions: Readonly<Record<string, Schema>>, depth: number): Flat {
  const flat: Flat = { properties: new Map(), required: new Set(), closed: false, notes: [] };
  if (depth > MAX_DEPTH) return flat;
  const { $ref } = given;
  if (typeof $ref === 'string' && $ref.startsWith(REFERENCE)) {
    const name = $ref.slice(REFERENCE.length);
    if (Object.hasOwn(definitions, name))
      add(flat, flatten(definitions[name] as Schema, definitions, depth + 1));
  }
  for (const [key, schema] of Object.entries((given['properties'] ?? {}) as object))
    addProperty(flat, key, schema);
  for (const key of (given['required'] ?? []) as readonly string[]) flat.required.add(key);
  if (given['additionalProperties'] === false) flat.closed = true;
  for (const part of schemasOf(given, 'allOf')) add(flat, flatten(part, definitions, depth + 1));
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schemasOf(given, keyword);
    if (branches.length === 0) continue;
    const flats = branches.map((branch) => flatten(branch, definitions, depth + 1));
    if (flats.some(({ properties }) => properties.size > 0)) addAlternatives(flat, flats);
    else flat.notes.push(choiceText(branches, keyword) ?? clauseText({ [keyword]: branches }));
    if (keyword === 'oneOf') flat.choice = singleKeys(branches);
  }
  for (const keyword of OTHERS) {
    if (keyword in given) flat.notes.push(clauseText({ [keyword]: given[keyword] }));
  }
  return flat;
}

function schemasOf(schema: Schema, keyword: string): readonly Schema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly Schema[]) : [];
}

function addProperty({ properties }: Flat, key: string, schema: unknown): void {
  const schemas = properties.get(key) ?? new Map<string, unknown>();
  properties.set(key, schemas);
  schemas.set(JSON.stringify(schema), schema);
}

/** Adds what holds too. */
function add(flat: Flat, more: Flat): void {
  for (const [key, schemas] of more.properties)
    for (const schema of schemas.values()) addProperty(flat, key, schema);
  for (const key of more.required) flat.required.add(key);
  if (more.closed) flat.closed = true;
  flat.notes.push(...more.notes);
}

/** Adds forms of which one holds: all their members, and of the required ones those of every form. */
function addAlternatives(flat: Flat, forms: readonly Flat[]): void {
  for (const { properties } of forms)
    for (const [key, schemas] of properties)
      for (const schema of schemas.values()) addProperty(flat, key, schema);
  const [first, ...others] = forms;
  for (const key of first?.required ?? [])
    if (others.every(({ required }) => required.has(key))) flat.required.add(key);
  if (forms.every(({ closed }) => closed)) flat.closed = true;
  const texts = forms.map(({ properties, required }) =>
    [...properties.keys()].map((key) => (required.has(key) ? key : `${key}?`)).join(', '),
  );
  flat.notes.push(plainLine(`One of these forms: {${texts.join('} or {')}}.`, MAX_NOTE_CHARACTERS));
}

/** A choice of members in words; `undefined` for other alternatives. */
function choiceText(branches: readonly Schema[], keyword: 'oneOf' | 'anyOf'): string | undefined {
  const named = branches.filter(
    (branch) => Array.isArray(branch['required']) && Object.keys(branch).length === 1,
  );
  const others = branches.filter((branch) => !named.includes(branch));
  // The branch without members of a choice that may be left out says only which members are absent.
  const isOptional =
    others.length === 1 && !('required' in (others[0] as Schema)) && !('properties' in (others[0] as Schema));
  if (named.length === 0 || (others.length > 0 && !isOptional)) return undefined;
  const count = keyword === 'anyOf' ? 'At least one' : isOptional ? 'At most one' : 'Exactly one';
  if (keyword === 'anyOf' && isOptional) return undefined;
  const keys = named.map((branch) => (branch['required'] as readonly string[]).join(' and '));
  return plainLine(`${count} of: ${keys.join(', ')}.`, MAX_NOTE_CHARACTERS);
}

function singleKeys(branches: readonly Schema[]): readonly string[] | undefined {
  const keys = branches.map((branch) => {
    const required = branch['required'] as readonly string[] | undefined;
    return Object.keys(branch).length === 1 && required?.length === 1 ? required[0] : undefined;
  });
  return keys.every((key) => key !== undefined) ? (keys as readonly string[]) : undefined;
}

function clauseText(clause: Schema): string {
  return plainLine(`Also, as JSON Schema: ${JSON.stringify(clause)}.`, MAX_NOTE_CHARACTERS);
}
