/** A schema of a generated document, as its readers see it: the keywords that this package writes. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly description?: string;
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
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-xsd-type'?: string;
  readonly 'x-xsd-pattern'?: readonly string[];
  readonly 'x-xsd-enumeration'?: readonly string[];
  readonly 'x-xsd-totalDigits'?: number;
  readonly 'x-xsd-fractionDigits'?: number;
}

/** `components.schemas` of a document. */
export type DocumentSchemas = Readonly<Record<string, DocumentSchema>>;

/** The component that a reference names: `#/components/schemas/User` is `User`. */
export function componentOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/**
 * The schema that is behind a reference, an `allOf` around a single reference, or an alternative of null: with what stands beside
 * it, and with `nullable` where null is an alternative (OA-5).
 */
export function resolveSchema(schema: DocumentSchema, schemas: DocumentSchemas): DocumentSchema {
  let current = schema;
  let nullable = false;
  // References to references end: a component that is a reference refers to a type, never to itself.
  for (let step = 0; step < 8; step++) {
    const alternatives = current.properties === undefined ? (current.anyOf ?? []) : [];
    const values = alternatives.filter((each) => !isNull(each));
    if (values.length < alternatives.length) {
      nullable = true;
      const [value, ...more] = values;
      const { anyOf: _, ...beside } = current;
      current =
        value !== undefined && more.length === 0
          ? { ...resolveSchema(value, schemas), ...beside }
          : { ...beside, anyOf: values };
      continue;
    }
    const [only, ...others] = current.allOf ?? [];
    if (current.$ref !== undefined) {
      current = schemas[componentOf(current.$ref)] ?? {};
    } else if (only?.$ref !== undefined && others.length === 0) {
      const { allOf: _, properties, ...beside } = current;
      current = withProperties({ ...resolveSchema(only, schemas), ...beside }, properties);
    } else {
      break;
    }
  }
  return nullable ? { ...current, nullable } : current;
}

/** What a place of use says of members of an object that it refers to. A union says of each of its objects what they are. */
function withProperties(schema: DocumentSchema, properties: DocumentSchema['properties']): DocumentSchema {
  if (properties === undefined || schema.properties === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, ...properties } };
}

/**
 * The reference that a place of use makes, whatever it says beside it: a description, a default, null as an alternative.
 * `undefined` where the schema stands there itself, or where a constraint stands beside the reference.
 */
export function referenceIn(schema: DocumentSchema): string | undefined {
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.type !== undefined || schema.properties !== undefined || schema.enum !== undefined) return;
  const [only, ...others] = schema.allOf ?? schema.anyOf?.filter((each) => !isNull(each)) ?? [];
  return only === undefined || others.length > 0 ? undefined : referenceIn(only);
}

/** Whether the schema itself allows null, not what it refers to. */
export function allowsNull({ nullable, anyOf, properties }: DocumentSchema): boolean {
  return nullable === true || (properties === undefined && anyOf?.some(isNull) === true);
}

/** Null and nothing else: how a document says that a reference may be null. */
function isNull({ enum: values }: DocumentSchema): boolean {
  return values?.length === 1 && values[0] === null;
}

/** The alternatives of a union of values; `undefined` where `anyOf` only says which keys go together. */
export function alternativesOf(schema: DocumentSchema): readonly DocumentSchema[] | undefined {
  return schema.properties === undefined && schema.type === undefined
    ? (schema.anyOf ?? schema.oneOf)
    : undefined;
}
