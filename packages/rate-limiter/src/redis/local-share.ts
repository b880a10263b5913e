import { type Decision, type FullRequest, type QuotaState, quotaState, type Receipt } from '../decision.js';
import type { JournalChanges, JournalRecord, PeriodUse, ReadUse } from '../limiter.js';
import {
  createMinuteWindow,
  expire,
  type MinuteWindow,
  minuteState,
  record,
  timeUntilBelow,
} from '../minute-window.js';
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
  /**
   * The contents of earlier entries that were being reported at that time and may already be part of `known`, and of stored records of
   * other nodes or of an earlier run of this one.
   */
  readonly onTheirWay: { readonly charged: number; readonly refunded: number };
  charged: number;
  /** Includes the refunds in doubt. */
  refunded: number;
  /** Numbers of refunds that Redis may already have counted, because no reply arrived. */
  readonly inDoubt: number[];
}

export interface LocalShareOptions {
  readonly nodeId: string;
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

/**
 * While a node cannot reach Redis it admits its share of what is left, never more. With N nodes, a minute never exceeds the limit
 * and the quota is exceeded by at most N calls; if other nodes still reach Redis, by at most the shares of those that do not.
 * Every admission goes into a journal that is reported afterwards.
 */
export class LocalShare {
  readonly #options: LocalShareOptions;
  readonly #minutes = new Map<string, MinuteWindow>();
  readonly #journal = new Map<string, JournalEntry>();
  readonly #closed = new Map<string, JournalEntry[]>();
  /** The calls that this node may still admit, with the same keys as the journal. */
  readonly #shares = new Map<string, number>();
  /** The sums of stored records of the journal, beyond the known usage, with the same keys. */
  readonly #unreported = new Map<string, number>();
  /** Entries that `takeJournal` still has to return, or to report as settled. */
  readonly #unwritten = new Set<JournalEntry>();
  readonly #settled: JournalEntry[] = [];
  /** Whether anyone reads the journal. If nobody does, changes must not pile up in it. */
  #isTaken = false;
  #entries = 0;

  constructor(options: LocalShareOptions) {
    this.#options = options;
  }

  /** Whether entries of the journal are not settled yet. */
  get pending(): boolean {
    return this.#journal.size > 0 || this.#closed.size > 0;
  }

  async consume(request: FullRequest): Promise<Decision> {
    const { now, nodes } = this.#options;
    const { limits, charge, account } = request;
    const entry = await this.#entryOf(request, periodAt(request.cycle, now()));
    const { period } = entry;
    const key = keyOf(account, period);
    const at = now();
    const window = this.#minuteOf(account);
    expire(window, at);
    const perMinute = Math.ceil(limits.perMinute / nodes);
    const share = this.#shares.get(key) ?? 0;
    const wait = charge === 'nothing' ? 0 : timeUntilBelow(window, perMinute, at);
    const exhausted = charge === 'call' && share <= 0;
    const admitted = wait === 0 && !exhausted;
    if (admitted && charge !== 'nothing') record(window, at);
    if (admitted && charge === 'call') {
      entry.charged += 1;
      this.#unwritten.add(entry);
      this.#shares.set(key, share - 1);
    }
    const quota = stateOf(entry, limits.quota);
    const minute = minuteState(window, limits.perMinute, at, perMinute);
    if (!admitted) {
      // An exhausted share is not an exhausted quota. It ends when Redis is back, so the client should retry soon.
      return exhausted && quota.remaining === 0
        ? { allowed: false, rule: 'quota', retryAfter: period.end - at, quota, minute }
        : { allowed: false, rule: 'minute', retryAfter: exhausted ? 1_000 : wait, quota, minute };
    }
    if (charge !== 'call') return { allowed: true, quota, minute };
    return { allowed: true, quota, minute, receipt: { account, period, quota: limits.quota } };
  }

  /** @param inDoubt the number of a refund that was sent to Redis without a reply */
  refund({ account, period, quota }: Receipt, inDoubt?: number): QuotaState {
    const key = keyOf(account, period);
    const share = this.#shares.get(key);
    if (share !== undefined) this.#shares.set(key, share + 1);
    const entry = this.#refundIn(account, period, 1);
    if (inDoubt !== undefined) entry.inDoubt.push(inDoubt);
    return stateOf(entry, quota);
  }

  /** Redis charged `count` calls whose replies this node missed, so it decided them itself. Refunds those charges. */
  giveBack(account: string, period: Period, count: number): void {
    this.#refundIn(account, period, count);
  }

