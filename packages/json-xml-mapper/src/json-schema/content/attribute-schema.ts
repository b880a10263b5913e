import type { JsonSchema } from '../../api/values.js';
import type { AttributeMember, ObjectShape } from '../../shape/shape.js';
import { textWhenLeftOut } from '../../shape/value-constraint.js';
import type { SchemaContext } from '../context/schema-context.js';
import type { PropertyList } from '../context/schema-parts.js';
import { simpleSchema } from '../values/simple-schema.js';
import { textConstraints } from '../values/value-constraints.js';
import { anyAttributesSchema } from './wildcard-schema.js';

/** The keys of the attributes of a type (SC-2), and `$anyAttributes` (AN-4), which appears last. */
export function attributeProperties(
  context: SchemaContext,
  { attributes, anyAttributes }: ObjectShape,
): {
  readonly properties: PropertyList;
  readonly required: readonly string[];
  readonly wildcard: PropertyList;
} {
  return {
    properties: attributes.map((attribute) => [attribute.key, attributeSchema(context, attribute)]),
    required: attributes.filter(isDemanded).map(({ key }) => key),
    wildcard:
      anyAttributes === undefined ? [] : [['$anyAttributes', anyAttributesSchema(context, anyAttributes)]],
  };
}

/** NL-3: whether the JSON must have the attribute. One with a default or fixed value is inserted when the JSON omits it. */
export function isDemanded(attribute: AttributeMember): boolean {
  return attribute.required && textWhenLeftOut(attribute) === undefined;
}

function attributeSchema(context: SchemaContext, attribute: AttributeMember): JsonSchema {
  const { constraint, annotations } = textConstraints(attribute.shape, attribute);
  // A required attribute is never null, even if it has a default (NL-2, NL-3).
  const nullable = context.state.options.absentAsNull && !attribute.required;
  const place = { description: attribute.documentation, nullable, constraint, annotations };
  return simpleSchema(context, attribute.shape, 'attribute', place);
}
