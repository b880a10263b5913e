import type { JsonSchema } from '../api.js';
import { valueReader } from '../example/scalar-example.js';
import { DEFAULT_LIMITS } from '../limits.js';
import type { ListShape, SimpleShape, UnionShape } from '../shape/shape.js';
import { scalarSchema } from './scalar-schema.js';

/**
 * The schema of a simple value. Recursive over lists and unions, whose members are spliced unless they have facets.
 * `position`: attributes of type anySimpleType are plain text (AN-8).
 */
export function simpleSchema(shape: SimpleShape, position: 'element' | 'attribute' = 'element'): JsonSchema {
  switch (shape.kind) {
    case 'scalar':
      return scalarSchema(shape);
    case 'list':
      return listSchema(shape);
    case 'union':
      return unionSchema(shape);
    case 'anySimpleType':
      return position === 'attribute' ? { type: 'string' } : ANY_SIMPLE_VALUE;
  }
}

/** AN-8, AN-7. */
const ANY_SIMPLE_VALUE: JsonSchema = {
  'x-xsd-type': 'anySimpleType',
  anyOf: [
    { type: ['string', 'number', 'boolean'] },
    {
      type: 'object',
      properties: { $type: { type: 'string' }, $value: {} },
      required: ['$type', '$value'],
      additionalProperties: false,
    },
  ],
};

function listSchema({ item, facets, documentation }: ListShape): JsonSchema {
  const least = facets.length ?? facets.minLength ?? 0;
  const greatest = facets.length ?? facets.maxLength;
  return {
    ...(documentation === undefined ? {} : { description: documentation }),
    type: 'array',
    items: simpleSchema(item, 'attribute'),
    ...(least > 0 ? { minItems: least } : {}),
    ...(greatest === undefined ? {} : { maxItems: greatest }),
    ...(facets.patterns.length === 0 ? {} : { 'x-xsd-pattern': facets.patterns.flat() }),
    ...(facets.enumeration === undefined ? {} : { 'x-xsd-enumeration': facets.enumeration }),
  };
}

function unionSchema(shape: UnionShape): JsonSchema {
  const { members, facets, documentation } = shape;
  const values = facets.enumeration?.map(valueReader(shape, DEFAULT_LIMITS));
  const sayable = values?.every((value) => typeof value !== 'object') === true;
  return {
    ...(documentation === undefined ? {} : { description: documentation }),
    ...(facets.enumeration === undefined ? {} : { 'x-xsd-enumeration': facets.enumeration }),
    ...(sayable ? { enum: [...new Set(values)] } : {}),
    ...(facets.patterns.length === 0 ? {} : { 'x-xsd-pattern': facets.patterns.flat() }),
    anyOf: members.map((member) => simpleSchema(member, 'attribute')),
  };
}
