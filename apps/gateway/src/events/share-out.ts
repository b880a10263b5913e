import type { Delivery } from '../domain/accounts/webhook.js';

/** Attempts at the same time: in all, of one account, and to one webhook, so that a slow receiver delays only its own events. */
export const ATTEMPTS_AT_ONCE = 32;
const ATTEMPTS_OF_ACCOUNT = 8;
const ATTEMPTS_OF_WEBHOOK = 2;

/** Whose deliveries wait, or are under way. */
export type Place = Pick<Delivery, 'accountId' | 'webhookId'>;

/**
 * Returns how many attempts to begin for each webhook. Accounts take turns, those with the fewest attempts under way first, so that no backlog
 * of one delays another, however old or slow it is.
 */
export function shareOut(
  waiting: readonly Place[],
  begun: readonly Place[],
): readonly { readonly webhookId: string; readonly count: number }[] {
  const ofAccount = new Map<string, number>();
  const ofWebhook = new Map<string, number>();
  const count = (of: Map<string, number>, id: string): number => of.get(id) ?? 0;
  const take = ({ accountId, webhookId }: Place): void => {
    ofAccount.set(accountId, count(ofAccount, accountId) + 1);
    ofWebhook.set(webhookId, count(ofWebhook, webhookId) + 1);
  };
  for (const attempt of begun) take(attempt);
  const shares = new Map<string, number>();
  let room = ATTEMPTS_AT_ONCE - begun.length;
  for (let turn = 1; turn <= ATTEMPTS_OF_ACCOUNT; turn += 1) {
    for (let most = 1; most <= ATTEMPTS_OF_WEBHOOK; most += 1) {
      for (const place of waiting) {
        if (room <= 0) break;
        const { accountId, webhookId } = place;
        if (count(ofAccount, accountId) >= turn || count(ofWebhook, webhookId) >= most) continue;
        take(place);
        shares.set(webhookId, count(shares, webhookId) + 1);
        room -= 1;
      }
    }
  }
  return [...shares].map(([webhookId, most]) => ({ webhookId, count: most }));
}
