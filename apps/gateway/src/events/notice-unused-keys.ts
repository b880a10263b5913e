import type { ApiKey } from '../domain/accounts/api-key.js';
import { type NewEvent, UNUSED_DAYS } from '../domain/accounts/event.js';
import type { Store } from '../store/store.js';
import { createMemory } from './known-events.js';

const DAY = 86_400_000;
/** The maximum number of keys that are read at once. */
const KEYS_AT_ONCE = 1_000;

/**
 * Creates a check for keys that work and that nobody has used for 90 days, or for another 90. Rejects if the database fails; calling it again
 * is harmless.
 */
export function createUnusedKeyNotice(
  { apiKeys, events }: Pick<Store, 'apiKeys' | 'events'>,
  now: () => number,
): () => Promise<void> {
  const memory = createMemory();
  return async () => {
    const at = now();
    const found: NewEvent[] = [];
    let after: ApiKey | undefined;
    do {
      const keys = await apiKeys.unusedSince(at - UNUSED_DAYS * DAY, at, KEYS_AT_ONCE, after?.id);
      const noticed = keys.map((key) => eventOf(key, at));
      const unknown = memory.unknownOf(noticed);
      if (unknown.length > 0) await events.add(unknown);
      found.push(...noticed);
      after = keys.length < KEYS_AT_ONCE ? undefined : keys.at(-1);
    } while (after !== undefined);
    memory.keep(found);
  };
}

function eventOf({ id, accountId, name, createdAt, lastUsedAt }: ApiKey, at: number): NewEvent {
  const since = lastUsedAt ?? createdAt;
  const days = Math.floor((at - since) / (UNUSED_DAYS * DAY)) * UNUSED_DAYS;
  const period = new Date(since).toISOString();
  const data = { keyId: id, keyName: name, days, unusedSince: period };
  return { accountId, kind: 'key.unused', subject: id, threshold: String(days), period, at, data };
}
