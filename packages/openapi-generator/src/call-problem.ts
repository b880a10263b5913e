import {
  isMappingError,
  isOperationNotFoundError,
  isResponseError,
  type JsonObject,
  type SoapFault,
  type ValidationError,
} from '@soapstone/json-xml-mapper';
import { assertOptions, type Check, kindOf, optional, text, wrong } from '@soapstone/soap-model/options';
import { ERROR_STATUS, type ErrorType } from './contract.js';

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
  readonly details?: readonly ValidationError[] | undefined;
  /** More problems exist than `details` holds. */
  readonly truncated?: boolean | undefined;
  readonly fault?: SoapFault | undefined;
  /** The HTTP status of the upstream, where it says more than the code. */
  readonly upstreamStatus?: number | undefined;
  /** Whether the upstream may have seen the call; `false` = safe to try again. */
  readonly sent?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An object with these members as text; what else it has is not looked at. */
function texts(...names: readonly string[]): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null) return wrong(`expected an object, not ${kindOf(value)}`);
    const found = value as Readonly<Record<string, unknown>>;
    return names.flatMap((name) => text(found[name]).map(({ expected }) => ({ path: `/${name}`, expected })));
  };
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
export function problemBody(problem: CallProblem, requestId?: string): { readonly error: JsonObject } {
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
  return { error: error as unknown as JsonObject };
}

/** The problem that an error of the mapper is; `undefined` for any other error. */
export function mappingProblem(error: unknown, operation: string): CallProblem | undefined {
  assertOptions(text, operation, 'mappingProblem', 'operation');
  if (isMappingError(error)) {
    const { errors, truncated } = error;
    const some = errors.length === 1 ? '1 error' : `${errors.length} errors`;
    const count = truncated ? `more than ${errors.length} errors` : some;
    return {
      type: 'VALIDATION_ERROR',
      code: error.code === 'TOO_COMPLEX' ? 'TOO_COMPLEX' : mappingCode(errors),
      message:
        error.code === 'TOO_COMPLEX'
          ? `The request is too complex for the schema of operation ${operation}`
          : `The request does not match the input of operation ${operation} (${count})`,
      details: errors,
      ...(truncated ? { truncated } : {}),
    };
  }
  if (isOperationNotFoundError(error)) {
    const hint = error.nearest.length === 0 ? '' : `; near names: ${error.nearest.slice(0, 3).join(', ')}`;
    return {
      type: 'OPERATION_NOT_FOUND',
      code: 'OPERATION_NOT_FOUND',
      message: `The service has no such operation${hint}`,
    };
  }
  if (isResponseError(error)) {
    return {
      type: 'UPSTREAM_ERROR',
      code: error.code === 'RESPONSE_TOO_COMPLEX' ? error.code : 'UPSTREAM_BAD_RESPONSE',
      message: `The answer of the SOAP service is not usable: ${error.message}`,
      ...(error.details.length === 0 ? {} : { details: error.details }),
      sent: true,
    };
  }
  return undefined;
}

function mappingCode([first]: readonly ValidationError[]): string {
  switch (first?.keyword) {
    case 'json':
      return 'INVALID_JSON';
    case 'duplicateKey':
      return 'DUPLICATE_KEY';
    case 'limit':
      return 'LIMIT_EXCEEDED';
    default:
      return 'SCHEMA_VIOLATION';
  }
}

/** The characters of a fault's reason that its message repeats. */
const LONGEST_REASON = 1000;

/** A SOAP fault (FL-1): whatever the HTTP status was, the upstream said no. */
export function faultProblem(fault: SoapFault): CallProblem {
  assertOptions(texts('code', 'reason'), fault, 'faultProblem', 'fault');
  // No more text than can hold so many characters: a reason may be megabytes.
  const reason = [...fault.reason.trim().slice(0, 2 * LONGEST_REASON)].slice(0, LONGEST_REASON).join('');
  return {
    type: 'UPSTREAM_ERROR',
    code: 'SOAP_FAULT',
    message: reason === '' ? `SOAP fault ${fault.code}` : reason,
    fault,
  };
}

/** An HTTP exchange that failed, as the transport says it. */
export interface TransportFailure {
  readonly code: string;
  readonly message: string;
  readonly sent: boolean;
  readonly upstreamStatus?: number | undefined;
  /** Milliseconds after which the upstream wants to be asked again. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A call that got no SOAP answer. What the transport calls an invalid request is `UPSTREAM_REQUEST_INVALID`: the client's part of it
 * was valid, and what the service is set up with (a header, a credential, an address) makes none that can be sent.
 */
export function transportProblem(failure: TransportFailure): CallProblem {
  assertOptions(texts('code', 'message'), failure, 'transportProblem', 'failure');
  const { code, message, sent, upstreamStatus, retryAfterMs } = failure;
  if (code === 'UPSTREAM_BUSY') {
    return {
      type: 'RATE_LIMIT_EXCEEDED',
      code: 'TOO_MANY_CONCURRENT',
      message: 'Too many calls of this account are running at the same time',
      sent: false,
      headers: { 'Retry-After': '1' },
    };
  }
  return {
    type: 'UPSTREAM_ERROR',
    code: code === 'INVALID_REQUEST' ? 'UPSTREAM_REQUEST_INVALID' : code,
    message: `The SOAP service could not be called: ${message}`,
    sent,
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...(retryAfterMs === undefined
      ? {}
      : { headers: { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } }),
  };
}
