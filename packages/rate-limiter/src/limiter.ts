import type { Decision, LimitRequest, QuotaState, Receipt } from './decision.js';

/**
 * Decides the per-minute limit and the billing-period quota of a call together: either both are charged or neither, so that
 * a refused call costs nothing. Every implementation passes the one suite in `testing/limiter-contract.ts`.
 */
export interface Limiter {
  /**
   * Decide, and charge where the answer is yes. Never rejects because of a limit. Where nobody has to be asked the decision is
   * there at once: a promise of it would cost a call a turn of the event loop.
   */
  consume(request: LimitRequest): Decision | Promise<Decision>;
  /**
   * Give back what `receipt` proves was taken from the quota; the minute stays charged. The caller refunds a receipt once;
   * then it counts once, whatever becomes of the messages that tell of it.
   * Returns the quota of that period afterwards.
   */
  refund(receipt: Receipt): Promise<QuotaState>;
}

/**
 * The use of one billing period as two counters that only grow. Their difference is the use; because each only grows, two
 * records of the same period merge by maximum, and a stale record can never undo a refund.
 */
export interface PeriodUse {
  readonly account: string;
  /** Milliseconds since the Unix epoch. */
  readonly periodStart: number;
  readonly charged: number;
  readonly refunded: number;
}

/** Where the use of periods outlives the limiter's memory. */
export type ReadUse = (account: string, periodStart: number) => Promise<PeriodUse | undefined>;
