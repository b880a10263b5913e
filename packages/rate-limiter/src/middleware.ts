/**
 * Limits the requests of an HTTP server: one decision for each request, and the headers that tell clients about it. `createRateLimit`
 * works with any framework, `rateLimit` is middleware for Express and every framework that accepts Express middleware.
 *
 * @packageDocumentation
 */

import { anything, assertOptions, type Check, callback, kindOf, members, wrong } from '@soapstone/options';
import type { CallLimits, Decision } from './decision.js';
import type { Limiter } from './limiter.js';
import { MINUTE } from './minute-window.js';
import type { BillingCycle } from './period.js';

/** Options for limiting the requests of a server. `Source` is the framework's type of request. */
export interface RateLimitOptions<Source> {
  /** The limiter, created by `createMemoryLimiter` or `createRedisLimiter`. */
  readonly limiter: Limiter;
  /** The limits, or a function that returns those of a request, or `undefined` if the request is not limited. */
  readonly limits:
    | CallLimits
    | ((source: Source) => CallLimits | undefined | Promise<CallLimits | undefined>);
  /** Returns the account to charge: an API key, a user, an address. A request for which it returns `undefined` is not limited. */
  readonly account: (source: Source) => string | undefined | Promise<string | undefined>;
  /** When quotas reset. Default: at the start of each UTC calendar month. */
  readonly cycle?: BillingCycle | undefined;
  /** The current time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The decision about one request. */
export interface RateLimitVerdict {
  readonly allowed: boolean;
  /**
   * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) for the response, and `Retry-After` if the request is
   * denied. Empty for a request that is not limited.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The decision; `undefined` for a request that is not limited. Pass its `receipt` to `Limiter.refund` to refund the quota. */
  readonly decision: Decision | undefined;
}

const rateLimitOptions: Check = members<RateLimitOptions<unknown>>(
  {
    limiter: (value) =>
      typeof (value as Partial<Limiter> | null)?.consume === 'function'
        ? []
        : wrong(`expected a limiter, as createMemoryLimiter makes it, not ${kindOf(value)}`),
    // The limiter checks the limits and the cycle of each request.
    limits: anything,
    account: callback,
    cycle: anything,
    now: callback,
  },
  ['limiter', 'limits', 'account'],
);

const NOT_LIMITED: RateLimitVerdict = { allowed: true, headers: {}, decision: undefined };

/**
 * Creates a function that decides whether to allow a request of any framework.
 *
 * @throws {OptionError} for an unknown option or an unusable value; the function rejects with it for invalid limits
 * @example
 * ```ts
 * const check = createRateLimit<Request>({
 *   limiter: createMemoryLimiter(),
 *   limits: { perMinute: 100 },
 *   account: (request) => request.headers.get('x-api-key') ?? 'anonymous',
 * });
 * const { allowed, headers } = await check(request);
 * if (!allowed) return new Response('Too many requests', { status: 429, headers });
 * ```
 */
export function createRateLimit<Source>(
  options: RateLimitOptions<Source>,
): (source: Source) => Promise<RateLimitVerdict> {
  assertOptions(rateLimitOptions, options, 'createRateLimit');
  const { limiter, limits: limitsOption, account: accountOf, cycle, now = Date.now } = options;
  return async (source) => {
    const account = await accountOf(source);
    const limits = typeof limitsOption === 'function' ? await limitsOption(source) : limitsOption;
    if (account === undefined || limits === undefined) return NOT_LIMITED;
    const decision = await limiter.consume({ account, limits, cycle });
    return {
      allowed: decision.allowed,
      headers: headersOf(decision, limiter.windowMs ?? MINUTE, now()),
      decision,
    };
  };
}

/** The part of a node:http response, and so of an Express response, that the middleware needs. */
export interface MiddlewareResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

const nodeResponse: Check = (value) =>
  typeof (value as Partial<MiddlewareResponse> | null | undefined)?.setHeader === 'function'
    ? []
    : wrong(`expected a response of node:http or Express, not ${kindOf(value)}`);

/** Middleware of Express and Connect. */
export type Middleware<Source> = (
  request: Source,
  response: MiddlewareResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Creates Express middleware that answers a request beyond the limits with 429 and `{"error": {"type": "RATE_LIMIT_EXCEEDED", …}}`.
 *
 * @example
 * ```ts
 * app.use(rateLimit({ limiter, limits: { perMinute: 100 }, account: (request) => request.ip }));
 * ```
 */
export function rateLimit<Source>(options: RateLimitOptions<Source>): Middleware<Source> {
  const check = createRateLimit(options);
  return (request, response, next) => {
    assertOptions(callback, next, 'the middleware', 'next');
    assertOptions(nodeResponse, response, 'the middleware', 'response');
    check(request).then(({ headers, decision }) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (decision === undefined || decision.allowed) next();
      else refuse(response, decision.rule);
    }, next);
  };
}

function refuse(response: MiddlewareResponse, rule: 'minute' | 'quota'): void {
  const [code, message] =
    rule === 'quota'
      ? ['QUOTA_EXHAUSTED', 'The quota of this period is used up']
      : ['RATE_PER_MINUTE', 'Too many requests in a short time'];
  response.statusCode = 429;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ error: { type: 'RATE_LIMIT_EXCEEDED', code, message } }));
}

/**
 * Writes structured fields (RFC 9651): one item for the window, and one for the quota if there is one. Times are whole seconds,
 * rounded up.
 */
function headersOf(decision: Decision, windowMs: number, now: number): Record<string, string> {
  const { minute, quota } = decision;
  const seconds = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000));
  const policies = [`"window";q=${Math.floor(minute.limit)};w=${seconds(windowMs)}`];
  const states = [`"window";r=${Math.floor(minute.remaining)};t=${seconds(minute.resetAfter)}`];
  if (Number.isFinite(quota.limit)) {
    policies.push(`"quota";q=${Math.floor(quota.limit)};w=${seconds(quota.window)}`);
    states.push(`"quota";r=${Math.floor(quota.remaining)};t=${seconds(quota.resetAt - now)}`);
  }
  const retry = decision.allowed ? {} : { 'Retry-After': String(Math.max(1, seconds(decision.retryAfter))) };
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', '), ...retry };
}
