import type { OpenAPI31Object, OpenAPIObject } from '@soapstone/openapi-generator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A Schema Object of OpenAPI 3.1, as far as values are concerned. */
export interface PublishedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly contentEncoding?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: PublishedSchema;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | PublishedSchema;
  readonly minProperties?: number;
  readonly propertyNames?: PublishedSchema;
  readonly allOf?: readonly PublishedSchema[];
  readonly anyOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly not?: PublishedSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** `x-xsd-type`, `x-xsd-pattern` …: constraints that the dialect cannot express (OA-7). */
  readonly [extension: `x-xsd-${string}`]: unknown;
}

/** One operation as a document describes it. */
export interface PublishedOperation {
  readonly request: PublishedSchema;
  readonly response: PublishedSchema;
  /** The body of a 502. */
  readonly error: PublishedSchema;
}

/** The schemas of a document, and ajv's verdicts by them: by OpenAPI 3.1 as it is, and by 3.0, which must differ in names of members alone. */
export interface PublishedSchemas {
  operation(name: string): PublishedOperation;
  /** The schema that a reference points to. */
  resolve(schema: PublishedSchema): PublishedSchema;
  /** Explains why `json` violates the schema that `schema` refers to; `undefined` if it is valid. Throws if 3.0 disagrees with 3.1 without `propertyNames`. */
  judge(schema: PublishedSchema, json: unknown): string | undefined;
}

interface Content {
  /** A response that operations share. */
  readonly $ref?: string;
  readonly content?: { readonly 'application/json': { readonly schema: PublishedSchema } };
}

interface Post {
  readonly operationId: string;
  readonly 'x-soap'?: { readonly operation?: string };
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The schema of JSON Schema, which takes long to compile, allows anything in `components`: it would check nothing. */
const OPTIONS = { strict: false, validateFormats: false, validateSchema: false };

/** Compiles the schemas of a document in both versions. */
export function publishedSchemas(openapi30: OpenAPIObject, openapi31: OpenAPI31Object): PublishedSchemas {
  const components = (openapi31.components?.schemas ?? {}) as Record<string, PublishedSchema>;
  const ajv31 = new Ajv2020(OPTIONS);
  ajv31.addSchema({ $id: 'document', components: { schemas: components } });
  const ajvWithoutNames = new Ajv2020(OPTIONS);
  ajvWithoutNames.addSchema({ $id: 'document', components: { schemas: withoutNames(components) } });
  // 3.0 and ajv both know `nullable`; only exclusive bounds are written differently.
  const ajv30 = new Ajv(OPTIONS);
  ajv30.addSchema({
    $id: 'document',
    components: { schemas: withNumericBounds(openapi30.components?.schemas) },
  });

  const posts = Object.values(openapi31.paths ?? {}).flatMap(({ post }) =>
    post ? [post as unknown as Post] : [],
  );
  const operations = new Map(
    posts.map(({ operationId, requestBody, responses, 'x-soap': soap }) => {
      const schemaOf = (body: Content | undefined): PublishedSchema => {
        const shared = openapi31.components?.responses?.[body?.$ref?.split('/').at(-1) ?? ''];
        return (body?.content ?? (shared as Content | undefined)?.content)?.['application/json'].schema ?? {};
      };
      const operation: PublishedOperation = {
        request: schemaOf(requestBody),
        response: schemaOf(responses['200']),
        error: schemaOf(responses['502']),
      };
      return [soap?.operation ?? operationId, operation];
    }),
  );
  return {
    operation(name) {
      const operation = operations.get(name);
      if (operation === undefined) throw new Error(`the document has no operation ${name}`);
      return operation;
    },
    resolve(schema) {
      let resolved = schema;
      // A component may be a reference too; siblings of a reference apply as well.
      for (let step = 0; resolved.$ref !== undefined && step < 8; step++) {
        const { $ref, properties, ...beside } = resolved;
        const component = components[$ref.split('/').at(-1) ?? ''];
        resolved = { ...component, ...beside };
        if (properties === undefined) continue;
        const members = Object.entries(properties).map(([key, member]): [string, PublishedSchema] => [
          key,
          { ...component?.properties?.[key], ...member },
        ]);
        resolved = { ...resolved, properties: { ...component?.properties, ...Object.fromEntries(members) } };
      }
      return resolved;
    },
    judge({ $ref = '' }, json) {
      const verdictOf = (ajv: Ajv | Ajv2020): string | undefined => {
        const validate = ajv.getSchema(`document${$ref}`);
        if (validate === undefined) throw new Error(`the document has no ${$ref}`);
        return validate(json) === true ? undefined : ajv.errorsText(validate.errors).slice(0, 300);
      };
      const [old, expected] = [ajv30, ajvWithoutNames].map(verdictOf);
      if ((old === undefined) !== (expected === undefined)) {
        throw new Error(`3.0 says ${old ?? 'valid'}, 3.1 without names says ${expected ?? 'valid'}`);
      }
      return verdictOf(ajv31);
    },
  };
}

/** The keywords that OpenAPI 3.0 lacks. A property may have the same name as a keyword. */
function withoutNames(value: unknown, isMap = true): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNames(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isMap || key !== 'propertyNames')
      .map(([key, member]) => [key, withoutNames(member, !isMap && key === 'properties')]),
  );
}

/** Does not descend into values that are data; a property may have the name of a keyword. */
function withNumericBounds(value: unknown, isMap = true): unknown {
  if (Array.isArray(value)) return value.map((item) => withNumericBounds(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const isData = !isMap && (key === 'enum' || key === 'default' || key === 'example');
    copy[key] = isData ? member : withNumericBounds(member, !isMap && key === 'properties');
  }
  if (isMap) return copy;
  for (const [bound, flag] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof copy[flag] !== 'boolean') continue;
    if (copy[flag] === true) {
      copy[flag] = copy[bound];
      delete copy[bound];
    } else delete copy[flag];
  }
  return copy;
}
