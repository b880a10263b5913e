import { defined } from '@soapstone/options/defined';
import type { ElementDeclaration } from '@soapstone/soap-model';
import type { ElementMember, ObjectShape, Shape } from './shape.js';
import type { SimpleShape } from './simple-shape.js';

/** The default or fixed value of a declaration, if it has one. */
export function valueConstraint({
  default: given,
  fixed,
}: Pick<ElementDeclaration, 'default' | 'fixed'>): Pick<ElementDeclaration, 'default' | 'fixed'> {
  return {
    ...defined({ default: given, fixed }),
  };
}

/**
 * The part of an element that its default or fixed value applies to: the JSON value itself, `$value` of an object, or the text of mixed
 * content.
 */
export type ConstrainedText =
  | { readonly kind: 'value' | 'simpleContent'; readonly shape: SimpleShape }
  | { readonly kind: 'mixed' };

/** The text that `default` and `fixed` of an element of this shape apply to; `undefined` if it has none. */
export function constrainedText(shape: Shape): ConstrainedText | undefined {
  switch (shape.kind) {
    case 'scalar':
    case 'list':
    case 'union':
    case 'anySimpleType':
      return { kind: 'value', shape };
    case 'object':
      if (shape.value !== undefined) return { kind: 'simpleContent', shape: shape.value };
      return shape.form === 'mixed' ? { kind: 'mixed' } : undefined;
    case 'polymorphic':
      return constrainedText(shape.declared);
    case 'soapArray':
    case 'lifted':
    case 'anyType':
    case 'attachment':
      return undefined;
  }
}

/** The text that a member is written with if the JSON leaves it out: that of a design (DF-10), or of the schema (NL-3). */
export function textWhenLeftOut({
  whenLeftOut,
  default: given,
  fixed,
}: Pick<ElementMember, 'whenLeftOut' | 'default' | 'fixed'>): string | undefined {
  return whenLeftOut ?? fixed ?? given;
}

/** NL-3: whether an absent required element is written with its default or fixed value. */
export function isFilledIn(member: ElementMember): boolean {
  const { shape, substitution } = member;
  if (substitution !== undefined || textWhenLeftOut(member) === undefined) return false;
  if (constrainedText(shape) === undefined) return false;
  if (shape.kind === 'polymorphic') return !shape.abstract && !hasDemandedAttribute(shape.declared);
  return shape.kind !== 'object' || !hasDemandedAttribute(shape);
}

/** Whether there is a required attribute without a schema value, so that the element cannot be inserted. */
function hasDemandedAttribute({ attributes }: ObjectShape): boolean {
  return attributes.some((attribute) => attribute.required && textWhenLeftOut(attribute) === undefined);
}
