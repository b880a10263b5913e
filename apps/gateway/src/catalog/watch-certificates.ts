import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CertificateExpiry, certificateExpiries } from '../credentials/certificate-expiry.js';
import { readProfile } from '../credentials/stored-profile.js';
import type { Sealer } from '../domain/seal.js';
import type { Log } from '../log/log.js';
import type { Store } from '../store/store.js';

/** The certificates in the credentials of all services that are about to end. */
export interface CertificateWatch {
  /** Looks now in the background, and every hour from then on. */
  start(): void;
  /** Looks once. Rejects if the database fails. */
  look(): Promise<void>;
  stats(): CertificateStats;
  close(): void;
}

export interface CertificateStats {
  /** Certificates that end within 30 days and have not ended. */
  readonly ending: number;
  /** Certificates that have ended. */
  readonly ended: number;
}

/** Milliseconds between two looks. */
const LOOK_EVERY = 3_600_000;
/** Milliseconds after which a warning is repeated. */
const WARN_EVERY = 86_400_000;
/** The most warnings of one look. */
const MOST_WARNINGS = 100;
/** How many services are opened before other work gets its turn. */
const AT_ONCE = 20;

/** Looks at the certificates of all stored credentials every hour, and logs a warning a day for each that ends within 30 days. */
export function watchCertificates(
  store: Store,
  sealer: Sealer,
  log: Pick<Log, 'warn'>,
  now: () => number,
): CertificateWatch {
  let stats: CertificateStats = { ending: 0, ended: 0 };
  let warned = new Map<string, number>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const at = now();
      const found = new Map<string, { readonly serviceId: string; readonly expiry: CertificateExpiry }>();
      const secrets = (await store.secrets.list()).filter(({ place }) => place.field === 'credentials');
      for (const [index, { place, sealed }] of secrets.entries()) {
        if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
        for (const expiry of expiriesOf(() => sealer.open(sealed, place), at)) {
          if (!expiry.endsSoon) continue;
          const { serviceId } = place;
          found.set(`${serviceId} ${expiry.kind} ${expiry.subject} ${expiry.validTo}`, { serviceId, expiry });
        }
      }
      const ended = [...found.values()].filter(({ expiry }) => Date.parse(expiry.validTo) <= at).length;
      stats = { ending: found.size - ended, ended };
      warned = new Map([...warned].filter(([key, time]) => found.has(key) && at - time < WARN_EVERY));
      const due = [...found].filter(([key]) => !warned.has(key)).slice(0, MOST_WARNINGS);
      for (const [key, { serviceId, expiry }] of due) {
        warned.set(key, at);
        const { kind, validTo } = expiry;
        log.warn('a certificate of a connection ends within 30 days', { serviceId, kind, validTo });
      }
    } finally {
      isLooking = false;
    }
  };
  /** A failure of the database shows elsewhere; the next look tries again. */
  const tryLook = (): void => void look().catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      tryLook();
      timer = setInterval(tryLook, LOOK_EVERY).unref();
    },
    look,
    stats: () => stats,
    close: () => clearInterval(timer),
  };
}

/** None for credentials that cannot be opened or read: a call of their service reports that. */
function expiriesOf(open: () => string, now: number): readonly CertificateExpiry[] {
  try {
    return certificateExpiries(readProfile(JSON.parse(open())), now);
  } catch {
    return [];
  }
}
