import { certificateEnds, SOON } from '../../credentials/certificate-expiry.js';
import { readProfile } from '../../credentials/stored-profile.js';
import type { Sealer } from '../../domain/seal.js';
import type { Log } from '../../log/log.js';
import type { CertificateEnd } from '../../store/repositories/services/sealed-secrets.js';
import type { Store } from '../../store/store.js';

/** Watches the certificates in the credentials of all services for those that are about to expire. */
export interface CertificateWatch {
  /** Checks now in the background, and every hour from then on. */
  start(): void;
  /** Checks once. Rejects if the database fails. */
  look(): Promise<void>;
  stats(): CertificateStats;
  close(): void;
}

export interface CertificateStats {
  /** Certificates that expire within 30 days and have not expired yet. */
  readonly ending: number;
  /** Certificates that have expired. */
  readonly ended: number;
}

/** Milliseconds between two checks. */
const LOOK_EVERY = 3_600_000;
/** Milliseconds after which a warning is repeated. */
const WARN_EVERY = 86_400_000;
/** The maximum number of warnings per check. */
const MAX_WARNINGS = 100;
/** The maximum number of services per check: those whose certificates expire first. */
const MAX_FOUND = 10_000;
/** The maximum number of credentials read at a time. */
const AT_ONCE = 20;

/**
 * Looks every hour for certificates in stored credentials that expire within 30 days, and logs one warning a day for each. The database
 * indexes expiry dates, so a check reads only these certificates and opens no credentials.
 */
export function watchCertificates(
  store: Pick<Store, 'secrets'>,
  sealer: Sealer,
  log: Pick<Log, 'warn'>,
  now: () => number,
): CertificateWatch {
  let stats: CertificateStats = { ending: 0, ended: 0 };
  let warned = new Map<string, number>();
  let isLooking = false;

  /**
   * Opens the credentials that were stored by a version without `first_end`, a few at a time, and stores when their certificates expire.
   */
  const noteUnknown = async (): Promise<void> => {
    for (;;) {
      const secrets = await store.secrets.listUnnoted(AT_ONCE);
      for (const { place, sealed } of secrets) {
        await store.secrets.note(
          place,
          sealed,
          endsOf(() => sealer.open(sealed, place)),
        );
      }
      if (secrets.length < AT_ONCE) return;
    }
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      await noteUnknown();
      const at = now();
      const found = new Map<string, CertificateEnd & { readonly serviceId: string }>();
      for (const { serviceId, ends } of await store.secrets.endingBefore(at + SOON, MAX_FOUND)) {
        for (const [index, end] of ends.entries()) {
          if (Date.parse(end.validTo) - at >= SOON) continue;
          found.set(`${serviceId} ${index} ${end.kind} ${end.validTo}`, { serviceId, ...end });
        }
      }
      const ended = [...found.values()].filter(({ validTo }) => Date.parse(validTo) <= at).length;
      stats = { ending: found.size - ended, ended };
      warned = new Map([...warned].filter(([key, time]) => found.has(key) && at - time < WARN_EVERY));
      const due = [...found].filter(([key]) => !warned.has(key)).slice(0, MAX_WARNINGS);
      for (const [key, { serviceId, kind, validTo }] of due) {
        warned.set(key, at);
        log.warn('a certificate of a connection expires within 30 days', { serviceId, kind, validTo });
      }
    } finally {
      isLooking = false;
    }
  };
  /** A database failure is reported elsewhere; the next check tries again. */
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

/** Returns none for credentials that cannot be opened or read: calls of their service report that. */
function endsOf(open: () => string): readonly CertificateEnd[] {
  try {
    return certificateEnds(readProfile(JSON.parse(open())));
  } catch {
    return [];
  }
}
