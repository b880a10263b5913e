import { isJsonNumber, type JsonObject, type JsonValue } from '@soapstone/json-xml-mapper';
import type { ParsedRoute, RouteBinding } from '@soapstone/json-xml-mapper/internal/routes';

/** The example of an input, divided as a route divides it. */
export interface RouteExample {
  /** The values of the parameters that have one, by name. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The body; undefined if the route or the example has none. */
  readonly body: JsonValue | undefined;
}

/** Divides an example of an input. Undefined for one without a value that the path can have. */
export function exampleOfRoute(
  { body }: ParsedRoute,
  binding: RouteBinding,
  example: JsonObject,
): RouteExample | undefined {
  const values = new Map<string, JsonValue>();
  for (const { name, path } of binding.path) {
    const value = valueAt(example, path);
    if (value === undefined || !isSegment(value)) return undefined;
    values.set(name, value);
  }
  for (const { name, path } of binding.query) {
    const value = valueAt(example, path);
    if (value !== undefined && value !== null) values.set(name, value);
  }
  const paths = [...binding.path, ...binding.query, ...binding.cursor].map(({ path }) => path);
  if (body === '*') return { values, body: withoutKeys(example, new Set(paths.map(([first]) => first))) };
  const whole = body === undefined ? undefined : valueAt(example, [body]);
  const taken = new Set(paths.flatMap(([first, second]) => (first === body ? [second] : [])));
  return { values, body: isObject(whole) ? withoutKeys(whole, taken) : whole };
}

/** Whether a value can be a segment of a path. */
function isSegment(value: JsonValue): boolean {
  return typeof value === 'string'
    ? value !== '' && value !== '.' && value !== '..' && !/[\u0000-\u001f\u007f/]/.test(value)
    : typeof value !== 'object' || isJsonNumber(value);
}

function valueAt(example: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = example;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

function withoutKeys(object: JsonObject, keys: ReadonlySet<string | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}
