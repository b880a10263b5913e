import { withCode } from '@soapstone/http-contract';
import { isMappingError, type Keyword, parseJson, type ValidationProblem } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Schema } from '../../../domain/json-schema.js';
import { GatewayError } from '../../../errors/errors.js';
import { findUnusable } from './find-unusable.js';

const OPTIONS = {
  strict: true,
  // It would reject `anyOf` branches that only state which members belong together.
  strictRequired: false,
  allowUnionTypes: true,
  // Every start compiles all schemas, in half the time: a test compares them with the schema of JSON Schema, and V8 optimises the code.
  validateSchema: false,
  meta: false,
  code: { optimize: false },
} as const;
const everyError = { ajv: new Ajv({ ...OPTIONS, allErrors: true }), compiled: new WeakMap() };
const firstError = { ajv: new Ajv(OPTIONS), compiled: new WeakMap() };
for (const { ajv } of [everyError, firstError]) ajv.addFormat('date-time', isInstant);

/** Compiles a schema once. An invalid schema, which would be a bug, throws at start and not at the first request. */
export function prepareBody(schema: Schema, large = false): ValidateFunction {
  const { ajv, compiled } = large ? firstError : everyError;
  const validate: ValidateFunction = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

/** Query parameters are text, from which numbers and flags are parsed. */
const queryAjv = new Ajv({ allErrors: true, strict: true, coerceTypes: true, allowUnionTypes: true });
queryAjv.addFormat('date-time', isInstant);
const queries = new WeakMap<object, ValidateFunction>();

/**
 * Returns the parameters in `query` by name, validated against `parameters`. Throws `VALIDATION_ERROR` with every problem. No parameter is
 * ignored, because the response would then silently answer a different question.
 */
export function readQuery(
  parameters: Readonly<Record<string, Schema>>,
  query: URLSearchParams,
): Readonly<Record<string, string | number | boolean>> {
  const validate =
    queries.get(parameters) ??
    queryAjv.compile({ type: 'object', additionalProperties: false, properties: parameters });
  queries.set(parameters, validate);
  const values: Record<string, string> = Object.create(null);
  const repeated = new Set<string>();
  for (const [name, value] of query) {
    // It would be ambiguous which of the two values is meant.
    if (values[name] !== undefined) repeated.add(name);
    values[name] = value;
  }
  const problems: ValidationProblem[] = [...repeated].map((name) => ({
    path: pointerTo(name),
    keyword: 'duplicate',
    message: 'must not be repeated',
  }));
  if (!validate(values)) problems.push(...(validate.errors ?? []).map(describe));
  if (problems.length > 0) throw violation('query', problems);
  const unusable = findUnusable(values);
  if (unusable !== undefined) throw violation('query', [unusable]);
  for (const [name, value] of Object.entries<unknown>(values)) {
    // A number with too many digits is parsed as infinity, which the schema does not reject.
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      throw violation('query', [{ path: `/${name}`, keyword: 'type', message: 'must be a number' }]);
    }
  }
  return values;
}

/** The codes of bodies that cannot be read, by the keyword of their problem. Others are `SCHEMA_VIOLATION`. */
const UNREADABLE: Readonly<Record<string, 'INVALID_JSON' | 'DUPLICATE_KEY'>> = {
  json: 'INVALID_JSON',
  duplicateKey: 'DUPLICATE_KEY',
};

/**
 * Parses the body of a request. The numbers of a design keep their digits, and its keys must differ; other bodies have no number that a
 * double cannot hold. Throws `VALIDATION_ERROR` with the line and column of what is not JSON, or with a JSON Pointer.
 */
export function parseBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable({ path: '', keyword: 'json', message: 'must be encoded in UTF-8' });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(problemOf(text));
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'design')) return value;
  try {
    return parseJson(text);
  } catch (error) {
    if (!isMappingError(error) || error.errors[0] === undefined) throw error;
    throw unreadable(error.errors[0]);
  }
}

/** The first problem of a text that is not JSON, with its line and column. */
function problemOf(text: string): ValidationProblem {
  try {
    parseJson(text);
  } catch (error) {
    if (isMappingError(error) && error.errors[0] !== undefined) return error.errors[0];
  }
  return { path: '', keyword: 'json', message: 'must be JSON' };
}

function unreadable({ path, keyword, message }: ValidationProblem): GatewayError {
  const code = Object.hasOwn(UNREADABLE, keyword) ? UNREADABLE[keyword] : undefined;
  const what = message.charAt(0).toLowerCase() + message.slice(1);
  const shown = shorten(path);
  const where = shown === '' ? '' : ` at ${shown}`;
  return new GatewayError({
    ...withCode(code ?? 'SCHEMA_VIOLATION'),
    message: `The body of the request ${code === 'INVALID_JSON' ? 'is not JSON' : 'cannot be used'}${where}: ${what}`,
    details: [{ path: shown, keyword, message }],
  });
}

/**
 * Throws `VALIDATION_ERROR` with every problem of `body`, or only the first of a `large` one: a body of megabytes can have millions of
 * problems.
 */
export function checkBody(schema: Schema, body: unknown, large = false): void {
  const problems = findBodyProblems(schema, body, large);
  if (problems.length > 0) throw violation('body', problems);
}

/** Returns every problem of `body`, without its values; only the first if the body is `large`. */
export function findBodyProblems(schema: Schema, body: unknown, large = false): readonly ValidationProblem[] {
  const validate = prepareBody(schema, large);
  if (!validate(body)) return (validate.errors ?? []).map(describe);
  const unusable = findUnusable(body);
  return unusable === undefined ? [] : [unusable];
}

export function violation(part: 'body' | 'query', errors: readonly ValidationProblem[]): GatewayError {
  return new GatewayError({
    ...withCode('SCHEMA_VIOLATION'),
    message: `The ${part} does not match the schema of this path (${errors.length} ${errors.length === 1 ? 'error' : 'errors'})`,
    details: errors.slice(0, 50),
  });
}

/** The maximum length of a path in a body, whose names the client chooses. */
const MAX_PATH = 300;

function describe(error: ErrorObject): ValidationProblem {
  const { missingProperty, additionalProperty, allowedValues } = error.params as Record<string, unknown>;
  const member = missingProperty ?? additionalProperty;
  const path =
    member === undefined ? error.instancePath : `${error.instancePath}${pointerTo(String(member))}`;
  return {
    path: shorten(path),
    keyword: error.keyword as Keyword,
    message: sentenceOf(error),
    ...defined({ expected: allowedValues }),
  };
}

function sentenceOf({ keyword, message = 'is wrong', params }: ErrorObject): string {
  const { limit } = params as Record<string, unknown>;
  if (keyword === 'format') return 'must be a valid time, such as 2026-02-28T09:30:00Z';
  if (keyword === 'minLength')
    return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
  if (keyword === 'maxLength') return `must have at most ${limit} characters`;
  return message;
}

function shorten(path: string): string {
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Whether a time in UTC exists: JavaScript reads 30 February as 2 March. */
export function isInstant(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19);
}
