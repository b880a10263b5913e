import type { ValidationProblem } from './api/problems.js';

/** Why a request cannot become XML: see `MappingError`. */
export type MappingErrorCode = 'VALIDATION' | 'LIMIT' | 'TOO_COMPLEX';

/**
 * A request that cannot become XML, with every problem in schema order (VE-1).
 *
 * `code` is `LIMIT` if a safety limit stopped the work (SE-6), `TOO_COMPLEX` if the call's work budget did, with the place reached;
 * otherwise `VALIDATION`.
 */
export class MappingError extends Error {
  override readonly name = 'MappingError';
  readonly code: MappingErrorCode;
  readonly errors: readonly ValidationProblem[];
  /** Whether there are more problems than the limit lets through (VE-1). */
  readonly truncated: boolean;

  constructor(options: {
    code: MappingErrorCode;
    errors: readonly ValidationProblem[];
    truncated?: boolean | undefined;
    /** Name of the operation, for the message. */
    operation?: string | undefined;
    /** The kind of message that could not be encoded. Default `request`. */
    direction?: MessageDirection | undefined;
  }) {
    super(describeErrors(options.errors, options.direction ?? 'request', options.operation));
    this.code = options.code;
    this.errors = options.errors;
    this.truncated = options.truncated ?? false;
  }
}

/** The role of a message for the service. */
export type MessageDirection = 'request' | 'response';

/**
 * The error of a call whose work budget is exhausted (§21).
 *
 * @param limit the budget in units
 * @param path JSON Pointer of the place that was reached
 */
export function tooComplex(limit: number, path: string): MappingError {
  const message = `takes more work to check against its schema than one call may use (limit "work": ${limit} units); send fewer items in one request`;
  return new MappingError({ code: 'TOO_COMPLEX', errors: [{ path, keyword: 'limit', message }] });
}

/** The reasons to reject a response as a whole (§19). */
export type DecodeErrorCode =
  | 'NOT_XML'
  | 'NOT_SOAP'
  | 'UNEXPECTED_ELEMENT'
  | 'STRICT'
  | 'LIMIT'
  | 'CYCLE'
  /** The response takes more work, or produces more JSON, than one call may. `path` is the place that was reached. */
  | 'RESPONSE_TOO_COMPLEX';

/** A response that cannot become JSON. `details` are the deviations that strict mode rejects (TR-8). */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  readonly code: DecodeErrorCode;
  readonly details: readonly ValidationProblem[];
  /** JSON Pointer into the result, if the place is known. */
  readonly path: string | undefined;

  constructor(options: {
    code: DecodeErrorCode;
    message: string;
    path?: string | undefined;
    details?: readonly ValidationProblem[] | undefined;
    cause?: unknown;
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.details = options.details ?? [];
    this.path = options.path;
  }
}

/** An operation name that the service does not expose (OP-3). */
export class OperationNotFoundError extends Error {
  override readonly name = 'OperationNotFoundError';
  readonly code = 'OPERATION_NOT_FOUND';
  readonly operation: string;
  /** The most similar exposed names, best first. */
  readonly nearest: readonly string[];

  /** @param options `hint` says in a few words what else helps. */
  constructor(options: {
    operation: string;
    nearest?: readonly string[] | undefined;
    hint?: string | undefined;
  }) {
    const nearest = options.nearest?.[0] === undefined ? '' : `; did you mean ${options.nearest[0]}?`;
    const hint = options.hint === undefined ? '' : `${nearest === '' ? ';' : ''} ${options.hint}`;
    super(`no operation ${quoteShort(options.operation)} in this service${nearest}${hint}`);
    this.operation = options.operation;
    this.nearest = options.nearest ?? [];
  }
}

/** A JSON Schema with more members than its caller accepts (`JsonSchemaOptions.most`), or than any document should have. */
export class SchemaSizeError extends Error {
  override readonly name = 'SchemaSizeError';
  /** The maximum number of members. */
  readonly most: number;

  constructor(most: number) {
    super(
      `the JSON Schema has more than ${most} members; fewer types that are derived from one another make it shorter`,
    );
    this.most = most;
  }
}

/** Why a value that a design fills in cannot be written: see `FillError`. */
export type FillErrorCode = 'FILL_MISSING' | 'FILL_INVALID';

/**
 * A value that a design fills in and that the owner of the service has to correct (DF-3): a secret that is not set, or that its type
 * refuses. The message never has the value.
 */
export class FillError extends Error {
  override readonly name = 'FillError';
  readonly code: FillErrorCode;
  /** The secret; undefined for a generated value. */
  readonly secret: string | undefined;

  constructor(options: { code: FillErrorCode; message: string; secret?: string | undefined }) {
    super(options.message);
    this.code = options.code;
    this.secret = options.secret;
  }
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isFillError(error)) console.error(error.secret, error.message);
 * ```
 */
export function isFillError(value: unknown): value is FillError {
  return isNamedError(value, 'FillError');
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isSchemaSizeError(error)) console.error(error.message);
 * ```
 */
export function isSchemaSizeError(value: unknown): value is SchemaSizeError {
  return isNamedError(value, 'SchemaSizeError');
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isMappingError(error)) for (const { path, message } of error.errors) console.error(path, message);
 * ```
 */
export function isMappingError(value: unknown): value is MappingError {
  return isNamedError(value, 'MappingError') && Array.isArray((value as { errors?: unknown }).errors);
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isDecodeError(error)) console.error(error.code, error.path);
 * ```
 */
export function isDecodeError(value: unknown): value is DecodeError {
  return isNamedError(value, 'DecodeError') && typeof (value as { code?: unknown }).code === 'string';
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isOperationNotFoundError(error)) console.log(error.operation);
 * ```
 */
export function isOperationNotFoundError(value: unknown): value is OperationNotFoundError {
  return isNamedError(value, 'OperationNotFoundError');
}

function isNamedError(value: unknown, name: string): value is Error {
  return value instanceof Error && value.name === name;
}

/** The problems in the text of an error, and the characters of each: keys of an input may have any length. */
const SHOWN_PROBLEMS = 3;
const MAX_PROBLEM_CHARACTERS = 300;

function describeErrors(
  errors: readonly ValidationProblem[],
  direction: MessageDirection,
  operation: string | undefined,
): string {
  if (errors.length === 0) return `cannot encode the ${direction}`;
  const preposition = direction === 'request' ? 'for' : 'of';
  const what =
    operation === undefined ? `the ${direction}` : `the ${direction} ${preposition} operation ${operation}`;
  const shown = errors
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path, message }) => `${path} ${message}`.trimStart().slice(0, MAX_PROBLEM_CHARACTERS));
  const more = errors.length > SHOWN_PROBLEMS ? ` (and ${errors.length - SHOWN_PROBLEMS} more)` : '';
  return `cannot encode ${what}: ${shown.join('; ')}${more}`;
}

function quoteShort(name: string): string {
  return name.length > 40 ? `of ${name.length} characters` : JSON.stringify(name);
}
