/**
 * Counts the calls that Redis has charged for this node and that the node knows about. A reply that is lost or late leaves a gap in
 * the numbers: the node decided that call on its own, and Redis charged it as well.
 */
export interface HeardCharges {
  /**
   * Records `total`, the number of calls that Redis has charged for this node in the period, of which `charged` (0 or 1) belongs to
   * this reply. Returns the number of earlier charges whose replies never arrived.
   */
  note(account: string, periodStart: number, total: number, charged: 0 | 1): number;
}

/**
 * Keeps at most `capacity` periods. After an eviction, or after Redis has lost its counters, counting restarts from the total in
 * the reply.
 */
export function createHeardCharges(capacity: number): HeardCharges {
  const totals = new Map<string, number>();
  let forgotten = false;
  return {
    note(account, periodStart, total, charged) {
      const id = `${periodStart} ${account}`;
      const known = totals.get(id);
      // Ordered by last use.
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
