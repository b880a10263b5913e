/** Attempts at the same time: in all, of one account, and from one queue, so that what is slow delays only what waits behind it. */
export interface AttemptLimits {
  readonly atOnce: number;
  readonly ofAccount: number;
  readonly ofQueue: number;
}

/** Where something waits, or is under way: deliveries to one webhook, or emails to one person. */
export interface Place {
  readonly accountId: string;
  readonly queue: string;
}

/**
 * Returns how many attempts to begin of each queue. Accounts take turns, those with the fewest attempts under way first, so that no backlog
 * of one delays another, however old or slow it is.
 */
export function shareOut<Waiting extends Place>(
  waiting: readonly Waiting[],
  begun: readonly Place[],
  { atOnce, ofAccount: mostOfAccount, ofQueue: mostOfQueue }: AttemptLimits,
): readonly { readonly place: Waiting; readonly count: number }[] {
  const ofAccount = new Map<string, number>();
  const ofQueue = new Map<string, number>();
  const count = (of: Map<string, number>, id: string): number => of.get(id) ?? 0;
  const take = ({ accountId, queue }: Place): void => {
    ofAccount.set(accountId, count(ofAccount, accountId) + 1);
    ofQueue.set(queue, count(ofQueue, queue) + 1);
  };
  for (const attempt of begun) take(attempt);
  const shares = new Map<string, { readonly place: Waiting; count: number }>();
  let room = atOnce - begun.length;
  for (let turn = 1; turn <= mostOfAccount; turn += 1) {
    for (let most = 1; most <= mostOfQueue; most += 1) {
      for (const place of waiting) {
        if (room <= 0) break;
        const { accountId, queue } = place;
        if (count(ofAccount, accountId) >= turn || count(ofQueue, queue) >= most) continue;
        take(place);
        const share = shares.get(queue) ?? { place, count: 0 };
        share.count += 1;
        shares.set(queue, share);
        room -= 1;
      }
    }
  }
  return [...shares.values()];
}
