import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { documentArgument } from '../arguments.js';
import { assertOptions } from '../options.js';
import { componentOf, type DocumentSchema, type DocumentSchemas } from '../schema/document-schema.js';
import { docComment } from './doc-comment.js';
import { createTypeNames } from './type-names.js';
import { printType, propertyKey } from './type-text.js';

/** The types of one operation, by the names of their components. */
interface OperationTypes {
  readonly input: string;
  readonly result: string;
  readonly response: string;
  readonly error: string;
}

/**
 * TypeScript declarations of a document: one type per component, and `Operations`, which says what goes into and comes out
 * of each operation. Equal documents give equal text.
 */
export function printTypes(document: OpenAPIObject): string {
  assertOptions(documentArgument, document, 'printTypes', 'document');
  const schemas = (document.components?.schemas ?? {}) as DocumentSchemas;
  const names = createTypeNames(Object.keys(schemas));
  const nameOf = (reference: string): string => names.get(componentOf(reference)) ?? 'unknown';
  const lines = [
    `// Types of ${oneLine(document.info.title)}, made by \`soapstone types\`. Do not edit: make them anew.`,
    '//',
    '// Numbers that a double cannot hold (xs:long, xs:decimal) are `number` here; where that is too narrow, make the types and',
    '// call the gateway with `numbers: "string"`. In fields of xs:float and xs:double, "NaN", "INF" and "-INF" may appear.',
    '',
  ];
  for (const [component, schema] of Object.entries(schemas)) {
    const name = names.get(component) ?? component;
    const type = printType(schema, nameOf, '');
    lines.push(...docComment(schema.description, ''));
    lines.push(
      type.startsWith('{') && isObject(schema)
        ? `export interface ${name} ${type}`
        : `export type ${name} = ${type};`,
      '',
    );
  }
  lines.push(
    '/** Every operation: what is sent as the body of a POST, and what comes back. */',
    'export interface Operations {',
  );
  for (const [operation, types] of operationsOf(document, schemas, nameOf)) {
    const { input, result, response, error } = types;
    lines.push(
      `  ${propertyKey(operation)}: { input: ${input}; result: ${result}; response: ${response}; error: ${error} };`,
    );
  }
  lines.push('}', '');
  return lines.join('\n');
}

function isObject(schema: DocumentSchema): boolean {
  return schema.type === 'object' && schema.nullable !== true;
}

function operationsOf(
  document: OpenAPIObject,
  schemas: DocumentSchemas,
  nameOf: (reference: string) => string,
): [string, OperationTypes][] {
  const found: [string, OperationTypes][] = [];
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (post === undefined) continue;
    const operation = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    const response = jsonReference(post.responses['200']);
    const component = schemas[componentOf(response)];
    found.push([
      operation,
      {
        input: nameOf(jsonReference(post.requestBody)),
        result: nameOf(component?.properties?.['result']?.$ref ?? ''),
        response: nameOf(response),
        error: nameOf(jsonReference(post.responses['502'])),
      },
    ]);
  }
  return found;
}

function jsonReference(holder: unknown): string {
  const { content } = holder as { content?: Record<string, { schema?: { $ref?: string } }> };
  return content?.['application/json']?.schema?.$ref ?? '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
