/** An item that waits for its turn. */
interface Waiting<Item> {
  readonly item: Item;
  readonly account: Account<Item>;
}

interface Account<Item> {
  readonly id: string;
  readonly items: Item[];
  /** How much the account has used, on the scale of `FairQueue`. */
  used: number;
  /** The expected cost of its next item, estimated from its latest items. */
  typical: number;
  /** The number of its items in progress. */
  active: number;
}

/**
 * A queue for a worker that does one item at a time, or a few. The account with the fewest items in progress is next, and among equal
 * ones the account that will have used least when its next item is done. So an account with small items waits for the item in progress,
 * and not for one item of each other account. An account that returns after a while has no credit: it starts with the lowest use of the
 * active accounts.
 */
export class FairQueue<Item> {
  /** Accounts with items that are waiting or in progress. */
  readonly #accounts = new Map<string, Account<Item>>();
  /** The use that a new account starts with. */
  #floor = 0;
  #waiting = 0;

  /** The number of waiting items. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The number of waiting items of an account. */
  waitingOf(id: string): number {
    return this.#accounts.get(id)?.items.length ?? 0;
  }

  add(id: string, item: Item): void {
    let account = this.#accounts.get(id);
    if (account === undefined) {
      account = { id, items: [], used: this.#floor, typical: 0, active: 0 };
      this.#accounts.set(id, account);
    } else if (account.active === 0 && account.items.length === 0) {
      account.used = Math.max(account.used, this.#floor);
    }
    account.items.push(item);
    this.#waiting += 1;
  }

  /** The account with the most waiting items; the first of several. */
  longest(): string | undefined {
    let longest: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (account.items.length > (longest?.items.length ?? 0)) longest = account;
    }
    return longest?.id;
  }

  /** Removes and returns a waiting item, or the newest one of the account. Returns undefined if it is not waiting. */
  remove(id: string, item?: Item): Item | undefined {
    const account = this.#accounts.get(id);
    const at = item === undefined ? -1 : (account?.items.indexOf(item) ?? -1);
    if (account === undefined || (item !== undefined && at < 0)) return undefined;
    const [removed] = account.items.splice(at, 1);
    if (removed !== undefined) this.#waiting -= 1;
    if (account.active === 0 && account.items.length === 0) this.#leave(account);
    return removed;
  }

  /**
   * Takes the next item; the caller must call `done` with its cost. Returns undefined if no account with fewer than `mostActive` items in
   * progress has a waiting item.
   */
  take(mostActive = Number.POSITIVE_INFINITY): { item: Item; done: (cost: number) => void } | undefined {
    const next = this.#next(mostActive);
    if (next === undefined) return undefined;
    const { item, account } = next;
    this.#waiting -= 1;
    account.active += 1;
    this.#floor = Math.max(this.#floor, account.used);
    return {
      item,
      done: (cost) => {
        account.used += cost;
        account.typical = (account.typical + cost) / 2;
        account.active -= 1;
        if (account.active === 0 && account.items.length === 0) this.#leave(account);
      },
    };
  }

  #next(mostActive: number): Waiting<Item> | undefined {
    let least: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (account.items.length === 0 || account.active >= mostActive) continue;
      if (least === undefined || isBefore(account, least)) least = account;
    }
    return least && { item: least.items.shift()!, account: least };
  }

  /** Keeps the use of an account while others wait, so that an account cannot get ahead by leaving and returning. */
  #leave(account: Account<Item>): void {
    const isIdle = ({ active, items }: Account<Item>): boolean => active === 0 && items.length === 0;
    if ([...this.#accounts.values()].every(isIdle)) {
      this.#accounts.clear();
      this.#floor = 0;
    } else if (account.used <= this.#floor) {
      this.#accounts.delete(account.id);
    }
  }
}

function isBefore(one: Account<unknown>, other: Account<unknown>): boolean {
  if (one.active !== other.active) return one.active < other.active;
  return one.used + one.typical < other.used + other.typical;
}
