import { defined } from '@soapstone/options/defined';
import type { JsonSchema } from '../../api/values.js';
import type { ObjectShape } from '../../shape/shape.js';
import type { ComponentNames } from '../context/component-names.js';
import {
  candidateOf,
  type ExtraMember,
  formOf,
  localPart,
  nameOfType,
  ownerName,
  type SchemaContext,
  type Tag,
  tagSchema,
} from '../context/schema-context.js';
import { closedObject, type PropertyList } from '../context/schema-parts.js';
import type { Candidate } from '../context/schema-registry.js';
import { simpleSchema } from '../values/simple-schema.js';
import { attributeProperties } from './attribute-schema.js';
import { contentSchema } from './content-schema.js';

/** An object in one of its forms: alone, or with the tags of the alternatives that it appears among. */
export function objectCandidate(context: SchemaContext, shape: ObjectShape, tags: readonly Tag[]): Candidate {
  if (!tags.some((tag) => tag.required)) context.state.untagged.add(shape);
  return candidateOf(context, shape, formOf(tags), () =>
    context.state.registry.add(
      {
        // Alternatives are definitions because a discriminator can only refer.
        always: shape.name !== undefined || tags.length > 0,
        name: (names) => nameOfObject(context, names, shape, tags),
      },
      () => objectSchema(context, shape, tags, []),
    ),
  );
}

function nameOfObject(
  context: SchemaContext,
  names: ComponentNames,
  shape: ObjectShape,
  tags: readonly Tag[],
): string {
  const element = tags.find((tag) => tag.key === '$element');
  if (element?.value !== undefined)
    return nameOfType(context, names, shape, undefined, localPart(element.value));
  if (element !== undefined)
    return nameOfType(context, names, shape, undefined, `${ownerName(shape)}Substitute`);
  if (shape.name === undefined) return nameOfType(context, names, shape, undefined, ownerName(shape));
  const isSecondForm = tags.some((tag) => tag.required) && context.state.untagged.has(shape);
  return nameOfType(context, names, shape, shape.name, '', isSecondForm ? 'Variant' : '');
}

/** The closed object of a complex type: tags, attributes, then content or `$value` (VO-6). */
export function objectSchema(
  context: SchemaContext,
  shape: ObjectShape,
  tags: readonly Tag[],
  extras: readonly ExtraMember[],
): JsonSchema {
  const properties: PropertyList = [];
  const required: string[] = [];
  for (const tag of tags) {
    properties.push([tag.key, tagSchema(tag)]);
    if (tag.required) required.push(tag.key);
  }
  for (const extra of extras) {
    properties.push([extra.key, extra.schema]);
    if (extra.required) required.push(extra.key);
  }
  const attributes = attributeProperties(context, shape);
  properties.push(...attributes.properties);
  required.push(...attributes.required);
  const content = shape.value === undefined ? contentSchema(context, shape, ownerName(shape)) : undefined;
  if (shape.value !== undefined) {
    // AN-8: an `xsi:type` on this element would name a complex type.
    properties.push(['$value', simpleSchema(context, shape.value, 'attribute')]);
    required.push('$value');
  } else if (content !== undefined) {
    properties.push(...content.properties);
    required.push(...content.required);
  }
  properties.push(...attributes.wildcard);
  context.state.registry.count(properties.length);
  return {
    ...defined({ description: shape.documentation }),
    ...closedObject(properties, required),
    ...content?.clauses,
  };
}
