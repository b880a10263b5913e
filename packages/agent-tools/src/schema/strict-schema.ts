import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { plainRoot, REFERENCE } from './plain-root.js';

type Schema = Readonly<Record<string, unknown>>;

/** Thrown for a part of a schema that has no strict form. */
class NoStrictForm extends Error {
  override readonly name = 'NoStrictForm';
}

/** The rules that a reader of a strict schema needs to know. */
const NULLS_IN_WORDS = 'Members that are left out are null.';
const COMBINING = ['allOf', 'anyOf', 'oneOf', 'not'] as const;
/** The aliases of the members for what wildcards admit. */
const WILDCARDS: ReadonlySet<string> = new Set(['soap__any', 'soap__anyAttributes']);
/** Keywords of numbers and lists that strict schemas may have. */
const KEPT = ['minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems'] as const;
const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);
/** Lookarounds, classes by Unicode properties and the like, which strict schemas may not have. */
const UNUSUAL = /\(\?|\\[^dDwWsSrnt.()[\]{}*+?|\\/^$-]/;
const MAX_PATTERN_CHARACTERS = 200;

/**
 * Rewrites the schema of a tool as OpenAI's strict functions need it: objects are closed and all of their members required, those that may
 * be left out are nullable, choices between members are described in words, and other keywords are left out. It admits every value that
 * the given schema admits, with `null` for what is left out, and more: the mapper judges the call. Only what optional wildcards admit has
 * no place in it, and the description says so.
 *
 * @returns undefined if it cannot be expressed: with untyped content, for example
 */
export function strictSchema(root: JsonSchema): JsonSchema | undefined {
  const work: Work = { root: root as Schema, reached: new Set(), omitted: new Set() };
  try {
    const { description, ...top } = strictObject(root as Schema, work);
    const definitions: [string, Schema][] = [];
    const { $defs = {} } = root as { readonly $defs?: Readonly<Record<string, Schema>> };
    // Grows while it is read.
    for (const name of work.reached) {
      if (!Object.hasOwn($defs, name)) throw new NoStrictForm();
      definitions.push([name, strict($defs[name] as Schema, work)]);
    }
    const omitted = work.omitted.size === 0 ? [] : [`Not in this form: ${[...work.omitted].join(', ')}.`];
    const said = typeof description === 'string' ? [description] : [];
    return {
      ...top,
      description: [...said, NULLS_IN_WORDS, ...omitted].join(' '),
      ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) }),
    };
  } catch (error) {
    if (error instanceof NoStrictForm) return undefined;
    throw error;
  }
}

/** A schema while it is rewritten. */
interface Work {
  readonly root: Schema;
  /** The definitions that references lead to. */
  readonly reached: Set<string>;
  /** The wildcards that have been left out. */
  readonly omitted: Set<string>;
}

/** Recursion is safe: the mapper's schemas do not nest deeply, because they refer to objects by name. */
function strict(schema: Schema, work: Work): Schema {
  const { $ref, type, items } = schema;
  // Nothing may stand beside a reference.
  if (typeof $ref === 'string') {
    work.reached.add($ref.slice(REFERENCE.length));
    return { $ref };
  }
  const types = [type].flat();
  if (types.includes('object')) {
    const object = strictObject({ ...schema, type: 'object' }, work);
    if (types.length === 1) return object;
    return withNull(object, types);
  }
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (alternatives !== undefined)
    return { ...described(schema), anyOf: alternatives.map((each) => strict(each, work)) };
  if (types.includes('array')) {
    if (typeof items !== 'object' || items === null) throw new NoStrictForm();
    const array = { ...kept(schema), type: 'array', items: strict(items as Schema, work) };
    return types.length === 1 ? array : withNull(array, types);
  }
  return scalar(schema, types);
}

/** An object or a list that may also be null; nothing else. */
function withNull(schema: Schema, types: readonly unknown[]): Schema {
  if (types.length !== 2 || !types.includes('null')) throw new NoStrictForm();
  return nullable(schema);
}

function strictObject(given: Schema, work: Work): Schema {
  const isCombined = COMBINING.some((keyword) => Object.hasOwn(given, keyword));
  const schema = isCombined
    ? (plainRoot({ ...given, $defs: work.root['$defs'] } as JsonSchema) as Schema)
    : given;
  const { properties = {}, required = [], additionalProperties } = schema;
  if (additionalProperties !== false || Object.hasOwn(schema, 'patternProperties')) throw new NoStrictForm();
  const needed = new Set(required as readonly string[]);
  const members = Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([key, each]) => {
    if (WILDCARDS.has(key) && !needed.has(key)) {
      work.omitted.add(key);
      return [];
    }
    const made = strict(each, work);
    return [[key, needed.has(key) ? made : nullable(made)] as const];
  });
  return {
    type: 'object',
    ...described(schema),
    properties: Object.fromEntries(members),
    required: members.map(([key]) => key),
    additionalProperties: false,
  };
}

function scalar(schema: Schema, types: readonly unknown[]): Schema {
  const { enum: values, const: value, pattern } = schema;
  if (value !== undefined) return { type: typeOf(value), ...described(schema), const: value };
  if (!types.every((each) => SCALARS.has(each))) throw new NoStrictForm();
  return {
    ...kept(schema),
    type: schema['type'],
    ...(values !== undefined && { enum: values }),
    ...(isUsual(pattern) && { pattern }),
  };
}

function typeOf(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value;
  if (value === null) return 'null';
  return 'number';
}

function isUsual(pattern: unknown): boolean {
  return typeof pattern === 'string' && pattern.length <= MAX_PATTERN_CHARACTERS && !UNUSUAL.test(pattern);
}

function described({ description }: Schema): Schema {
  return typeof description === 'string' ? { description } : {};
}

function kept(schema: Schema): Schema {
  const limits = KEPT.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => [
    keyword,
    schema[keyword],
  ]);
  return { ...described(schema), ...Object.fromEntries(limits) };
}

const NULL: Schema = { type: 'null' };

/** The same schema, which also takes null. */
function nullable(schema: Schema): Schema {
  const { anyOf, type, description, ...others } = schema;
  if (Array.isArray(anyOf)) {
    const takesNull = anyOf.some((each: Schema) => [each['type']].flat().includes('null'));
    return takesNull ? schema : { ...schema, anyOf: [...anyOf, NULL] };
  }
  const types = [type].flat();
  if (types.includes('null')) return schema;
  const isScalar = types.every((each) => SCALARS.has(each));
  if (isScalar && !Object.hasOwn(schema, 'enum') && !Object.hasOwn(schema, 'const'))
    return { ...schema, type: [...types, 'null'] };
  const inner = { ...(type !== undefined && { type }), ...others };
  return { ...described(schema), anyOf: [inner, NULL] };
}
