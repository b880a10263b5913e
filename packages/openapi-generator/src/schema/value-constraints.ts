import { constrainedText, type DeclaredElement, type Shape } from '@soapstone/json-xml-mapper';
import { jsonValueOf } from './lexical-value.js';
import type { ProjectionScope } from './projection-scope.js';
import type { Decoration } from './schema-registry.js';
import { simpleSchema } from './simple-schema.js';

/**
 * What the default or fixed value of an element says of its value: the element's own, not that of a substitute (NL-4).
 *
 * @param isFilled the element is written with the value where it is left out (NL-3)
 */
export function constraintsOfValue(
  scope: ProjectionScope,
  element: DeclaredElement,
  isFilled: boolean,
): Pick<Decoration, 'default' | 'only' | 'onlyText'> {
  const { shape, fixed, default: given } = element;
  const lexical = fixed ?? given;
  const text = constrainedText(shape);
  if (lexical === undefined || text === undefined) return {};
  if (text.kind === 'value') return defaultsOf(shape, element);
  if (text.kind === 'mixed') return isFilled ? { default: { value: { $content: [lexical] } } } : {};
  const value = jsonValueOf(text.shape, lexical);
  const only = fixedTextOf(element);
  return {
    ...(isFilled && value !== undefined ? { default: { value: { $value: value.value } } } : {}),
    ...(only === undefined ? {} : { onlyText: simpleSchema(scope, text.shape, { only }) }),
  };
}

/**
 * The only `$value` that an element allows beside attributes. `undefined` where it allows others, or where a type that
 * stands for the declared one writes it in another way: one may have numbers as texts (NM-5).
 */
export function fixedTextOf({ shape, fixed }: DeclaredElement): { readonly value: unknown } | undefined {
  const text = constrainedText(shape);
  if (fixed === undefined || text?.kind !== 'simpleContent') return undefined;
  const only = jsonValueOf(text.shape, fixed);
  if (only === undefined || shape.kind !== 'polymorphic') return only;
  const isWrittenAlike = shape.variants.every(({ shape: { value } }) => {
    return value === undefined || jsonValueOf(value, fixed)?.value === only.value;
  });
  return isWrittenAlike ? only : undefined;
}

/** `default` and `fixed` of a text as JSON (NL-3, NL-4). */
export function defaultsOf(
  shape: Shape,
  declared: { readonly default?: string; readonly fixed?: string },
): Pick<Decoration, 'default' | 'only'> {
  const lexical = declared.fixed ?? declared.default;
  const isSimple = shape.kind === 'scalar' || shape.kind === 'list' || shape.kind === 'union';
  const value = lexical === undefined || !isSimple ? undefined : jsonValueOf(shape, lexical);
  if (value === undefined) return {};
  return declared.fixed === undefined ? { default: value } : { only: value, default: value };
}
