import {
  assertOptions,
  type Check,
  callback,
  count,
  kindOf,
  members,
  numberFrom,
  OptionError,
} from '@soapstone/options';
import { AccountBook, type Use } from './account-book.js';
import {
  completeRequest,
  type Decision,
  type FullRequest,
  type LimitRequest,
  type QuotaState,
  quotaState,
  type Receipt,
  receipt as receiptCheck,
} from './decision.js';
import type { Limiter, PeriodUse, ReadUse } from './limiter.js';
import { expire, MINUTE, type MinuteWindow, minuteState, record, timeUntilBelow } from './minute-window.js';
import { createPeriodFinder, type Period, type periodAt } from './period.js';

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
  return new ProcessLimiter(options);
}

class ProcessLimiter implements MemoryLimiter {
  readonly windowMs: number;
  readonly #now: () => number;
  readonly #accounts: AccountBook;
  readonly #findPeriod: typeof periodAt;
  #latest = 0;

  constructor({ now = Date.now, readUse, accounts = 100_000, windowMs = MINUTE }: MemoryLimiterOptions) {
    this.windowMs = windowMs;
    this.#now = now;
    this.#accounts = new AccountBook({ windowMs, readUse, capacity: accounts });
    this.#findPeriod = createPeriodFinder(accounts);
  }

  consume(request: LimitRequest): Decision | Promise<Decision> {
    return this.#consume(completeRequest(request));
  }

  async refund(receipt: Receipt): Promise<QuotaState> {
    assertOptions(receiptCheck, receipt, 'refund');
    const { account: name, period, quota } = receipt;
    for (;;) {
      const use = this.#accounts.useOf(this.#accounts.find(name, this.#latest), period.start);
      if (use !== undefined) {
        if (use.refunded < use.charged) {
          use.refunded += 1;
          this.#accounts.touch(use, name, period.start);
        }
        return quotaState(quota, use.charged - use.refunded, period);
      }
      await this.#load(name, period.start);
    }
  }

  takeChanges(): PeriodUse[] {
    return this.#accounts.takeChanges();
  }

  /** Time and period are read after any wait, in the same turn as the decision. */
  #consume(request: FullRequest): Decision | Promise<Decision> {
    const at = this.#instant();
    const period = this.#findPeriod(request.cycle, at);
    const account = this.#accounts.find(request.account, at);
    const use = this.#accounts.useOf(account, period.start);
    if (use !== undefined) return this.#decide(request, account.minute, use, period, at);
    return this.#load(request.account, period.start).then(() => this.#consume(request));
  }

  #decide(request: FullRequest, window: MinuteWindow, use: Use, period: Period, at: number): Decision {
    const { account, limits, charge } = request;
    expire(window, at);
    const used = use.charged - use.refunded;
    const exhausted = charge === 'call' && used >= limits.quota;
    const wait = exhausted || charge === 'nothing' ? 0 : timeUntilBelow(window, limits.perMinute, at);
    const admitted = !exhausted && wait === 0;
    const charged = admitted && charge === 'call';
    if (charged) {
      use.charged += 1;
      this.#accounts.touch(use, account, period.start);
    }
    if (admitted && charge !== 'nothing') record(window, at);
    const quota = quotaState(limits.quota, charged ? used + 1 : used, period);
    const minute = minuteState(window, limits.perMinute, at);
    if (exhausted) return { allowed: false, rule: 'quota', retryAfter: period.end - at, quota, minute };
    if (wait > 0) return { allowed: false, rule: 'minute', retryAfter: wait, quota, minute };
    if (!charged) return { allowed: true, quota, minute };
    return { allowed: true, quota, minute, receipt: { account, period, quota: limits.quota } };
  }

  #load(account: string, periodStart: number): Promise<void> {
    return this.#accounts.load(account, periodStart, () => this.#latest);
  }

  /** Monotonic: a clock that is set back must not reopen a window. */
  #instant(): number {
    const time: unknown = this.#now();
    if (typeof time !== 'number' || !Number.isFinite(time)) {
      const expected = `expected it to return a time in milliseconds, not ${kindOf(time)}`;
      throw new OptionError('createMemoryLimiter', { path: '/now', expected });
    }
    this.#latest = Math.max(this.#latest, time);
    return this.#latest;
  }
}
