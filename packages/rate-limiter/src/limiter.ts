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

/**
 * What one node admitted on its own in one period of one account, while Redis did not answer. The counters only grow, so a later record
 * replaces an earlier one, and reporting any of them to Redis, by any node and any number of times, counts each call once.
 */
export interface JournalRecord {
  /** The `nodeId` of the limiter. */
  readonly node: string;
  /** Unique within the node. */
  readonly id: number;
  readonly account: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** The usage that the node knew before. */
  readonly knownCharged: number;
  readonly knownRefunded: number;
  readonly charged: number;
  /** Includes the refunds in doubt. */
  readonly refunded: number;
  /** Numbers of refunds that Redis may already have counted. */
  readonly inDoubt: readonly number[];
}

/** The changes in the journal of a limiter since the last query. */
export interface JournalChanges {
  /** New and changed records, which a durable store keeps. */
  readonly records: readonly JournalRecord[];
  /** Records that Redis has received, which it may forget. */
  readonly settled: readonly Pick<JournalRecord, 'node' | 'id'>[];
}

/** Durable storage for usage that must outlive the limiter's memory. */
export type ReadUse = (account: string, periodStart: number) => Promise<RecordedUse | undefined>;

/** The stored usage of a period. */
export interface RecordedUse extends PeriodUse {
  /** The calls of stored journal records, minus refunds: Redis does not know about them yet. Default 0. */
  readonly unreported?: number;
}
