import { assertOptions } from '@soapstone/soap-model/options';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import type { OpenAPIObject as OpenAPI31Object } from 'openapi3-ts/oas31';
import { documentArgument } from './arguments.js';
import { emptyProperties } from './schema/closed-object.js';
import type { Schema } from './schema/schema-registry.js';

/** Keywords of 3.0 that have other values, or another name, in JSON Schema 2020-12. */
interface Keywords30 {
  readonly nullable?: boolean;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Json = Record<string, unknown>;

/**
 * The same document in OpenAPI 3.1, whose schemas are JSON Schema 2020-12: `null` is a type, exclusive bounds are numbers,
 * base64 is a content encoding, and a reference may be described where it stands.
 */
export function toOpenApi31(document: OpenAPIObject): OpenAPI31Object {
  assertOptions(documentArgument, document, 'toOpenApi31', 'document');
  return { ...(convert(document, false) as unknown as OpenAPI31Object), openapi: '3.1.0' };
}

/** Where schemas stand in a document. Everything else is copied as it is. */
const SCHEMA_MEMBERS: ReadonlySet<string> = new Set(['schema', 'items', 'not', 'additionalProperties']);
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
const SCHEMA_MAPS: ReadonlySet<string> = new Set(['schemas', 'properties']);
/** Values that are data: they are never looked into. */
const DATA: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'required', 'x-soap']);

/** Convert a part of a document. Recursive: a document is never nested deeply, the registry sees to that. */
function convert(value: unknown, isSchema: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, isSchema));
  if (typeof value !== 'object' || value === null) return value;
  const converted: Json = {};
  for (const [key, member] of Object.entries(value)) {
    if (DATA.has(key)) converted[key] = member;
    else if (SCHEMA_MAPS.has(key)) converted[key] = convertMap(member as Json);
    else converted[key] = convert(member, SCHEMA_MEMBERS.has(key) || SCHEMA_LISTS.has(key));
  }
  return isSchema ? to202012(converted) : converted;
}

/** The names of properties are data; their values are schemas. */
function convertMap(map: Json): Json {
  const converted = emptyProperties() as Json;
  for (const [name, schema] of Object.entries(map)) converted[name] = convert(schema, true);
  return converted;
}

function to202012(converted: Json): Schema {
  const { nullable, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = converted as Json &
    Keywords30;
  const bounds: Json = {};
  if (minimum !== undefined) bounds[exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (maximum !== undefined) bounds[exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'] = maximum;
  const schema: Schema & Json = { ...rest, ...bounds };
  if (schema.format === 'byte') {
    delete schema.format;
    schema['contentEncoding'] = 'base64';
  }
  const [only, ...others] = schema.allOf ?? [];
  if (only !== undefined && '$ref' in only && others.length === 0) {
    const { allOf: _, ...described } = schema;
    if (nullable !== true) return { ...only, ...described };
    return { ...described, anyOf: [only, { type: 'null' }] } as unknown as Schema;
  }
  return nullable === true ? withNull(schema) : schema;
}

function withNull(schema: Schema): Schema {
  if (schema.enum?.length === 1 && schema.enum[0] === null) return { type: 'null' };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  if (schema.anyOf !== undefined && schema.discriminator === undefined) {
    return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}
