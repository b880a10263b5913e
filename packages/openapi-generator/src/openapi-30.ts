import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { assertOptions } from '@soapstone/options';
import type { LicenseObject, OpenAPIObject } from 'openapi3-ts/oas30';
import { documentArgument } from './arguments.js';
import type { OpenAPI31Object } from './generate.js';
import { toSchema30 } from './schema/schema-30.js';

/** Keywords whose values are data, which are copied unchanged. */
const DATA: ReadonlySet<string> = new Set(['example', 'x-soap']);

/**
 * Converts a document to OpenAPI 3.0.3. Its schemas say less: 3.0 has no keyword for the names under a wildcard (OA-9). Throws
 * `OptionError` for a value that is not a document.
 *
 * @param document the result of `generateOpenApi`
 * @example
 * ```ts
 * await writeFile('users.json', printOpenApi(toOpenApi30(generateOpenApi(mapper, options)), 'json'));
 * ```
 */
export function toOpenApi30(document: OpenAPI31Object): OpenAPIObject {
  assertOptions(documentArgument, document, 'toOpenApi30', 'document');
  const converted = convert(document) as OpenAPIObject;
  const { info, servers } = converted;
  return {
    ...converted,
    openapi: '3.0.3',
    info: info.license === undefined ? info : { ...info, license: licence(info.license, servers?.[0]?.url) },
  };
}

/** 3.0 has no SPDX identifiers. The address of its licence may be relative, but not have the variables of a server. */
function licence(given: LicenseObject, server = '/'): LicenseObject {
  if (!Object.hasOwn(given, 'identifier')) return given;
  return { name: given.name, url: /[{}]/.test(server) ? '/' : server };
}

/** Converts a part of a document that is not a schema itself. Recursive: a document has a few levels above its schemas. */
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

/** Component names come from strangers. */
function convertSchemas(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toSchema30(schema)]));
}
