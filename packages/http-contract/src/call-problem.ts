import { assertOptions, type Check, optional, text } from '@soapstone/soap-model/options';
import { ERROR_STATUS, type ErrorType } from './error-types.js';
import { texts } from './texts.js';

/** One thing that is wrong with a request or with a response, as the mapper reports it. */
export interface ProblemDetail {
  /** A JSON Pointer. */
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** A SOAP fault, as the mapper reads it (FL-2). */
export interface ProblemFault {
  readonly code: string;
  readonly reason: string;
}

/**
 * What a call is answered with instead of a result (VE-2, FL-1). Whoever answers calls makes it here, so that the same mistake has
 * the same code and the same words everywhere.
 */
export interface CallProblem {
  /** One of the seven that the published contract lists. */
  readonly type: ErrorType;
  /** Finer than the type, and as stable. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, where it is not that of the type: method not allowed, plan required. */
  readonly status?: number | undefined;
  readonly details?: readonly ProblemDetail[] | undefined;
  /** More problems exist than `details` holds. */
  readonly truncated?: boolean | undefined;
  readonly fault?: ProblemFault | undefined;
  /** The HTTP status of the upstream, where it says more than the code. */
  readonly upstreamStatus?: number | undefined;
  /** Whether the upstream may have seen the call; `false` = safe to try again. */
  readonly sent?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const problemArgument: Check = texts('type', 'code', 'message');

/** The HTTP status that a problem is answered with. */
export function problemStatus(problem: Pick<CallProblem, 'status' | 'type'>): number {
  assertOptions(texts('type'), problem, 'problemStatus', 'problem');
  return problem.status ?? ERROR_STATUS[problem.type];
}

/**
 * The error body: `{"error": {type, message, code, requestId, …}}`, each further member only where it says something. To be written
 * with the mapper's `stringify`: a typed fault detail may hold numbers that a double cannot.
 *
 * @param requestId absent where there was no request
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
    ...(requestId === undefined ? {} : { requestId }),
    ...(details === undefined ? {} : { details }),
    ...(truncated === undefined ? {} : { truncated }),
    ...(fault === undefined ? {} : { fault }),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...(sent === undefined || type !== 'UPSTREAM_ERROR' ? {} : { sent }),
  };
  return { error };
}
