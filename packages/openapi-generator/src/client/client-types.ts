import type { OperationObject } from 'openapi3-ts/oas31';
import type { OpenAPI31Object } from '../generate.js';
import { documentationOf } from '../operation.js';
import { declaredFaultsOf } from '../schema/declared-faults.js';
import { componentOf, type DocumentSchema, type DocumentSchemas } from '../schema/document-schema.js';
import { docComment } from '../types/doc-comment.js';
import { createTypeNames } from '../types/type-names.js';
import { printType, propertyKey, type TypeNames } from '../types/type-text.js';

/** The types of a service as declarations of a module. */
export interface ClientTypes {
  /** One declaration for each component that an input, a result or a fault detail needs, and `Operations`. */
  readonly declarations: readonly string[];
  /** The declared faults with the type of their detail, as text. */
  readonly faults: readonly { readonly name: string; readonly detail: string }[];
  /** Identifiers that the declarations use. */
  readonly taken: ReadonlySet<string>;
}

/** The schemas of one operation. */
interface OperationSchemas {
  readonly operation: string;
  readonly documentation: string | undefined;
  readonly input: string;
  readonly result: string;
  readonly faults: ReadonlyMap<string, DocumentSchema>;
}

/** Prints the types of a generated document. Equal documents give equal text. */
export function clientTypes(
  document: OpenAPI31Object,
  wide: TypeNames['wide'],
  texts: TypeNames['texts'] = {},
): ClientTypes {
  const schemas = (document.components?.schemas ?? {}) as DocumentSchemas;
  const operations = operationsOf(document, schemas);
  const used = reachable(
    operations.flatMap(({ input, result, faults }) => [
      { $ref: input },
      { $ref: result },
      ...faults.values(),
    ]),
    schemas,
  );
  const components = Object.keys(schemas).filter((each) => used.has(each));
  const identifiers = createTypeNames(components);
  const names: TypeNames = {
    nameOf: (reference) => identifiers.get(componentOf(reference)) ?? 'unknown',
    wide,
    texts,
  };
  const declarations = components.flatMap((component) => {
    const schema = schemas[component] ?? {};
    const name = identifiers.get(component) ?? component;
    const type = printType(schema, names, '');
    const isInterface = type.startsWith('{') && schema.type === 'object';
    return [
      ...docComment(schema.description, ''),
      isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`,
      '',
    ];
  });
  const faults = new Map<string, Set<string>>();
  for (const [name, detail] of operations.flatMap((each) => [...each.faults])) {
    faults.set(name, (faults.get(name) ?? new Set()).add(printType(detail, names, '  ')));
  }
  return {
    declarations: [
      ...declarations,
      '/** Every operation: what goes in, and what comes out. */',
      'export interface Operations {',
      ...operations.flatMap(({ operation, documentation, input, result }) => [
        ...docComment(documentation, '  '),
        `  ${propertyKey(operation)}: { input: ${names.nameOf(input)}; result: ${names.nameOf(result)} };`,
      ]),
      '}',
      '',
    ],
    // Two operations may declare faults with one name and different details.
    faults: [...faults].map(([name, details]) => ({ name, detail: [...details].join(' | ') })),
    taken: new Set([...identifiers.values(), 'Operations']),
  };
}

function operationsOf(document: OpenAPI31Object, schemas: DocumentSchemas): OperationSchemas[] {
  return Object.entries(document.paths as Record<string, { post?: PostOperation }>).flatMap(
    ([path, { post }]) => {
      if (post === undefined) return [];
      const response = schemas[componentOf(referenceOf(post.responses?.['200']))];
      const { names, details } = declaredFaultsOf(post.responses, schemas);
      return [
        {
          operation: decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)),
          documentation: documentationOf(post as OperationObject),
          input: referenceOf(post.requestBody),
          result: response?.properties?.['result']?.$ref ?? '',
          faults: new Map(names.map((name) => [name, { type: 'object', properties: details }])),
        },
      ];
    },
  );
}

interface PostOperation {
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
}

function referenceOf(holder: unknown): string {
  const { content } = (holder ?? {}) as { content?: Record<string, { schema?: { $ref?: string } }> };
  return content?.['application/json']?.schema?.$ref ?? '';
}

/** The components that schemas refer to, directly or not. */
function reachable(roots: readonly DocumentSchema[], schemas: DocumentSchemas): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [...roots];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const { $ref } = next as DocumentSchema;
    if (typeof $ref === 'string') {
      const component = componentOf($ref);
      if (!found.has(component)) {
        found.add(component);
        waiting.push(schemas[component]);
      }
    }
    waiting.push(...Object.values(next));
  }
  return found;
}
