import type { JsonSchema } from '../../api/values.js';
import { valueOfLexical } from '../../example/scalar-example.js';
import { DEFAULT_SIMPLE_LIMITS } from '../../scalar/default-limits.js';
import type { DeclaredElement, Shape } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { constrainedText, textWhenLeftOut } from '../../shape/value-constraint.js';
import type { Place } from '../context/schema-registry.js';
import { hasOneSpelling } from './one-spelling.js';

/** The constraints of `default` and `fixed` of an element (NL-3, NL-4). */
export interface ValueConstraints {
  /** Constraints on its own value, not on nil or a substitute. */
  readonly ofValue?: JsonSchema;
  /** The value of its place when the element is absent. */
  readonly ofPlace?: JsonSchema;
}

/**
 * Returns the constraints of `default` and `fixed` of an element.
 *
 * @param isFilled whether an absent element is written with the value (NL-3)
 */
export function valueConstraints(element: DeclaredElement, isFilled: boolean): ValueConstraints {
  const { shape, fixed } = element;
  const lexical = textWhenLeftOut(element);
  const text = constrainedText(shape);
  if (lexical === undefined || text === undefined) return {};
  if (text.kind === 'mixed') {
    // Text runs may be cut anywhere, so this cannot be a `const`.
    const only = { 'x-xsd-fixed': lexical, properties: { $content: { items: { type: 'string' } } } };
    return {
      ...(fixed === undefined ? {} : { ofValue: only }),
      ...(isFilled ? { ofPlace: { default: { $content: [lexical] } } } : {}),
    };
  }
  const { constraint, annotations = {} } = textConstraints(text.shape, element, variantTexts(shape));
  if (text.kind === 'value') return { ...(constraint && { ofValue: constraint }), ofPlace: annotations };
  const { default: value, ...others } = annotations;
  const ofText = { ...constraint, ...others };
  return {
    ...(Object.keys(ofText).length === 0 ? {} : { ofValue: { properties: { $value: ofText } } }),
    ...(isFilled && value !== undefined ? { ofPlace: { default: { $value: value } } } : {}),
  };
}

/** The simple content of the types that may stand for the declared one. */
function variantTexts(shape: Shape): readonly SimpleShape[] {
  if (shape.kind !== 'polymorphic') return [];
  return shape.variants.flatMap(({ shape: { value } }) => (value === undefined ? [] : [value]));
}

/**
 * OA-8 for a text. A fixed value is a `const` only if it has a single spelling in all types that may appear there.
 *
 * @param others the types that may stand for `shape`
 */
export function textConstraints(
  shape: SimpleShape,
  element: { readonly default?: string; readonly fixed?: string; readonly whenLeftOut?: string },
  others: readonly SimpleShape[] = [],
): Pick<Place, 'constraint' | 'annotations'> {
  const { fixed } = element;
  const lexical = textWhenLeftOut(element);
  if (lexical === undefined) return {};
  const unsaid = { [fixed === undefined ? 'x-xsd-default' : 'x-xsd-fixed']: lexical };
  if (shape.kind === 'anySimpleType') return fixed === undefined ? {} : { annotations: unsaid };
  const value = valueOfLexical(shape, lexical, DEFAULT_SIMPLE_LIMITS);
  // A number that no double holds.
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { annotations: unsaid };
  if (fixed === undefined) return { annotations: { default: value } };
  const isExact = hasOneSpelling(shape) && others.every((other) => isWrittenAlike(shape, other));
  if (isExact) return { constraint: { const: value }, annotations: { default: value } };
  return { annotations: { ...unsaid, default: value } };
}

function isWrittenAlike(one: SimpleShape, other: SimpleShape): boolean {
  return hasOneSpelling(other) && one.kind === 'scalar' && other.kind === 'scalar' && one.json === other.json;
}
