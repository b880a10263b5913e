import type { EgressGuard } from '../egress/guard.js';
import type { AddressBook } from '../egress/resolver.js';
import { copyCompatibility } from '../old-servers.js';
import type { Sending } from '../proxy/forward.js';
import type { ProxyRouter } from '../proxy/proxy-router.js';
import type { Logins } from '../proxy/tunnel.js';
import type { ProxyOption } from '../proxy-option.js';
import { type Connection, createConnection } from './connection.js';
import { assertKept, type PoolUser, poolKey } from './pool-user.js';
import { routeTo } from './proxy-route.js';
import { createTlsContext } from './tls-options.js';

/** The options of the pools. */
export interface PoolsOptions {
  readonly guard: EgressGuard;
  readonly addressBook: AddressBook;
  readonly proxies: ProxyRouter;
  /** The router of a request with a proxy of its own. Throws `TransportError` if the proxy cannot be used. */
  readonly routerOf: (proxy: ProxyOption) => ProxyRouter;
  /** Makes logins at proxies. */
  readonly logins: Logins;
  readonly connectTimeoutMs: number;
  readonly verifyServer: boolean;
  readonly keepAliveMs: number;
  readonly maxPools: number;
  readonly now: () => number;
}

/** The state of one pool. */
export interface PoolStats {
  readonly account: string;
  readonly origin: string;
  /** Sockets that are open or being opened. */
  readonly sockets: number;
  /** Sockets that were opened since the pool was created. */
  readonly opened: number;
  readonly inFlight: number;
}

/** A connection in exclusive use. */
export interface Lease {
  readonly dispatcher: Sending;
  readonly connection: Connection;
  /** Returns the connection to the pool; the lease is invalid afterwards. `reusable`: whether the exchange on it completed. */
  release(reusable: boolean): void;
}

/** The pools of a transport, one per account, origin, credentials, reading of HTTP, compatibility and proxy. Two pools never share a socket (C8). */
export interface Pools {
  /** Throws `TransportError` if the credentials cannot be used. */
  lease(user: PoolUser): Lease;
  stats(): PoolStats[];
  /** Sockets that are open or being opened. */
  sockets(): number;
  close(): Promise<void>;
}

/** The maximum age of a connection, because names move to other addresses. */
const MAX_AGE_MS = 300_000;

/** The connections of one account to one origin with one set of credentials. */
class Pool {
  readonly account: string;
  readonly origin: string;
  readonly #create: (pool: Pool) => Connection;
  readonly #now: () => number;
  /**
   * Reuses the most recently used connection: fewer stay open, and a server that serves one connection at a time is not kept
   * waiting.
   */
  readonly #idle: PooledConnection[] = [];
  readonly #all = new Set<PooledConnection>();
  sockets = 0;
  opened = 0;
  leased = 0;
  /** The number of the last lease. Reordering the pools on every call would cost more than finding them. */
  used = 0;

  constructor(account: string, origin: string, create: (pool: Pool) => Connection, now: () => number) {
    this.account = account;
    this.origin = origin;
    this.#create = create;
    this.#now = now;
  }

  lease(): Lease {
    let connection = this.#idle.pop();
    if (connection === undefined) {
      connection = new PooledConnection(this, this.#create(this));
      this.#all.add(connection);
    }
    connection.leased = true;
    this.leased += 1;
    return connection;
  }

  giveBack(pooled: PooledConnection, reusable: boolean): void {
    this.leased -= 1;
    const now = this.#now();
    const since = pooled.connection.connectedAt ?? now;
    if (reusable && !pooled.connection.spoilt && now - since < MAX_AGE_MS) this.#idle.push(pooled);
    else void this.#end(pooled);
  }

  /** Closes an idle connection whose socket is gone. A leased one is not affected: it fails or reconnects. */
  drop(connection: Connection): void {
    const at = this.#idle.findIndex((pooled) => pooled.connection === connection);
    if (at === -1) return;
    for (const pooled of this.#idle.splice(at, 1)) void this.#end(pooled);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((pooled) => this.#end(pooled)));
  }

  #end(pooled: PooledConnection): Promise<void> {
    this.#all.delete(pooled);
    return pooled.connection.destroy();
  }
}

/** A connection and its lease in one object. There is at most one lease at a time, so none is allocated per call. */
class PooledConnection implements Lease {
  readonly connection: Connection;
  readonly dispatcher: Sending;
  readonly #pool: Pool;
  leased = false;

