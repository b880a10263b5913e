import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { assertOptions } from '@soapstone/soap-model/options';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { documentArgument } from './arguments.js';
import type { OpenAPI31Object } from './generate.js';
import { toSchema30 } from './schema/schema-30.js';

/** Values that are data: they are never looked into. */
const DATA: ReadonlySet<string> = new Set(['example', 'x-soap']);

/**
 * The same document in OpenAPI 3.0.3. Its schemas say less: the names under a wildcard have no keyword there (OA-9). Throws
 * `OptionError` for a value that is not a document.
 *
 * @param document what `generateOpenApi` made
 * @example
 * ```ts
 * await writeFile('users.json', printOpenApi(toOpenApi30(generateOpenApi(mapper, options)), 'json'));
 * ```
 */
export function toOpenApi30(document: OpenAPI31Object): OpenAPIObject {
  assertOptions(documentArgument, document, 'toOpenApi30', 'document');
  return { ...(convert(document) as OpenAPIObject), openapi: '3.0.3' };
}

/** Converts a part of a document, which is not a schema itself. Recursive: a document has a few levels above its schemas. */
function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (DATA.has(key)) return [key, member];
    if (key === 'schema') return [key, toSchema30(member as JsonSchema)];
    if (key === 'schemas') return [key, convertSchemas(member as Record<string, JsonSchema>)];
    return [key, convert(member)];
  });
  return Object.fromEntries(entries);
}

/** Names of components are a stranger's. */
function convertSchemas(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSchema30(schema)]));
}
