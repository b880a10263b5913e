import type { Rotation } from '../credentials/service-secrets.js';
import { SealError, type SealedPlace, type Sealer } from '../domain/seal.js';
import type { StoredWebhookSecret } from '../store/repositories/events/webhooks.js';
import type { Store } from '../store/store.js';

/** Returns where the secrets of a webhook are sealed. The secret before the current one keeps its place. */
export function placeOfSecret({
  accountId,
  webhookId,
}: Pick<StoredWebhookSecret, 'accountId' | 'webhookId'>): SealedPlace {
  return { accountId, serviceId: `webhook/${webhookId}`, field: 'secret' };
}

/** Reseals the secrets of webhooks that are sealed by an old key. */
export async function rotateWebhookSecrets(
  { webhooks }: Pick<Store, 'webhooks'>,
  sealer: Sealer,
): Promise<Rotation> {
  let moved = 0;
  const failures: SealError[] = [];
  for (const secret of await webhooks.listSecrets()) {
    try {
      const rewrapped = sealer.rewrap(secret.sealed, placeOfSecret(secret));
      if (rewrapped !== secret.sealed && (await webhooks.replaceSecret(secret, rewrapped))) moved += 1;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      failures.push(error);
    }
  }
  return { moved, failures };
}
