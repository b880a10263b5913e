import { rotateSecrets } from '../../credentials/service-secrets.js';
import { createSealer, type SealingKey } from '../../domain/seal.js';
import { rotateWebhookSecrets } from '../../events/rotate-webhook-secrets.js';
import type { Store } from '../../store/store.js';

/** The state of the sealing keys. */
export interface SealingState {
  /** The key that seals new secrets. */
  readonly current: string;
  /** How many secrets each key seals. A key with none can be removed from the configuration. */
  readonly secrets: Readonly<Record<string, number>>;
}

/** Returns which keys seal the stored secrets. */
export async function readSealingState(store: Store, keys: readonly SealingKey[]): Promise<SealingState> {
  const secrets = new Map(keys.map(({ id }) => [id, 0]));
  const stored = [...(await store.secrets.list()), ...(await store.webhooks.listSecrets())];
  for (const { sealed } of stored) {
    const id = sealedBy(sealed);
    secrets.set(id, (secrets.get(id) ?? 0) + 1);
  }
  return { current: keys[0]?.id ?? '', secrets: Object.fromEntries(secrets) };
}

/**
 * Reseals everything that an older key seals. A node does this when it starts; here it happens while nodes run. Throws `SealError` if the
 * key of a secret is not configured, after resealing all others.
 */
export async function rotateSealingKeys(
  store: Store,
  keys: readonly SealingKey[],
): Promise<SealingState & { readonly moved: number }> {
  const sealer = createSealer(keys);
  const services = await rotateSecrets(store, sealer);
  const webhooks = await rotateWebhookSecrets(store, sealer);
  const [failure] = [...services.failures, ...webhooks.failures];
  if (failure !== undefined) throw failure;
  const moved = services.moved + webhooks.moved;
  return { moved, ...(await readSealingState(store, keys)) };
}

/** A sealed text names its key after its version (`domain/seal.ts`). */
function sealedBy(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}
