import { clarkName } from '@soapstone/soap-model';
import type { JsonObject, JsonValue } from '../api/values.js';
import { type InputObject, isInputObject, memberOf } from '../explain/json-input.js';
import { untypedScalar } from '../scalar/any-simple-codec.js';
import { SCHEMA_NAMES } from '../scalar/simple-codec.js';
import type { ObjectShape, PolymorphicShape, Shape } from '../shape/shape.js';
import { textWhenLeftOut } from '../shape/value-constraint.js';
import { type NormaliseContext, newObject, normaliseSimple } from './context.js';
import { normaliseAttachment } from './normalise-attachment.js';
import {
  normaliseAnyType,
  normaliseTyped,
  normaliseUntyped,
  typedScalar,
  typedString,
} from './normalise-untyped.js';

/** The canonical form of a value that is not nil. */
export function normaliseValue(
  shape: Shape,
  value: unknown,
  context: NormaliseContext,
  lead?: JsonObject,
): JsonValue {
  switch (shape.kind) {
    case 'scalar':
    case 'list':
    case 'union':
      return normaliseSimple(context.codec(shape), value);
    case 'anySimpleType':
      return normaliseAnySimple(value, context, shape.unknown === true && context.use !== 'encoded');
    case 'object':
      return normaliseObject(shape, asObject(value), context, lead);
    case 'polymorphic':
      return normalisePolymorphic(shape, asObject(value), context, lead);
    case 'soapArray':
      return normaliseArray(
        shape.item,
        value,
        shape.dimensions.reduce((sum, rank) => sum + rank, 0),
        context,
      );
    case 'lifted': {
      const { object, member } = shape;
      const source = newObject({ [member.key]: value as JsonValue });
      return context.scope(object, source)[member.key] ?? null;
    }
    case 'anyType':
      return shape.unknown === true && context.use !== 'encoded'
        ? normaliseUntyped(value, { ...context, declared: context }, true)
        : normaliseAnyType(value, context);
    case 'attachment':
      return normaliseAttachment(value);
  }
}

/** Attributes, then content; `$anyAttributes` last (VO-6). */
function normaliseObject(
  shape: ObjectShape,
  source: InputObject,
  context: NormaliseContext,
  lead?: JsonObject,
): JsonObject {
  const isNil = memberOf(source, '$nil') === true;
  const object = newObject(lead, isNil ? { $nil: true } : undefined);
  for (const attribute of shape.attributes) {
    const value = memberOf(source, attribute.key);
    const codec = context.codec(attribute.shape);
    if (value !== undefined && value !== null) object[attribute.key] = normaliseSimple(codec, value);
    else if (!isNil || attribute.required || attribute.whenLeftOut !== undefined) {
      const inserted = textWhenLeftOut(attribute);
      const parsed = inserted === undefined ? undefined : codec.parse(inserted, SCHEMA_NAMES);
      if (parsed !== undefined) object[attribute.key] = parsed;
    }
  }
  if (!isNil) {
    if (shape.value !== undefined) object['$value'] = context.value(shape.value, memberOf(source, '$value'));
    else Object.assign(object, context.scope(shape, source));
  }
  const extra = memberOf(source, '$anyAttributes');
  if (isInputObject(extra) && Object.keys(extra).length > 0) {
    const sorted = newObject();
    for (const key of Object.keys(extra).sort()) sorted[key] = (extra as JsonObject)[key] as JsonValue;
    object['$anyAttributes'] = sorted;
  }
  return object;
}

/** N 9: `$type` in its short spelling, and only if it is needed. */
function normalisePolymorphic(
  shape: PolymorphicShape,
  source: InputObject,
  context: NormaliseContext,
  lead?: JsonObject,
): JsonObject {
  const type = memberOf(source, '$type');
  const variant = shape.variants.find(({ key, name }) => key === type || clarkName(name) === type);
  if (variant === undefined) return normaliseObject(shape.declared, source, context, lead);
  return normaliseObject(variant.shape, source, context, newObject({ $type: variant.key }, lead));
}

/** The canonical form of an xs:anySimpleType (AN-8). With `plain`, numbers and booleans are their text (MO-4). */
function normaliseAnySimple(value: unknown, context: NormaliseContext, plain: boolean): JsonValue {
  if (typeof value === 'string') return plain ? value : typedString(value);
  if (isInputObject(value)) return normaliseTyped(value, context) ?? null;
  const scalar = untypedScalar(value, context.limits);
  if (scalar === undefined) return null;
  return plain ? scalar.text : typedScalar(scalar, context);
}

function normaliseArray(item: Shape, value: unknown, depth: number, context: NormaliseContext): JsonValue {
  if (!Array.isArray(value)) return [];
  return value.map((entry) => {
    if (entry === null) return null;
    return depth > 1 ? normaliseArray(item, entry, depth - 1, context) : context.value(item, entry);
  });
}

function asObject(value: unknown): InputObject {
  return isInputObject(value) ? value : {};
}
