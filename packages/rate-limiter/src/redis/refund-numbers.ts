/**
 * Numbers the refunds of this node so that each counts once. A refund without a reply may have been counted; it is sent again under
 * the same number.
 */
export interface RefundNumbers {
  /** Returns a number that was never used. */
  take(account: string): number;
  /** Marks refunds that Redis has confirmed. */
  settle(account: string, numbers: readonly number[]): void;
  /** All refunds of the account below this number are settled. */
  floor(account: string): number;
}

export function createRefundNumbers(): RefundNumbers {
  let last = 0;
  /** In ascending order. Holds only accounts with refunds in flight. */
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
