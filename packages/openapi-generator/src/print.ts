import { assertOptions, oneOf } from '@soapstone/soap-model/options';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import type { OpenAPIObject as OpenAPI31Object } from 'openapi3-ts/oas31';
import { type ScalarTag, stringify } from 'yaml';
import { documentArgument } from './arguments.js';
import { printYamlScalar } from './print-yaml-scalar.js';

/**
 * Prints a document. Equal documents give equal bytes; both forms end with a line end. The YAML loads to the same value as
 * the JSON with readers of YAML 1.1 and 1.2.
 *
 * @example
 * ```ts
 * printOpenApi(generateOpenApi(mapper, options), 'yaml'); // 'openapi: "3.0.3"\ninfo: …'
 * ```
 */
export function printOpenApi(document: OpenAPIObject | OpenAPI31Object, format: 'json' | 'yaml'): string {
  assertOptions(documentArgument, document, 'printOpenApi', 'document');
  assertOptions(oneOf('json', 'yaml'), format, 'printOpenApi', 'format');
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return stringify(document, {
    // No anchors for objects that happen to be shared, and no folding of long lines: both would depend on more than the content.
    aliasDuplicateObjects: false,
    lineWidth: 0,
    schema: 'failsafe',
    customTags: (tags) => [SCALAR, ...tags],
  });
}

/** Every scalar of a document: the library would print it for readers of YAML 1.2 alone. */
const SCALAR: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => value === null || typeof value !== 'object',
  resolve: (text) => text,
  stringify: printYamlScalar,
};
