import { EXPIRY_DAYS, type GatewayEvent } from '../domain/accounts/event.js';
import type { Store } from '../store/store.js';
import { createMemory } from './known-events.js';

/** The state that a node keeps about itself and its dependencies. */
export interface GatewayVitals {
  /** The name of the machine. */
  readonly node: string;
  /** Rejects while the database accepts no changes. */
  checkDatabase(): Promise<void>;
  /** Whether this node decides limits without the Redis that is configured. */
  isDegraded(): boolean;
  /** When the TLS certificate ends that an operator has to replace, in milliseconds since the Unix epoch; undefined for none. */
  tlsEnd(): number | undefined;
  /** The bytes of the disk with the data directory; undefined if the system does not say. */
  readDisk(): Promise<{ readonly free: number; readonly total: number } | undefined>;
}

/** Events about the gateway for its administrators. */
export interface GatewayNotice {
  /** Looks whether the database accepts changes. Never rejects. */
  seeDatabase(): Promise<void>;
  /** Stores what has been noticed. Rejects if the database fails: the next call stores it. */
  look(): Promise<void>;
}

const DAY = 86_400_000;
/** The shares of a disk in use, in percent, that are events. */
const DISK_PERCENTS = [95, 90] as const;

/**
 * Creates the notice of a node. Each event happens at most once a day (UTC), however many nodes notice it; disks are those of single
 * machines.
 */
export function createGatewayNotice(
  { events }: Pick<Store, 'events'>,
  vitals: GatewayVitals,
  now: () => number,
): GatewayNotice {
  const memory = createMemory<GatewayEvent>();
  let failingSince: number | undefined;
  /** The end of a failure that is not stored yet. */
  let failed: { readonly from: number; readonly until: number } | undefined;

  async function noticed(at: number): Promise<GatewayEvent[]> {
    const found: GatewayEvent[] = [];
    const daily = { at, period: new Date(at).toISOString().slice(0, 10) };
    const disk = await vitals.readDisk().catch(() => undefined);
    const percent = disk === undefined ? 0 : Math.floor(100 * (1 - disk.free / disk.total));
    const threshold = DISK_PERCENTS.find((each) => percent >= each);
    if (disk !== undefined && threshold !== undefined) {
      const data = { node: vitals.node, percent, freeBytes: disk.free };
      found.push({
        ...daily,
        kind: 'gateway.disk',
        subject: vitals.node,
        threshold: String(threshold),
        data,
      });
    }
    if (failed !== undefined) {
      const { from, until } = failed;
      const data = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
      const period = data.from.slice(0, 10);
      found.push({ kind: 'gateway.database', subject: 'database', period, at: until, data });
    }
    if (vitals.isDegraded()) found.push({ ...daily, kind: 'gateway.redis', subject: 'redis', data: {} });
    const certificate = certificateEvent(vitals.tlsEnd(), at);
    return certificate === undefined ? found : [...found, certificate];
  }

  return {
    async seeDatabase() {
      try {
        await vitals.checkDatabase();
      } catch {
        failingSince ??= now();
        return;
      }
      if (failingSince === undefined) return;
      failed = { from: failingSince, until: now() };
      failingSince = undefined;
    },
    async look() {
      const all = await noticed(now());
      const unknown = memory.unknownOf(all);
      if (unknown.length > 0) await events.addForAdministrators(unknown);
      failed = undefined;
      memory.keep(all);
    },
  };
}

function certificateEvent(end: number | undefined, at: number): GatewayEvent | undefined {
  if (end === undefined) return undefined;
  const validTo = new Date(end).toISOString();
  const about = { subject: 'certificate', period: validTo, at };
  if (end <= at) return { ...about, kind: 'gateway.certificate.expired', data: { validTo } };
  const days = EXPIRY_DAYS.find((each) => end - at <= each * DAY);
  if (days === undefined) return undefined;
  const data = { validTo, days };
  return { ...about, kind: 'gateway.certificate.expiring', threshold: String(days), data };
}
