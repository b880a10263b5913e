import { getHeapStatistics } from 'node:v8';
import type { Config } from '../../../config/config.js';
import type { Store } from '../../../store/store.js';
import { VERSION } from '../../../version.js';

/** The state of a gateway process and of what it depends on, for administrators. */
export interface Health {
  readonly version: string;
  readonly node: string;
  readonly uptimeSeconds: number;
  readonly database: { readonly kind: 'SQLite' | 'PostgreSQL'; readonly responds: boolean };
  /** Null if no Redis is configured. */
  readonly redis: { readonly responds: boolean } | null;
  /** 0: fine; 1: rejects registrations; 2: also calls of the Free plan; 3: all calls. */
  readonly pressure: number;
  readonly connections: number;
  readonly heapBytes: number;
  readonly heapLimit: number;
  readonly catalogBytes: number;
  readonly catalogServices: number;
  /** The number of jobs that are waiting for the mapping thread. */
  readonly mappingWaiting: number;
}

/** The sources of `Health`. */
export interface HealthSources {
  readonly config: Pick<Config, 'databaseUrl' | 'redisUrl'>;
  readonly store: Pick<Store, 'check'>;
  readonly connections: () => { readonly open: number };
  readonly catalog: () => { readonly bytes: number; readonly services: number };
  readonly mapping: () => { readonly waiting: number };
  /** Whether the limiter currently works without Redis. */
  readonly degraded: () => boolean;
  /** Whether Redis is connected, which the limiter does not know without calls. */
  readonly redisConnected: () => boolean;
  readonly pressure: () => number;
}

/** Reads the state of this process. Never rejects: a database that does not respond is part of the state. */
export async function readHealth(from: HealthSources): Promise<Health> {
  const responds = await from.store.check().then(
    () => true,
    () => false,
  );
  const { bytes, services } = from.catalog();
  const { used_heap_size: heapBytes, heap_size_limit: heapLimit } = getHeapStatistics();
  return {
    version: VERSION,
    node: process.version,
    uptimeSeconds: Math.floor(process.uptime()),
    database: { kind: from.config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL', responds },
    redis:
      from.config.redisUrl === undefined ? null : { responds: from.redisConnected() && !from.degraded() },
    pressure: from.pressure(),
    connections: from.connections().open,
    heapBytes,
    heapLimit,
    catalogBytes: bytes,
    catalogServices: services,
    mappingWaiting: from.mapping().waiting,
  };
}
