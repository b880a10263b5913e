import { EXPIRY_DAYS, type NewEvent } from '../domain/accounts/event.js';
import { readDesign } from '../domain/services/read-design.js';
import type { TokenEnd } from '../store/repositories/services/sealed-secrets.js';
import type { Store } from '../store/store.js';
import { addUnknown, createMemory } from './known-events.js';

const DAY = 86_400_000;
/** How long after its end a token is still noticed, in milliseconds, if no gateway ran then. Shorter than events are kept. */
const LATE = 7 * DAY;
/** The maximum number of tokens per check: those of which owners had to be notified last. */
const MAX_FOUND = 10_000;
/** How long after an event the same service has no other failed login as an event, in milliseconds. */
const QUIET = 6 * 3_600_000;

/**
 * Creates a check for tokens that programs hand in: those that end within 30, 7 and 1 days, if they live longer than that, those whose next
 * one is late, and those that have ended. It opens no token. Rejects if the database fails; calling it again is harmless.
 */
export function createTokenNotice(
  { secrets, services, events }: Pick<Store, 'secrets' | 'services' | 'events'>,
  now: () => number,
): () => Promise<void> {
  const memory = createMemory();
  return async () => {
    const at = now();
    const found: NewEvent[] = [];
    for (const { accountId, serviceId, end } of await secrets.tokensNoticedBefore(at, MAX_FOUND)) {
      const event = eventOf(end, at);
      if (event === undefined) continue;
      const { kind, threshold, days } = event;
      const data = { serviceId, expiresAt: end.until, ...(days !== undefined && { days }) };
      found.push({ accountId, kind, subject: serviceId, threshold, period: end.until, at, data });
    }
    // Its design may take no token any more.
    await addUnknown(found, memory, { services, events }, async ({ accountId, id, revision }) =>
      takesTokens((await services.findPackedModel(accountId, id, revision))?.design),
    );
  };
}

function eventOf({ since, until, lateAt }: TokenEnd, at: number) {
  const end = Date.parse(until);
  if (end <= at) return at - end > LATE ? undefined : ({ kind: 'session.expired', threshold: '' } as const);
  const days = EXPIRY_DAYS.find((each) => end - at <= each * DAY);
  if (days !== undefined && end - Date.parse(since) > days * DAY)
    return { kind: 'session.expiring', threshold: String(days), days } as const;
  return at < Date.parse(lateAt)
    ? undefined
    : ({ kind: 'session.expiring', threshold: 'late', days: undefined } as const);
}

function takesTokens(design: string | undefined): boolean {
  if (design === undefined) return false;
  const { session } = readDesign(design);
  return session?.token !== undefined && Object.hasOwn(session.token, 'provided');
}

/** A login that failed, or a token that was refused. */
export interface FailedLogin {
  readonly accountId: string;
  readonly serviceId: string;
  /** Whether a program hands in the token. */
  readonly provided: boolean;
}

/** Creates what stores a failed login as an event, once in six hours for each service. Rejects if the database fails. */
export function createLoginNotice(
  { services, events }: Pick<Store, 'services' | 'events'>,
  now: () => number,
): (failed: FailedLogin) => Promise<void> {
  return async ({ accountId, serviceId, provided }) => {
    const at = now();
    const last = await events.newest(accountId, ['session.failing'], serviceId);
    if (last !== undefined && at - last.createdAt < QUIET) return;
    const service = await services.find(accountId, serviceId);
    if (service === undefined) return;
    const data = { serviceId, serviceName: service.name, provided: provided ? 1 : 0 };
    // Nodes that notice it at once have the same event before.
    const period = last?.id ?? '';
    await events.add([{ accountId, kind: 'session.failing', subject: serviceId, period, at, data }]);
  };
}
