import { rotateSecrets } from '../catalog/service-secrets.js';
import { createSealer, type SealingKey } from '../domain/seal.js';
import type { Store } from '../store/store.js';

/** How the stored secrets are sealed. */
export interface SealingState {
  /** The key that seals from now on. */
  readonly current: string;
  /** How many secrets each key seals. A key that seals none can be taken out of the configuration. */
  readonly secrets: Readonly<Record<string, number>>;
}

/** Which keys seal what is stored. */
export async function readSealingState(store: Store, keys: readonly SealingKey[]): Promise<SealingState> {
  const secrets = new Map(keys.map(({ id }) => [id, 0]));
  for (const { sealed } of await store.secrets.list()) {
    const id = sealedBy(sealed);
    secrets.set(id, (secrets.get(id) ?? 0) + 1);
  }
  return { current: keys[0]?.id ?? '', secrets: Object.fromEntries(secrets) };
}

/**
 * Seal everything again that an older key seals. A node does this when it starts; here it is done while they run. Throws
 * `SealError` where the key of a secret is not configured; what was moved until then stays moved.
 */
export async function rotateSealingKeys(
  store: Store,
  keys: readonly SealingKey[],
): Promise<SealingState & { readonly moved: number }> {
  const moved = await rotateSecrets(store, createSealer(keys));
  return { moved, ...(await readSealingState(store, keys)) };
}

/** A sealed text names its key behind its version (`domain/seal.ts`). */
function sealedBy(sealed: string): string {
  return sealed.split('.')[1] ?? '';
}
