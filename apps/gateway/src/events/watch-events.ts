import type { PeriodUse } from '@soapstone/rate-limiter';
import type { Plans } from '../domain/accounts/plan.js';
import type { CallBatch } from '../domain/calls/logged-call.js';
import type { Log } from '../log/log.js';
import { KEEP_EVENTS } from '../store/repositories/events/events.js';
import type { Store } from '../store/store.js';
import { createCertificateNotice } from './notice-certificates.js';
import { createErrorNotice } from './notice-errors.js';
import { createGatewayNotice, type GatewayVitals } from './notice-gateway.js';
import { createKeyNotice } from './notice-keys.js';
import { createQuotaNotice } from './notice-quotas.js';
import { createServiceNotice } from './notice-services.js';
import { createTokenNotice } from './notice-sessions.js';
import { createUnusedKeyNotice } from './notice-unused-keys.js';

/**
 * Notices what is not a change of the database by itself, and stores it as events: usage, calls that fail, keys and certificates that
 * expire, keys that nobody uses, and what administrators should know of the gateway itself.
 */
export interface EventWatch {
  /** Receives usage before it is written. Rejects if the database fails. */
  seeUses(uses: readonly PeriodUse[]): Promise<void>;
  /** Receives the calls of a second once they are written. Rejects if the database fails. */
  seeCalls(batch: Pick<CallBatch, 'sums'>): Promise<void>;
  /** Checks what depends on the time alone. Rejects if the database fails. */
  look(): Promise<void>;
  /** Looks every ten seconds. */
  start(): void;
  /** Stops looking, and waits for a check that has begun. */
  close(): Promise<void>;
}

/** Milliseconds between two checks for services that have recovered. */
const LOOK_EVERY = 10_000;
/** Milliseconds between two checks of certificates and of unused keys. */
const SLOW_EVERY = 3_600_000;
/** Milliseconds between two checks of keys, and of tokens that programs hand in. */
const KEYS_EVERY = 60_000;
/** Milliseconds between two deletions of old events. */
const CLEAN_EVERY = 3_600_000;

/**
 * Creates the watch. Every node has one: an event that several notice is stored once, by its unique key, so no node has to lead and none is
 * missed if one is killed.
 *
 * @param now milliseconds since the Unix epoch
 * @param vitals what the node knows of itself; without them, there are no events of the gateway
 */
export function watchEvents(
  store: Pick<Store, 'accounts' | 'apiKeys' | 'services' | 'secrets' | 'calls' | 'events'>,
  plans: Plans,
  log: Pick<Log, 'error'>,
  now: () => number,
  vitals?: GatewayVitals,
): EventWatch {
  const noticeKeys = createKeyNotice(store, now);
  const noticeCertificates = createCertificateNotice(store, now);
  const noticeTokens = createTokenNotice(store, now);
  const noticeUnusedKeys = createUnusedKeyNotice(store, now);
  const noticeErrors = createErrorNotice(store, now);
  const services = createServiceNotice(store, now);
  const gateway = vitals === undefined ? undefined : createGatewayNotice(store, vitals, now);
  let keysAt = Number.NEGATIVE_INFINITY;
  let slowAt = Number.NEGATIVE_INFINITY;
  let cleanAt = now() + CLEAN_EVERY;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const at = now();
    await gateway?.seeDatabase();
    await gateway?.look();
    await services.lookForRecovery();
    if (at - keysAt >= KEYS_EVERY) {
      await noticeKeys();
      await noticeTokens();
      keysAt = at;
    }
    if (at - slowAt >= SLOW_EVERY) {
      await noticeCertificates();
      await noticeUnusedKeys();
      slowAt = at;
    }
    if (at >= cleanAt) {
      cleanAt = at + CLEAN_EVERY;
      await store.events.deleteOlder(at - KEEP_EVENTS);
    }
  }

  /** One look at a time: a slow database gets no second one. */
  function tryLook(): void {
    looking ??= look()
      .catch((error: unknown) => log.error('events could not be looked for', error))
      .finally(() => {
        looking = undefined;
      });
  }

  return {
    seeUses: createQuotaNotice(store, plans, now),
    async seeCalls(batch) {
      await services.see(batch);
      await noticeErrors(batch);
    },
    look,
    start() {
      tryLook();
      timer = setInterval(tryLook, LOOK_EVERY).unref();
    },
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
