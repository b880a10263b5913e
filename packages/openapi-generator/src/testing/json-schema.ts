import { Ajv } from 'ajv';

/**
 * Judge JSON against the component schemas of a document, with ajv. OpenAPI 3.0's dialect is first written as JSON
 * Schema: `nullable` as a further type, bounds exclusive as numbers.
 */
export function createJudge(schemas: unknown): (component: string, json: unknown) => boolean {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: { schemas: toJsonSchema(schemas) } });
  return (component, json) => {
    const validate = ajv.getSchema(`document#/components/schemas/${component}`);
    if (validate === undefined) throw new Error(`no component ${component}`);
    return validate(json) === true;
  };
}

/** A schema of OpenAPI 3.0, or anything that holds some, as JSON Schema. */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = value as Record<
    string,
    unknown
  >;
  const schema: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(rest)) {
    schema[key] = key === 'enum' || key === 'default' ? member : toJsonSchema(member);
  }
  // A property may be called `nullable` or `minimum`: then its value is a schema, not a keyword.
  const bound = (name: string, limit: unknown, exclusive: unknown): void => {
    if (typeof limit === 'object') schema[name] = toJsonSchema(limit);
    else if (limit !== undefined) {
      schema[exclusive === true ? `exclusive${name[0]?.toUpperCase()}${name.slice(1)}` : name] = limit;
    }
  };
  bound('minimum', minimum, exclusiveMinimum);
  bound('maximum', maximum, exclusiveMaximum);
  if (typeof nullable === 'object') schema['nullable'] = toJsonSchema(nullable);
  // OpenAPI 3.0.3: `nullable` adds null to the `type` beside it, and says nothing without one.
  if (nullable === true && typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null'];
  return schema;
}