  constructor(pool: Pool, connection: Connection) {
    this.#pool = pool;
    this.connection = connection;
    this.dispatcher = connection.client;
  }

  release(reusable: boolean): void {
    if (!this.leased) return;
    this.leased = false;
    this.#pool.giveBack(this, reusable);
  }
}

/**
 * Creates pools on demand and drops the longest idle one if there are too many. undici's `Pool` does not fit: it takes the first
 * connection that is not busy, connected or not, and has an unbounded queue. Here a call owns a connection from the start, and the
 * bulkhead limits their number.
 */
export function createPools(options: PoolsOptions): Pools {
  // By account, then by origin and credentials, so that no string is concatenated to find the pool of a call.
  const accounts = new Map<string, Map<string, Pool>>();
  let count = 0;
  let leases = 0;
  let sockets = 0;

  const createPool = ({ account, origin, credentials, lenientHttp, ...user }: PoolUser): Pool => {
    const compatibility = copyCompatibility(user.compatibility);
    assertKept(credentials, compatibility);
    // Read here, so that an unusable certificate is an error of the request; once, because reading authorities is slow.
    const context = origin.startsWith('https:') ? createTlsContext(credentials, compatibility) : undefined;
    const router = user.proxy === undefined ? options.proxies : options.routerOf(user.proxy);
    const server = router.proxyFor(origin);
    const proxy = server && routeTo({ server, origin, guard: options.guard, credentials });
    const connect = (pool: Pool): Connection =>
      createConnection({
        account,
        origin,
        proxy,
        guard: options.guard,
        addressBook: options.addressBook,
        logins: options.logins,
        connectTimeoutMs: options.connectTimeoutMs,
        verifyServer: options.verifyServer,
        lenientHttp,
        compatibility,
        keepAliveMs: options.keepAliveMs,
        tlsContext: () => context ?? createTlsContext(credentials, compatibility),
        onSocket(change) {
          sockets += change;
          pool.sockets += change;
          if (change > 0) pool.opened += 1;
        },
        onDisconnect: (connection) => pool.drop(connection),
        now: options.now,
      });
    return new Pool(account, origin, connect, options.now);
  };

  const find = (user: PoolUser): Pool => {
    const { account } = user;
    const key = poolKey(user);
    const known = accounts.get(account)?.get(key);
    if (known !== undefined) return known;
    const pool = createPool(user);
    if (count >= options.maxPools) evictOne();
    let pools = accounts.get(account);
    if (pools === undefined) {
      pools = new Map();
      accounts.set(account, pools);
    }
    pools.set(key, pool);
    count += 1;
    return pool;
  };

  /** The pool that has been idle longest. */
  const evictOne = (): void => {
    let oldest: { key: string; pool: Pool } | undefined;
    for (const pools of accounts.values()) {
      for (const [key, pool] of pools) {
        if (pool.leased === 0 && pool.used < (oldest?.pool.used ?? Number.POSITIVE_INFINITY))
          oldest = { key, pool };
      }
    }
    if (oldest === undefined) return;
    const { key, pool } = oldest;
    const pools = accounts.get(pool.account);
    pools?.delete(key);
    if (pools?.size === 0) accounts.delete(pool.account);
    count -= 1;
    void pool.close();
  };

  const all = (): Pool[] => [...accounts.values()].flatMap((pools) => [...pools.values()]);

  return {
    lease(user) {
      const pool = find(user);
      leases += 1;
      pool.used = leases;
      return pool.lease();
    },
    stats: () =>
      all().map(({ account, origin, sockets: open, opened, leased }) => ({
        account,
        origin,
        sockets: open,
        opened,
        inFlight: leased,
      })),
    sockets: () => sockets,
    async close() {
      const pools = all();
      accounts.clear();
      count = 0;
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}
