import type { JsonSchema } from '../api.js';
import { valueOfLexical } from '../example/scalar-example.js';
import { DEFAULT_LIMITS } from '../limits.js';
import type {
  AttributeMember,
  DeclaredElement,
  ElementMember,
  Shape,
  SimpleShape,
  WildcardShape,
} from '../shape/shape.js';
import { constrainedText, isFilledIn } from '../shape/value-constraint.js';
import {
  addReserved,
  closedObject,
  nameOf,
  oneOfThese,
  type PropertyList,
  type ReservedKeys,
} from './object-parts.js';
import { hasOneSpelling } from './one-spelling.js';
import type { SchemaContext } from './schema-context.js';
import { simpleSchema } from './simple-schema.js';
import { anyAttributesSchema } from './wildcard-schema.js';

/** One value of an element: its own type or that of a substitute, or nil. */
export function elementSchema(member: ElementMember, context: SchemaContext): JsonSchema {
  const { shape, substitution, nillable, documentation } = member;
  const { ofValue, ofPlace } = valueConstraints(member, isFilledIn(member));
  const alternatives = substitution?.abstract === true ? [] : [{ ...ofType(member, context), ...ofValue }];
  if (nillable) alternatives.push({ type: 'null' }, ...nilObject(shape, context, {}));
  for (const substitute of substitution?.members ?? []) {
    const reserved = { element: substitute.key };
    alternatives.push(substituteSchema(substitute, context));
    if (substitute.nillable) alternatives.push(...nilSubstitute(substitute.shape, context, reserved));
  }
  return {
    ...oneOfThese(alternatives),
    ...(documentation === undefined ? {} : { description: documentation }),
    ...ofPlace,
  };
}

/** The declared type. A value of any type may be nil itself (AN-6), that of an element only where it is nillable (NL-1). */
function ofType({ shape, nillable }: ElementMember, context: SchemaContext): JsonSchema {
  const schema = context.shape(shape);
  return shape.kind === 'anyType' && !nillable ? { ...schema, not: { type: 'null' } } : schema;
}

/** SG-1: objects carry `$element` beside their members, other values stand in `$value`. */
function substituteSchema(substitute: DeclaredElement, context: SchemaContext): JsonSchema {
  const { key: element, shape } = substitute;
  // Nothing is filled in: `$element` names what stands here, so its value is given.
  const { ofValue, ofPlace } = valueConstraints(substitute, false);
  if (shape.kind === 'object' || shape.kind === 'polymorphic')
    return { ...context.shape(shape, { element }), ...ofValue };
  const properties: PropertyList = [
    ['$element', { const: element }],
    ['$value', { ...context.shape(shape), ...ofValue, ...ofPlace }],
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
  if (reserved.root !== undefined) return [nilKeys(shape.attributes, reserved, shape.anyAttributes)];
  const variant = `nil ${reserved.element ?? ''} ${reserved.type?.key ?? ''}`;
  return [
    context.definitions.reference(shape, variant, `${nameOf(shape)}.nil`, () =>
      nilKeys(shape.attributes, reserved, shape.anyAttributes),
    ),
  ];
}

function nilKeys(
  attributes: readonly AttributeMember[],
  reserved: ReservedKeys,
  wildcard?: WildcardShape,
): JsonSchema {
  const properties: PropertyList = [['$nil', { const: true }]];
  const required = ['$nil'];
  addReserved(reserved, properties, required);
  for (const attribute of attributes) {
    properties.push([attribute.key, attributeSchema(attribute)]);
    if (attribute.required && (attribute.default ?? attribute.fixed) === undefined)
      required.push(attribute.key);
  }
  if (wildcard !== undefined) properties.push(['$anyAttributes', anyAttributesSchema(wildcard)]);
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
    ...textConstraints(shape, attribute),
  };
}

/**
 * What `default` and `fixed` of an element say: of its own value, not of nil or a substitute, and of its place.
 *
 * @param isFilled the element is written with the value where it is left out (NL-3)
 */
function valueConstraints(
  element: DeclaredElement,
  isFilled: boolean,
): { readonly ofValue: JsonSchema; readonly ofPlace: JsonSchema } {
  const { shape, fixed, default: given } = element;
  const lexical = fixed ?? given;
  const text = constrainedText(shape);
  if (lexical === undefined || text === undefined) return { ofValue: {}, ofPlace: {} };
  if (text.kind === 'mixed') {
    // Text runs may be cut anywhere, so this is no `const`.
    const only = { 'x-xsd-fixed': lexical, properties: { $content: { items: { type: 'string' } } } };
    const ofPlace = isFilled ? { default: { $content: [lexical] } } : {};
    return { ofValue: fixed === undefined ? {} : only, ofPlace };
  }
  const { default: value, ...constraint } = textConstraints(text.shape, element, variantTexts(shape));
  const isSaid = value !== undefined;
  if (text.kind === 'value') return { ofValue: constraint, ofPlace: isSaid ? { default: value } : {} };
  const isEmpty = Object.keys(constraint).length === 0;
  return {
    ofValue: isEmpty ? {} : { properties: { $value: constraint } },
    ofPlace: isSaid && isFilled ? { default: { $value: value } } : {},
  };
}

/** The simple content of the types that may stand for the declared one. */
function variantTexts(shape: Shape): readonly SimpleShape[] {
  if (shape.kind !== 'polymorphic') return [];
  return shape.variants.flatMap(({ shape: { value } }) => (value === undefined ? [] : [value]));
}

/** OA-8, of a text. A fixed one that can be written in several ways is no `const`, in none of the types that may stand there. */
function textConstraints(
  shape: SimpleShape,
  { default: given, fixed }: { default?: string; fixed?: string },
  others: readonly SimpleShape[] = [],
): JsonSchema {
  const lexical = fixed ?? given;
  if (lexical === undefined || shape.kind === 'anySimpleType')
    return fixed === undefined ? {} : { 'x-xsd-fixed': fixed };
  const value = valueOfLexical(shape, lexical, DEFAULT_LIMITS);
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return { [fixed === undefined ? 'x-xsd-default' : 'x-xsd-fixed']: lexical };
  if (fixed === undefined) return { default: value };
  const isExact = hasOneSpelling(shape) && others.every((other) => isWrittenAlike(shape, other));
  return isExact ? { const: value, default: value } : { 'x-xsd-fixed': lexical, default: value };
}

function isWrittenAlike(one: SimpleShape, other: SimpleShape): boolean {
  return hasOneSpelling(other) && one.kind === 'scalar' && other.kind === 'scalar' && one.json === other.json;
}
