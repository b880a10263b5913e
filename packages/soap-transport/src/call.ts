import type { AnswerReader, CallRequest } from './call-request.js';
import type { Lease, Pools } from './connection/pools.js';
import type { Counters } from './counters.js';
import { closedWhileKept } from './http/failure.js';
import {
  type ExchangeOwner,
  HttpExchange,
  type HttpRequest,
  type HttpResponse,
} from './http/http-exchange.js';
import { loginOf } from './logins/windows/login.js';
import { LoginExchange } from './logins/windows/login-exchange.js';
import { compatibilityKey } from './old-servers.js';
import { proxyKey } from './proxy-option.js';
import type { Bulkhead, Lane } from './reliability/bulkhead.js';
import {
  type CallOutcome,
  type CircuitBreakers,
  isTransportFailure,
  type Probe,
} from './reliability/circuit-breaker.js';
import { isTransportError, TransportError } from './transport-error.js';

/** The parts of a transport that a call uses. */
export interface CallPath {
  readonly pools: Pools;
  readonly bulkhead: Bulkhead;
  readonly breakers: CircuitBreakers;
  readonly counters: Counters;
  readonly now: () => number;
  /** The delay before the second attempt, in milliseconds. */
  readonly retryDelayMs: () => number;
}

/**
 * Takes one call through breaker, bulkhead and pool. Releases what the call holds when the last byte of the response was read or
 * the call failed. Rejects with `TransportError`, or with the error that `read` throws.
 */
export function runCall<Product>(
  path: CallPath,
  request: CallRequest,
  read: AnswerReader<Product>,
): Promise<Product> {
  return new Promise((resolve, reject) => {
    new Call(path, request, { read, resolve, reject }).begin();
  });
}

/** The caller that waits for the result. */
interface Caller<Product> {
  readonly read: AnswerReader<Product>;
  readonly resolve: (product: Product | Promise<Product>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The resources of one call: a slot of the bulkhead, possibly the probe of a breaker, and a connection during the exchange. A class
 * whose stages call one another, because a promise per stage would be a measurable part of a fast call.
 */
class Call<Product> implements ExchangeOwner {
  readonly #path: CallPath;
  readonly #request: CallRequest;
  readonly #caller: Caller<Product>;
  readonly #breaker: string;
  #admittedAt = 0;
  #admitted = false;
  #probe: Probe | undefined;
  #lane: Lane | undefined;
  #lease: Lease | undefined;
  #retried = false;
  /** Whether the connection of the last attempt has carried another exchange. */
  #reused = false;
  #over = false;
  #failed = false;

  constructor(path: CallPath, request: CallRequest, caller: Caller<Product>) {
    this.#path = path;
    this.#request = request;
    this.#caller = caller;
    // Per account as well; otherwise one account could block an origin that another uses.
    const server = `${request.account}\u0000${request.http.origin}`;
    const old = compatibilityKey(request.compatibility);
    const way = request.proxy === undefined ? '' : proxyKey(request.proxy);
    // A call that fails without a profile, or through one proxy, may work with another.
    this.#breaker = old === '' && way === '' ? server : `${server}\u0000${old}\u0000${way}`;
  }

  /** Asks breaker and bulkhead, and waits for a slot if necessary. */
  begin(): void {
    const { breakers, bulkhead, counters } = this.#path;
    const { account, http, scope } = this.#request;
    counters.started();
    try {
      if (scope.cancelled !== undefined) throw scope.cancelled;
      scope.phase = 'admit';
      this.#probe = breakers.admit(this.#breaker);
      this.#admitted = true;
      this.#lane = bulkhead.tryEnter(account, http.origin);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (this.#lane !== undefined) this.#enter(this.#lane);
    else {
      bulkhead.enter(account, http.origin, scope).then(
        (lane) => this.#enter(lane),
        (error: unknown) => this.#fail(error),
      );
    }
  }

  exchangeAnswered(response: HttpResponse): void {
    const { read, resolve, reject } = this.#caller;
    const { startedAt, sentAt = this.#admittedAt } = this.#request.scope;
    const timing = {
      queuedMs: this.#admittedAt - startedAt,
      connectMs: sentAt - this.#admittedAt,
      headersMs: this.#path.now() - startedAt,
    };
    try {
      resolve(read(response, timing));
    } catch (error) {
      reject(error);
    }
  }

  exchangeDone(error: TransportError | undefined, answered: boolean): void {
    this.#lease?.release(error === undefined);
    this.#lease = undefined;
    if (answered) this.finish(error);
    else if (error !== undefined) this.#attemptFailed(error);
  }

  /** Releases everything. Called again with an error if a complete response turns out to be unusable. */
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

  #enter(lane: Lane): void {
    this.#lane = lane;
    this.#admittedAt = this.#path.now();
    this.#attempt();
  }

  #attempt(): void {
    const { account, credentials, http, lenientHttp, compatibility, proxy, maxBytes, scope } = this.#request;
    try {
      const { origin } = http;
      const user = { account, origin, credentials, lenientHttp, compatibility, proxy };
      this.#lease = this.#path.pools.lease(user);
    } catch (error) {
      this.#fail(error);
      return;
    }
    const { dispatcher, connection } = this.#lease;
    this.#reused = connection.socket !== undefined;
    const login = credentials === undefined ? undefined : loginOf(credentials, account);
    if (login === undefined || hasAuthorization(http)) {
      new HttpExchange(scope, this, maxBytes).run(dispatcher, http);
    } else new LoginExchange(scope, this, maxBytes, connection, login).run(http);
  }

  /** At most two attempts, the second only if no byte of the first was written (C7). */
  #attemptFailed(failure: TransportError): void {
    const error = this.#reused ? closedWhileKept(failure) : failure;
    const { scope } = this.#request;
    if (this.#retried || !mayRetry(error) || scope.cancelled !== undefined) {
      this.#fail(error);
      return;
    }
    this.#retried = true;
    const timer = setTimeout(() => {
      scope.waiting = undefined;
      this.#path.counters.retried();
      this.#attempt();
    }, this.#path.retryDelayMs());
    scope.waiting = {
      cancel: (cancelled) => {
        clearTimeout(timer);
        this.#fail(cancelled);
      },
    };
  }

  #fail(error: unknown): void {
    const failure = isTransportError(error) ? error : unexpected(error);
    this.finish(failure);
    this.#caller.reject(failure);
  }
}

/**
 * Failures that may not recur a moment later. A wrong certificate stays wrong, and a caller that sat through a timeout should not
 * wait again.
 */
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

const ANSWERED: ReadonlySet<unknown> = new Set([
  'UPSTREAM_BAD_RESPONSE',
  'UPSTREAM_TOO_LARGE',
  'UPSTREAM_LOGIN_FAILED',
]);

function outcomeOf(error: TransportError | undefined): CallOutcome {
  if (error === undefined) return 'success';
  // An alert that arrives after the request was written, such as one that asks for a client certificate, is an answer.
  if (error.code === 'UPSTREAM_TLS' && error.sent) return 'success';
  if (isTransportFailure(error.code)) return 'failure';
  // An unusable or oversized response, or a rejected login, still came from a server that is reachable.
  return ANSWERED.has(error.code) ? 'success' : 'unknown';
}

/** Whether a header of the message alone replaces the login. */
function hasAuthorization({ headers }: HttpRequest): boolean {
  return headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
}

function unexpected(cause: unknown): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: 'cannot put the request on the wire',
    cause,
  });
}
