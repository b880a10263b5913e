import type { ApiKey } from '../domain/accounts/api-key.js';
import { EXPIRY_DAYS, type NewEvent } from '../domain/accounts/event.js';
import type { Store } from '../store/store.js';

const DAY = 86_400_000;
/** How long after its end a key is still noticed, in milliseconds, if no gateway ran then. Shorter than events are kept. */
const LATE = 7 * DAY;
/** The maximum number of keys that are read at once. */
const KEYS_AT_ONCE = 1_000;

/**
 * Creates a check for keys that expire within 30, 7 and 1 days or have expired. A key whose secret lives no longer than a threshold is not
 * announced at that threshold. Rejects if the database fails; calling it again is harmless.
 */
export function createKeyNotice(
  { apiKeys, events }: Pick<Store, 'apiKeys' | 'events'>,
  now: () => number,
): () => Promise<void> {
  /** The events that were stored already, so that a check without news writes nothing. */
  let known = new Set<string>();
  return async () => {
    const at = now();
    const found = new Set<string>();
    let after: ApiKey | undefined;
    do {
      const keys = await apiKeys.endingBetween(
        at - LATE,
        at + Math.max(...EXPIRY_DAYS) * DAY,
        KEYS_AT_ONCE,
        after,
      );
      const noticed = keys.flatMap((key) => {
        const event = eventOf(key, at);
        if (event === undefined) return [];
        const { subject, period, threshold = '' } = event;
        const name = `${subject} ${period} ${threshold}`;
        found.add(name);
        return known.has(name) ? [] : [event];
      });
      if (noticed.length > 0) await events.add(noticed);
      after = keys.length < KEYS_AT_ONCE ? undefined : keys.at(-1);
    } while (after !== undefined);
    known = found;
  };
}

/** Returns the event of a key at `at`; undefined if it has none now. */
function eventOf(
  { id, accountId, name, createdAt, rolledAt, expiresAt }: ApiKey,
  at: number,
): NewEvent | undefined {
  if (expiresAt === undefined) return undefined;
  const period = new Date(expiresAt).toISOString();
  const about = { accountId, subject: id, period, at };
  const data = { keyId: id, keyName: name, expiresAt: period };
  if (expiresAt <= at) return { ...about, kind: 'key.expired', data };
  const days = EXPIRY_DAYS.find((each) => expiresAt - at <= each * DAY);
  const life = expiresAt - (rolledAt ?? createdAt);
  if (days === undefined || life <= days * DAY) return undefined;
  return { ...about, kind: 'key.expiring', threshold: String(days), data: { ...data, days } };
}
