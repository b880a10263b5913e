import type { OpenAPIObject } from 'openapi3-ts/oas30';
import type { OpenAPIObject as OpenAPI31Object } from 'openapi3-ts/oas31';
import { stringify } from 'yaml';

/** Print a document. Equal documents give equal bytes; both forms end with a line end. */
export function printOpenApi(document: OpenAPIObject | OpenAPI31Object, format: 'json' | 'yaml'): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  // No anchors for objects that happen to be shared, and no folding of long lines: both would depend on more than the content.
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}
