/** What a schema of a generated document can hold, as far as a contract is concerned. */
export interface ContractSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: ContractSchema;
  readonly properties?: Readonly<Record<string, ContractSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ContractSchema;
  readonly allOf?: readonly ContractSchema[];
  readonly anyOf?: readonly ContractSchema[];
  readonly oneOf?: readonly ContractSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** The schemas of a document by reference. */
export type Schemas = Readonly<Record<string, ContractSchema>>;

/** A schema with what it refers to in its place; of a reference with something beside it, both. */
export function resolveSchema(schema: ContractSchema, schemas: Schemas): ContractSchema {
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
      current = schemas[current.$ref.slice(current.$ref.lastIndexOf('/') + 1)] ?? {};
    } else if (only?.$ref !== undefined && others.length === 0 && current.properties === undefined) {
      const { allOf: _, ...beside } = current;
      current = { ...resolveSchema(only, schemas), ...beside };
    } else {
      break;
    }
  }
  return nullable ? { ...current, nullable } : current;
}

/** Null and nothing else: how a document says that a reference may be null. */
function isNull({ enum: values }: ContractSchema): boolean {
  return values?.length === 1 && values[0] === null;
}

/** The alternatives of a union of values; `undefined` where `anyOf` only says which keys go together. */
export function alternativesOf(schema: ContractSchema): readonly ContractSchema[] | undefined {
  return schema.properties === undefined && schema.type === undefined
    ? (schema.anyOf ?? schema.oneOf)
    : undefined;
}

/** What an alternative is known by from one revision to the next: its tag, its component, or its type. */
export function alternativeKey(schema: ContractSchema, schemas: Schemas): string {
  const resolved = resolveSchema(schema, schemas);
  const { $type, $element } = resolved.properties ?? {};
  const tag = ($element ?? $type)?.enum?.[0];
  return String(tag ?? schema.$ref ?? typeText(resolved));
}

/** What a value is, in a word or two. */
export function typeText(schema: ContractSchema): string {
  if (schema.type === undefined) return alternativesOf(schema) === undefined ? 'any value' : 'one of several';
  if (schema.format !== undefined) return `${schema.type} (${schema.format})`;
  return schema.type === 'array' ? 'a list' : schema.type;
}
