import { isJsonNumber } from '@soapstone/json-xml-mapper';
import { assertOptions, oneOf } from '@soapstone/options';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { type ScalarTag, stringify } from 'yaml';
import { documentArgument } from './arguments.js';
import type { OpenAPI31Object } from './generate.js';
import { printYamlScalar } from './print-yaml-scalar.js';

/**
 * Prints a document. Equal documents give equal bytes; both forms end with a newline. The YAML loads to the same value as
 * the JSON with readers of YAML 1.1 and 1.2. Numbers in examples keep all of their digits, including those that a double cannot hold.
 *
 * @example
 * ```ts
 * printOpenApi(generateOpenApi(mapper, options), 'yaml'); // 'openapi: "3.0.3"\ninfo: …'
 * ```
 */
export function printOpenApi(document: OpenAPIObject | OpenAPI31Object, format: 'json' | 'yaml'): string {
  assertOptions(documentArgument, document, 'printOpenApi', 'document');
  assertOptions(oneOf('json', 'yaml'), format, 'printOpenApi', 'format');
  if (format === 'json') return `${printJson(document)}\n`;
  return stringify(document, {
    // No anchors for objects that happen to be shared, and no folding of long lines: both would depend on more than the content.
    aliasDuplicateObjects: false,
    lineWidth: 0,
    schema: 'failsafe',
    customTags: (tags) => [SCALAR, ...tags],
  });
}

/** The placeholder of a number until the text is complete: JSON has no NUL outside of an escape, and no document has this text. */
const EXACT = '\u0000exact number: ';
const EXACT_IN_JSON = /"\\u0000exact number: ([^"]*)"/g;

/** `JSON.stringify` writes a number of many digits exactly only if the runtime has `JSON.rawJSON`. */
function printJson(document: OpenAPIObject | OpenAPI31Object): string {
  const text = JSON.stringify(
    document,
    function (this: Record<string, unknown>, key, value: unknown) {
      const original = this[key];
      return isJsonNumber(original) ? `${EXACT}${original.text}` : value;
    },
    2,
  );
  return text.replaceAll(EXACT_IN_JSON, '$1');
}

/** Prints every scalar of a document here: the library would print it for readers of YAML 1.2 only. */
const SCALAR: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => value === null || typeof value !== 'object' || isJsonNumber(value),
  resolve: (text) => text,
  stringify: printYamlScalar,
};
