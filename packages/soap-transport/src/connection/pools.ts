import type { SecureContext } from 'node:tls';
import { Pool } from 'undici';
import type { EgressGuard } from '../egress/guard.js';
import type { AddressBook } from '../egress/resolver.js';
import type { CredentialProfile } from '../security/credential-profile.js';
import { createConnector } from './connector.js';
import { credentialsKey } from './credentials-key.js';
import { createTlsContext } from './tls-options.js';

/** What the pools are made of. */
export interface PoolsOptions {
  readonly guard: EgressGuard;
  readonly addressBook: AddressBook;
  readonly connectTimeoutMs: number;
  readonly connectionsPerPool: number;
  /** Milliseconds an idle connection is kept when the server does not say how long it keeps it. */
  readonly keepAliveMs: number;
  readonly maxPools: number;
}

/** What is known of one pool. */
export interface PoolStats {
  readonly account: string;
  readonly origin: string;
  /** Sockets that are open or being opened. */
  readonly sockets: number;
  /** Connections that were opened since the pool exists. */
  readonly opened: number;
  readonly inFlight: number;
}

/** A pool in use. */
export interface PoolLease {
  readonly pool: Pool;
  release(): void;
}

/** The pools of a transport, one per account, origin and credentials: no socket is ever shared between two of these (C8). */
export interface Pools {
  /** Throws `TransportError` when the credentials cannot be used. */
  lease(account: string, origin: string, credentials: CredentialProfile | undefined): PoolLease;
  stats(): PoolStats[];
  /** Sockets that are open or being opened. */
  sockets(): number;
  close(): Promise<void>;
}

interface Entry {
  readonly pool: Pool;
  readonly account: string;
  readonly origin: string;
  inFlight: number;
  sockets: number;
  opened: number;
}

/** Creates pools on demand and closes the one that was idle longest when there are too many. */
export function createPools(options: PoolsOptions): Pools {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  let sockets = 0;

  const create = (account: string, origin: string, credentials: CredentialProfile | undefined): Entry => {
    // Now, so that an unusable certificate is an error of the request; once, because reading authorities is slow.
    const context: SecureContext | undefined = origin.startsWith('https:')
      ? createTlsContext(credentials)
      : undefined;
    const connect = createConnector({
      account,
      guard: options.guard,
      addressBook: options.addressBook,
      connectTimeoutMs: options.connectTimeoutMs,
      tlsContext: () => context ?? createTlsContext(credentials),
      onSocket: (change) => {
        sockets += change;
        entry.sockets += change;
        if (change > 0) entry.opened += 1;
      },
    });
    const pool = new Pool(origin, {
      connect,
      connections: options.connectionsPerPool,
      pipelining: 1,
      // The deadlines are ours: undici's tick once in half a second, and a slow drip resets its body timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: options.keepAliveMs,
      // However long a server promises: names move to other addresses.
      keepAliveMaxTimeout: 60_000,
      clientTtl: 300_000,
      maxHeaderSize: 16 * 1024,
      allowH2: false,
    });
    const entry: Entry = { pool, account, origin, inFlight: 0, sockets: 0, opened: 0 };
    return entry;
  };

  const evictOne = (): void => {
    for (const [key, entry] of entries) {
      if (entry.inFlight > 0) continue;
      entries.delete(key);
      void entry.pool.destroy();
      return;
    }
  };

  return {
    lease(account, origin, credentials) {
      const key = `${account}\u0000${origin}\u0000${credentialsKey(credentials)}`;
      let entry = entries.get(key);
      if (entry === undefined) {
        entry = create(account, origin, credentials);
        if (entries.size >= options.maxPools) evictOne();
      } else {
        entries.delete(key);
      }
      entries.set(key, entry);
      entry.inFlight += 1;
      const leased = entry;
      let held = true;
      return {
        pool: leased.pool,
        release() {
          if (!held) return;
          held = false;
          leased.inFlight -= 1;
        },
      };
    },
    stats: () =>
      [...entries.values()].map(({ account, origin, sockets: open, opened, inFlight }) => ({
        account,
        origin,
        sockets: open,
        opened,
        inFlight,
      })),
    sockets: () => sockets,
    async close() {
      const pools = [...entries.values()].map(({ pool }) => pool.destroy());
      entries.clear();
      await Promise.all(pools);
    },
  };
}
