import type { Pools } from './connection/pools.js';
import type { Counters } from './counters.js';
import { type HttpRequest, type HttpResponse, runHttpExchange } from './http/http-exchange.js';
import type { Bulkhead } from './reliability/bulkhead.js';
import type { CallScope } from './reliability/call-scope.js';
import { type CallOutcome, type CircuitBreakers, isTransportFailure } from './reliability/circuit-breaker.js';
import type { CredentialProfile } from './security/credential-profile.js';
import { isTransportError, TransportError } from './transport-error.js';
import type { TransportLimits } from './transport-options.js';

/** The parts of a transport that a call goes through. */
export interface CallPath {
  readonly pools: Pools;
  readonly bulkhead: Bulkhead;
  readonly breakers: CircuitBreakers;
  readonly counters: Counters;
  readonly limits: TransportLimits;
  readonly now: () => number;
  /** Milliseconds before the second attempt. */
  readonly retryDelayMs: () => number;
}

/** One call: an HTTP request and whose it is. */
export interface Call {
  readonly http: HttpRequest;
  readonly account: string;
  readonly credentials: CredentialProfile | undefined;
  readonly maxBytes: number;
  readonly scope: CallScope;
}

/** The answer to a call, and when things happened on the transport's clock. */
export interface CallAnswer {
  readonly response: HttpResponse;
  readonly startedAt: number;
  readonly admittedAt: number;
  readonly sentAt: number;
  readonly headersAt: number;
}

/**
 * Takes one call through breaker, bulkhead and pool. What it holds is given back when the last byte of the answer was read or
 * the call failed, whichever way. Throws `TransportError`.
 */
export async function runCall(path: CallPath, call: Call): Promise<CallAnswer> {
  const { scope, account, http } = call;
  const { counters, now } = path;
  const startedAt = now();
  let settle: ((outcome: CallOutcome) => void) | undefined;
  let leave: (() => void) | undefined;
  let over = false;
  let failed = false;

  const finish = (error: TransportError | undefined): void => {
    if (over) {
      if (error !== undefined && !failed) counters.condemned(error);
      failed ||= error !== undefined;
      return;
    }
    over = true;
    failed = error !== undefined;
    leave?.();
    settle?.(outcomeOf(error));
    scope.dispose();
    counters.finished(error, scope.deadlineHit);
  };

  counters.started();
  try {
    if (scope.cancelled !== undefined) throw scope.cancelled;
    scope.phase = 'admit';
    // Per account too: else one account could close the way to an origin that another uses.
    settle = path.breakers.admit(`${account}\u0000${http.origin}`);
    leave =
      path.bulkhead.tryEnter(account, http.origin) ??
      (await path.bulkhead.enter(account, http.origin, scope));
    const admittedAt = now();
    const response = await attempt(path, call, finish);
    return { response, startedAt, admittedAt, sentAt: scope.sentAt ?? admittedAt, headersAt: now() };
  } catch (error) {
    const failure = isTransportError(error) ? error : unexpected(error);
    finish(failure);
    throw failure;
  }
}

/** At most two attempts, the second only if no byte of the first was written (C7). */
async function attempt(
  path: CallPath,
  call: Call,
  finish: (error: TransportError | undefined) => void,
): Promise<HttpResponse> {
  try {
    return await exchangeOnce(path, call, finish);
  } catch (error) {
    if (!isTransportError(error) || !mayRetry(error) || call.scope.cancelled !== undefined) throw error;
    await delay(path.retryDelayMs(), call.scope);
    path.counters.retried();
    return exchangeOnce(path, call, finish);
  }
}

function exchangeOnce(
  path: CallPath,
  call: Call,
  finish: (error: TransportError | undefined) => void,
): Promise<HttpResponse> {
  const lease = path.pools.lease(call.account, call.http.origin, call.credentials);
  const limits = { firstByteMs: path.limits.firstByteMs, maxBytes: call.maxBytes };
  return runHttpExchange(lease.dispatcher, call.http, limits, call.scope, path.now, (error, answered) => {
    lease.release(error === undefined);
    // A failure before the answer is thrown to the caller of this function, where it may still be tried again.
    if (answered) finish(error);
  });
}

/** What may be different a moment later. A wrong certificate stays wrong, and who waited for a timeout waits no second time. */
const PASSING: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function mayRetry(error: TransportError): boolean {
  return !error.sent && PASSING.has((error.cause as { code?: unknown } | undefined)?.code);
}

function outcomeOf(error: TransportError | undefined): CallOutcome {
  if (error === undefined) return 'success';
  if (isTransportFailure(error.code)) return 'failure';
  // An answer that we cannot use, and one that is too large, still came from a server that is there.
  return error.code === 'UPSTREAM_BAD_RESPONSE' || error.code === 'UPSTREAM_TOO_LARGE'
    ? 'success'
    : 'unknown';
}

function delay(ms: number, scope: CallScope): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      scope.onCancel = undefined;
      resolve();
    }, ms);
    scope.onCancel = (error) => {
      clearTimeout(timer);
      reject(error);
    };
  });
}

function unexpected(cause: unknown): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: 'cannot put the request on the wire',
    cause,
  });
}
