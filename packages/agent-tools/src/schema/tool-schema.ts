import {
  type CompiledOperation,
  isSchemaSizeError,
  type JsonSchema,
  type JsonSchemaOptions,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { inlineSchema } from './inline-schema.js';
import { aliasOf, isHashedAlias } from './key-alias.js';
import { plainRoot } from './plain-root.js';
import type { SchemaForm } from './schema-form.js';
import { plainLine } from './visible-text.js';

/** The maximum length, in characters, of a description inside a schema. */
const MAX_DESCRIPTION_CHARACTERS = 200;
/** The maximum length of a key in the description of a member that has an alias. */
const MAX_KEY_CHARACTERS = 120;

/** Number types whose values all fit into a double. */
const NARROW = new Set(['int', 'short', 'byte', 'unsignedInt', 'unsignedShort', 'unsignedByte']);

const INTEGER_TEXT = '^[+-]?[0-9]+$';
/** A decimal with `fractionDigits` 0, which a service may still write as `5.00`. */
const WHOLE_TEXT = '^[+-]?[0-9]+(\\.0*)?$';
const NUMBER_TEXT = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?$';

/** Keywords that hold one schema, a list of them, or one per name. */
const SINGLE = new Set([
  'items',
  'not',
  'additionalProperties',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NAMED = new Set(['$defs', 'patternProperties', 'dependentSchemas']);

/** A call may also contain null wherever a value may be absent (NL-2). Tool schemas do not say so, because a model pays for every token. */
export const NULLS: JsonSchemaOptions = { nulls: 'nil' };

/** The maximum number of members in the schema of a described message: far more than fit into a text for a model. */
const MAX_DESCRIBED = 20_000;

/** Returns the schema of a message that is to be described; `undefined` if it is too large. */
export function describedSchema(
  operation: Pick<CompiledOperation, 'jsonSchema'>,
  message: 'input' | 'output',
): JsonSchema | undefined {
  return unlessTooLarge(() => operation.jsonSchema(message, { ...NULLS, most: MAX_DESCRIBED }));
}

/** The maximum number of operations whose schemas are kept: those of calls that are explained. */
const MAX_RECENT = 8;
/** Writing the schema of an input with thousands of members takes up to 100 milliseconds. */
const recent = new Map<object, JsonSchema | undefined>();

/** Returns the schema of the input of an operation like `describedSchema`. Those that were asked for last are kept. */
export function recentInputSchema(operation: Pick<CompiledOperation, 'jsonSchema'>): JsonSchema | undefined {
  const schema = recent.has(operation) ? recent.get(operation) : describedSchema(operation, 'input');
  recent.delete(operation);
  recent.set(operation, schema);
  const [oldest] = recent.keys();
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  return schema;
}

/** Returns the result of `make`, or `undefined` if it exceeds the maximum number of members of a schema. */
export function unlessTooLarge<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (isSchemaSizeError(error)) return undefined;
    throw error;
  }
}

/**
 * Converts the schema of an input for a tool: JSON Schema 2020-12 with an object at its root, closed, with references within the document,
 * and in the form that the APIs of models take.
 *
 * - A number that a double may not hold is a number *or* a string: clients that parse JSON into doubles send and show it as text.
 * - Notes about XML (`x-xsd-…`) are left out and documentation is truncated, because a model pays for every token.
 * - Members have their aliases (`aliasOf`), and what is combined at the root is described there (`plainRoot`).
 */
export function toolSchema(schema: JsonSchema): JsonSchema {
  return plainRoot(converted(schema, aliasOf));
}

/**
 * Returns the schema of structured content: the result, or an object with `$soapstone` alone. The latter is returned by a dry run, and for
 * a response that violates the WSDL. No result has this key, because only reserved keys begin with `$`.
 *
 * Members have their keys, as results do. Clients check results against it; the APIs of models never see it.
 *
 * @param form `inline` has no references; the others are the same. Default `full`
 */
export function resultSchema(schema: JsonSchema, form: SchemaForm = 'full'): JsonSchema {
  const made = converted(schema, (key) => key);
  const { $defs, ...exact } = form === 'inline' ? inlineSchema(made) : made;
  return {
    type: 'object',
    anyOf: [exact, { required: ['$soapstone'] }],
    ...defined({ $defs }),
  };
}

type NameOf = (key: string) => string;

function converted(schema: JsonSchema, nameOf: NameOf): JsonSchema {
  const { $schema: _dialect, ...root } = convert(schema, nameOf) as Record<string, unknown>;
  return { type: 'object', ...root };
}

/** Recursion is safe: the mapper's schemas do not nest deeply, because they refer to objects by name. */
function convert(schema: unknown, nameOf: NameOf): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const made: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-xsd-')) continue;
    if (keyword === 'description' && typeof value === 'string')
      made[keyword] = plainLine(value, MAX_DESCRIPTION_CHARACTERS);
    else if (keyword === 'required' && Array.isArray(value)) made[keyword] = value.map(nameOf);
    else if (keyword === 'properties') made[keyword] = convertMembers(value, nameOf);
    else if (SINGLE.has(keyword)) made[keyword] = convert(value, nameOf);
    else if (LIST.has(keyword) && Array.isArray(value))
      made[keyword] = value.map((each) => convert(each, nameOf));
    else if (NAMED.has(keyword)) made[keyword] = convertEach(value, nameOf);
    else made[keyword] = value;
  }
  return withText(made, (schema as { readonly 'x-xsd-type'?: unknown })['x-xsd-type']);
}

/** `fromEntries` creates an own property for any name, even `__proto__`. */
function convertEach(schemas: unknown, nameOf: NameOf): unknown {
  return Object.fromEntries(
    Object.entries(schemas as object).map(([name, schema]) => [name, convert(schema, nameOf)]),
  );
}

/** A member whose alias does not show its key is described by the key. */
function convertMembers(members: unknown, nameOf: NameOf): unknown {
  return Object.fromEntries(
    Object.entries(members as object).map(([key, schema]) => {
      const made = convert(schema, nameOf);
      const name = nameOf(key);
      return [name, name !== key && isHashedAlias(name) ? describedBy(key, made) : made];
    }),
  );
}

function describedBy(key: string, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { description } = schema as { readonly description?: unknown };
  const text = plainLine(key, MAX_KEY_CHARACTERS);
  return { ...schema, description: typeof description === 'string' ? `${text}: ${description}` : text };
}

/** Lets a number that a double may not hold be a string too. A nullable number has a list of types. */
function withText(schema: Record<string, unknown>, xsdType: unknown): Record<string, unknown> {
  const types = [schema['type']].flat();
  const number = types.find((type) => type === 'integer' || type === 'number');
  if (number === undefined || types.includes('string') || NARROW.has(xsdType as string)) return schema;
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return schema;
  const whole = xsdType === 'decimal' ? WHOLE_TEXT : INTEGER_TEXT;
  return {
    ...schema,
    type: types.flatMap((type) => (type === number ? [type, 'string'] : [type])),
    pattern: number === 'integer' ? whole : NUMBER_TEXT,
  };
}
