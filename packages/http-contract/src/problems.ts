import { assertOptions, type Check, limit, listOf, members, optional, text } from '@soapstone/options';
import { type CallProblem, withCode } from './call-problem.js';

/**
 * A missing, invalid or revoked key. The text is always the same, so that it reveals nothing about keys and accounts.
 *
 * @example
 * ```ts
 * problemStatus(invalidKeyProblem()); // 401
 * ```
 */
export function invalidKeyProblem(): CallProblem {
  return {
    ...withCode('INVALID_API_KEY'),
    message: 'The API key in X-API-Key is missing, invalid or revoked',
  };
}

/**
 * @param why why the method is not allowed, if known
 *
 * @example
 * ```ts
 * methodProblem(['POST'], 'GET');
 * ```
 */
export function methodProblem(allowed: readonly string[], method: string, why?: string): CallProblem {
  assertOptions(listOf(text), allowed, 'methodProblem', 'allowed');
  assertOptions(text, method, 'methodProblem', 'method');
  assertOptions(optional(text), why, 'methodProblem', 'why');
  const list = allowed.join(', ');
  return {
    ...withCode('METHOD_NOT_ALLOWED'),
    message: `This operation takes ${list}, not ${method.slice(0, 20)}${why === undefined ? '' : `: ${why}`}`,
    headers: { Allow: list },
  };
}

/**
 * The request accepts JSON only with an undefined value of `IEEE754Compatible` (NM-2).
 *
 * @example
 * ```ts
 * problemStatus(notAcceptableProblem()); // 406
 * ```
 */
export function notAcceptableProblem(): CallProblem {
  return {
    ...withCode('NOT_ACCEPTABLE'),
    message: 'IEEE754Compatible in Accept must be true or false; nothing was sent',
    headers: { Vary: 'Accept, Origin' },
  };
}

/**
 * The request body has more than `most` bytes.
 *
 * @example
 * ```ts
 * bodyTooLargeProblem(1024 * 1024);
 * ```
 */
export function bodyTooLargeProblem(most: number): CallProblem {
  assertOptions(limit, most, 'bodyTooLargeProblem', 'most');
  return {
    ...withCode('BODY_TOO_LARGE'),
    message: `The body is longer than ${most} bytes`,
  };
}

/**
 * @param retryAfter milliseconds until the quota resets
 *
 * @example
 * ```ts
 * quotaProblem(1000, 86_400);
 * ```
 */
export function quotaProblem(quota: number, retryAfter: number): CallProblem {
  assertOptions(limit, quota, 'quotaProblem', 'quota');
  assertOptions(limit, retryAfter, 'quotaProblem', 'retryAfter');
  return {
    ...withCode('QUOTA_EXHAUSTED'),
    message: `The quota of ${quota} calls in this billing period is used up`,
    headers: { 'Retry-After': String(Math.ceil(retryAfter / 1000)) },
  };
}

/**
 * @param retryAfter milliseconds until a call is allowed again
 *
 * @example
 * ```ts
 * minuteLimitProblem(60, 12);
 * ```
 */
export function minuteLimitProblem(most: number, retryAfter: number): CallProblem {
  assertOptions(limit, most, 'minuteLimitProblem', 'most');
  assertOptions(limit, retryAfter, 'minuteLimitProblem', 'retryAfter');
  return {
    ...withCode('RATE_PER_MINUTE'),
    message: `More than ${most} calls within a minute`,
    headers: { 'Retry-After': String(Math.ceil(retryAfter / 1000)) },
  };
}

/**
 * @param most the maximum number of concurrent calls of an account, if known
 *
 * @example
 * ```ts
 * tooManyConcurrentProblem(5);
 * ```
 */
export function tooManyConcurrentProblem(most?: number): CallProblem {
  assertOptions(optional(limit), most, 'tooManyConcurrentProblem', 'most');
  return {
    ...withCode('TOO_MANY_CONCURRENT'),
    message: `${most === undefined ? 'Too many' : most} calls of this account are running already`,
    sent: false,
    headers: { 'Retry-After': '1' },
  };
}

/**
 * @param seconds until the client should retry
 *
 * @example
 * ```ts
 * overloadedProblem(1);
 * ```
 */
export function overloadedProblem(seconds: number): CallProblem {
  assertOptions(limit, seconds, 'overloadedProblem', 'seconds');
  return {
    ...withCode('OVERLOADED'),
    message: 'The gateway is overloaded; nothing was sent',
    headers: { 'Retry-After': String(seconds) },
  };
}

/**
 * The problem of a service whose owner has paused it. Its type is the nearest of the closed list.
 *
 * @example
 * ```ts
 * problemStatus(servicePausedProblem()); // 503
 * ```
 */
