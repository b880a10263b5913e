import type { Draw } from '../laws/draw.js';
import { drawText } from './draw-text.js';
import type { PublishedSchema, PublishedSchemas } from './published-schema.js';

/** A value, and the schema that each of its parts was drawn from, by JSON Pointer. */
export interface DrawnValue {
  readonly json: unknown;
  readonly places: ReadonlyMap<string, PublishedSchema>;
}

/** The depth to which optional members are drawn. */
const DEPTH = 5;
const TRIES = 12;

/** Draws a value from a published schema; ajv decides whether it is valid. */
export function drawBySchema(draw: Draw, schema: PublishedSchema, published: PublishedSchemas): DrawnValue {
  const places = new Map<string, PublishedSchema>();

  const value = (raw: PublishedSchema, path: string, depth: number): unknown => {
    const resolved = published.resolve(raw);
    const only =
      resolved.allOf?.length === 1 && resolved.properties === undefined ? resolved.allOf[0] : undefined;
    if (only?.$ref !== undefined) return value(only, path, depth);
    places.set(path, resolved);
    if (resolved.const !== undefined) return resolved.const;
    if (resolved.enum !== undefined) return draw.pick(resolved.enum);
    const types = typeof resolved.type === 'string' ? [resolved.type] : (resolved.type ?? []);
    const alternatives = types.length === 0 ? (resolved.anyOf ?? resolved.oneOf) : undefined;
    if (alternatives !== undefined) return value(draw.pick(shallowest(alternatives, depth)), path, depth);
    const type = types.length === 0 ? 'any' : draw.pick(types);
    switch (type) {
      case 'object':
        return object(resolved, path, depth);
      case 'array': {
        const { minItems = 0, maxItems = minItems + 3, items = {} } = resolved;
        const count = depth > DEPTH ? minItems : draw.int(minItems, Math.min(maxItems, minItems + 3));
        return Array.from({ length: count }, (_, index) => value(items, `${path}/${index}`, depth + 1));
      }
      case 'integer':
      case 'number':
        return drawNumber(draw, resolved, type === 'integer');
      case 'boolean':
        return draw.chance(2);
      case 'null':
        return null;
      case 'string':
        return drawText(draw, resolved);
      default:
        return draw.pick<unknown>(['text', '', { '@a': 'b', $content: ['text'] }]);
    }
  };

  /** Beyond the depth, alternatives without an object are preferred. */
  const shallowest = (
    alternatives: readonly PublishedSchema[],
    depth: number,
  ): readonly PublishedSchema[] => {
    if (depth <= DEPTH) return alternatives;
    const flat = alternatives.filter((each) => published.resolve(each).type !== 'object');
    return flat.length === 0 ? alternatives : flat;
  };

  const object = (schemaOf: PublishedSchema, path: string, depth: number): Record<string, unknown> => {
    const { properties = {}, additionalProperties, minProperties = 0 } = schemaOf;
    const json = Object.create(null) as Record<string, unknown>;
    const keys = Object.keys(properties);
    for (const key of drawKeys(draw, schemaOf, keys, depth > DEPTH)) {
      json[key] = value(properties[key] ?? {}, `${path}/${pointerToken(key)}`, depth + 1);
    }
    if (typeof additionalProperties === 'object' && (minProperties > 0 || draw.chance(4))) {
      const name = draw.pick(namesIn(schemaOf.propertyNames));
      if (Object.keys(json).length === 0)
        json[name] = value(additionalProperties, `${path}/${pointerToken(name)}`, depth + 1);
    }
    return json;
  };

  return { json: value(schema, '', 0), places };
}

/** Names that a wildcard lists (AN-3), and one that most take. */
function namesIn(schema: PublishedSchema = {}): readonly string[] {
  const inside = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap(namesIn);
  return [...new Set(['{urn:any}name', ...((schema.enum ?? []) as readonly string[]), ...inside])];
}

/** Keys that go together, as the clauses of a schema say (CM-12 to CM-16); the last attempt if none of them fits. */
function drawKeys(
  draw: Draw,
  schema: PublishedSchema,
  keys: readonly string[],
  isDeep: boolean,
): readonly string[] {
  const { required = [], minProperties = 0 } = schema;
  const chosen = new Set(required);
  const isOne = minProperties === 1;
  if (isOne && keys.length > 0) return [draw.pick(keys)];
  if (!isDeep) for (const key of keys) if (draw.chance(2)) chosen.add(key);
  // Rules about keys are behind two negations (OA-11).
  const { allOf = [], anyOf, oneOf } = schema.not?.not ?? schema;
  const clauses = [...allOf, { ...(anyOf && { anyOf }), ...(oneOf && { oneOf }) }];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const broken = clauses.find((clause) => !holds(clause, chosen));
    if (broken === undefined) break;
    satisfy(draw, broken, chosen);
    for (const key of required) chosen.add(key);
  }
  return keys.filter((key) => chosen.has(key));
}

/** Changes the keys so that a clause holds: takes one of its options instead of the others, adding its keys and removing theirs. */
function satisfy(draw: Draw, clause: PublishedSchema, chosen: Set<string>): void {
  const options = clause.oneOf ?? clause.anyOf ?? [clause];
  const option = draw.pick(options);
  const removed = options.filter((each) => each !== option);
  if (option.not !== undefined) removed.push(option.not);
  for (const key of removed.flatMap((each) => [...keysOf(each)])) chosen.delete(key);
  for (const key of option.required ?? []) chosen.add(key);
  for (const need of option.allOf ?? []) {
    // Keys of the other branches, which overlap (CM-13).
    if (need.not !== undefined) for (const key of keysOf(need.not)) chosen.delete(key);
    const keys = [...keysOf(need)];
    if (keys.length > 0) chosen.add(draw.pick(keys));
  }
  if (option.required === undefined && option.anyOf !== undefined) {
    for (const key of draw.pick(option.anyOf).required ?? []) chosen.add(key);
  }
}

/** Whether a clause about keys holds. Clauses only have `required` and the logical keywords. */
function holds(clause: PublishedSchema, keys: ReadonlySet<string>): boolean {
  const count = (clause.oneOf ?? []).filter((each) => holds(each, keys)).length;
  return (
    (clause.required ?? []).every((key) => keys.has(key)) &&
    (clause.allOf ?? []).every((each) => holds(each, keys)) &&
    (clause.anyOf === undefined || clause.anyOf.some((each) => holds(each, keys))) &&
    (clause.oneOf === undefined || count === 1) &&
    (clause.not === undefined || !holds(clause.not, keys))
  );
}

function keysOf(clause: PublishedSchema): ReadonlySet<string> {
  const keys = new Set(clause.required);
  for (const each of [...(clause.allOf ?? []), ...(clause.anyOf ?? []), ...(clause.oneOf ?? [])]) {
    for (const key of keysOf(each)) keys.add(key);
  }
  return keys;
}

function drawNumber(draw: Draw, schema: PublishedSchema, isInteger: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const step = isInteger ? 1 : 0.5;
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step);
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step);
  const from = low ?? (high === undefined ? -5 : high - 10);
  const to = high ?? from + 10;
  const edge = draw.int(0, 3);
  if (edge === 0) return from;
  if (edge === 1) return to;
  const whole = draw.int(
    Math.ceil(from),
    Math.max(Math.ceil(from), Math.min(Math.floor(to), Math.ceil(from) + 1000)),
  );
  return isInteger || draw.chance(2) ? whole : Math.min(to, whole + 0.25);
}

function pointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
