import type { Decision, LimitRequest, QuotaState, Receipt } from '../decision.js';
import type { PeriodUse, ReadUse } from '../limiter.js';
import { createMinuteWindow, expire, type MinuteWindow, record, timeUntilBelow } from '../minute-window.js';
import { type Period, periodAt } from '../period.js';
import type { UseBook } from './use-book.js';

/** What this node admitted by itself in one period of one account, and has not told Redis yet. */
export interface JournalEntry {
  /** Tells it from every other entry of this node: an entry that is handed in twice counts once. */
  readonly id: number;
  readonly account: string;
  readonly period: Period;
  /** What was known of the period when the entry was begun: no counter can have fallen below it honestly. */
  readonly known: PeriodUse;
  /** What earlier entries hold that were on their way to Redis then; it may have been in `known` already. */
  readonly onTheirWay: { readonly charged: number; readonly refunded: number };
  charged: number;
  /** Those that are in doubt are among them. */
  refunded: number;
  /** Numbers of refunds that Redis may have counted already: no reply came. */
  readonly inDoubt: number[];
}

/**
 * A node that cannot reach Redis admits its share of what is left, never more: with N nodes, a minute holds at most the limit
 * and the quota is passed by at most N calls. Each admission is written in a journal that is handed in afterwards.
 */
export interface LocalShare {
  consume(request: LimitRequest): Promise<Decision>;
  /** `inDoubt` is the number under which Redis was told of it, where it was told and did not answer. */
  refund(receipt: Receipt, inDoubt?: number): QuotaState;
  /** Redis charged `count` calls of which this node did not hear, and which it therefore decided by itself: give them back. */
  giveBack(account: string, period: Period, count: number): void;
  /** End the entries of the journal; all that are not settled, oldest first. What comes later is in new entries. */
  closeJournal(): readonly JournalEntry[];
  /** Redis has `entry`. When it has all of them the shares are made anew at the next outage, not before. */
  settle(entry: JournalEntry): void;
  readonly pending: boolean;
}

export interface LocalShareOptions {
  readonly nodes: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly uses: UseBook;
  readonly readUse: ReadUse | undefined;
}

/** Without any knowledge of an account: this part of its quota, at most one minute's worth. */
const UNKNOWN_SHARE = 0.01;

export function createLocalShare({ nodes, now, uses, readUse }: LocalShareOptions): LocalShare {
  const minutes = new Map<string, MinuteWindow>();
  const journal = new Map<string, JournalEntry>();
  const closed = new Map<string, JournalEntry[]>();
  /** What this node may still admit, by the same key as the journal. */
  const shares = new Map<string, number>();
  let entries = 0;

  const keyOf = (account: string, period: Period): string => `${period.start} ${account}`;

  function minuteOf(account: string): MinuteWindow {
    const present = minutes.get(account);
    if (present !== undefined) return present;
    const window = createMinuteWindow();
    minutes.set(account, window);
    return window;
  }

  /** The newest of what Redis last said and what the ledger holds; nothing where neither can be asked. */
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

  async function entryOf(request: LimitRequest, period: Period): Promise<JournalEntry> {
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

  /** The open entry, or a new one. Closed ones are handed in before it. */
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

  /** Write a refund in the journal. */
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
        // A used-up share is not a used-up quota: it ends when Redis is back, so the client is asked to try soon.
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
