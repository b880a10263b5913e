/**
 * Decides both limits of a call together: the limit per minute, or per window of any length, and the quota of a period.
 *
 * Design: one atomic decision (`Limiter.consume`) says whether a call may run, charges both limits or neither, and returns the
 * numbers for the response headers in every case. The window is exact: it slides. The quota is a counter for a billing
 * period whose boundaries are computed from the original anchor. A call that was never sent is refunded. Two implementations pass
 * the same test suite: one in process memory (this entry point) and one in Redis (`@soapstone/rate-limiter/redis`).
 *
 * The package opens no socket; the caller passes in the connection. Only the limiter in Redis sets timers: for commands that wait, and
 * while it has something to report. Clocks can be replaced.
 *
 * Files: `period.ts` (billing periods), `decision.ts` (requests and decisions), `limiter.ts` (the interface), `minute-window.ts`
 * (the sliding window), `memory-limiter.ts`, `middleware.ts` (HTTP servers), `redis/` (the scripts, and the fallback while Redis is down).
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type {
  Admission,
  CallLimits,
  Decision,
  Denial,
  LimitRequest,
  MinuteState,
  PlanLimits,
  QuotaState,
  Receipt,
} from './decision.js';
export type * from './limiter.js';
export { createMemoryLimiter, type MemoryLimiter, type MemoryLimiterOptions } from './memory-limiter.js';
export { type BillingCycle, type Period, periodAt } from './period.js';
