import type { JsonSchema } from '../../api/values.js';
import type { ObjectShape, PolymorphicShape, Shape } from '../../shape/shape.js';
import {
  candidateOf,
  type ExtraMember,
  formOf,
  nameOfType,
  ownerName,
  type SchemaContext,
  type Tag,
  tagSchema,
} from '../context/schema-context.js';
import { closedObject, type PropertyList } from '../context/schema-parts.js';
import { attributeProperties } from './attribute-schema.js';

/** The number of types of an element up to which each of its places lists their nil objects. */
const MAX_INLINE = 16;

/**
 * NL-5: the objects that represent a nil element with attributes: those of its declared type, or of the type that `$type` names.
 * None if it can have no attribute and no tag: then nil is plain null.
 */
export function nilObjects(
  context: SchemaContext,
  shape: Shape,
  tags: readonly Tag[],
  extras: readonly ExtraMember[] = [],
): readonly JsonSchema[] {
  if (shape.kind === 'polymorphic') {
    if (extras.length === 0 && shape.variants.length > MAX_INLINE) {
      return [sharedNilObjects(context, shape, tags)];
    }
    return nilObjectsOfTypes(context, shape, tags, extras);
  }
  const hasAttributes =
    shape.kind === 'object' && (shape.attributes.length > 0 || shape.anyAttributes !== undefined);
  if (!hasAttributes) {
    return tags.some(({ value, required }) => required || value === undefined)
      ? [nilObject(context, undefined, tags, extras)]
      : [];
  }
  // The other members of a root cannot be shared.
  if (extras.length > 0) return [nilObject(context, shape, tags, extras)];
  const { registry } = context.state;
  const candidate = candidateOf(context, shape, `nil ${formOf(tags)}`, () =>
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

/** One object per type of a polymorphic element. */
function nilObjectsOfTypes(
  context: SchemaContext,
  shape: PolymorphicShape,
  tags: readonly Tag[],
  extras: readonly ExtraMember[],
): readonly JsonSchema[] {
  const variants = shape.variants.flatMap(({ key, shape: variant }) =>
    nilObjects(context, variant, [{ key: '$type', value: key, required: true }, ...tags], extras),
  );
  if (shape.abstract) return variants;
  const type: Tag = { key: '$type', value: shape.declaredKey, required: false };
  const declared = nilObjects(context, shape.declared, [type, ...tags], extras);
  // The mapper accepts `$nil` alone if a `$type` may accompany it. The normal form is null.
  const bare =
    declared.length === 0 && context.state.options.absentAsNull
      ? [nilObject(context, undefined, [type, ...tags], extras)]
      : [];
  return [...declared, ...bare, ...variants];
}

/** The same as one schema, which all elements of the type share. */
function sharedNilObjects(context: SchemaContext, shape: PolymorphicShape, tags: readonly Tag[]): JsonSchema {
  const { registry } = context.state;
  const candidate = candidateOf(context, shape, `nil ${formOf(tags)}`, () =>
    registry.add(
      {
        always: false,
        name: (names) => nameOfType(context, names, shape, undefined, `${ownerName(shape.declared)}AnyNil`),
      },
      () => ({ anyOf: nilObjectsOfTypes(context, shape, tags, []) }),
    ),
  );
  return registry.use(candidate);
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
  for (const tag of tags) {
    properties.push([tag.key, tagSchema(tag)]);
    if (tag.required) required.push(tag.key);
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
  context.state.registry.count(properties.length);
  return closedObject(properties, required);
}
