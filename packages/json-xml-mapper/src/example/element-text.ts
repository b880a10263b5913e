import type { JsonObject, JsonValue } from '../api.js';
import { isJsonNumber } from '../json/json-number.js';
import type { SimpleLimits } from '../scalar/simple-codec.js';
import type { ElementMember } from '../shape/shape.js';
import { constrainedText } from '../shape/value-constraint.js';
import { valueOfLexical } from './scalar-example.js';

/** An example of an element: where it is an object with simple or mixed content, with the element's default or fixed value. */
export function withElementText(
  value: JsonValue,
  { shape, fixed, default: given }: ElementMember,
  limits: SimpleLimits,
): JsonValue {
  const lexical = fixed ?? given;
  const text = constrainedText(shape);
  if (lexical === undefined || text === undefined || !isObject(value)) return value;
  if (text.kind === 'mixed') return Object.assign(value, { $content: [lexical] });
  // The type that is shown may be a derived one, which may write the value in another way (NM-5).
  const derived =
    shape.kind === 'polymorphic' ? shape.variants.find(({ key }) => key === value['$type']) : undefined;
  return Object.assign(value, {
    $value: valueOfLexical(derived?.shape.value ?? text.shape, lexical, limits),
  });
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}
