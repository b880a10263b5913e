import { EXPIRY_DAYS, type NewEvent } from '../domain/accounts/event.js';
import type { Store } from '../store/store.js';

const DAY = 86_400_000;
/** How long after its end a key is still noticed, in milliseconds, if no gateway ran then. Shorter than events are kept. */
const LATE = 7 * DAY;
/** The maximum number of keys per check: those that end first. */
const MAX_KEYS = 10_000;

/**
 * Creates a check for keys that expire within 30, 7 and 1 days or have expired. A key whose secret lives no longer than a threshold is not
 * announced at that threshold. Rejects if the database fails; calling it again is harmless.
 */
export function createKeyNotice(
  { apiKeys, events }: Pick<Store, 'apiKeys' | 'events'>,
  now: () => number,
): () => Promise<void> {
  /** What was stored already, so that a check without news writes nothing. */
  let known = new Set<string>();
  return async () => {
    const at = now();
    const noticed: NewEvent[] = [];
    const found = new Set<string>();
    const keys = await apiKeys.endingBetween(at - LATE, at + Math.max(...EXPIRY_DAYS) * DAY, MAX_KEYS);
    for (const { id, accountId, name, createdAt, rolledAt, expiresAt } of keys) {
      if (expiresAt === undefined) continue;
      const period = new Date(expiresAt).toISOString();
      const about = { accountId, subject: id, period, at };
      const data = { keyId: id, keyName: name, expiresAt: period };
      if (expiresAt <= at) {
        found.add(`${id} ${period}`);
        if (!known.has(`${id} ${period}`)) noticed.push({ ...about, kind: 'key.expired', data });
        continue;
      }
      const days = EXPIRY_DAYS.find((each) => expiresAt - at <= each * DAY);
      const life = expiresAt - (rolledAt ?? createdAt);
      if (days === undefined || life <= days * DAY) continue;
      found.add(`${id} ${period} ${days}`);
      if (known.has(`${id} ${period} ${days}`)) continue;
      noticed.push({ ...about, kind: 'key.expiring', threshold: String(days), data: { ...data, days } });
    }
    if (noticed.length > 0) await events.add(noticed);
    known = found;
  };
}
