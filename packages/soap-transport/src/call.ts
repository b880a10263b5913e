import type { Lease, Pools } from './connection/pools.js';
import type { Counters } from './counters.js';
import {
  type ExchangeOwner,
  HttpExchange,
  type HttpRequest,
  type HttpResponse,
} from './http/http-exchange.js';
import type { Bulkhead, Lane } from './reliability/bulkhead.js';
import type { CallScope } from './reliability/call-scope.js';
import {
  type CallOutcome,
  type CircuitBreakers,
  isTransportFailure,
  type Probe,
} from './reliability/circuit-breaker.js';
import type { CredentialProfile } from './security/credential-profile.js';
import { isTransportError, TransportError } from './transport-error.js';

/** The parts of a transport that a call goes through. */
export interface CallPath {
  readonly pools: Pools;
  readonly bulkhead: Bulkhead;
  readonly breakers: CircuitBreakers;
  readonly counters: Counters;
  readonly now: () => number;
  /** Milliseconds before the second attempt. */
  readonly retryDelayMs: () => number;
}

/** One call: an HTTP request and whose it is. */
export interface CallRequest {
  readonly http: HttpRequest;
  readonly account: string;
  readonly credentials: CredentialProfile | undefined;
  /** Of the answer as sent. */
  readonly maxBytes: number;
  readonly scope: CallScope;
}

/** The answer to a call, and when things happened on the transport's clock. */
export interface CallAnswer {
  readonly response: HttpResponse;
  readonly admittedAt: number;
  readonly sentAt: number;
  readonly headersAt: number;
}

/**
 * Takes one call through breaker, bulkhead and pool. What it holds is given back when the last byte of the answer was read or
 * the call failed, whichever way. Throws `TransportError`.
 */
export async function runCall(path: CallPath, request: CallRequest): Promise<CallAnswer> {
  const call = new Call(path, request);
  const { scope } = request;
  path.counters.started();
  try {
    if (scope.cancelled !== undefined) throw scope.cancelled;
    scope.phase = 'admit';
    if (call.admit() === undefined) await call.wait();
    const admittedAt = path.now();
    const response = await call.exchange();
    return { response, admittedAt, sentAt: scope.sentAt ?? admittedAt, headersAt: path.now() };
  } catch (error) {
    const failure = isTransportError(error) ? error : unexpected(error);
    call.finish(failure);
    throw failure;
  }
}

/** What one call holds: a place in the bulkhead, perhaps the probe of a breaker, and a connection while it exchanges. */
class Call implements ExchangeOwner {
  readonly #path: CallPath;
  readonly #request: CallRequest;
  readonly #breaker: string;
  #admitted = false;
  #probe: Probe | undefined;
  #lane: Lane | undefined;
  #lease: Lease | undefined;
  #over = false;
  #failed = false;

  constructor(path: CallPath, request: CallRequest) {
    this.#path = path;
    this.#request = request;
    // Per account too: else one account could close the way to an origin that another uses.
    this.#breaker = `${request.account}\u0000${request.http.origin}`;
  }

  /** Asks breaker and bulkhead. `undefined` when the call has to wait for its turn. Throws `TransportError`. */
  admit(): Lane | undefined {
    const { account, http } = this.#request;
    this.#probe = this.#path.breakers.admit(this.#breaker);
    this.#admitted = true;
    this.#lane = this.#path.bulkhead.tryEnter(account, http.origin);
    return this.#lane;
  }

  async wait(): Promise<void> {
    const { account, http, scope } = this.#request;
    this.#lane = await this.#path.bulkhead.enter(account, http.origin, scope);
  }

  /** At most two attempts, the second only if no byte of the first was written (C7). */
  async exchange(): Promise<HttpResponse> {
    try {
      return await this.#attempt();
    } catch (error) {
      const { scope } = this.#request;
      if (!isTransportError(error) || !mayRetry(error) || scope.cancelled !== undefined) throw error;
      await delay(this.#path.retryDelayMs(), scope);
      this.#path.counters.retried();
      return this.#attempt();
    }
  }

  exchangeDone(error: TransportError | undefined, answered: boolean): void {
    this.#lease?.release(error === undefined);
    this.#lease = undefined;
    // A failure before the answer comes out of `exchange`, where it may still be tried again.
    if (answered) this.finish(error);
  }

  /** Gives everything back. Again with an error when a complete answer turns out to be unusable. */
  finish(error: TransportError | undefined): void {
    const { breakers, bulkhead, counters } = this.#path;
    if (this.#over) {
      if (error !== undefined && !this.#failed) counters.condemned(error);
      this.#failed ||= error !== undefined;
      return;
    }
    this.#over = true;
    this.#failed = error !== undefined;
    if (this.#lane !== undefined) bulkhead.leave(this.#lane);
    if (this.#admitted) breakers.settle(this.#breaker, outcomeOf(error), this.#probe);
    this.#request.scope.dispose();
    counters.finished(error, this.#request.scope.deadlineHit);
  }

  #attempt(): Promise<HttpResponse> {
    const { account, credentials, http, maxBytes, scope } = this.#request;
    this.#lease = this.#path.pools.lease(account, http.origin, credentials);
    const exchange = new HttpExchange(scope, this, maxBytes);
    exchange.run(this.#lease.dispatcher, http);
    return exchange.response;
  }
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
      scope.waiting = undefined;
      resolve();
    }, ms);
    scope.waiting = {
      cancel(error) {
        clearTimeout(timer);
        reject(error);
      },
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
