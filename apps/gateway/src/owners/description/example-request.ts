import {
  type JsonObject,
  type JsonValue,
  type Mapper,
  type QueryParameter,
  queryParameters,
  stringify,
} from '@soapstone/json-xml-mapper';
import { bindRoute, bodyOfRoute, type ParsedRoute } from '@soapstone/json-xml-mapper/internal/routes';

/** An example of a request, divided as a client has to send it. */
export interface PageRequest {
  /** The values of the parameters in the path, in its order. */
  readonly path: readonly string[];
  /** The required parameters of the query string of a GET, or of a route. A name occurs once for each value. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** JSON text; null if a request has no body. */
  readonly body: string | null;
}

type Shape = ReturnType<Mapper['compile']>['shape'];

/** The example of a call by the name of an operation. */
export function requestByName(input: JsonObject, { input: message }: Shape): PageRequest {
  const { parameters, refusal } = queryParameters(message);
  return {
    path: [],
    query: refusal === undefined ? requiredOf(parameters, input) : [],
    body: stringify(input),
  };
}

/** The example of a call by a route, whose members are where the route has them. */
export function requestOfRoute(input: JsonObject, route: ParsedRoute, shape: Shape): PageRequest {
  const binding = bindRoute(route, shape, () => {});
  const body = bodyOfRoute(route, binding, shape);
  const above = body === undefined || 'message' in body ? [] : [body.member.key];
  const inPath = binding.path.map(({ path }) => path);
  const elsewhere = [...binding.path, ...binding.query, ...binding.cursor];
  const rest = elsewhere.reduce<JsonValue | undefined>((value, { path }) => without(value, path), input);
  return {
    path: inPath.map((path) => textOf(valueAt(input, path)) ?? ''),
    query: requiredOf(binding.query, input),
    body: body === undefined ? null : stringify(valueAt(rest, above) ?? {}),
  };
}

/** The values of the required parameters, whose names are paths in the input. */
function requiredOf(parameters: readonly QueryParameter[], input: JsonObject): [string, string][] {
  return parameters.flatMap(({ name, required }) => {
    if (!required) return [];
    const value = Object.hasOwn(input, name) ? input[name] : valueAt(input, name.split('.'));
    return (Array.isArray(value) ? value : [value]).flatMap((each): [string, string][] => {
      const text = textOf(each);
      return text === undefined ? [] : [[name, text]];
    });
  });
}

function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let current = value;
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A copy of a value without the member at a path, of which there are a few keys. */
function without(value: JsonValue | undefined, [key, ...rest]: readonly string[]): JsonValue | undefined {
  if (key === undefined || !isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: taken, ...others } = value;
  if (rest.length === 0) return others;
  const inside = without(taken, rest);
  const isEmpty = isObject(inside) && Object.keys(inside).length === 0;
  return inside === undefined || isEmpty ? others : { ...others, [key]: inside };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a value in a path or a query string; undefined for one that is not simple. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  const text = stringify(value);
  return text.startsWith('{') || text.startsWith('[') ? undefined : text;
}
