import type { Decision, FullRequest, QuotaState, Receipt } from '../decision.js';
import type { PeriodUse, ReadUse } from '../limiter.js';
import { createMinuteWindow, expire, type MinuteWindow, record, timeUntilBelow } from '../minute-window.js';
import { type Period, periodAt } from '../period.js';
import type { UseBook } from './use-book.js';

/** Calls that this node admitted on its own in one period of one account and has not reported to Redis yet. */
export interface JournalEntry {
  /** Identifies this entry on this node, so that reporting it twice counts once. */
  readonly id: number;
  readonly account: string;
  readonly period: Period;
  /** The known usage of the period when the entry was opened: a floor for the counters. */
  readonly known: PeriodUse;
  /** The contents of earlier entries that were being reported at that time and may already be part of `known`. */
  readonly onTheirWay: { readonly charged: number; readonly refunded: number };
  charged: number;
  /** Includes the refunds in doubt. */
  refunded: number;
  /** Numbers of refunds that Redis may already have counted, because no reply arrived. */
  readonly inDoubt: number[];
}

/**
 * While a node cannot reach Redis it admits its share of what is left, never more. With N nodes, a minute never exceeds the limit
 * and the quota is exceeded by at most N calls. Every admission goes into a journal that is reported afterwards.
 */
export interface LocalShare {
  consume(request: FullRequest): Promise<Decision>;
  /** `inDoubt` is the number of a refund that was sent to Redis without a reply. */
  refund(receipt: Receipt, inDoubt?: number): QuotaState;
  /** Redis charged `count` calls whose replies this node missed, so it decided them itself. Refunds those charges. */
  giveBack(account: string, period: Period, count: number): void;
  /** Closes the open entries of the journal and returns all unsettled ones, oldest first. Later admissions go into new entries. */
  closeJournal(): readonly JournalEntry[];
  /** Marks `entry` as received by Redis. New shares are computed at the next outage, not before all entries are received. */
  settle(entry: JournalEntry): void;
  readonly pending: boolean;
}

export interface LocalShareOptions {
  readonly nodes: number;
  /** The length of the sliding window, in milliseconds. */
  readonly windowMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly uses: UseBook;
  readonly readUse: ReadUse | undefined;
}

/** The share of the quota that an account with no known usage gets; at most one minute's worth. */
const UNKNOWN_SHARE = 0.01;

