import { unescapeSegment } from '../text/pointer.js';

/** The parts of an OpenAPI 3.0 document that the API reference shows. */
export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, ApiResponse>>;
  };
}

export interface PathItem {
  readonly get?: ApiOperation;
  readonly post?: ApiOperation;
  readonly put?: ApiOperation;
  readonly patch?: ApiOperation;
  readonly delete?: ApiOperation;
}

export interface ApiOperation {
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content };
  readonly responses?: Readonly<Record<string, ApiResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly content?: Content;
}

export interface ApiResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** A schema, as far as the reference reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly deprecated?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly [keyword: string]: unknown;
}

/** The path item of an operation, by the last segment of its path. */
export function pathItemOf({ paths = {} }: OpenApiDocument, operation: string): PathItem | undefined {
  return Object.entries(paths).find(([path]) => lastSegment(path) === operation)?.[1];
}

function lastSegment(path: string): string {
  const text = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A response, with its reference followed. */
export function responseOf({ components }: OpenApiDocument, response: ApiResponse): ApiResponse {
  const name = refName(response.$ref, 'responses');
  return (name !== undefined && own(components?.responses, name)) || response;
}

/** Returns the schema of the first content type. */
export function schemaOf(content: Content | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

/** The maximum length of a chain of references. */
const MAX_STEPS = 20;

/** Returns a schema with its top-level reference followed. Keywords next to a reference win over those of its target. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  let current = schema;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const name = refName(current.$ref, 'schemas');
    const target = name === undefined ? undefined : own(document.components?.schemas, name);
    if (target === undefined) return current;
    const { $ref: _, ...beside } = current;
    current = { ...target, ...beside };
  }
  return {};
}

/**
 * Returns a schema with the members of its `allOf` merged. Members that have alternatives stay in `allOf`. Each component is merged
 * once, so that circular references end.
 */
export function flatten(document: OpenApiDocument, schema: Schema, merged: Set<string> = new Set()): Schema {
  if (schema.$ref !== undefined) merged.add(schema.$ref);
  const { allOf = [], ...whole } = resolve(document, schema);
  const required = new Set(whole.required);
  const properties = { ...whole.properties };
  const choices: Schema[] = [];
  const result: Record<string, unknown> = whole;
  for (const part of allOf) {
    if (part.$ref !== undefined && merged.has(part.$ref)) continue;
    const next = flatten(document, part, merged);
    const { oneOf, anyOf, not, ...object } = next;
    if (oneOf !== undefined || anyOf !== undefined || not !== undefined) {
      const rule = { ...(oneOf && { oneOf }), ...(anyOf && { anyOf }), ...(not && { not }) };
      choices.push(next.properties === undefined ? next : rule);
      if (next.properties === undefined) continue;
    }
    choices.push(...(next.allOf ?? []));
    for (const name of next.required ?? []) required.add(name);
    Object.assign(properties, { ...next.properties, ...properties });
    for (const [keyword, value] of Object.entries(object)) result[keyword] ??= value;
  }
  if (choices.length > 0) result['allOf'] = choices;
  if (required.size > 0) result['required'] = [...required];
  if (Object.keys(properties).length > 0) result['properties'] = properties;
  return result;
}

function own<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns the name in a reference to a component; undefined for any other reference. */
export function refName(
  reference: string | undefined,
  kind: 'schemas' | 'responses' = 'schemas',
): string | undefined {
  const prefix = `#/components/${kind}/`;
  return reference?.startsWith(prefix) ? unescapeSegment(reference.slice(prefix.length)) : undefined;
}
