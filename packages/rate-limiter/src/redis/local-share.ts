import type { Decision, LimitRequest, QuotaState, Receipt } from '../decision.js';
import type { PeriodUse, ReadUse } from '../limiter.js';
import { createMinuteWindow, expire, type MinuteWindow, record, timeUntilBelow } from '../minute-window.js';
import { type Period, periodAt } from '../period.js';
import type { UseBook } from './use-book.js';

/** What this node admitted by itself in one period of one account, and has not told Redis yet. */
export interface JournalEntry {
  readonly account: string;
  readonly period: Period;
  /** What was known of the period when the node was left alone. */
  readonly known: PeriodUse;
  charged: number;
  refunded: number;
}

/**
 * A node that cannot reach Redis admits its share of what is left, never more: with N nodes, a minute holds at most the limit
 * and the quota is passed by at most N calls. Each admission is written in a journal that is handed in afterwards.
 */
export interface LocalShare {
  consume(request: LimitRequest): Promise<Decision>;
  refund(receipt: Receipt): QuotaState;
  /** Take the journal; entries that could not be handed in are given back with `restore`. */
  takeJournal(): JournalEntry[];
  restore(entries: readonly JournalEntry[]): void;
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
  let journal = new Map<string, JournalEntry>();
  /** Shares by the same id as the journal; they last until the journal is taken. */
  const shares = new Map<string, number>();

  const idOf = (account: string, period: Period): string => `${period.start} ${account}`;

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
    const id = idOf(request.account, period);
    const present = journal.get(id);
    if (present !== undefined) return present;
    const known = await knownUse(request.account, period.start);
    // Somebody else may have made it while the ledger was read.
    const made = journal.get(id) ?? {
      account: request.account,
      period,
      known: known ?? { account: request.account, periodStart: period.start, charged: 0, refunded: 0 },
      charged: 0,
      refunded: 0,
    };
    journal.set(id, made);
    if (!shares.has(id)) {
      const { quota, perMinute } = request.limits;
      const left = quota - (made.known.charged - made.known.refunded);
      const share = known === undefined ? Math.min(perMinute, quota * UNKNOWN_SHARE) : Math.max(0, left);
      shares.set(id, Math.ceil(share / nodes));
    }
    return made;
  }

  function quotaState(entry: JournalEntry, quota: number): QuotaState {
    const used = entry.known.charged + entry.charged - entry.known.refunded - entry.refunded;
    return {
      limit: quota,
      remaining: Math.max(0, quota - used),
      resetAt: entry.period.end,
      window: entry.period.end - entry.period.start,
    };
  }

  return {
    get pending() {
      return journal.size > 0;
    },
    async consume(request) {
      const { limits, charge } = request;
      const entry = await entryOf(request, periodAt(request.cycle, now()));
      const at = now();
      const window = minuteOf(request.account);
      expire(window, at);
      const perMinute = Math.ceil(limits.perMinute / nodes);
      const share = shares.get(idOf(request.account, entry.period)) ?? 0;
      const wait = charge === 'nothing' ? 0 : timeUntilBelow(window, perMinute, at);
      const exhausted = charge === 'call' && entry.charged - entry.refunded >= share;
      const admitted = wait === 0 && !exhausted;
      if (admitted && charge !== 'nothing') record(window, at);
      if (admitted && charge === 'call') entry.charged += 1;
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
      const receipt = { account: request.account, period: entry.period, quota: limits.quota };
      return { allowed: true, quota, minute, receipt };
    },
    refund({ account, period, quota }) {
      const id = idOf(account, period);
      const known = uses.find(account, period.start) ?? {
        account,
        periodStart: period.start,
        charged: 0,
        refunded: 0,
      };
      const entry = journal.get(id) ?? { account, period, known, charged: 0, refunded: 0 };
      journal.set(id, entry);
      entry.refunded += 1;
      return quotaState(entry, quota);
    },
    takeJournal() {
      const taken = [...journal.values()];
      journal = new Map();
      shares.clear();
      for (const [account, window] of minutes) {
        expire(window, now());
        if (window.count === 0) minutes.delete(account);
      }
      return taken;
    },
    restore(entries) {
      for (const entry of entries) {
        const id = idOf(entry.account, entry.period);
        const present = journal.get(id);
        journal.set(id, entry);
        if (present === undefined) continue;
        entry.charged += present.charged;
        entry.refunded += present.refunded;
      }
    },
  };
}