export function createLocalShare({ nodes, windowMs, now, uses, readUse }: LocalShareOptions): LocalShare {
  const minutes = new Map<string, MinuteWindow>();
  const journal = new Map<string, JournalEntry>();
  const closed = new Map<string, JournalEntry[]>();
  /** What this node may still admit, with the same keys as the journal. */
  const shares = new Map<string, number>();
  let entries = 0;

  const keyOf = (account: string, period: Period): string => `${period.start} ${account}`;

  function minuteOf(account: string): MinuteWindow {
    const present = minutes.get(account);
    if (present !== undefined) return present;
    const window = createMinuteWindow(windowMs);
    minutes.set(account, window);
    return window;
  }

  /** The latest usage from Redis and from the ledger; undefined if neither is available. */
  async function knownUse(account: string, periodStart: number): Promise<PeriodUse | undefined> {
    const noted = uses.find(account, periodStart);
    if (noted !== undefined || readUse === undefined) return noted;
    try {
      const read = await readUse(account, periodStart);
      return uses.note(account, periodStart, read?.charged ?? 0, read?.refunded ?? 0);
    } catch {
      return undefined;
    }
  }

  async function entryOf(request: FullRequest, period: Period): Promise<JournalEntry> {
    const { account, limits } = request;
    const key = keyOf(account, period);
    const present = journal.get(key);
    if (present !== undefined && shares.has(key)) return present;
    const known = await knownUse(account, period.start);
    const entry = begin(account, period, known);
    if (!shares.has(key)) {
      const left = quotaState(entry, limits.quota).remaining;
      const whole = known === undefined ? Math.min(limits.perMinute, limits.quota * UNKNOWN_SHARE) : left;
      shares.set(key, Math.ceil(whole / nodes));
    }
    return entry;
  }

  /** Returns the open entry, or a new one. Closed entries are reported first. */
  function begin(account: string, period: Period, known: PeriodUse | undefined): JournalEntry {
    const key = keyOf(account, period);
    const present = journal.get(key);
    if (present !== undefined) return present;
    let [charged, refunded] = [0, 0];
    for (const earlier of closed.get(key) ?? []) {
      charged += earlier.charged;
      refunded += earlier.refunded;
    }
    entries += 1;
    const made: JournalEntry = {
      id: entries,
      account,
      period,
      known: known ?? { account, periodStart: period.start, charged: 0, refunded: 0 },
      onTheirWay: { charged, refunded },
      charged: 0,
      refunded: 0,
      inDoubt: [],
    };
    journal.set(key, made);
    return made;
  }

  /** Adds a refund to the journal. */
  function giveBack(account: string, period: Period, count: number): JournalEntry {
    const entry = begin(account, period, uses.find(account, period.start));
    entry.refunded += count;
    return entry;
  }

  function quotaState(entry: JournalEntry, quota: number): QuotaState {
    const { known, onTheirWay } = entry;
    const charged = known.charged + onTheirWay.charged + entry.charged;
    const used = charged - known.refunded - onTheirWay.refunded - entry.refunded;
    return {
      limit: quota,
      remaining: Math.max(0, quota - used),
      resetAt: entry.period.end,
      window: entry.period.end - entry.period.start,
    };
  }

  return {
    get pending() {
      return journal.size > 0 || closed.size > 0;
    },
    async consume(request) {
      const { limits, charge, account } = request;
      const period = periodAt(request.cycle, now());
      const entry = await entryOf(request, period);
      const key = keyOf(account, period);
      const at = now();
      const window = minuteOf(account);
      expire(window, at);
      const perMinute = Math.ceil(limits.perMinute / nodes);
      const share = shares.get(key) ?? 0;
      const wait = charge === 'nothing' ? 0 : timeUntilBelow(window, perMinute, at);
      const exhausted = charge === 'call' && share <= 0;
      const admitted = wait === 0 && !exhausted;
      if (admitted && charge !== 'nothing') record(window, at);
      if (admitted && charge === 'call') {
        entry.charged += 1;
        shares.set(key, share - 1);
      }
      const quota = quotaState(entry, limits.quota);
      const minute = {
        limit: limits.perMinute,
        remaining: Math.max(0, perMinute - window.count),
        resetAfter: window.count === 0 ? 0 : timeUntilBelow(window, window.count, at),
      };
      if (!admitted) {
        // An exhausted share is not an exhausted quota. It ends when Redis is back, so the client should retry soon.
        if (exhausted && quota.remaining === 0) {
          return { allowed: false, rule: 'quota', retryAfter: entry.period.end - at, quota, minute };
        }
        return { allowed: false, rule: 'minute', retryAfter: exhausted ? 1_000 : wait, quota, minute };
      }
      if (charge !== 'call') return { allowed: true, quota, minute };
      const receipt = { account, period: entry.period, quota: limits.quota };
      return { allowed: true, quota, minute, receipt };
    },
    refund({ account, period, quota }, inDoubt) {
      const key = keyOf(account, period);
      const share = shares.get(key);
      if (share !== undefined) shares.set(key, share + 1);
      const entry = giveBack(account, period, 1);
      if (inDoubt !== undefined) entry.inDoubt.push(inDoubt);
      return quotaState(entry, quota);
    },
    giveBack: (account, period, count) => void giveBack(account, period, count),
    closeJournal() {
      for (const [key, entry] of journal) closed.set(key, [...(closed.get(key) ?? []), entry]);
      journal.clear();
      return [...closed.values()].flat();
    },
    settle(entry) {
      const key = keyOf(entry.account, entry.period);
      const left = (closed.get(key) ?? []).filter((other) => other !== entry);
      if (left.length === 0) closed.delete(key);
      else closed.set(key, left);
      if (journal.size > 0 || closed.size > 0) return;
      shares.clear();
      for (const [account, window] of minutes) {
        expire(window, now());
        if (window.count === 0) minutes.delete(account);
      }
    },
  };
}