  /** Closes the open entries of the journal and returns all unsettled ones, oldest first. Later admissions go into new entries. */
  closeJournal(): readonly JournalEntry[] {
    for (const [key, entry] of this.#journal) {
      this.#closed.set(key, [...(this.#closed.get(key) ?? []), entry]);
    }
    this.#journal.clear();
    return [...this.#closed.values()].flat();
  }

  /** Marks `entry` as received by Redis. New shares are computed at the next outage, not before all entries are received. */
  settle(entry: JournalEntry): void {
    const key = keyOf(entry.account, entry.period);
    this.#unwritten.delete(entry);
    if (this.#isTaken) this.#settled.push(entry);
    const left = (this.#closed.get(key) ?? []).filter((other) => other !== entry);
    if (left.length === 0) this.#closed.delete(key);
    else this.#closed.set(key, left);
    if (this.pending) return;
    this.#shares.clear();
    this.#unreported.clear();
    for (const [account, window] of this.#minutes) {
      expire(window, this.#options.now());
      if (window.count === 0) this.#minutes.delete(account);
    }
  }

  /** Returns the entries that have changed since the last call, and those that Redis has received. */
  takeJournal(): JournalChanges {
    this.#isTaken = true;
    const { nodeId: node } = this.#options;
    const records = [...this.#unwritten].map((entry) => recordOf(node, entry));
    this.#unwritten.clear();
    return { records, settled: this.#settled.splice(0).map(({ id }) => ({ node, id })) };
  }

  #minuteOf(account: string): MinuteWindow {
    const present = this.#minutes.get(account);
    if (present !== undefined) return present;
    const window = createMinuteWindow(this.#options.windowMs);
    this.#minutes.set(account, window);
    return window;
  }

  /** The open entry of an account, which has a share by then. */
  async #entryOf({ account, limits }: FullRequest, period: Period): Promise<JournalEntry> {
    const key = keyOf(account, period);
    const present = this.#journal.get(key);
    if (present !== undefined && this.#shares.has(key)) return present;
    const known = await this.#knownUse(account, period.start);
    const entry = this.#begin(account, period, known);
    if (!this.#shares.has(key)) {
      const left = stateOf(entry, limits.quota).remaining;
      const whole = known === undefined ? Math.min(limits.perMinute, limits.quota * UNKNOWN_SHARE) : left;
      this.#shares.set(key, Math.ceil(whole / this.#options.nodes));
    }
    return entry;
  }

  /** The latest usage from Redis and from the ledger; undefined if neither is available. */
  async #knownUse(account: string, periodStart: number): Promise<PeriodUse | undefined> {
    const { uses, readUse } = this.#options;
    const noted = uses.find(account, periodStart);
    if (noted !== undefined || readUse === undefined) return noted;
    try {
      const read = await readUse(account, periodStart);
      if (read?.unreported !== undefined) {
        this.#unreported.set(`${periodStart} ${account}`, read.unreported);
      }
      return uses.note(account, periodStart, read?.charged ?? 0, read?.refunded ?? 0);
    } catch {
      return undefined;
    }
  }

  /** Returns the open entry, or a new one. Closed entries are reported first. */
  #begin(account: string, period: Period, known: PeriodUse | undefined): JournalEntry {
    const key = keyOf(account, period);
    const present = this.#journal.get(key);
    if (present !== undefined) return present;
    let [charged, refunded] = [this.#unreported.get(key) ?? 0, 0];
    for (const earlier of this.#closed.get(key) ?? []) {
      charged += earlier.charged;
      refunded += earlier.refunded;
    }
    this.#entries += 1;
    const entry: JournalEntry = {
      id: this.#entries,
      account,
      period,
      known: known ?? { account, periodStart: period.start, charged: 0, refunded: 0 },
      onTheirWay: { charged, refunded },
      charged: 0,
      refunded: 0,
      inDoubt: [],
    };
    this.#journal.set(key, entry);
    return entry;
  }

  #refundIn(account: string, period: Period, count: number): JournalEntry {
    const entry = this.#begin(account, period, this.#options.uses.find(account, period.start));
    entry.refunded += count;
    this.#unwritten.add(entry);
    return entry;
  }
}

function keyOf(account: string, period: Period): string {
  return `${period.start} ${account}`;
}

function recordOf(node: string, entry: JournalEntry): JournalRecord {
  const { id, account, period, known, charged, refunded, inDoubt } = entry;
  return {
    ...{ node, id, account, periodStart: period.start, periodEnd: period.end },
    ...{ knownCharged: known.charged, knownRefunded: known.refunded },
    ...{ charged, refunded, inDoubt: [...inDoubt] },
  };
}

/** The state of the quota as far as this node knows. */
function stateOf({ known, onTheirWay, period, ...own }: JournalEntry, quota: number): QuotaState {
  const charged = known.charged + onTheirWay.charged + own.charged;
  const refunded = known.refunded + onTheirWay.refunded + own.refunded;
  return quotaState(quota, charged - refunded, period);
}
