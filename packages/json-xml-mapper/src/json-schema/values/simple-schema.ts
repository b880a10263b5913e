import { defined } from '@soapstone/options/defined';
import type { JsonSchema } from '../../api/values.js';
import { valueReader } from '../../example/scalar-example.js';
import { DEFAULT_SIMPLE_LIMITS } from '../../scalar/default-limits.js';
import type { ListShape, SimpleShape, UnionShape } from '../../shape/simple-shape.js';
import { candidateOf, nameOfType, type SchemaContext } from '../context/schema-context.js';
import { arraySchema, NULL } from '../context/schema-parts.js';
import { type Place, placed } from '../context/schema-registry.js';
import { hasOneSpelling } from './one-spelling.js';
import { scalarSchema } from './scalar-schema.js';

/**
 * The schema of a value that is text in XML (§10). Named enumerations, lists and unions are definitions: many elements share them,
 * and clients want their names. Other restrictions are a few keywords and appear where they are used.
 *
 * @param position attributes, `$value`, items and members of type anySimpleType are plain text (AN-8)
 */
export function simpleSchema(
  context: SchemaContext,
  shape: SimpleShape,
  position: 'element' | 'attribute',
  place: Place = {},
): JsonSchema {
  if (shape.kind === 'anySimpleType') {
    return placed(position === 'attribute' ? { type: 'string' } : ANY_SIMPLE_VALUE, place);
  }
  const { name, documentation } = shape;
  const { registry, options } = context.state;
  const about = defined({ description: documentation });
  if (shape.kind === 'scalar' && (name === undefined || shape.facets.enumeration === undefined)) {
    return placed({ ...about, ...scalarSchema(shape, options) }, place);
  }
  const candidate = candidateOf(context, shape, '', () =>
    registry.add(
      { always: name !== undefined, name: (names) => nameOfType(context, names, shape, name, 'Value') },
      () => {
        if (shape.kind === 'scalar') return { ...about, ...scalarSchema(shape, options) };
        return {
          ...about,
          ...(shape.kind === 'list' ? listSchema(context, shape) : unionSchema(context, shape)),
        };
      },
    ),
  );
  return registry.use(candidate, place);
}

/** A value of type xs:anySimpleType in element position (AN-8, AN-7). */
const ANY_SIMPLE_VALUE: JsonSchema = {
  'x-xsd-type': 'anySimpleType',
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    {
      type: 'object',
      // A complex type with simple content has attributes too.
      required: ['$type', '$value'],
      properties: { $type: { type: 'string' }, $value: { not: NULL } },
    },
  ],
};

function listSchema(context: SchemaContext, shape: ListShape): JsonSchema {
  const { item, facets } = shape;
  const items = simpleSchema(context, item, 'attribute', mayHoldSpace(item) ? WITHOUT_SPACE : {});
  const least = facets.length ?? facets.minLength ?? 0;
  const greatest = facets.length ?? facets.maxLength ?? Number.POSITIVE_INFINITY;
  return {
    ...arraySchema(items, least, greatest),
    ...facetsOf(shape),
  };
}

const WITHOUT_SPACE: Place = { constraint: { pattern: '^[^ \\t\\n\\r]+$' } };

/** Types whose texts may hold white space, or be empty, when they stand alone. */
const WITH_SPACE: ReadonlySet<string> = new Set([
  'string',
  'normalizedString',
  'token',
  'anyURI',
  'hexBinary',
  'base64Binary',
]);

/** Whether the type of a list's items allows white space, which items must not contain (LU-1). An enumeration lists its own values. */
function mayHoldSpace(item: SimpleShape): boolean {
  if (item.kind !== 'scalar') return item.kind !== 'list';
  return item.json === 'string' && WITH_SPACE.has(item.builtin) && item.facets.enumeration === undefined;
}

function unionSchema(context: SchemaContext, shape: UnionShape): JsonSchema {
  return {
    anyOf: shape.members.map((member) => simpleSchema(context, member, 'attribute')),
    ...facetsOf(shape),
  };
}

/** An `enum` would reject other spellings of equal values. */
function facetsOf(shape: ListShape | UnionShape): JsonSchema {
  const { patterns, enumeration } = shape.facets;
  const pattern = patterns.length === 0 ? {} : { 'x-xsd-pattern': patterns.flat() };
  if (enumeration === undefined) return pattern;
  const values = enumeration.map(valueReader(shape, DEFAULT_SIMPLE_LIMITS));
  const isSayable = hasOneSpelling(shape) && values.flat().every((value) => typeof value !== 'object');
  return {
    ...pattern,
    ...(isSayable ? { enum: [...new Set(values)] } : { 'x-xsd-enumeration': enumeration }),
  };
}
