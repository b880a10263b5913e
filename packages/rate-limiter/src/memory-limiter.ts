import {
  assertOptions,
  type Check,
  callback,
  count,
  kindOf,
  members,
  numberFrom,
  OptionError,
} from '@soapstone/soap-model/options';
import {
  completeRequest,
  type Decision,
  type FullRequest,
  type LimitRequest,
  type MinuteState,
  type QuotaState,
  type Receipt,
  receipt as receiptCheck,
} from './decision.js';
import type { Limiter, PeriodUse, ReadUse } from './limiter.js';
import {
  createMinuteWindow,
  expire,
  MINUTE,
  type MinuteWindow,
  record,
  timeUntilBelow,
} from './minute-window.js';
import { createPeriodFinder, type Period } from './period.js';

/** Options of the memory limiter. */
export interface MemoryLimiterOptions {
  /** The length of the sliding window, in milliseconds. Default 60,000. */
  readonly windowMs?: number | undefined;
  /** The current time in milliseconds since the Unix epoch. It may jump back; the limiter's own time never does. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Reads the recorded usage when an account is first seen in a period. Without it, every period starts from 0. */
  readonly readUse?: ReadUse | undefined;
  /**
   * The minimum number of accounts to keep in memory. Idle accounts beyond it are evicted if `readUse` can restore them. Default
   * 100,000.
   */
  readonly accounts?: number | undefined;
}

const limiterOptions: Check = members<MemoryLimiterOptions>({
  windowMs: numberFrom(1),
  now: callback,
  readUse: callback,
  accounts: count,
});

/** The limiter of a single process. */
export interface MemoryLimiter extends Limiter {
  /** Returns the usage that changed since the last call, for a durable ledger. Records merge by maximum. */
  takeChanges(): PeriodUse[];
}

interface Account {
  readonly minute: MinuteWindow;
  /** When the account was last moved to the end of the eviction order. */
  placedAt: number;
  /** Keyed by the start of the period: the current period, and the previous one while refunds for it may still arrive. */
  readonly periods: Map<number, Use>;
}

/**
 * The minimum time between two moves in the eviction order, in milliseconds. Moving an account on every call would cost more than
 * the decision.
 */
const PLACE_EVERY = 60_000;

interface Use {
  charged: number;
  refunded: number;
  changed: boolean;
}

