/**
 * Decides the per-minute limit and the billing-period quota of a call together.
 *
 * Design: one atomic decision (`Limiter.consume`) answers whether a call may run, charges both limits or neither, and
 * carries the numbers for the response headers, whatever the answer is. The minute is an exact sliding window; the quota is
 * a counter of a billing period whose boundaries are computed from the original anchor. A call that was never sent is
 * refunded. Two implementations pass one suite: this process's memory (here) and Redis (`@soapstone/rate-limiter/redis`).
 *
 * Nothing here reads a clock, opens a socket or sets a timer: `now` and the connection are handed in.
 *
 * Files: `period.ts` (billing periods), `decision.ts` (questions and answers), `limiter.ts` (the interface),
 * `minute-window.ts` (the exact window), `memory-limiter.ts`, `redis/` (the scripts, and what a node does while Redis is away).
 */

export { OptionError, type OptionProblem } from '@soapstone/soap-model/options';
export type * from './decision.js';
export type * from './limiter.js';
export { createMemoryLimiter, type MemoryLimiter, type MemoryLimiterOptions } from './memory-limiter.js';
export { type BillingCycle, type Period, periodAt } from './period.js';
