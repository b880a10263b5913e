import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { plainLine } from './visible-text.js';

/** The types of a message in a compact notation. */
export interface TypeNotation {
  /** The message itself: `{userId: long, filter?: Filter}`. */
  readonly root: string;
  /** Its named types, nearest to the root first: `Filter = {…}`. */
  readonly types: readonly string[];
  /** The names of omitted types. */
  readonly omitted: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

const DEEPEST = 24;
const MAX_VALUES = 40;
const MAX_PATTERN_CHARACTERS = 60;
const PREFIX = '#/$defs/';

/**
 * Writes a schema of the mapper for a model in few tokens: XSD names for simple types, `?` for optional members, `[]` for
 * arrays, `|` between alternatives, `/…/` for a pattern.
 *
 * @param budget the maximum number of characters of the root and the types together; a longer root is truncated
 * @param from the names of the types to start with instead of the root
 * @param nameOf returns the name by which a member is shown. Default: its key
 */
export function typeNotation(
  schema: JsonSchema,
  budget: number,
  from?: readonly string[],
  nameOf: (key: string) => string = (key) => key,
): TypeNotation {
  const definitions = (schema['$defs'] ?? {}) as Readonly<Record<string, Schema>>;
  const queue: string[] = [];
  const seen = new Set<string>();
  const refer = (name: string): void => {
    if (seen.has(name) || !Object.hasOwn(definitions, name)) return;
    seen.add(name);
    queue.push(name);
  };
  const root = from === undefined ? cut(render(schema, { refer, nameOf }, 0), budget) : '';
  for (const name of from ?? []) refer(name);
  let room = budget - root.length;
  const types: string[] = [];
  const omitted: string[] = [];
  for (const name of queue) {
    // The references of an omitted type are listed when that type is requested.
    if (room <= 0) {
      omitted.push(name);
      continue;
    }
    const found: string[] = [];
    const text = `${name} = ${render(definitions[name] as Schema, { refer: (each) => void found.push(each), nameOf }, 0)}`;
    if (text.length > room && types.length + root.length > 0) {
      omitted.push(name);
      continue;
    }
    types.push(cut(text, Math.max(room, 1)));
    room -= text.length + 1;
    for (const each of found) refer(each);
  }
  return { root, types, omitted };
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, Math.max(0, longest - 1))}…`;
}

/** How references and members are written. */
interface Writing {
  /** Receives the name of each type that the text mentions. */
  readonly refer: (name: string) => void;
  readonly nameOf: (key: string) => string;
}

function render(schema: Schema, writing: Writing, depth: number): string {
  if (depth > DEEPEST) return '…';
  const reference = schema['$ref'];
  if (typeof reference === 'string' && reference.startsWith(PREFIX)) {
    const name = reference.slice(PREFIX.length);
    writing.refer(name);
    return name;
  }
  if ('const' in schema) return JSON.stringify(schema['const']);
  const values = schema['enum'];
  if (Array.isArray(values)) return enumeration(values);
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives) && schema['properties'] === undefined && schema['type'] !== 'array') {
    return [...new Set(alternatives.map((each) => render(each as Schema, writing, depth + 1)))].join(' | ');
  }
  const { type } = schema;
  if (Array.isArray(type) && (type[0] === 'array' || type[0] === 'object') && type[1] === 'null')
    return `${render({ ...schema, type: type[0] }, writing, depth)} | null`;
  switch (type) {
    case 'object':
      return object(schema, writing, depth);
    case 'array':
      return array(schema, writing, depth);
    case undefined:
      return schema['properties'] === undefined ? 'any' : object(schema, writing, depth);
    default:
      return scalar(schema);
  }
}

function object(schema: Schema, writing: Writing, depth: number): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const members = properties.map(
    ([name, each]) =>
      `${key(writing.nameOf(name))}${required.has(name) ? '' : '?'}: ${render(each, writing, depth + 1)}`,
  );
  if (schema['additionalProperties'] !== false) members.push('…');
  const clauses = [schema, ...((schema['allOf'] ?? []) as readonly Schema[])];
  const choices = clauses.flatMap((clause) => choice(clause, writing) ?? []);
  return `{${members.join(', ')}}${choices.length === 0 ? '' : ` with ${choices.join(' and ')}`}`;
}

/** The keys of a choice that requires one of them; the schema shows other clauses. */
function choice(clause: Schema, { nameOf }: Writing): string | undefined {
  const branches = clause['oneOf'] as readonly Schema[] | undefined;
  if (branches === undefined) return undefined;
  const keys = branches.map((branch) => (branch['required'] as readonly string[] | undefined)?.[0]);
  const named = keys.filter((name) => name !== undefined).map(nameOf);
  return named.length < 2
    ? undefined
    : `${keys.length > named.length ? 'at most one' : 'one'} of ${named.join(' | ')}`;
}

function array(schema: Schema, writing: Writing, depth: number): string {
  const items = render((schema['items'] ?? {}) as Schema, writing, depth + 1);
  const least = schema['minItems'] as number | undefined;
  const most = schema['maxItems'] as number | undefined;
  const range = least === undefined && most === undefined ? '' : `${least ?? 0}..${most ?? ''}`;
  return `${/^[\w.]+$/.test(items) ? items : `(${items})`}[${range}]`;
}

function enumeration(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => plainLine(JSON.stringify(value), 80));
  return shown.join(' | ') + (values.length > MAX_VALUES ? ` | … (${values.length} values)` : '');
}

function scalar(schema: Schema): string {
  const { type, maxLength, minimum, maximum } = schema;
  const name = (schema['x-xsd-type'] ?? (Array.isArray(type) ? type.join(' | ') : type)) as string;
  const [pattern] = (schema['x-xsd-pattern'] ?? []) as readonly string[];
  const length = typeof maxLength === 'number' ? `(≤${maxLength})` : '';
  const range =
    schema['x-xsd-type'] !== undefined && isOwnBound(name, minimum, maximum)
      ? `(${minimum ?? ''}..${maximum ?? ''})`
      : '';
  return (
    name + length + range + (pattern === undefined ? '' : ` /${plainLine(pattern, MAX_PATTERN_CHARACTERS)}/`)
  );
}

/** Omits the bounds that follow from the type. */
const OF_TYPE = new Set([
  0, 1, -1, 255, 127, -128, 65535, 32767, -32768, 4294967295, 2147483647, -2147483648,
]);

function isOwnBound(name: string, minimum: unknown, maximum: unknown): boolean {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  return bounds.length > 0 && (name === 'decimal' || bounds.some((bound) => !OF_TYPE.has(bound as number)));
}

function key(name: string): string {
  return /^[\w$@.-]+$/.test(name) ? name : JSON.stringify(name);
}
