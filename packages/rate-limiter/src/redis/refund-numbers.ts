/**
 * The numbers of the refunds of this node, so that each counts once: a refund of which no reply came may have been counted, and
 * is told again by its number.
 */
export interface RefundNumbers {
  /** A number that was never used. */
  take(account: string): number;
  /** Redis has said that it counted these. */
  settle(account: string, numbers: readonly number[]): void;
  /** Below this all refunds of the account are settled. */
  floor(account: string): number;
}

export function createRefundNumbers(): RefundNumbers {
  let last = 0;
  /** In ascending order, as they were taken. Only accounts with refunds on their way are here. */
  const open = new Map<string, Set<number>>();
  return {
    take(account) {
      last += 1;
      const numbers = open.get(account);
      if (numbers === undefined) open.set(account, new Set([last]));
      else numbers.add(last);
      return last;
    },
    settle(account, settled) {
      const numbers = open.get(account);
      if (numbers === undefined) return;
      for (const number of settled) numbers.delete(number);
      if (numbers.size === 0) open.delete(account);
    },
    floor(account) {
      const [first = last + 1] = open.get(account) ?? [];
      return first;
    },
  };
}
