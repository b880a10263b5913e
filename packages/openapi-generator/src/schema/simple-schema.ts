import type { ListShape, ScalarShape, SimpleShape, UnionShape } from '@soapstone/json-xml-mapper';
import { MAX_ITEMS } from './closed-object.js';
import { jsonValueOf } from './lexical-value.js';
import { nameOfType, type ProjectionScope } from './projection-scope.js';
import { scalarSchema } from './scalar-schema.js';
import { type Decoration, decorate, type Schema } from './schema-registry.js';

/**
 * The schema of a value that is text in XML (§10). Named enumerations, lists and unions are components: many elements
 * share them, and clients want their names. Other restrictions are a few keywords and stand where they are used.
 */
export function simpleSchema(
  scope: ProjectionScope,
  shape: SimpleShape,
  decoration: Decoration = {},
): Schema {
  if (shape.kind === 'anySimpleType') return decorate({ type: 'string' }, decoration);
  const isNamed = shape.name !== undefined;
  if (shape.kind === 'scalar' && !(isNamed && shape.facets.enumeration !== undefined)) {
    const description = decoration.description ?? shape.documentation;
    return decorate(scalarSchema(shape, scope.options), { ...decoration, description });
  }
  const candidate = scope.candidateOf(shape, '', () =>
    scope.registry.add(
      { always: isNamed, name: (names) => nameOfType(scope, names, shape.name, 'Value') },
      () => decorate(simpleTypeSchema(scope, shape), { description: shape.documentation }),
    ),
  );
  return scope.registry.use(candidate, decoration);
}

/** xs:anySimpleType as an element (AN-8). */
export function anySimpleElementSchema(decoration: Decoration): Schema {
  const typed: Schema = {
    type: 'object',
    required: ['$type', '$value'],
    additionalProperties: false,
    properties: { $type: { type: 'string' }, $value: {} },
  };
  return decorate(
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, typed] },
    decoration,
  );
}

function simpleTypeSchema(
  scope: ProjectionScope,
  shape: Exclude<SimpleShape, { kind: 'anySimpleType' }>,
): Schema {
  if (shape.kind === 'scalar') return scalarSchema(shape, scope.options);
  return shape.kind === 'list' ? listSchema(scope, shape) : unionSchema(scope, shape);
}

function listSchema(scope: ProjectionScope, shape: ListShape): Schema {
  const { facets } = shape;
  let items = simpleSchema(scope, shape.item);
  if (shape.item.kind === 'scalar') forbidSpace(items, shape.item);
  // Of a value that is a text or a number, `pattern` only speaks of the text.
  if (shape.item.kind === 'union') items = { allOf: [items, { pattern: WITHOUT_SPACE }] };
  const schema: Schema = { type: 'array', items };
  const shortest = facets.length ?? facets.minLength;
  const longest = facets.length ?? facets.maxLength;
  if (shortest !== undefined && shortest > 0) schema.minItems = shortest;
  if (longest !== undefined && longest <= MAX_ITEMS) schema.maxItems = longest;
  return addFacets(schema, shape);
}

const WITHOUT_SPACE = '^[^ \\t\\n\\r]+$';

/** Types whose texts may hold white space, or be empty, when they stand alone. */
const WITH_SPACE: ReadonlySet<string> = new Set([
  'string',
  'normalizedString',
  'token',
  'anyURI',
  'hexBinary',
  'base64Binary',
]);

/** Items of a list are parted by white space, so none has any (LU-1). An enumeration or a pattern says what it has. */
function forbidSpace(items: Schema, { builtin, json }: ScalarShape): void {
  if (json !== 'string' || !WITH_SPACE.has(builtin) || items.type !== 'string' || items.enum !== undefined)
    return;
  if (items.pattern === undefined) items.pattern = WITHOUT_SPACE;
  else items.allOf = [...(items.allOf ?? []), { pattern: WITHOUT_SPACE }];
}

function unionSchema(scope: ProjectionScope, shape: UnionShape): Schema {
  return addFacets({ anyOf: shape.members.map((member) => simpleSchema(scope, member)) }, shape);
}

function addFacets(schema: Schema, shape: ListShape | UnionShape): Schema {
  const { enumeration, patterns } = shape.facets;
  if (patterns.length > 0) schema['x-xsd-pattern'] = patterns.flat();
  if (enumeration === undefined) return schema;
  const values = enumeration.map((lexical) => jsonValueOf(shape, lexical));
  // An `enum` without one of its values would refuse what the mapper accepts.
  if (values.includes(undefined)) schema['x-xsd-enumeration'] = [...enumeration];
  else schema.enum = values.map((value) => value?.value);
  return schema;
}
