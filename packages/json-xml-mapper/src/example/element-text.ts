import type { JsonObject, JsonValue } from '../api/values.js';
import { isJsonNumber } from '../json/json-number.js';
import type { SimpleLimits } from '../scalar/simple-codec.js';
import type { DeclaredElement } from '../shape/shape.js';
import { constrainedText, textWhenLeftOut } from '../shape/value-constraint.js';
import { valueOfLexical } from './scalar-example.js';

/** An example of an element, with the element's default or fixed value, if any, instead of the text of its type. */
export function withElementText(value: JsonValue, element: DeclaredElement, limits: SimpleLimits): JsonValue {
  const { shape, fixed } = element;
  const lexical = textWhenLeftOut(element);
  if (shape.kind === 'anyType' && fixed !== undefined && typeof value === 'string') return fixed;
  const text = constrainedText(shape);
  if (lexical === undefined || text === undefined) return value;
  if (text.kind === 'value') return valueOfLexical(text.shape, lexical, limits);
  if (!isObject(value)) return value;
  if (text.kind === 'mixed') return Object.assign(value, { $content: [lexical] });
  // The example's type may be a derived one, which may write the value differently (NM-5).
  const derived =
    shape.kind === 'polymorphic' ? shape.variants.find(({ key }) => key === value['$type']) : undefined;
  return Object.assign(value, {
    $value: valueOfLexical(derived?.shape.value ?? text.shape, lexical, limits),
  });
}

/** Whether a value is a JSON object. A `JsonNumber` is an object in JavaScript, but not in JSON. */
export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}
