import { EXPIRY_DAYS, type NewEvent } from '../domain/accounts/event.js';
import type { Store } from '../store/store.js';
import { addUnknown, createMemory } from './known-events.js';

const DAY = 86_400_000;
/** How long after its end a certificate is still noticed, in milliseconds, if no gateway ran then. Shorter than events are kept. */
const LATE = 7 * DAY;
/** The maximum number of credentials per check: those whose certificates end first. */
const MAX_FOUND = 10_000;

/**
 * Creates a check for certificates and assertions in the credentials of services that end within 30, 7 and 1 days or have ended. Uses the
 * index of their ends, and opens no credentials. Rejects if the database fails; calling it again is harmless.
 */
export function createCertificateNotice(
  { secrets, services, events }: Pick<Store, 'secrets' | 'services' | 'events'>,
  now: () => number,
): () => Promise<void> {
  const memory = createMemory();
  return async () => {
    const at = now();
    const found: NewEvent[] = [];
    for (const { accountId, serviceId, ends } of await secrets.endingBefore(
      at + Math.max(...EXPIRY_DAYS) * DAY,
      MAX_FOUND,
    )) {
      for (const { kind: member, validTo } of ends) {
        const event = eventOf(Date.parse(validTo), at);
        if (event === undefined) continue;
        const { kind, threshold, days } = event;
        const data = { serviceId, member, validTo, ...(days !== undefined && { days }) };
        found.push({
          ...{ accountId, kind, subject: `${serviceId}/${member}`, threshold, period: validTo, at, data },
        });
      }
    }
    await addUnknown(found, memory, { services, events });
  };
}

function eventOf(end: number, at: number) {
  if (end <= at)
    return at - end > LATE ? undefined : ({ kind: 'certificate.expired', threshold: '' } as const);
  const days = EXPIRY_DAYS.find((each) => end - at <= each * DAY);
  return days === undefined
    ? undefined
    : ({ kind: 'certificate.expiring', threshold: String(days), days } as const);
}
