/** Something that takes part of a room. */
export interface RoomItem {
  bytes: number;
}

/** The share that each account holds of a room that all accounts share, in the order of arrival. */
export class AccountRoom<Item extends RoomItem> {
  readonly #accounts = new Map<string, Set<Item>>();
  #total = 0;

  /** The bytes of all items. */
  get total(): number {
    return this.#total;
  }

  /** The bytes of the items of one account. */
  bytesOf(accountId: string): number {
    let sum = 0;
    for (const { bytes } of this.#accounts.get(accountId) ?? []) sum += bytes;
    return sum;
  }

  add(accountId: string, item: Item): void {
    const items = this.#accounts.get(accountId) ?? new Set();
    this.#accounts.set(accountId, items.add(item));
    this.#total += item.bytes;
  }

  /** Adds bytes to an item. Has no effect once the item was removed. */
  grow(accountId: string, item: Item, bytes: number): void {
    if (this.#accounts.get(accountId)?.has(item) !== true) return;
    item.bytes += bytes;
    this.#total += bytes;
  }

  /** Frees the memory of an item. Harmless if called again. */
  remove(accountId: string, item: Item): void {
    const items = this.#accounts.get(accountId);
    if (items?.delete(item) !== true) return;
    this.#total -= item.bytes;
    if (items.size === 0) this.#accounts.delete(accountId);
  }

  /** The account with the most bytes and its items, oldest first; undefined if the room is empty. */
  largest(): { readonly accountId: string; readonly items: readonly Item[] } | undefined {
    let most = -1;
    let found: string | undefined;
    for (const accountId of this.#accounts.keys()) {
      const bytes = this.bytesOf(accountId);
      if (bytes > most) [most, found] = [bytes, accountId];
    }
    return found === undefined
      ? undefined
      : { accountId: found, items: [...(this.#accounts.get(found) ?? [])] };
  }
}
