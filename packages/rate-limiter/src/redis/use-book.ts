import type { PeriodUse } from '../limiter.js';

/** Remembers the highest usage of each period that this node has seen: a floor below which no counter can honestly fall. */
export interface UseBook {
  find(account: string, periodStart: number): PeriodUse | undefined;
  /** Records a usage; both counters only grow. Returns the highest known values. */
  note(account: string, periodStart: number, charged: number, refunded: number): PeriodUse;
  /** Returns what was recorded since the last call. */
  takeChanges(): PeriodUse[];
}

/** Keeps at most `capacity` periods and evicts the least recently recorded ones. */
export function createUseBook(capacity: number): UseBook {
  const uses = new Map<string, PeriodUse>();
  const changed = new Map<string, PeriodUse>();
  const idOf = (account: string, periodStart: number): string => `${periodStart} ${account}`;
  return {
    find: (account, periodStart) => uses.get(idOf(account, periodStart)),
    note(account, periodStart, charged, refunded) {
      const id = idOf(account, periodStart);
      const known = uses.get(id);
      if (known !== undefined && known.charged >= charged && known.refunded >= refunded) return known;
      const use = {
        account,
        periodStart,
        charged: Math.max(charged, known?.charged ?? 0),
        refunded: Math.max(refunded, known?.refunded ?? 0),
      };
      uses.delete(id);
      if (uses.size >= capacity) {
        const [oldest] = uses.keys();
        uses.delete(oldest!);
      }
      uses.set(id, use);
      changed.set(id, use);
      return use;
    },
    takeChanges() {
      const taken = [...changed.values()];
      changed.clear();
      return taken;
    },
  };
}
