/**
 * How many calls Redis has charged for this node, as far as the node has heard. A reply that is lost or too late leaves a gap
 * in the numbers: the node has decided that call by itself, and Redis has charged it as well.
 */
export interface HeardCharges {
  /**
   * Take note of `total`, which a reply for the period says that Redis has charged for this node, `charged` (0 or 1) of it with
   * this reply. Returns how many charges before this one were never heard of.
   */
  note(account: string, periodStart: number, total: number, charged: 0 | 1): number;
}

/** At most `capacity` periods; where one was forgotten, or Redis has lost count, counting starts again at what it says. */
export function createHeardCharges(capacity: number): HeardCharges {
  const totals = new Map<string, number>();
  let forgotten = false;
  return {
    note(account, periodStart, total, charged) {
      const id = `${periodStart} ${account}`;
      const known = totals.get(id);
      // Insertion order is the order of last use.
      if (known !== undefined) totals.delete(id);
      else if (totals.size >= capacity) {
        const [oldest] = totals.keys();
        totals.delete(oldest!);
        forgotten = true;
      }
      totals.set(id, total);
      if (known === undefined && forgotten) return 0;
      return Math.max(0, total - charged - (known ?? 0));
    },
  };
}
