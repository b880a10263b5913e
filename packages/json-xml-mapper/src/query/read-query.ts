import { defined } from '@soapstone/options/defined';
import type { MapperLimits } from '../api/options.js';
import type { ValidationProblem } from '../api/problems.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import { isMappingError, MappingError } from '../errors.js';
import { nearestName } from '../explain/keys/nearest-name.js';
import { printPointer } from '../pointer.js';
import { compileSimple, SCHEMA_NAMES, type SimpleCodec, type SimpleLimits } from '../scalar/simple-codec.js';
import { splitItems } from '../scalar/white-space.js';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type { QueryParameter } from './query-parameters.js';

/** Reads a query string, without `?`, as the JSON object that a POST would carry. Throws `MappingError`. */
export type QueryReader = (query: string) => JsonObject;

/**
 * Compiles a reader for the query parameters of an operation (§16). It handles names and lexical forms; whether the object is a
 * valid input is left to validation, which is the same for GET and POST (GQ-3). If the query string has a problem, `validate`
 * reports what else is wrong with the rest, so that a client sees all problems at once.
 */
export function compileQueryReader(
  parameters: readonly QueryParameter[],
  limits: MapperLimits & SimpleLimits,
  validate: (input: JsonObject) => readonly ValidationProblem[],
): QueryReader {
  const targets = new Map(parameters.map((parameter) => [parameter.name, compileTarget(parameter, limits)]));
  return (query) => {
    const errors: ValidationProblem[] = [];
    const result = emptyObject();
    for (const field of query === '' ? [] : query.split('&')) {
      if (field === '') continue;
      const error = readField(field, targets, result);
      if (error !== undefined) errors.push(error);
      if (errors.length > limits.errors) break;
    }
    if (errors.length > 0) {
      // Unreadable parameters are missing here, but were already reported; `$` names come by another route (GQ-6).
      const known = new Set(errors.map((error) => error.path));
      const others = errors.length > limits.errors ? [] : validate(result);
      const unknown = others.filter(({ path }) => !known.has(path) && !path.startsWith('/$'));
      errors.push(...nameParameters(unknown, parameters, result));
      const truncated = errors.length > limits.errors;
      throw new MappingError({ code: 'VALIDATION', errors: errors.slice(0, limits.errors), truncated });
    }
    sources.set(result, parameters);
    return result;
  };
}

/** Inputs that came from a query string, with its parameters: a later validation has only the object. */
const sources = new WeakMap<JsonObject, readonly QueryParameter[]>();

/** If the input came from a query string, adds parameter names to the errors about its values (VE-3). */
export function withParameters(errors: readonly ValidationProblem[], input: unknown): ValidationProblem[] {
  const parameters = sources.get(input as JsonObject);
  return parameters === undefined ? [...errors] : nameParameters(errors, parameters, input as JsonObject);
}

/** Runs a function that encodes an input; adds parameter names to the errors that it throws. */
export function namingParameters<T>(input: unknown, operation: string, encode: () => T): T {
  try {
    return encode();
  } catch (error) {
    if (!isMappingError(error) || !sources.has(input as JsonObject)) throw error;
    const { code, truncated } = error;
    throw new MappingError({ code, errors: withParameters(error.errors, input), truncated, operation });
  }
}

function nameParameters(
  errors: readonly ValidationProblem[],
  parameters: readonly QueryParameter[],
  input: JsonObject,
): ValidationProblem[] {
  const given = parameters.filter(({ path }) => isGiven(input, path));
  const names = new Map(given.map(({ name, path }) => [printPointer(path), name]));
  return errors.map((error) => {
    // An item of a repeated parameter or of a list is one step below.
    const parameter = names.get(error.path) ?? names.get(error.path.replace(/\/\d+$/, ''));
    return parameter === undefined ? error : { ...error, parameter };
  });
}