export function servicePausedProblem(): CallProblem {
  return {
    ...withCode('SERVICE_PAUSED'),
    message: 'This service is paused; its owner can resume it. Nothing was sent',
    sent: false,
    headers: { 'Retry-After': '60' },
  };
}

/**
 * The problem of an operation that is held because it stalled a process twice.
 *
 * @example
 * ```ts
 * problemStatus(operationHeldProblem());
 * ```
 */
export function operationHeldProblem(): CallProblem {
  return {
    ...withCode('OPERATION_HELD'),
    message:
      'This operation is held because the gateway stopped responding on it twice within an hour. The owner of the service can release it on the page of the operation',
    sent: false,
  };
}

/**
 * The problem of an operation that the WSDL declares but that cannot be mapped.
 *
 * @example
 * ```ts
 * operationUnsupportedProblem('GetUser', 'its binding is not SOAP over HTTP');
 * ```
 */
export function operationUnsupportedProblem(operation: string, why: string): CallProblem {
  assertOptions(text, operation, 'operationUnsupportedProblem', 'operation');
  assertOptions(text, why, 'operationUnsupportedProblem', 'why');
  return {
    ...withCode('OPERATION_UNSUPPORTED'),
    message: `The operation ${operation} is not offered: ${why}`,
  };
}

/**
 * The problem of an error status whose body contains no SOAP fault (FL-3). 429, and 503 with a time to wait, are `UPSTREAM_BUSY`: the service
 * asks its callers to come back later. The time is passed on as `Retry-After`.
 *
 * @param retryAfter the seconds that the service asks to wait. Default: none
 *
 * @example
 * ```ts
 * badStatusProblem(404, 'the server has no such page');
 * badStatusProblem(503, 'it is being updated', 120);
 * ```
 */
export function badStatusProblem(status: number, why: string, retryAfter?: number): CallProblem {
  assertOptions(limit, status, 'badStatusProblem', 'status');
  assertOptions(text, why, 'badStatusProblem', 'why');
  assertOptions(optional(limit), retryAfter, 'badStatusProblem', 'retryAfter');
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    const wait = retryAfter === undefined ? '' : ` and asks to wait ${retryAfter} s`;
    return {
      ...withCode('UPSTREAM_BUSY'),
      message: `The SOAP service is busy: it answered with HTTP ${status}${wait}`,
      upstreamStatus: status,
      sent: true,
      ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
    };
  }
  return {
    ...withCode('UPSTREAM_BAD_RESPONSE'),
    message: `The SOAP service answered with HTTP ${status} and no SOAP fault: ${why}`,
    upstreamStatus: status,
    sent: true,
  };
}

/** A recorded request, and where the actual request differs from it. */
export interface NearestRecording {
  /** The name of the recording. */
  readonly exchange: string;
  readonly differences: readonly RecordingDifference[];
}

export interface RecordingDifference {
  /** A JSON Pointer. */
  readonly path: string;
  readonly kind: string;
  readonly message: string;
}

const nearestRecording: Check = members<NearestRecording>(
  {
    exchange: text,
    differences: listOf(members<RecordingDifference>({ path: text, kind: text, message: text })),
  },
  ['exchange', 'differences'],
);

/**
 * The problem of a service that answers from recordings and has none of this request.
 *
 * @param nearest the recorded request with the fewest differences, if there is one
 *
 * @example
 * ```ts
 * problemStatus(notRecordedProblem('GetUser')); // 502
 * ```
 */
export function notRecordedProblem(operation: string, nearest?: NearestRecording): CallProblem {
  assertOptions(text, operation, 'notRecordedProblem', 'operation');
  assertOptions(optional(nearestRecording), nearest, 'notRecordedProblem', 'nearest');
  const problem = { ...withCode('NOT_RECORDED'), sent: false } as const;
  if (nearest === undefined) {
    const message = `This service answers from recordings, and no call of ${operation} is recorded. Its owner can record one`;
    return { ...problem, message };
  }
  const { exchange, differences } = nearest;
  return {
    ...problem,
    message: `This service answers from recordings, and this call of ${operation} is not recorded. The nearest recording is ${exchange}; details lists the differences`,
    details: differences.map(({ path, kind, message }) => ({ path, keyword: kind, message })),
  };
}

/**
 * A bug in the gateway. The message does not reveal the cause, which is logged.
 *
 * @example
 * ```ts
 * problemStatus(internalProblem()); // 500
 * ```
 */
export function internalProblem(): CallProblem {
  return {
    ...withCode('INTERNAL'),
    message: 'An unexpected failure; the request id helps to find it in the log',
  };
}
