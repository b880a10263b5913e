import { assertOptions, flag, members } from '@soapstone/soap-model/options';
import { documentArgument } from '../arguments.js';
import type { OpenAPI31Object } from '../generate.js';
import { componentOf, type DocumentSchema, type DocumentSchemas } from '../schema/document-schema.js';
import { docComment } from './doc-comment.js';
import { createTypeNames } from './type-names.js';
import { printType, propertyKey, type WideNumbers } from './type-text.js';

const typeOptions = members<TypeOptions>({ values: flag });

const ABOUT_NUMBERS: Readonly<Record<WideNumbers | 'string', readonly string[]>> = {
  number: [
    '// These are the types of the JSON of a gateway. Numbers of types that a double cannot hold (xs:long, xs:decimal) are `number`:',
    '// where that loses digits, generate the types and call the gateway with `numbers: "string"`. For the values that the',
    '// library returns, such as those of `fromXml`, generate them with `--values`.',
  ],
  string: [
    '// These are the types for `numbers: "string"`: numbers of types that a double cannot hold (xs:long, xs:decimal) are strings.',
  ],
  exact: [
    '// These are the types of the values that the mapper returns and accepts. A `JsonNumber` has the digits that a double cannot hold.',
  ],
  bigint: [
    '// These are the types of the values that the mapper returns and accepts with `numbers: "bigint"`.',
  ],
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
  const numbers = numbersOf(document);
  const wide = options.values === true ? WIDE_VALUES[numbers] : 'number';
  const lines = [
    `// Types of ${oneLine(document.info.title)}, made by \`soapstone types\`. Do not edit: make them anew.`,
    '//',
    ...ABOUT_NUMBERS[numbers === 'string' ? 'string' : wide],
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

type Numbers = 'number' | 'string' | 'bigint';

/** The types of wide numbers as values. In string mode no schema has such a number. */
const WIDE_VALUES: Readonly<Record<Numbers, WideNumbers>> = {
  number: 'exact',
  string: 'number',
  bigint: 'bigint',
};

/** The number mode of the mapper that the document was generated for: `x-soap` of each operation says it. */
function numbersOf(document: OpenAPI31Object): Numbers {
  const operations = Object.values(document.paths) as { post?: { 'x-soap'?: { numbers?: Numbers } } }[];
  return operations.find(({ post }) => post !== undefined)?.post?.['x-soap']?.numbers ?? 'number';
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
