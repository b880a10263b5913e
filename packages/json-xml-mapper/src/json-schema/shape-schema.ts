import type { JsonSchema } from '../api.js';
import type { ObjectShape, PolymorphicShape, Shape, SimpleShape, SoapArrayShape } from '../shape/shape.js';
import { contentSchema } from './content-schema.js';
import { Definitions } from './definitions.js';
import { attributeSchema } from './element-schema.js';
import {
  addReserved,
  closedObject,
  nameOf,
  oneOfThese,
  type PropertyList,
  type ReservedKeys,
} from './object-parts.js';
import type { SchemaContext } from './schema-context.js';
import { simpleSchema } from './simple-schema.js';
import { ANY_VALUE, ATTACHMENT, encodedAnyValue } from './well-known-schemas.js';
import { anyAttributesSchema } from './wildcard-schema.js';

/**
 * The context of one message's schemas.
 *
 * @param encoded open positions take arrays (EN-2)
 */
export function createSchemaContext(
  encoded: boolean,
  globalElementNames: SchemaContext['globalElementNames'],
  definitions: Definitions = new Definitions(),
): SchemaContext {
  const context: SchemaContext = {
    encoded,
    definitions,
    globalElementNames,
    of: () => context,
    shape: (shape, reserved = {}) => shapeSchema(shape, context, reserved),
  };
  return context;
}

/** The schema of a value in element position. Objects are references, so this is not recursive over types. */
function shapeSchema(shape: Shape, context: SchemaContext, reserved: ReservedKeys): JsonSchema {
  switch (shape.kind) {
    case 'object':
      return objectReference(shape, context, reserved);
    case 'polymorphic':
      return polymorphicSchema(shape, context, reserved);
    case 'soapArray':
      return soapArraySchema(shape, context);
    case 'anyType':
      return anyValueSchema(context);
    case 'attachment':
      return context.definitions.reference(ATTACHMENT, '', 'Attachment', () => ATTACHMENT);
    default:
      return namedSimple(shape, context);
  }
}

function anyValueSchema({ encoded, definitions }: SchemaContext): JsonSchema {
  const self: JsonSchema = definitions.reference(ANY_VALUE, encoded ? 'encoded' : '', 'AnyValue', () =>
    encoded ? encodedAnyValue(self) : ANY_VALUE,
  );
  return self;
}

function namedSimple(shape: SimpleShape, context: SchemaContext): JsonSchema {
  if (shape.kind === 'anySimpleType' || shape.name === undefined) return simpleSchema(shape);
  return context.definitions.reference(shape, '', shape.name.localName, () => simpleSchema(shape));
}

function objectReference(shape: ObjectShape, context: SchemaContext, reserved: ReservedKeys): JsonSchema {
  const { type, element } = reserved;
  const variant = `${type?.key ?? ''} ${type?.required ?? ''} ${element ?? ''}`;
  const suffix = [element, type?.required === true ? 'typed' : undefined].filter(
    (part) => part !== undefined,
  );
  const name = [nameOf(shape), ...suffix].join('.');
  return context.definitions.reference(shape, variant, name, () => objectSchema(shape, context, reserved));
}

/** PY-6: the declared type with an optional `$type`, each variant with a required one. */
function polymorphicSchema(
  shape: PolymorphicShape,
  context: SchemaContext,
  reserved: ReservedKeys,
): JsonSchema {
  const declared = shape.abstract
    ? []
    : [
        objectReference(shape.declared, context, {
          ...reserved,
          type: { key: shape.declaredKey, required: false },
        }),
      ];
  const variants = shape.variants.map((variant) =>
    objectReference(variant.shape, context, { ...reserved, type: { key: variant.key, required: true } }),
  );
  return context.definitions.reference(
    shape,
    reserved.element ?? '',
    [nameOf(shape.declared), 'any', ...(reserved.element === undefined ? [] : [reserved.element])].join('.'),
    () => oneOfThese([...declared, ...variants]),
  );
}

function soapArraySchema(shape: SoapArrayShape, context: SchemaContext): JsonSchema {
  return context.definitions.reference(shape, '', shape.name?.localName ?? 'Array', () => {
    const item = { anyOf: [context.shape(shape.item), { type: 'null' }] };
    const levels = shape.dimensions.reduce((sum, rank) => sum + rank, 0);
    return Array.from({ length: levels }).reduce<JsonSchema>((items) => ({ type: 'array', items }), item);
  });
}

/** The schema of an object itself, closed (OA-4). */
export function objectSchema(shape: ObjectShape, context: SchemaContext, reserved: ReservedKeys): JsonSchema {
  const properties: PropertyList = [];
  const required: string[] = [];
  if (reserved.root !== undefined) {
    properties.push(...Object.entries(reserved.root.properties));
    required.push(...reserved.root.required);
  }
  addReserved(reserved, properties, required);
  for (const attribute of shape.attributes) {
    properties.push([attribute.key, attributeSchema(attribute)]);
    if (attribute.required && attribute.default === undefined && attribute.fixed === undefined) {
      required.push(attribute.key);
    }
  }
  let clauses: readonly JsonSchema[] = [];
  if (shape.value !== undefined) {
    const { value } = shape;
    // AN-8: an `xsi:type` on this element would name a complex type.
    const schema =
      value.kind === 'anySimpleType' ? simpleSchema(value, 'attribute') : namedSimple(value, context);
    properties.push(['$value', schema]);
    required.push('$value');
  } else {
    const content = contentSchema(shape, nameOf(shape), context);
    properties.push(...content.properties);
    required.push(...content.required);
    clauses = content.clauses;
  }
  if (shape.anyAttributes !== undefined) {
    properties.push(['$anyAttributes', anyAttributesSchema(shape.anyAttributes)]);
  }
  return closedObject(properties, required, clauses, shape.documentation);
}
