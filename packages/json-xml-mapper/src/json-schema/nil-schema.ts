import type { JsonSchema } from '../api/values.js';
import type { ObjectShape, Shape } from '../shape/shape.js';
import { attributeProperties } from './attribute-schema.js';
import {
  candidateOf,
  type ExtraMember,
  nameOfType,
  ownerName,
  type SchemaContext,
  type Tag,
} from './schema-context.js';
import { closedObject, type PropertyList } from './schema-parts.js';

/**
 * NL-5: the objects that a nil element with attributes is: with those of its declared type, or of the type that `$type` names. None
 * where it can have no attribute and no tag: then nil is plain null.
 */
export function nilObjects(
  context: SchemaContext,
  shape: Shape,
  tags: readonly Tag[],
  extras: readonly ExtraMember[] = [],
): readonly JsonSchema[] {
  if (shape.kind === 'polymorphic') {
    const variants = shape.variants.flatMap(({ key, shape: variant }) =>
      nilObjects(context, variant, [{ key: '$type', value: key, required: true }, ...tags], extras),
    );
    if (shape.abstract) return variants;
    const type: Tag = { key: '$type', value: shape.declaredKey, required: false };
    return [...nilObjects(context, shape.declared, [type, ...tags], extras), ...variants];
  }
  const hasAttributes =
    shape.kind === 'object' && (shape.attributes.length > 0 || shape.anyAttributes !== undefined);
  if (!hasAttributes) {
    return tags.some(({ required }) => required) ? [nilObject(context, undefined, tags, extras)] : [];
  }
  // The other members of a root cannot be shared.
  if (extras.length > 0) return [nilObject(context, shape, tags, extras)];
  const { registry } = context.state;
  const form = `nil ${tags.map(({ key, value, required }) => `${key}=${value}${required ? '!' : ''}`).join(' ')}`;
  const candidate = candidateOf(context, shape, form, () =>
    registry.add(
      {
        always: false,
        name: (names) => nameOfType(context, names, shape, undefined, `${ownerName(shape)}Nil`),
      },
      () => nilObject(context, shape, tags, []),
    ),
  );
  return [registry.use(candidate)];
}

/** A nil element with the attributes of `shape`. */
function nilObject(
  context: SchemaContext,
  shape: ObjectShape | undefined,
  tags: readonly Tag[],
  extras: readonly ExtraMember[],
): JsonSchema {
  const properties: PropertyList = [['$nil', { const: true }]];
  const required = ['$nil'];
  for (const { key, value, required: isRequired } of tags) {
    properties.push([key, { const: value }]);
    if (isRequired) required.push(key);
  }
  if (shape !== undefined) {
    const attributes = attributeProperties(context, shape);
    properties.push(...attributes.properties, ...attributes.wildcard);
    required.push(...attributes.required);
  }
  for (const extra of extras) {
    properties.push([extra.key, extra.schema]);
    if (extra.required) required.push(extra.key);
  }
  return closedObject(properties, required);
}
