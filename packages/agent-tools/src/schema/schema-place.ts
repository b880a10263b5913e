import type { JsonSchema } from '@soapstone/json-xml-mapper';

type Schema = Readonly<Record<string, unknown>>;

const PREFIX = '#/$defs/';
/** How deeply references and choices are followed, and samples made. */
const DEEPEST = 12;
/** The maximum number of alternatives of one place. */
const MAX_ALTERNATIVES = 50;

/** Returns the alternatives of a schema at a place: with references resolved, and choices as several. */
export function schemasAt(root: JsonSchema, place: readonly string[]): readonly Schema[] {
  let found = alternativesOf([root], root);
  for (const key of place) {
    const next = found.flatMap((schema) => {
      const { properties, items, additionalProperties } = schema as {
        readonly properties?: Schema;
        readonly items?: Schema;
        readonly additionalProperties?: unknown;
      };
      if (properties !== undefined && Object.hasOwn(properties, key)) return [properties[key] as Schema];
      if (items !== undefined && /^[0-9]{1,9}$/.test(key)) return [items];
      return typeof additionalProperties === 'object' && additionalProperties !== null
        ? [additionalProperties as Schema]
        : [];
    });
    found = alternativesOf(next, root);
  }
  return found;
}

function alternativesOf(schemas: readonly Schema[], root: JsonSchema): readonly Schema[] {
  const found: Schema[] = [];
  const seen = new Set<Schema>();
  const visit = (schema: unknown, depth: number): void => {
    if (typeof schema !== 'object' || schema === null || depth > DEEPEST) return;
    if (seen.has(schema as Schema) || found.length >= MAX_ALTERNATIVES) return;
    seen.add(schema as Schema);
    const { $ref, anyOf, oneOf, allOf } = schema as Schema;
    if (typeof $ref === 'string') visit(definition($ref, root), depth + 1);
    else found.push(schema as Schema);
    for (const each of [anyOf, oneOf, allOf].flat()) visit(each, depth + 1);
  };
  for (const schema of schemas) visit(schema, 0);
  return found;
}

function definition(reference: string, root: JsonSchema): unknown {
  const definitions = root['$defs'] as Schema | undefined;
  const name = reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : '';
  return definitions !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

/** The names of the members that one of the schemas has. */
export function membersOf(schemas: readonly Schema[]): ReadonlySet<string> {
  return new Set(schemas.flatMap(({ properties }) => Object.keys((properties ?? {}) as object)));
}

/** Whether one of the schemas takes a type. */
export function takes(schemas: readonly Schema[], type: string): boolean {
  return schemas.some((schema) => [schema['type']].flat().includes(type));
}

/** Returns a short value that the first of some schemas probably accepts, with required members alone. */
export function sampleOf(schemas: readonly Schema[], root: JsonSchema): unknown {
  return schemas.map((schema) => sample(schema, root, 0)).find((value) => value !== undefined);
}

function sample(schema: Schema, root: JsonSchema, depth: number): unknown {
  if (depth > DEEPEST) return undefined;
  if ('const' in schema) return schema['const'];
  const values = schema['enum'];
  if (Array.isArray(values)) return values[0];
  const inner = (each: unknown): unknown =>
    alternativesOf([each as Schema], root)
      .map((alternative) => sample(alternative, root, depth + 1))
      .find((value) => value !== undefined);
  switch ([schema['type']].flat()[0]) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Schema;
      const required = (schema['required'] ?? []) as readonly string[];
      return Object.fromEntries(
        required
          .filter((name) => Object.hasOwn(properties, name))
          .map((name) => [name, inner(properties[name])]),
      );
    }
    case 'array':
      return Array.from({ length: Math.min(20, Number(schema['minItems'] ?? 0)) }, () =>
        inner(schema['items']),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? schema['maximum'] ?? 1);
    case 'string':
      return textFor(schema);
    default:
      return undefined;
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  dateTime: '2026-01-31T12:00:00Z',
  time: '12:00:00',
  duration: 'P1D',
  gYear: '2026',
  gYearMonth: '2026-01',
  gMonth: '--01',
  gMonthDay: '--01-31',
  gDay: '---31',
  base64Binary: 'AA==',
  hexBinary: '00',
};

function textFor(schema: Schema): string {
  const type = schema['x-xsd-type'];
  if (typeof type === 'string' && Object.hasOwn(FORMATS, type)) return FORMATS[type] as string;
  return 'text'
    .padEnd(Math.min(1_000, Number(schema['minLength'] ?? 0)), 'x')
    .slice(0, Number(schema['maxLength'] ?? 1_000));
}
