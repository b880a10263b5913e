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
  readonly type?: string | readonly string[];
  readonly $defs?: Readonly<Record<string, DesignSchema>>;
}

/** A key that can stand at a place of a design file. */
export interface KeyChoice {
  readonly key: string;
  readonly description: string;
}

/** A value of `fill` that is not a constant: `{ secret: name }`. */
export interface Directive {
  readonly key: string;
  readonly description: string;
  /** The values that it can have, if there are only these. */
  readonly values: readonly string[] | undefined;
}

/** The keys to the place where a new line at `offset` would be, by the indentation of the lines above. Empty for the top of the file. */
export function keysAt(text: string, offset: number): readonly string[] {
  const lines = text.slice(0, offset).split('\n');
  let indent = /^ */.exec(lines.pop() ?? '')?.[0].length ?? 0;
  const keys: string[] = [];
  for (const line of lines.reverse()) {
    const found = keyOf(line);
    if (found === undefined || found.indent >= indent) continue;
    keys.unshift(found.key);
    indent = found.indent;
  }
  return keys;
}

/** The key of a line that others can be below, such as `fill:`. */
function keyOf(line: string): { readonly key: string; readonly indent: number } | undefined {
  const content = line.trim();
  if (content === '' || content.startsWith('#') || !content.endsWith(':')) return undefined;
  const key = content.slice(0, -1);
  const quote = key.at(0);
  const isQuoted = key.length > 1 && (quote === "'" || quote === '"') && key.endsWith(quote);
  return { key: isQuoted ? key.slice(1, -1) : key, indent: line.length - line.trimStart().length };
}

/** The keys that the schema allows at a place, with what they mean. None where the keys are paths or names of operations. */
export function choicesAt(schema: DesignSchema, keys: readonly string[]): readonly KeyChoice[] {
  let places: readonly DesignSchema[] = alternatives(schema, schema);
  for (const key of keys) places = places.flatMap((place) => below(schema, place, key));
  const found = new Map<string, KeyChoice>();
  for (const { properties = {} } of places) {
    for (const [key, property] of Object.entries(properties)) {
      if (key.startsWith('$') || found.has(key)) continue;
      found.set(key, { key, description: descriptionOf(schema, property) });
    }
  }
  return [...found.values()];
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
