import type { JsonSchema } from '@soapstone/json-xml-mapper';
import { plainRoot, REFERENCE } from './plain-root.js';

/** An object or a list that a schema admits. */
export interface ObjectForm {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** The members that it always has. */
  readonly required: ReadonlySet<string>;
  /** The schema of the items of a list. */
  readonly items: JsonSchema | undefined;
}

/** How deeply references and alternatives are followed. */
const DEEPEST = 12;
const MAX_FORMS = 50;

/** Returns a function that finds the objects and lists that a part of a schema admits. It remembers what it has found. */
export function objectForms(root: JsonSchema): (schema: JsonSchema) => readonly ObjectForm[] {
  const known = new WeakMap<JsonSchema, readonly ObjectForm[]>();
  const definitions = (root['$defs'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const find = (schema: JsonSchema, depth: number): readonly ObjectForm[] => {
    if (depth > DEEPEST) return [];
    const { $ref, items } = schema;
    if (typeof $ref === 'string') {
      const name = $ref.slice(REFERENCE.length);
      return Object.hasOwn(definitions, name) ? find(definitions[name] as JsonSchema, depth + 1) : [];
    }
    if (schema['properties'] !== undefined) return [formOf(schema, definitions)];
    if (typeof items === 'object' && items !== null)
      return [{ properties: {}, required: new Set(), items: items as JsonSchema }];
    const alternatives = (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly JsonSchema[];
    return alternatives.flatMap((each) => find(each, depth + 1)).slice(0, MAX_FORMS);
  };
  return (schema) => {
    let forms = known.get(schema);
    if (forms === undefined) {
      forms = find(schema, 0);
      known.set(schema, forms);
    }
    return forms;
  };
}

/** Combinations are those of the schemas of tools. */
function formOf(schema: JsonSchema, $defs: Readonly<Record<string, JsonSchema>>): ObjectForm {
  const { properties, required = [] } = plainRoot({ ...schema, $defs } as JsonSchema);
  return {
    properties: (properties ?? {}) as ObjectForm['properties'],
    required: new Set(required as readonly string[]),
    items: undefined,
  };
}
