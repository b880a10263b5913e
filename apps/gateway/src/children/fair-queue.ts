/** An item that waits for its turn. */
interface Waiting<Item> {
  readonly item: Item;
  readonly account: Account<Item>;
}

interface Account<Item> {
  readonly id: string;
  readonly items: Item[];
  /** The use of the account, on the scale of `FairQueue`. */
  used: number;
  /** The number of its items that wait or are in progress. */
  active: number;
}

/**
 * A queue for a worker that does one item at a time. The account that has used least is next, so
 * much work of one account delays the others by one item, not by all of them. An account that returns after a
 * while has no credit: it starts with the lowest use of the active accounts.
 */
export class FairQueue<Item> {
  /** Accounts with items that wait or are in progress. */
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
      account = { id, items: [], used: this.#floor, active: 0 };
      this.#accounts.set(id, account);
    } else if (account.active === 0 && account.items.length === 0) {
      account.used = Math.max(account.used, this.#floor);
    }
    account.items.push(item);
    this.#waiting += 1;
  }

  /** Takes the next item; the caller must call `done` with its cost. Returns undefined if none waits. */
  take(): { item: Item; done: (cost: number) => void } | undefined {
    const next = this.#next();
    if (next === undefined) return undefined;
    const { item, account } = next;
    this.#waiting -= 1;
    account.active += 1;
    this.#floor = Math.max(this.#floor, account.used);
    return {
      item,
      done: (cost) => {
        account.used += cost;
        account.active -= 1;
        if (account.active === 0 && account.items.length === 0) this.#leave(account);
      },
    };
  }

  #next(): Waiting<Item> | undefined {
    let least: Account<Item> | undefined;
    for (const account of this.#accounts.values()) {
      if (account.items.length > 0 && (least === undefined || account.used < least.used)) least = account;
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