function isGiven(input: JsonObject, path: readonly string[]): boolean {
  let value: JsonValue | undefined = input;
  for (const key of path) value = (value as JsonObject | undefined)?.[key];
  return value !== undefined;
}

interface Target {
  readonly parameter: QueryParameter;
  /** The value of a text, as far as its lexical form determines it; the rest is left to validation. */
  readonly toValue: (text: string) => JsonValue;
  /** Whether the empty text is a value (GQ-5). */
  readonly acceptsEmpty: boolean;
}

function compileTarget(parameter: QueryParameter, limits: SimpleLimits): Target {
  const { shape } = parameter;
  return { parameter, toValue: compileValue(shape, limits), acceptsEmpty: isStringLike(shape) };
}

function compileValue(shape: SimpleShape, limits: SimpleLimits): (text: string) => JsonValue {
  if (shape.kind === 'list') {
    const item = compileValue(shape.item, limits);
    return (text) => splitItems(text).map(item);
  }
  const codec: SimpleCodec = compileSimple(shape, limits);
  return (text) => codec.parse(text, SCHEMA_NAMES) ?? text;
}

/** GQ-5: whether the lexical space of the type contains the empty text. */
function isStringLike(shape: SimpleShape): boolean {
  switch (shape.kind) {
    case 'scalar':
      return shape.anyText === true || BUILTIN_TYPES[shape.builtin].family === 'string';
    case 'union':
      return shape.members.some(isStringLike);
    case 'anySimpleType':
    case 'list':
      return true;
  }
}

function readField(
  field: string,
  targets: ReadonlyMap<string, Target>,
  result: JsonObject,
): ValidationProblem | undefined {
  const equals = field.indexOf('=');
  const rawName = equals < 0 ? field : field.slice(0, equals);
  const name = decode(rawName);
  if (name === undefined) return badEncoding(rawName, rawName);
  const target = targets.get(name);
  if (target === undefined) return unknownParameter(name, targets.keys());
  const { parameter, toValue, acceptsEmpty } = target;
  const text = equals < 0 ? '' : decode(field.slice(equals + 1));
  const path = printPointer(parameter.path);
  if (text === undefined) return { ...badEncoding(name, rawName), path };
  if (text === '' && !acceptsEmpty) {
    if (!parameter.required) return undefined;
    return { path, keyword: 'type', message: `must not be empty`, parameter: name };
  }
  if (!store(result, parameter, toValue(text))) {
    return { path, keyword: 'duplicate', message: 'must be given once: it is not a list', parameter: name };
  }
  return undefined;
}

/** Sets the value at the parameter's path; returns false if there already is one (GQ-4). Creates records as needed (GQ-7). */
function store(result: JsonObject, { path, array, shape }: QueryParameter, value: JsonValue): boolean {
  let record = result;
  for (const key of path.slice(0, -1)) {
    record[key] ??= emptyObject();
    record = record[key] as JsonObject;
  }
  const key = path.at(-1)!;
  const present = record[key];
  if (array) {
    if (present === undefined) record[key] = [value];
    else (present as JsonValue[]).push(value);
  } else if (present === undefined) {
    record[key] = value;
  } else if (shape.kind === 'list') {
    (present as JsonValue[]).push(...(value as JsonValue[]));
  } else {
    return false;
  }
  return true;
}

/** GQ-2: `+` is a space, the rest is percent-encoded UTF-8. Undefined otherwise. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function badEncoding(name: string, parameter: string): ValidationProblem {
  const message = 'must be percent-encoded UTF-8';
  return { path: printPointer([name]), keyword: 'format', message, parameter };
}

function unknownParameter(name: string, known: Iterable<string>): ValidationProblem {
  const names = [...known];
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return {
    path: printPointer([name]),
    keyword: 'additionalProperties',
    message: `is not a query parameter of this operation${hint}`,
    ...defined({ expected: nearest }),
    parameter: name,
  };
}

/** An object without a prototype (VO-5). */
function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
