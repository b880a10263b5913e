import type { ComponentsObject } from 'openapi3-ts/oas31';
import { componentOf, type DocumentSchema, type DocumentSchemas } from './document-schema.js';

/** The SOAP faults that an operation of a document with the gateway's contract declares. */
export interface DeclaredFaultSchemas {
  readonly names: readonly string[];
  /** The members of the detail: declared elements by key, then `$any` and `$value` for others. */
  readonly details: Readonly<Record<string, DocumentSchema>>;
}

/** Reads them from the responses of an operation. An operation without declared faults refers to a response that all share. */
export function declaredFaultsOf(
  responses: Readonly<Record<string, unknown>> | undefined,
  schemas: DocumentSchemas,
): DeclaredFaultSchemas {
  const error = schemas[componentOf(bodySchema(responses?.['502'])?.$ref ?? '')] ?? {};
  const [shared, own = error] = error.allOf ?? [];
  const { name, detail } = faultIn(own) ?? {};
  const others = faultIn(schemas[componentOf(shared?.$ref ?? '')] ?? {})?.['detail']?.properties;
  const { enum: known = [], const: only } = name ?? {};
  return {
    names: [...known, only].filter((each) => typeof each === 'string'),
    details: { ...detail?.properties, ...others },
  };
}

function faultIn(error: DocumentSchema): Readonly<Record<string, DocumentSchema>> | undefined {
  return error.properties?.['error']?.properties?.['fault']?.properties;
}

/** A request body or a response. */
interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: DocumentSchema }>>;
}

/** The schema of the only media type of a request body or a response, which may be a reference to a component. */
export function bodySchema(holder: unknown, components: ComponentsObject = {}): DocumentSchema | undefined {
  const { $ref, content } = (holder ?? {}) as Body;
  if ($ref !== undefined) {
    const { content: shared = {} } = (components.responses?.[componentOf($ref)] ?? {}) as Body;
    return Object.values(shared)[0]?.schema;
  }
  return Object.values(content ?? {})[0]?.schema;
}
