import type { JsonSchema } from '../api.js';
import { valueOfLexical } from '../example/scalar-example.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import type { AttributeMember, ElementMember, Shape, SimpleShape } from '../shape/shape.js';
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

/** One value of an element: its own type or that of a substitute, or nil. */
export function elementSchema(member: ElementMember, context: SchemaContext): JsonSchema {
  const { shape, substitution, nillable, documentation } = member;
  const alternatives = substitution?.abstract === true ? [] : [context.shape(shape)];
  if (nillable) alternatives.push({ type: 'null' }, ...nilObject(shape, context, {}));
  for (const substitute of substitution?.members ?? []) {
    const reserved = { element: substitute.key };
    alternatives.push(substituteSchema(substitute.shape, context, substitute.key));
    if (substitute.nillable) alternatives.push(...nilSubstitute(substitute.shape, context, reserved));
  }
  return {
    ...oneOfThese(alternatives),
    ...(documentation === undefined ? {} : { description: documentation }),
    ...valueConstraints(shape, member),
  };
}

/** SG-1: objects carry `$element` beside their members, other values stand in `$value`. */
function substituteSchema(shape: Shape, context: SchemaContext, element: string): JsonSchema {
  if (shape.kind === 'object' || shape.kind === 'polymorphic') return context.shape(shape, { element });
  const properties: PropertyList = [
    ['$element', { const: element }],
    ['$value', context.shape(shape)],
  ];
  return closedObject(properties, ['$element', '$value'], []);
}

/** A nil value that says by `$element` or `$type` what it stands for, so it is an object without attributes too. */
export function nilSubstitute(
  shape: Shape,
  context: SchemaContext,
  reserved: ReservedKeys,
): readonly JsonSchema[] {
  const withAttributes = nilObject(shape, context, reserved);
  return withAttributes.length > 0 ? withAttributes : [nilKeys([], reserved)];
}

/** NL-5: a nil element that keeps its attributes: those of its declared type, or of the type that `$type` names. */
export function nilObject(shape: Shape, context: SchemaContext, reserved: ReservedKeys): JsonSchema[] {
  if (shape.kind === 'polymorphic') {
    const variants = shape.variants.flatMap(({ key, shape: variant }) => {
      return nilSubstitute(variant, context, { ...reserved, type: { key, required: true } });
    });
    if (shape.abstract) return variants;
    const type = { key: shape.declaredKey, required: false };
    return [...nilObject(shape.declared, context, { ...reserved, type }), ...variants];
  }
  if (shape.kind !== 'object' || (shape.attributes.length === 0 && shape.anyAttributes === undefined))
    return [];
  // What a root has besides, nothing else can share.
  if (reserved.root !== undefined)
    return [nilKeys(shape.attributes, reserved, shape.anyAttributes !== undefined)];
  const variant = `nil ${reserved.element ?? ''} ${reserved.type?.key ?? ''}`;
  return [
    context.definitions.reference(shape, variant, `${nameOf(shape)}.nil`, () =>
      nilKeys(shape.attributes, reserved, shape.anyAttributes !== undefined),
    ),
  ];
}

function nilKeys(attributes: readonly AttributeMember[], reserved: ReservedKeys, isOpen = false): JsonSchema {
  const properties: PropertyList = [['$nil', { const: true }]];
  const required = ['$nil'];
  addReserved(reserved, properties, required);
  for (const attribute of attributes) {
    properties.push([attribute.key, attributeSchema(attribute)]);
    if (attribute.required && (attribute.default ?? attribute.fixed) === undefined)
      required.push(attribute.key);
  }
  if (isOpen)
    properties.push(['$anyAttributes', { type: 'object', additionalProperties: { type: 'string' } }]);
  if (reserved.root !== undefined) {
    properties.push(...Object.entries(reserved.root.properties));
    required.push(...reserved.root.required);
  }
  return closedObject(properties, required, []);
}

/** One attribute (SC-2). */
export function attributeSchema(attribute: AttributeMember): JsonSchema {
  const { documentation, shape } = attribute;
  return {
    ...simpleSchema(shape, 'attribute'),
    ...(documentation === undefined ? {} : { description: documentation }),
    ...valueConstraints(shape, attribute),
  };
}

/** OA-8. Of dates equal values can be written in several ways, so a fixed one is no `const`. */
function valueConstraints(
  shape: Shape,
  { default: given, fixed }: { default?: string; fixed?: string },
): JsonSchema {
  const lexical = fixed ?? given;
  if (lexical === undefined || !isSimple(shape)) return {};
  const value = valueOfLexical(shape, lexical, DEFAULT_LIMITS);
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return { 'x-xsd-default': lexical };
  if (fixed === undefined) return { default: value };
  const exact = shape.kind === 'scalar' && !shape.lexical && !DATES.has(BUILTIN_TYPES[shape.builtin].family);
  return exact ? { const: value, default: value } : { 'x-xsd-fixed': lexical, default: value };
}

const DATES: ReadonlySet<string> = new Set(['date', 'duration']);

function isSimple(shape: Shape): shape is SimpleShape {
  return shape.kind === 'scalar' || shape.kind === 'list' || shape.kind === 'union';
}
