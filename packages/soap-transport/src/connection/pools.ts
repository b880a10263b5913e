import type { Dispatcher } from 'undici';
import type { EgressGuard } from '../egress/guard.js';
import type { AddressBook } from '../egress/resolver.js';
import type { CredentialProfile } from '../security/credential-profile.js';
import { type Connection, createConnection } from './connection.js';
import { credentialsKey } from './credentials-key.js';
import { createTlsContext } from './tls-options.js';

/** What the pools are made of. */
export interface PoolsOptions {
  readonly guard: EgressGuard;
  readonly addressBook: AddressBook;
  readonly connectTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly maxPools: number;
  readonly now: () => number;
}

/** What is known of one pool. */
export interface PoolStats {
  readonly account: string;
  readonly origin: string;
  /** Sockets that are open or being opened. */
  readonly sockets: number;
  /** Sockets that were opened since the pool exists. */
  readonly opened: number;
  readonly inFlight: number;
}

/** A connection of which nobody else has the use. */
export interface Lease {
  readonly dispatcher: Dispatcher;
  /** Gives it back; the first call counts. `reusable`: the exchange on it ran to its end. */
  release(reusable: boolean): void;
}

/** The pools of a transport, one per account, origin and credentials: no socket is ever shared between two of these (C8). */
export interface Pools {
  /** Throws `TransportError` when the credentials cannot be used. */
  lease(account: string, origin: string, credentials: CredentialProfile | undefined): Lease;
  stats(): PoolStats[];
  /** Sockets that are open or being opened. */
  sockets(): number;
  close(): Promise<void>;
}

interface Pool {
  readonly account: string;
  readonly origin: string;
  readonly create: () => Connection;
  /** The one used last is used next: fewer stay open, and a server that serves one at a time is not kept waiting. */
  readonly idle: Connection[];
  readonly leased: Set<Connection>;
  sockets: number;
  opened: number;
  /** The number of the lease that was the last: putting pools in order at every call would cost more than finding them. */
  used: number;
}

/** How long a connection is used at most: names move to other addresses. */
const MAX_AGE_MS = 300_000;

/**
 * Creates pools on demand and drops the one that was idle longest when there are too many. Not undici's `Pool`, which takes the
 * first connection that is not busy, connected or not, and has a queue without bounds: here a call has a connection to itself
 * from the start, and the bulkhead says how many there are.
 */
export function createPools(options: PoolsOptions): Pools {
  const pools = new Map<string, Pool>();
  let leases = 0;
  let sockets = 0;

  const createPool = (account: string, origin: string, credentials: CredentialProfile | undefined): Pool => {
    // Now, so that an unusable certificate is an error of the request; once, because reading authorities is slow.
    const context = origin.startsWith('https:') ? createTlsContext(credentials) : undefined;
    const create = (): Connection =>
      createConnection({
        account,
        origin,
        guard: options.guard,
        addressBook: options.addressBook,
        connectTimeoutMs: options.connectTimeoutMs,
        keepAliveMs: options.keepAliveMs,
        tlsContext: () => context ?? createTlsContext(credentials),
        onSocket(change) {
          sockets += change;
          pool.sockets += change;
          if (change > 0) pool.opened += 1;
        },
        onDisconnect: (connection) => drop(pool.idle, connection),
        now: options.now,
      });
    const pool: Pool = {
      account,
      origin,
      create,
      idle: [],
      leased: new Set(),
      sockets: 0,
      opened: 0,
      used: 0,
    };
    return pool;
  };

  const find = (account: string, origin: string, credentials: CredentialProfile | undefined): Pool => {
    const key = `${account}\u0000${origin}\u0000${credentialsKey(credentials)}`;
    leases += 1;
    const known = pools.get(key);
    if (known !== undefined) {
      known.used = leases;
      return known;
    }
    const pool = createPool(account, origin, credentials);
    if (pools.size >= options.maxPools) evictOne();
    pool.used = leases;
    pools.set(key, pool);
    return pool;
  };

  /** The pool that was idle longest. */
  const evictOne = (): void => {
    let oldest: [string, Pool] | undefined;
    for (const entry of pools) {
      if (entry[1].leased.size === 0 && entry[1].used < (oldest?.[1].used ?? Number.POSITIVE_INFINITY))
        oldest = entry;
    }
    if (oldest === undefined) return;
    pools.delete(oldest[0]);
    for (const connection of oldest[1].idle.splice(0)) void connection.destroy();
  };

  return {
    lease(account, origin, credentials) {
      const pool = find(account, origin, credentials);
      const connection = pool.idle.pop() ?? pool.create();
      pool.leased.add(connection);
      return {
        dispatcher: connection.client,
        release(reusable) {
          if (!pool.leased.delete(connection)) return;
          const since = connection.connectedAt ?? options.now();
          if (reusable && options.now() - since < MAX_AGE_MS) pool.idle.push(connection);
          else void connection.destroy();
        },
      };
    },
    stats: () =>
      [...pools.values()].map(({ account, origin, sockets: open, opened, leased }) => ({
        account,
        origin,
        sockets: open,
        opened,
        inFlight: leased.size,
      })),
    sockets: () => sockets,
    async close() {
      const all = [...pools.values()].flatMap(({ idle, leased }) => [...idle, ...leased]);
      pools.clear();
      await Promise.all(all.map((connection) => connection.destroy()));
    },
  };
}

/** Takes a connection whose socket is gone out of the idle ones. A leased one is not among them: it fails or connects anew. */
function drop(idle: Connection[], connection: Connection): void {
  const at = idle.indexOf(connection);
  if (at === -1) return;
  idle.splice(at, 1);
  void connection.destroy();
}
