import { assertOptions, type Check, optional, text, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ERROR_STATUS, type ErrorType } from './error-types.js';
import { texts } from './text-checks.js';

/** A problem of a request or a response, as the mapper reports it. */
export interface ProblemDetail {
  /** A JSON Pointer. */
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** A SOAP fault, as the mapper decodes it (FL-2). */
export interface ProblemFault {
  readonly code: string;
  readonly reason: string;
}

/**
 * The error of a failed call (VE-2, FL-1). Every component that responds to calls takes it from this package, so that the same
 * mistake has the same code and text everywhere.
 */
export interface CallProblem {
  /** One of the seven types of the published contract. */
  readonly type: ErrorType;
  /** More specific than the type and just as stable. */
  readonly code: ErrorCode;
  readonly message: string;
  /** The HTTP status, if it differs from that of the type: method not allowed, plan required. */
  readonly status?: number | undefined;
  readonly details?: readonly ProblemDetail[] | undefined;
  /** Whether there are more problems than `details` lists. */
  readonly truncated?: boolean | undefined;
  readonly fault?: ProblemFault | undefined;
  /** The HTTP status of the upstream, if it adds information to the code. */
  readonly upstreamStatus?: number | undefined;
  /** Whether the upstream may have received the call; `false` means that a retry is safe. */
  readonly sent?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const knownCode: Check = (value) => (isErrorCode(value) ? [] : wrong('expected a code of ERROR_CODES'));

/**
 * The members of a problem that its code decides.
 *
 * @example
 * ```ts
 * const problem: CallProblem = { ...withCode('NOT_FOUND'), message: 'There is no such draft' };
 * ```
 */
export function withCode(code: ErrorCode): Pick<CallProblem, 'code' | 'status' | 'type'> {
  assertOptions(knownCode, code, 'withCode', 'code');
  const { type, status } = ERROR_CODES[code];
  return { type, code, ...defined({ status }) };
}

/**
 * Whether this version knows a code.
 *
 * @example
 * ```ts
 * isErrorCode('QUOTA_EXHAUSTED'); // true
 * ```
 */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

const problemArgument: Check = texts('type', 'code', 'message');

/**
 * Returns the HTTP status of the response to a problem.
 *
 * @example
 * ```ts
 * problemStatus(invalidKeyProblem()); // 401
 * ```
 */
export function problemStatus(problem: Pick<CallProblem, 'status' | 'type'>): number {
  assertOptions(texts('type'), problem, 'problemStatus', 'problem');
  return problem.status ?? ERROR_STATUS[problem.type];
}

/**
 * Builds the error body: `{"error": {type, message, code, requestId, …}}`, without members that have no value. Serialise it with
 * the mapper's `stringify`, because a typed fault detail may contain numbers that a double cannot represent.
 *
 * @param requestId absent if there was no request
 *
 * @example
 * ```ts
 * response.end(JSON.stringify(problemBody(invalidKeyProblem(), requestId)));
 * ```
 */
export function problemBody(
  problem: CallProblem,
  requestId?: string,
): { readonly error: Readonly<Record<string, unknown>> } {
  assertOptions(problemArgument, problem, 'problemBody', 'problem');
  assertOptions(optional(text), requestId, 'problemBody', 'requestId');
  const { type, message, code, details, truncated, fault, upstreamStatus, sent } = problem;
  const error = {
    type,
    message,
    code,
    ...defined({ requestId, details, truncated, fault, upstreamStatus }),
    ...(sent === undefined || type !== 'UPSTREAM_ERROR' ? {} : { sent }),
  };
  return { error };
}
