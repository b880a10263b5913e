import type { SoapRequest } from '../../api/messages.js';
import type { CompiledOperation, EncodeOptions } from '../../api/operation.js';
import type { MapperLimits } from '../../api/options.js';
import type { ValidationProblem } from '../../api/problems.js';
import type { JsonObject } from '../../api/values.js';
import { isMappingError, MappingError, tooComplex } from '../../errors.js';
import { stringify } from '../../json/stringify.js';
import { printPointer } from '../../pointer.js';
import type { QueryParameter } from '../../query/query-parameters.js';
import { compileQueryReader, type QueryReader } from '../../query/read-query.js';
import type { SimpleLimits } from '../../scalar/simple-codec.js';
import { WorkExceeded } from '../../work.js';
import { CURSOR_PARAMETER } from '../pages/cursor-parameter.js';
import { bindRoute } from './bind-route.js';
import type { RouteMember } from './find-member.js';
import { addMembers, keyIn, wrapMember } from './join-json.js';
import type { ParsedRoute } from './parsed-route.js';
import { textAt } from './text-at.js';

/** The contents of a request to a route. */
export interface RouteInput {
  /** The decoded values of the members in the path, in its order. */
  readonly values: readonly string[];
  /** Without the `?`. */
  readonly query: string;
  /** JSON text in UTF-8; not used by a route without a body. */
  readonly body: Uint8Array;
}

/** How many bytes of a message are searched for a value of `Location`. */
const LOCATION_BYTES = 1024 * 1024;

/**
 * The query string of a call by a route without a body: that of the request, and the members in the path as parameters. It is read like any
 * other (GQ-2 to GQ-8), so that path and query have the same types, errors and cached responses.
 */
export function queryOfRoute(route: ParsedRoute, { values, query }: Omit<RouteInput, 'body'>): string {
  const ofPath = membersOf(route).map((name, index) => {
    return `${encodeURIComponent(name)}=${encodeURIComponent(values[index] ?? '')}`;
  });
  return [...ofPath, ...(query === '' ? [] : [query])].join('&');
}

/**
 * Writes the request of a call by a route with a body. Members of the path and the query string are put into the JSON text of the body, which
 * is then validated and written in one pass. Throws `MappingError`, with the names of parameters.
 */
export function encodeRoute(
  operation: CompiledOperation,
  route: ParsedRoute,
  input: RouteInput,
  limits: MapperLimits & SimpleLimits,
  options: EncodeOptions,
): SoapRequest {
  const reader = readerOf(operation, route, limits);
  const work = options.work ?? operation.meter();
  const body = withinBudget(() => work.run(() => reader.toJson(input)));
  try {
    return operation.encodeJson(body, { ...options, work });
  } catch (error) {
    throw reader.named(error);
  }
}

/**
 * The input of a call by a route as JSON text, with the members of the path and the query string. It is checked where it is encoded. Throws
 * `MappingError` for parameters that cannot be read.
 */
export function inputOfRoute(
  operation: CompiledOperation,
  route: ParsedRoute,
  input: RouteInput,
  limits: MapperLimits & SimpleLimits,
): Uint8Array {
  const reader = readerOf(operation, route, limits);
  return withinBudget(() => operation.meter().run(() => reader.toJson(input)));
}

/** Adds the names of parameters to an error of a call by a route. Any other error is returned unchanged. */
export function nameParameters(
  operation: CompiledOperation,
  route: ParsedRoute,
  error: unknown,
  limits: MapperLimits & SimpleLimits,
): unknown {
  return readerOf(operation, route, limits).named(error);
}

function withinBudget<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof WorkExceeded ? tooComplex(error.limit, '') : error;
  }
}

/** The value of `Location`, below the base; undefined if the messages lack one of its members. */
export function locationOf(
  route: ParsedRoute,
  { values, body: json }: Omit<RouteInput, 'query'>,
  result: Uint8Array,
): string | undefined {
  const { location, body } = route;
  const ofPath = membersOf(route);
  let text = '';
  for (const part of location) {
    if ('text' in part) {
      text += part.text;
      continue;
    }
    const { source, member } = part;
    const path = member.split('.');
    const inPath = source === 'input' ? values[ofPath.indexOf(member)] : undefined;
    const inBody = body === path[0] ? path.slice(1) : path;
    const value =
      inPath ??
      (source === 'result' ? textAt(result, path, LOCATION_BYTES) : textAt(json, inBody, LOCATION_BYTES));
    const segment = value === undefined ? undefined : segmentOf(value);
    if (segment === undefined) return undefined;
    text += segment;
  }
  return text === '' ? undefined : text;
}

