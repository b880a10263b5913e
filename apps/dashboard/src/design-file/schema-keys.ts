/** As much of a JSON Schema as the page reads. */
export interface DesignSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DesignSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | DesignSchema;
  readonly anyOf?: readonly DesignSchema[];
  readonly oneOf?: readonly DesignSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: DesignSchema;
  readonly type?: string | readonly string[];
  readonly $defs?: Readonly<Record<string, DesignSchema>>;
}

/** A key that can stand at a place of a design file. */
export interface KeyChoice {
  readonly key: string;
  readonly description: string;
  /** Whether other keys go below it. */
  readonly isObject: boolean;
}

/** A value of `fill` that is not a constant: `{ secret: name }`. */
export interface Directive {
  readonly key: string;
  readonly description: string;
  /** The values that it can have, if there are only these. */
  readonly values: readonly string[] | undefined;
}

/** The keys that the schema allows at a place, with what they mean. None where the keys are paths or names of operations. */
export function choicesAt(schema: DesignSchema, keys: readonly string[]): readonly KeyChoice[] {
  const found = new Map<string, KeyChoice>();
  for (const { properties = {} } of placesAt(schema, keys)) {
    for (const [key, property] of Object.entries(properties)) {
      if (key.startsWith('$') || found.has(key)) continue;
      const all = alternatives(schema, property);
      const isObject = all.every(({ type, enum: values }) => values === undefined && !isScalarType(type));
      found.set(key, { key, description: descriptionOf(schema, property), isObject });
    }
  }
  return [...found.values()];
}

function isScalarType(type: DesignSchema['type']): boolean {
  const types = type === undefined ? [] : [type].flat();
  return types.some((each) => each !== 'object' && each !== 'null');
}

/** The values that the schema lists for a place, or for an item of the list there; as they are written in JSON. */
export function valuesAt(schema: DesignSchema, keys: readonly string[]): readonly string[] {
  const found = placesAt(schema, keys)
    .flatMap((place) => [place, ...(place.items === undefined ? [] : alternatives(schema, place.items))])
    .flatMap(({ enum: values = [], const: value, type }) => [
      ...values,
      ...(value === undefined ? [] : [value]),
      ...(type === 'boolean' ? [true, false] : []),
    ]);
  return [...new Set(found.filter((value) => value !== null).map(String))];
}

/** The description of the key of a place; empty if the schema has none. */
export function descriptionAt(schema: DesignSchema, keys: readonly string[]): string {
  return placesAt(schema, keys).find(({ description }) => description !== undefined)?.description ?? '';
}

function placesAt(schema: DesignSchema, keys: readonly string[]): readonly DesignSchema[] {
  let places = alternatives(schema, schema);
  for (const key of keys) places = places.flatMap((place) => below(schema, place, key));
  return places;
}

/** The values of `fill` that are not constants, as the schema lists them. */
export function directivesOf(schema: DesignSchema): readonly Directive[] {
  return alternatives(schema, schema.$defs?.['entry'] ?? {}).flatMap(({ properties, required }) => {
    const [key, ...others] = required ?? [];
    const value = key === undefined || others.length > 0 ? undefined : properties?.[key];
    if (key === undefined || value === undefined) return [];
    return [{ key, description: value.description ?? '', values: value.enum?.map(String) }];
  });
}

function below(root: DesignSchema, { properties = {}, additionalProperties }: DesignSchema, key: string) {
  const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (own !== undefined) return alternatives(root, own);
  return typeof additionalProperties === 'object' ? alternatives(root, additionalProperties) : [];
}

/** A schema without references, and its alternatives. */
function alternatives(root: DesignSchema, schema: DesignSchema, depth = 0): readonly DesignSchema[] {
  const name = schema.$ref?.replace('#/$defs/', '');
  const referred = name === undefined ? undefined : root.$defs?.[name];
  if (depth > 8) return [];
  return [
    schema,
    ...(referred === undefined ? [] : alternatives(root, referred, depth + 1)),
    ...(schema.anyOf ?? []).flatMap((each) => alternatives(root, each, depth + 1)),
  ];
}

function descriptionOf(root: DesignSchema, schema: DesignSchema): string {
  return alternatives(root, schema).find(({ description }) => description !== undefined)?.description ?? '';
}
