/** A schema of a generated document, for code that reads it: the keywords that the projection writes. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: DocumentSchema;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | DocumentSchema;
  readonly allOf?: readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
  readonly not?: DocumentSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-xsd-type'?: string;
  readonly 'x-xsd-pattern'?: readonly string[];
  readonly 'x-xsd-enumeration'?: readonly string[];
  readonly 'x-xsd-choice'?: readonly (readonly (string | readonly string[])[])[];
  readonly 'x-xsd-minInclusive'?: string;
  readonly 'x-xsd-minExclusive'?: string;
  readonly 'x-xsd-maxInclusive'?: string;
  readonly 'x-xsd-maxExclusive'?: string;
  readonly 'x-xsd-totalDigits'?: number;
  readonly 'x-xsd-fractionDigits'?: number;
}

/** `components.schemas` of a document. */
export type DocumentSchemas = Readonly<Record<string, DocumentSchema>>;

/** For a schema without references at its top: its only type other than null, and whether it allows null. */
export interface ResolvedSchema extends DocumentSchema {
  readonly type?: string;
  readonly nullable: boolean;
}

/** The component that a reference names: `#/components/schemas/User` is `User`. */
export function componentOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The schema behind a reference, or behind an alternative of null, merged with its siblings. */
export function resolveSchema(schema: DocumentSchema, schemas: DocumentSchemas): ResolvedSchema {
  let current = schema;
  let nullable = false;
  // References to references end: a component that is a reference refers to a type, never to itself.
  for (let step = 0; step < 8; step++) {
    const { $ref, anyOf = [], ...beside } = current;
    const values = anyOf.filter((each) => !isNull(each));
    if ($ref !== undefined) {
      current = merged(
        schemas[componentOf($ref)] ?? {},
        current.anyOf === undefined ? beside : { anyOf, ...beside },
      );
    } else if (current.properties === undefined && values.length < anyOf.length) {
      nullable = true;
      const [value, ...more] = values;
      current =
        value !== undefined && more.length === 0 ? merged(value, beside) : { ...beside, anyOf: values };
    } else break;
  }
  const { type, ...rest } = current;
  const types = typesOf(current);
  const [only, ...others] = types.filter((each) => each !== 'null');
  return {
    ...rest,
    ...(only === undefined || others.length > 0 ? {} : { type: only }),
    nullable: nullable || types.includes('null'),
  };
}

/** Annotations of a place of use for members of a referenced object. */
function merged(schema: DocumentSchema, beside: DocumentSchema): DocumentSchema {
  const { properties, ...others } = beside;
  if (properties === undefined || schema.properties === undefined) return { ...schema, ...others };
  const members = { ...schema.properties };
  for (const [key, member] of Object.entries(properties)) members[key] = { ...members[key], ...member };
  return { ...schema, ...others, properties: members };
}

function typesOf({ type }: DocumentSchema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/**
 * The reference of a place of use, regardless of its siblings: a description, a default, null as an alternative.
 * `undefined` for an inline schema, or if the reference has a constraint as a sibling.
 */
export function referenceIn(schema: DocumentSchema): string | undefined {
  if (schema.type !== undefined || schema.properties !== undefined || valuesOf(schema) !== undefined) return;
  if (schema.$ref !== undefined) return schema.$ref;
  const [only, ...others] = schema.anyOf?.filter((each) => !isNull(each)) ?? [];
  return only === undefined || others.length > 0 ? undefined : referenceIn(only);
}

/** The values of an enumeration. */
export function valuesOf(schema: DocumentSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

/** Whether the schema itself allows null, regardless of the schema that it references. */
export function allowsNull(schema: DocumentSchema): boolean {
  const { anyOf, properties } = schema;
  return typesOf(schema).includes('null') || (properties === undefined && anyOf?.some(isNull) === true);
}

/** Null and nothing else. */
function isNull({ type }: DocumentSchema): boolean {
  return type === 'null';
}

/** The alternatives of a union of values; `undefined` if `anyOf` only says which keys go together. */
export function alternativesOf(schema: DocumentSchema): readonly DocumentSchema[] | undefined {
  return schema.properties === undefined && schema.type === undefined
    ? (schema.anyOf ?? schema.oneOf)
    : undefined;
}
