import type { PublishedSchema } from './published-schema.js';

/** A changed copy of a value, and what was changed. */
export interface Mutation {
  readonly what: string;
  readonly json: unknown;
}

/** Names for wildcards: undeclared, in no namespace, or not names at all. */
const NAMES = ['{urn:undeclared}name', 'plain', '1', '{urn:x}a:b', '{}x'];
const BINARY: ReadonlySet<unknown> = new Set(['base64Binary', 'hexBinary']);

/**
 * Redundant content, or another spelling that the type allows: null, empty arrays, white space, numbers as texts, another order,
 * another name. Some of it is valid in the request but not in the document; then its normal form is (L5).
 */
export function respellingsOf(value: unknown, schema: PublishedSchema): readonly Mutation[] {
  return [{ what: 'as null', json: null }, ...spellingsOf(value, schema)];
}

function spellingsOf(value: unknown, schema: PublishedSchema): Mutation[] {
  if (Array.isArray(value)) return ofArray(value);
  if (typeof value === 'object' && value !== null) return ofObject(value as Record<string, unknown>, schema);
  if (typeof value === 'number') return [{ what: 'as its own text', json: String(value) }];
  return typeof value === 'string' ? ofText(value, schema) : [];
}

/** The order of `$content` matters (MX-3), as does that of arrays, and their length. */
function ofArray(value: readonly unknown[]): Mutation[] {
  return [
    { what: 'empty', json: [] },
    { what: 'with null in it', json: [...value, null] },
    { what: 'reversed', json: value.toReversed() },
    { what: 'without its last entry', json: value.slice(0, -1) },
    { what: 'with its first entry twice', json: [...value.slice(0, 1), ...value] },
  ];
}

function ofObject(
  value: Record<string, unknown>,
  { properties = {}, ...schema }: PublishedSchema,
): Mutation[] {
  const absent = Object.keys(properties).filter((key) => !Object.hasOwn(value, key));
  const keys = Object.keys(value);
  return [
    // Next to the chosen branch of a choice, for example (CM-12, NL-2).
    ...absent.slice(0, 4).map((key) => ({ what: `with null for ${key}`, json: { ...value, [key]: null } })),
    ...absent
      .filter((key) => properties[key]?.type === 'array')
      .slice(0, 4)
      .map((key) => ({ what: `with no entry for ${key}`, json: { ...value, [key]: [] } })),
    // An entry of a wildcard (AN-3).
    ...(typeof schema.additionalProperties === 'object' && keys.length === 1
      ? NAMES.map((name) => ({ what: `called ${name}`, json: { [name]: value[keys[0] as string] } }))
      : []),
  ];
}

function ofText(value: string, schema: PublishedSchema): Mutation[] {
  const half = Math.floor(value.length / 2);
  return [
    { what: 'between white space', json: ` ${value}\n` },
    { what: 'empty', json: '' },
    ...(schema['x-xsd-type'] === undefined ? [] : [{ what: 'as two words', json: '1 2' }]),
    ...(BINARY.has(schema['x-xsd-type'])
      ? [{ what: 'with white space in it', json: `${value.slice(0, half)} \n${value.slice(half)}` }]
      : []),
  ];
}
