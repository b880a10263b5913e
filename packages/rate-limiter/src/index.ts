/**
 * Decides the per-minute limit and the billing-period quota of a call together.
 *
 * Design: one atomic decision (`Limiter.consume`) says whether a call may run, charges both limits or neither, and returns the
 * numbers for the response headers in every case. The minute is an exact sliding window. The quota is a counter for a billing
 * period whose boundaries are computed from the original anchor. A call that was never sent is refunded. Two implementations pass
 * the same test suite: one in process memory (this entry point) and one in Redis (`@soapstone/rate-limiter/redis`).
 *
 * The package reads no clock, opens no socket and sets no timer. The caller passes in `now` and the connection.
 *
 * Files: `period.ts` (billing periods), `decision.ts` (requests and decisions), `limiter.ts` (the interface), `minute-window.ts`
 * (the sliding window), `memory-limiter.ts`, `redis/` (the scripts, and the fallback while Redis is down).
 */

export { OptionError, type OptionProblem } from '@soapstone/soap-model/options';
export type * from './decision.js';
export type * from './limiter.js';
export { createMemoryLimiter, type MemoryLimiter, type MemoryLimiterOptions } from './memory-limiter.js';
export { type BillingCycle, type Period, periodAt } from './period.js';
