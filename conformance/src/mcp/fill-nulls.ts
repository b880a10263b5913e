type Schema = Readonly<Record<string, unknown>>;

/** Writes null for every member that a strict schema asks for and a value leaves out, as a model does that must give all of them. */
export function fillNulls(value: unknown, schema: Schema, root: Schema = schema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const choices = alternatives(schema, root);
  if (Array.isArray(value)) {
    const items = choices.find((each) => each['items'] !== undefined)?.['items'] as Schema | undefined;
    return items === undefined ? value : value.map((each) => fillNulls(each, items, root));
  }
  const keys = Object.keys(value);
  const object = choices.find((each) => keys.every((key) => Object.hasOwn(membersOf(each), key)));
  if (object === undefined) return value;
  const members = membersOf(object);
  const filled = keys.map((key) => [key, fillNulls((value as Schema)[key], members[key] as Schema, root)]);
  const absent = Object.keys(members).filter((key) => !keys.includes(key));
  return Object.fromEntries([...filled, ...absent.map((key) => [key, null])]);
}

function membersOf(schema: Schema): Schema {
  return (schema['properties'] ?? {}) as Schema;
}

/** The objects and lists that a schema takes. */
function alternatives(schema: Schema, root: Schema): readonly Schema[] {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === 'string')
    return alternatives((root['$defs'] as Record<string, Schema>)[$ref.slice('#/$defs/'.length)]!, root);
  if (Array.isArray(anyOf)) return anyOf.flatMap((each: Schema) => alternatives(each, root));
  return type === 'object' || type === 'array' ? [schema] : [];
}
