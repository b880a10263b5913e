import type { PeriodUse, ReadUse } from './limiter.js';
import { createMinuteWindow, expire, type MinuteWindow } from './minute-window.js';

/** The activity of an account: its calls in the window, and its usage by period. */
export interface Account {
  readonly minute: MinuteWindow;
  /** When the account was last moved to the end of the eviction order. */
  placedAt: number;
  /** Keyed by the start of the period: the current period, and the previous one while refunds for it may still arrive. */
  readonly periods: Map<number, Use>;
}

/** The usage of one account in one period. */
export interface Use {
  charged: number;
  refunded: number;
  /** Whether `takeChanges` still has to report it. */
  changed: boolean;
}

/**
 * The minimum time between two moves in the eviction order, in milliseconds. Moving an account on every call would cost more than
 * the decision.
 */
const PLACE_EVERY = 60_000;

/** The accounts of the memory limiter: read from the ledger when first seen, evicted when idle. Times are in milliseconds. */
export class AccountBook {
  readonly #windowMs: number;
  readonly #readUse: ReadUse | undefined;
  readonly #capacity: number;
  /** In the order of their last use, to the minute. */
  readonly #accounts = new Map<string, Account>();
  readonly #reads = new Map<string, Promise<void>>();
  readonly #changed = new Map<Use, Omit<PeriodUse, 'charged' | 'refunded'>>();

  constructor(options: {
    readonly windowMs: number;
    readonly readUse: ReadUse | undefined;
    readonly capacity: number;
  }) {
    this.#windowMs = options.windowMs;
    this.#readUse = options.readUse;
    this.#capacity = options.capacity;
  }

  /** Returns the account, creating it if necessary. */
  find(name: string, at: number): Account {
    const known = this.#accounts.get(name);
    if (known !== undefined && at - known.placedAt < PLACE_EVERY) return known;
    const account = known ?? { minute: createMinuteWindow(this.#windowMs), placedAt: at, periods: new Map() };
    if (known !== undefined) this.#accounts.delete(name);
    else if (this.#accounts.size >= this.#capacity) this.#forgetIdle(at);
    this.#accounts.set(name, account);
    account.placedAt = at;
    return account;
  }

  /** Returns the usage in a period, or `undefined` if the ledger has to be read first: see `load`. */
  useOf(account: Account, periodStart: number): Use | undefined {
    const known = account.periods.get(periodStart);
    if (known !== undefined || this.#readUse !== undefined) return known;
    return remember(account, periodStart, { charged: 0, refunded: 0, changed: false });
  }

  /** Reads the usage from the ledger: once per account and period, even if several calls wait for it. */
  load(name: string, periodStart: number, now: () => number): Promise<void> {
    const id = `${periodStart} ${name}`;
    let read = this.#reads.get(id);
    if (read === undefined) {
      read = this.#readUse!(name, periodStart)
        .then((found) => {
          const account = this.find(name, now());
          if (account.periods.has(periodStart)) return;
          const { charged = 0, refunded = 0 } = found ?? {};
          remember(account, periodStart, { charged, refunded, changed: false });
        })
        .finally(() => this.#reads.delete(id));
      this.#reads.set(id, read);
    }
    return read;
  }

  /** Notes that `use` has changed. */
  touch(use: Use, account: string, periodStart: number): void {
    if (use.changed) return;
    use.changed = true;
    this.#changed.set(use, { account, periodStart });
  }

  takeChanges(): PeriodUse[] {
    const taken = [...this.#changed].map(([use, id]) => {
      use.changed = false;
      return { ...id, charged: use.charged, refunded: use.refunded };
    });
    this.#changed.clear();
    return taken;
  }

  /** Evicts only what the ledger can restore, starting with the least recently used. */
  #forgetIdle(at: number): void {
    if (this.#readUse === undefined) return;
    for (const [name, account] of this.#accounts) {
      expire(account.minute, at);
      if (account.minute.count > 0 || [...account.periods.values()].some((use) => use.changed)) return;
      this.#accounts.delete(name);
      if (this.#accounts.size < this.#capacity) return;
    }
  }
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