/**
 * Creates a limiter in process memory. It is exact because JavaScript runs one decision at a time. With `readUse` and `takeChanges`
 * the quota survives a restart; the minute window does not, so at most one extra window of calls passes. Throws `OptionError` for
 * an unknown option or an unusable value, here and in each method.
 *
 * @example
 * ```ts
 * const limiter = createMemoryLimiter({ windowMs: 1_000 });
 * const { allowed } = await limiter.consume({ account: 'ada', limits: { perWindow: 10 } });
 * ```
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): MemoryLimiter {
  assertOptions(limiterOptions, options, 'createMemoryLimiter');
  const { now = Date.now, readUse, accounts: capacity = 100_000, windowMs = MINUTE } = options;
  const accounts = new Map<string, Account>();
  const reads = new Map<string, Promise<void>>();
  const changed = new Map<Use, Omit<PeriodUse, 'charged' | 'refunded'>>();
  const findPeriod = createPeriodFinder(capacity);
  let latest = 0;

  /** Monotonic: a clock that is set back must not reopen a window. */
  function instant(): number {
    const time: unknown = now();
    if (typeof time !== 'number' || !Number.isFinite(time)) {
      const expected = `expected it to return a time in milliseconds, not ${kindOf(time)}`;
      throw new OptionError('createMemoryLimiter', { path: '/now', expected });
    }
    latest = Math.max(latest, time);
    return latest;
  }

  function accountOf(name: string): Account {
    const known = accounts.get(name);
    if (known !== undefined && latest - known.placedAt < PLACE_EVERY) return known;
    const account = known ?? { minute: createMinuteWindow(windowMs), placedAt: latest, periods: new Map() };
    if (known !== undefined) accounts.delete(name);
    else if (accounts.size >= capacity) forgetIdle();
    // Ordered by last use, to the minute.
    accounts.set(name, account);
    account.placedAt = latest;
    return account;
  }

  /** Evicts only what the ledger can restore, starting with the least recently used. */
  function forgetIdle(): void {
    if (readUse === undefined) return;
    for (const [name, account] of accounts) {
      expire(account.minute, latest);
      if (account.minute.count > 0 || [...account.periods.values()].some((use) => use.changed)) return;
      accounts.delete(name);
      if (accounts.size < capacity) return;
    }
  }

  function useOf(account: Account, period: Period): Use | undefined {
    const known = account.periods.get(period.start);
    if (known !== undefined || readUse !== undefined) return known;
    return remember(account, period.start, { charged: 0, refunded: 0, changed: false });
  }

  function remember(account: Account, periodStart: number, use: Use): Use {
    // Refunds arrive within a minute of their charge, so two periods are enough.
    while (account.periods.size >= 2) {
      const oldest = Math.min(...account.periods.keys());
      account.periods.delete(oldest);
    }
    account.periods.set(periodStart, use);
    return use;
  }

  /** One read per account and period, even if several calls wait for it. */
  function load(name: string, periodStart: number): Promise<void> {
    const id = `${periodStart} ${name}`;
    let read = reads.get(id);
    if (read === undefined) {
      read = readUse!(name, periodStart)
        .then((found) => {
          const account = accountOf(name);
          if (account.periods.has(periodStart)) return;
          const { charged = 0, refunded = 0 } = found ?? {};
          remember(account, periodStart, { charged, refunded, changed: false });
        })
        .finally(() => reads.delete(id));
      reads.set(id, read);
    }
    return read;
  }

  function touch(use: Use, account: string, periodStart: number): void {
    if (use.changed) return;
    use.changed = true;
    changed.set(use, { account, periodStart });
  }

  function consume(request: LimitRequest): Decision | Promise<Decision> {
    return consumeFull(completeRequest(request));
  }

  /** Time and period are read after any wait, in the same turn as the decision. */
  function consumeFull(request: FullRequest): Decision | Promise<Decision> {
    const at = instant();
    const period = findPeriod(request.cycle, at);
    const account = accountOf(request.account);
    const use = useOf(account, period);
    if (use !== undefined) return decide(request, account, use, period, at);
    return load(request.account, period.start).then(() => consumeFull(request));
  }

  function decide(request: FullRequest, account: Account, use: Use, period: Period, at: number): Decision {
    const { limits, charge } = request;
    const { minute } = account;
    expire(minute, at);
    const used = use.charged - use.refunded;
    if (charge === 'call' && used >= limits.quota) {
      return {
        allowed: false,
        rule: 'quota',
        retryAfter: period.end - at,
        quota: quotaState(limits.quota, used, period),
        minute: minuteState(minute, limits.perMinute, at),
      };
    }
    const wait = charge === 'nothing' ? 0 : timeUntilBelow(minute, limits.perMinute, at);
    if (wait > 0) {
      return {
        allowed: false,
        rule: 'minute',
        retryAfter: wait,
        quota: quotaState(limits.quota, used, period),
        minute: minuteState(minute, limits.perMinute, at),
      };
    }
    if (charge !== 'nothing') record(minute, at);
    if (charge !== 'call') {
      return {
        allowed: true,
        quota: quotaState(limits.quota, used, period),
        minute: minuteState(minute, limits.perMinute, at),
      };
    }
    use.charged += 1;
    touch(use, request.account, period.start);
    return {
      allowed: true,
      quota: quotaState(limits.quota, used + 1, period),
      minute: minuteState(minute, limits.perMinute, at),
      receipt: { account: request.account, period, quota: limits.quota },
    };
  }

  async function refund(receipt: Receipt): Promise<QuotaState> {
    assertOptions(receiptCheck, receipt, 'refund');
    for (;;) {
      const account = accountOf(receipt.account);
      const use = useOf(account, receipt.period);
      if (use === undefined) {
        await load(receipt.account, receipt.period.start);
        continue;
      }
      if (use.refunded < use.charged) {
        use.refunded += 1;
        touch(use, receipt.account, receipt.period.start);
      }
      return quotaState(receipt.quota, use.charged - use.refunded, receipt.period);
    }
  }

  function takeChanges(): PeriodUse[] {
    const taken = [...changed].map(([use, id]) => {
      use.changed = false;
      return { ...id, charged: use.charged, refunded: use.refunded };
    });
    changed.clear();
    return taken;
  }

  return { windowMs, consume, refund, takeChanges };
}

function quotaState(limit: number, used: number, period: Period): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetAt: period.end,
    window: period.end - period.start,
  };
}

function minuteState(window: MinuteWindow, limit: number, at: number): MinuteState {
  return {
    limit,
    remaining: Math.max(0, limit - window.count),
    resetAfter: window.count === 0 ? 0 : timeUntilBelow(window, window.count, at),
  };
}
