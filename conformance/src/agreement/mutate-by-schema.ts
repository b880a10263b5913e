import type { Draw } from '../laws/draw.js';
import type { DrawnValue } from './draw-by-schema.js';
import { type Mutation, respellingsOf } from './mutate-spelling.js';
import type { PublishedSchema } from './published-schema.js';

type Container = Record<string, unknown> | unknown[];

/**
 * Introduces one error, or another spelling: a key removed or added, another type, a value that violates its facets, redundant
 * content.
 */
export function mutate(draw: Draw, { json, places }: DrawnValue): Mutation | undefined {
  const copy = structuredClone(json);
  const path = draw.pick([...places.keys()]);
  const schema = places.get(path) ?? {};
  const { holder, key, value } = at(copy, path);
  const wrongs = [...wrongsOf(value, schema), ...respellingsOf(value, schema)];
  if (wrongs.length === 0) return undefined;
  const wrong = draw.pick(wrongs);
  if (holder === undefined) return { what: `the root ${wrong.what}`, json: wrong.json };
  (holder as Record<string, unknown>)[key] = wrong.json;
  return { what: `${path} ${wrong.what}`, json: copy };
}

function wrongsOf(value: unknown, schema: PublishedSchema): Mutation[] {
  const wrongs: Mutation[] = [];
  const add = (what: string, json: unknown): void => void wrongs.push({ what, json });
  if (Array.isArray(value)) {
    add('as an object', { wrong: 1 });
    add('as text', 'wrong');
    const { minItems = 0, maxItems } = schema;
    if (minItems > 0) add('with too few items', value.slice(0, minItems - 1));
    if (maxItems !== undefined && value.length > 0) {
      add(
        'with too many items',
        Array.from({ length: maxItems + 1 }, (_, i) => value[i % value.length]),
      );
    }
    return wrongs;
  }
  if (typeof value === 'object' && value !== null) {
    add('with an unknown key', { ...value, 'not a key': 1 });
    add('as text', 'wrong');
    add('as an array', [value]);
    for (const key of schema.required ?? []) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      add(`without ${key}`, others);
    }
    return wrongs;
  }
  add('as an object', { wrong: 1 });
  add('as an array', [['wrong']]);
  if (typeof value !== 'boolean') add('as true', true);
  if (typeof value === 'number') {
    add('as text', 'wrong');
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    if (minimum !== undefined) add('under its minimum', minimum - 1);
    if (maximum !== undefined) add('over its maximum', maximum + 1);
    if (exclusiveMinimum !== undefined) add('at its exclusive minimum', exclusiveMinimum);
    if (exclusiveMaximum !== undefined) add('at its exclusive maximum', exclusiveMaximum);
    if (schema.type === 'integer') add('with a fraction', value + 0.5);
  }
  if (typeof value === 'string') {
    add('as a number', 12.5);
    const { minLength = 0, maxLength, pattern } = schema;
    if (minLength > 0) add('too short', [...value].slice(0, minLength - 1).join(''));
    if (maxLength !== undefined && maxLength < 10_000) add('too long', value.padEnd(maxLength + 1, 'x'));
    if (pattern !== undefined) add('against its pattern', `${value}\u00a7 no match`);
    if (schema.enum !== undefined) add('not in its enumeration', 'not in the list');
  }
  return wrongs;
}

function at(json: unknown, path: string): { holder: Container | undefined; key: string; value: unknown } {
  let holder: Container | undefined;
  let key = '';
  let value = json;
  for (const token of path.split('/').slice(1)) {
    holder = value as Container;
    key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    value = (holder as Record<string, unknown>)[key];
  }
  return { holder, key, value };
}
