import { assertOptions, flag, members } from '@soapstone/soap-model/options';
import { documentArgument } from '../arguments.js';
import type { OpenAPI31Object } from '../generate.js';
import { componentOf, type DocumentSchema, type DocumentSchemas } from '../schema/document-schema.js';
import { docComment } from './doc-comment.js';
import { createTypeNames } from './type-names.js';
import { printType, propertyKey, type WideNumbers } from './type-text.js';

const typeOptions = members<TypeOptions>({ values: flag });

const ABOUT_NUMBERS: Readonly<Record<WideNumbers, readonly string[]>> = {
  number: [
    '// Of the JSON of a gateway. Numbers that a double cannot hold (xs:long, xs:decimal) are `number` here; where that is too',
    '// narrow, make the types and call the gateway with `numbers: "string"`.',
  ],
  exact: [
    '// Of the values that the mapper gives and takes. A `JsonNumber` has the digits that a double cannot hold.',
  ],
  bigint: ['// Of the values that the mapper gives and takes with `numbers: "bigint"`.'],
};

/** The types of one operation, by the names of their components. */
interface OperationTypes {
  readonly input: string;
  readonly result: string;
  readonly response: string;
  readonly error: string;
}

/** The use of the types. */
export interface TypeOptions {
  /**
   * Types of the values that the mapper's `fromXml` returns and `toXml` accepts, instead of those of the JSON that a gateway sends: numbers
   * that a double cannot hold are `number | JsonNumber`, or `bigint` if the document was generated with `numbers: 'bigint'`. Default false.
   */
  readonly values?: boolean | undefined;
}

/**
 * Prints a document as TypeScript declarations: one type per component, and `Operations`, which lists the input and output
 * of each operation. Equal documents give equal text.
 *
 * Throws `OptionError` for a value that is not a document and for an unknown option.
 *
 * @param document the result of `generateOpenApi` for a mapper with the same `numbers`
 * @example
 * ```ts
 * const document = generateOpenApi(createMapper(model, { numbers: 'bigint' }), { ...options, numbers: 'bigint' });
 * await writeFile('users.ts', printTypes(document, { values: true }));
 * ```
 */
export function printTypes(document: OpenAPI31Object, options: TypeOptions = {}): string {
  assertOptions(documentArgument, document, 'printTypes', 'document');
  assertOptions(typeOptions, options, 'printTypes');
  const schemas = (document.components?.schemas ?? {}) as DocumentSchemas;
  const names = createTypeNames(Object.keys(schemas));
  const nameOf = (reference: string): string => names.get(componentOf(reference)) ?? 'unknown';
  const wide = options.values === true ? wideNumbersOf(document) : 'number';
  const lines = [
    `// Types of ${oneLine(document.info.title)}, made by \`soapstone types\`. Do not edit: make them anew.`,
    '//',
    ...ABOUT_NUMBERS[wide],
    '// In fields of xs:float and xs:double, "NaN", "INF" and "-INF" may appear.',
    '',
    ...(wide === 'exact' ? ["import type { JsonNumber } from '@soapstone/json-xml-mapper';", ''] : []),
  ];
  for (const [component, schema] of Object.entries(schemas)) {
    const name = names.get(component) ?? component;
    const type = printType(schema, { nameOf, wide }, '');
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

/** The number mode, from `x-soap` of the document. */
function wideNumbersOf(document: OpenAPI31Object): WideNumbers {
  const operations = Object.values(document.paths) as { post?: { 'x-soap'?: { numbers?: unknown } } }[];
  return operations.some(({ post }) => post?.['x-soap']?.numbers === 'bigint') ? 'bigint' : 'exact';
}

function isObject(schema: DocumentSchema): boolean {
  return schema.type === 'object';
}

function operationsOf(
  document: OpenAPI31Object,
  schemas: DocumentSchemas,
  nameOf: (reference: string) => string,
): [string, OperationTypes][] {
  const found: [string, OperationTypes][] = [];
  for (const { post } of Object.values(document.paths)) {
    if (post?.operationId === undefined) continue;
    const response = schemaReference(post.responses?.['200']);
    const { result: pointer = '/result' } = (post['x-soap'] ?? {}) as { result?: string };
    const member = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    const enclosed = schemas[componentOf(response)]?.properties?.[member]?.$ref ?? '';
    found.push([
      post.operationId,
      {
        input: nameOf(schemaReference(post.requestBody)),
        result: nameOf(pointer === '' ? response : enclosed),
        response: nameOf(response),
        error: nameOf(schemaReference(post.responses?.['502'])),
      },
    ]);
  }
  return found;
}

/** The schema of the only media type of a request or response body. */
function schemaReference(holder: unknown): string {
  const { content = {} } = (holder ?? {}) as { content?: Record<string, { schema?: { $ref?: string } }> };
  return Object.values(content)[0]?.schema?.$ref ?? '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
