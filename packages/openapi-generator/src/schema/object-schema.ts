import type { ObjectShape } from '@soapstone/json-xml-mapper';
import { anyAttributesSchema, emptyProperties, tagProperty } from './closed-object.js';
import type { ComponentNames } from './component-names.js';
import { addContent, attributeSchema, isDemanded } from './member-schema.js';
import {
  type ExtraMember,
  localPart,
  nameOfType,
  type ProjectionScope,
  type Tag,
} from './projection-scope.js';
import type { Candidate, Schema } from './schema-registry.js';
import { simpleSchema } from './simple-schema.js';

/** An object in one of its forms: alone, or with the tags of the alternatives that it stands among. */
export function objectCandidate(scope: ProjectionScope, shape: ObjectShape, tags: readonly Tag[]): Candidate {
  if (!tags.some((tag) => tag.required)) scope.untagged.add(shape);
  const form = tags.map((tag) => `${tag.key}=${tag.value}${tag.required ? '!' : ''}`).join(' ');
  return scope.candidateOf(shape, form, () =>
    scope.registry.add(
      {
        // Alternatives are components because a discriminator can only refer.
        always: shape.name !== undefined || tags.length > 0,
        name: (names) => nameOfObject(scope, names, shape, tags),
      },
      () => objectSchema(scope, shape, tags, []),
    ),
  );
}

function nameOfObject(
  scope: ProjectionScope,
  names: ComponentNames,
  shape: ObjectShape,
  tags: readonly Tag[],
): string {
  const element = tags.find((tag) => tag.key === '$element');
  if (element !== undefined) return names.take(localPart(element.value));
  if (shape.name === undefined) return names.take(ownerName(shape));
  const isSecondForm = tags.some((tag) => tag.required) && scope.untagged.has(shape);
  return nameOfType(scope, names, shape.name, '', isSecondForm ? 'Variant' : '');
}

/** An anonymous type is named after its owners (SC-5). */
function ownerName(shape: ObjectShape): string {
  return shape.name?.localName ?? (shape.path ?? ['Object']).join('_');
}

/** The closed object of a complex type: tags, attributes, then content or `$value` (VO-6). */
export function objectSchema(
  scope: ProjectionScope,
  shape: ObjectShape,
  tags: readonly Tag[],
  extras: readonly ExtraMember[],
): Schema {
  const properties = emptyProperties();
  const required: string[] = [];
  for (const tag of tags) {
    Object.assign(properties, tagProperty(tag));
    if (tag.required) required.push(tag.key);
  }
  for (const extra of extras) {
    properties[extra.key] = extra.schema;
    if (extra.required) required.push(extra.key);
  }
  for (const attribute of shape.attributes) {
    properties[attribute.key] = attributeSchema(scope, attribute);
    if (isDemanded(attribute)) required.push(attribute.key);
  }
  const schema: Schema = {};
  if (shape.documentation !== undefined) schema.description = shape.documentation;
  Object.assign(schema, { type: 'object', required, additionalProperties: false, properties });
  if (shape.value === undefined) {
    addContent(scope, schema, shape, ownerName(shape));
  } else {
    properties['$value'] = simpleSchema(scope, shape.value);
    required.push('$value');
  }
  if (shape.anyAttributes !== undefined) properties['$anyAttributes'] = anyAttributesSchema();
  if (required.length === 0) delete schema.required;
  if (Object.keys(properties).length === 0) delete schema.properties;
  return schema;
}
