import type { Decision, LimitRequest, QuotaState, Receipt } from './decision.js';

/**
 * Decides the per-minute limit and the billing-period quota of a call together: it charges both or neither, so a rejected call
 * costs nothing. Every implementation passes the test suite in `testing/limiter-contract.ts`.
 */
export interface Limiter {
  /** The length of the sliding window, in milliseconds. Absent: 60,000. */
  readonly windowMs?: number | undefined;
  /**
   * Decides whether a call may run and charges it if so. Never rejects because of a limit. An implementation that needs no I/O
   * returns the decision synchronously, because a promise would cost each call a turn of the event loop.
   */
  consume(request: LimitRequest): Decision | Promise<Decision>;
  /**
   * Refunds the quota that `receipt` was charged; the minute stays charged. A receipt counts once, even if the messages that report
   * the refund are lost or repeated. Returns the quota of that period after the refund.
   */
  refund(receipt: Receipt): Promise<QuotaState>;
}

/**
 * The usage of one billing period as two counters that only grow. The usage is their difference. Because both only grow, two
 * records of the same period merge by maximum, and a stale record can never undo a refund.
 */
export interface PeriodUse {
  readonly account: string;
  /** Milliseconds since the Unix epoch. */
  readonly periodStart: number;
  readonly charged: number;
  readonly refunded: number;
}

/** Durable storage for usage that must outlive the limiter's memory. */
export type ReadUse = (account: string, periodStart: number) => Promise<PeriodUse | undefined>;