/** A value as a segment of a path. Undefined for one that no route would match. */
function segmentOf(value: string): string | undefined {
  if (value === '' || value === '.' || value === '..') return undefined;
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate.
    return undefined;
  }
}

/** The names of the members in the path of a route. */
export function membersOf({ segments }: ParsedRoute): readonly string[] {
  return segments.flatMap((segment) => ('member' in segment ? [segment.member] : []));
}

interface RouteReader {
  toJson(input: RouteInput): Uint8Array;
  /** The same error with the names of parameters. */
  named(error: unknown): unknown;
}

/** The readers of the routes that have been called. An operation has one route. */
const readers = new WeakMap<CompiledOperation, RouteReader>();

function readerOf(
  operation: CompiledOperation,
  route: ParsedRoute,
  limits: MapperLimits & SimpleLimits,
): RouteReader {
  let reader = readers.get(operation);
  if (reader === undefined) {
    reader = compileRoute(operation, route, limits);
    readers.set(operation, reader);
  }
  return reader;
}

function compileRoute(
  operation: CompiledOperation,
  route: ParsedRoute,
  limits: MapperLimits & SimpleLimits,
): RouteReader {
  // A design with problems is not published.
  const { path, query, body, cursor } = bindRoute(route, operation.shape, () => {});
  const parameters = [...path.map((member) => parameterOf(member)), ...query, ...cursor];
  const read: QueryReader = compileQueryReader(parameters, limits, () => []);
  const names = new Map(parameters.map(({ name, path: keys }) => [printPointer(keys), name]));
  const inPath = new Set(path.map(({ name }) => name));
  const elsewhere = route.page === undefined ? NO_MEMBERS : membersBeside(body?.key, query, cursor);
  return {
    toJson({ values, query: text, body: json }) {
      const key = elsewhere.size === 0 ? undefined : keyIn(json, elsewhere);
      if (key !== undefined)
        throw misplaced(
          elsewhere.get(key) as QueryParameter,
          cursor,
          body === undefined ? [key] : [body.key, key],
        );
      const given = read(queryOfRoute(route, { values, query: text }));
      if (body === undefined) return addMembers(json, inside(given));
      const { [body.key]: ofBody, ...others } = given;
      const members = ofBody === undefined ? '' : inside(ofBody as JsonObject);
      return wrapMember(body.key, addMembers(json, members), inside(others));
    },
    named(error) {
      if (!isMappingError(error)) return error;
      const errors = error.errors.map((problem) => nameProblem(problem, names, inPath));
      const { code, truncated } = error;
      return new MappingError({ code, errors, truncated, operation: operation.info.name });
    },
  };
}

const NO_MEMBERS: ReadonlyMap<string, QueryParameter> = new Map();

/** The members of pages, by the key that the body would have them at. */
function membersBeside(
  body: string | undefined,
  query: readonly QueryParameter[],
  cursor: readonly QueryParameter[],
): ReadonlyMap<string, QueryParameter> {
  return new Map(
    [...query, ...cursor].flatMap((parameter) => {
      const [first, second] = parameter.path;
      const key = body === undefined ? first : first === body ? second : undefined;
      return key === undefined ? [] : [[key, parameter]];
    }),
  );
}

/** PG-8: what a page names is not in the body, although the input has it. */
function misplaced(
  parameter: QueryParameter,
  cursor: readonly QueryParameter[],
  path: readonly string[],
): MappingError {
  const message = cursor.includes(parameter)
    ? `is not a member of this request: ${CURSOR_PARAMETER} says which page is wanted`
    : `must not be in the body: ${parameter.name} is a query parameter`;
  const error: ValidationProblem = { path: printPointer(path), keyword: 'additionalProperties', message };
  return new MappingError({ code: 'VALIDATION', errors: [error] });
}

function nameProblem(
  problem: ValidationProblem,
  names: ReadonlyMap<string, string>,
  inPath: ReadonlySet<string>,
): ValidationProblem {
  const parameter = names.get(problem.path) ?? names.get(problem.path.replace(/\/\d+$/, ''));
  if (parameter === undefined) return problem;
  const message =
    problem.keyword === 'duplicateKey' && inPath.has(parameter)
      ? 'must not be in the body too: the path has it'
      : problem.message;
  return { ...problem, message, parameter };
}

/** The text of the members of an object. */
function inside(object: JsonObject): string {
  return stringify(object).slice(1, -1);
}

function parameterOf({ name, path, shape }: RouteMember): QueryParameter {
  return { name, path, shape, array: false, required: true };
}
