import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Transport } from '@soapstone/soap-transport';
import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import { type Catalog, createCatalog } from '../calls/catalog/catalog.js';
import { createDirectory, type Directory } from '../calls/catalog/directory.js';
import { createMappingThread } from '../calls/mapping/mapping-thread.js';
import type { MappingThread } from '../calls/mapping/thread-jobs.js';
import { createSecurityThread, type SecurityThread } from '../calls/security/secure-messages.js';
import type { Config } from '../config/config.js';
import type { Secrets } from '../config/data-dir/secrets.js';
import { outboundProxiesOf, outboundProxyOf } from '../config/outbound-proxy.js';
import { createServiceProxies, type ServiceProxies } from '../credentials/service-proxies.js';
import { createSealer, type Sealer } from '../domain/seal.js';
import type { GatewayVitals } from '../events/notice-gateway.js';
import type { Outbox } from '../events/outbox.js';
import { type EventWatch, watchEvents } from '../events/watch-events.js';
import { type ConnectionLimit, createConnectionLimit } from '../http/limits/connection-limit.js';
import { type OverloadGuard, watchOverload } from '../http/limits/overload.js';
import { createTurnBudget, type TurnBudget } from '../http/limits/turn-budget.js';
import { createUnreadResponses, type UnreadResponses } from '../http/limits/unread-responses.js';
import { type OwnCertificateWatch, watchOwnCertificate } from '../http/server/watch-certificate.js';
import type { Log } from '../log/log.js';
import { type Changes, createChanges } from '../services/changes.js';
import { connectRedis, type RedisConnections } from '../store/redis/redis.js';
import { keepLedger, type LedgerKeeper } from '../store/repositories/calls/keep-ledger.js';
import { openStore, type Store } from '../store/store.js';
import { holdStalledOperations, recordStall } from '../watchdog/hold-stalled-operations.js';
import { loadSecretsOf } from './load-secrets.js';
import { openOutbox } from './open-outbox.js';
import { type OpenTokenAccess, openTokenAccess } from './open-token-access.js';
import { createLimiter } from './shared-parts.js';

/** The room for responses that clients have not read, in bytes, unless single ones may be as large. */
const UNREAD_BYTES = 256 * 1024 * 1024;
/** The mapping thread may use a quarter of the memory for compiled services. */
const THREAD_PART = 4;

/** Keeps one SOAP server, and one account, from taking the calls of others: counts of calls and of failures in a row. */
const ISOLATION = { inFlight: 2_000, inFlightPerAccount: 200, waitingPerOrigin: 64, breakerFailures: 5 };

/** The resources that calls, pages and registrations share: storage, threads, connections and the limits of this process. */
export interface Parts {
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly directory: Directory;
  readonly sealer: Sealer;
  readonly mapping: MappingThread;
  readonly catalog: Catalog;
  readonly redis: RedisConnections | undefined;
  readonly changes: Changes;
  readonly limiter: ReturnType<typeof createLimiter>;
  readonly ledger: LedgerKeeper;
  readonly events: EventWatch;
  readonly security: SecurityThread;
  readonly transport: Transport;
  readonly outbox: Outbox;
  /** Absent if the operator allows no authorization server. */
  readonly tokens: OpenTokenAccess | undefined;
  readonly proxies: ServiceProxies;
  readonly ownCertificate: OwnCertificateWatch;
  readonly overload: OverloadGuard;
  readonly budget: TurnBudget;
  readonly connections: ConnectionLimit;
  readonly unread: UnreadResponses;
}

/** Opens the parts. Throws what `openStore` throws. */
export async function openParts(config: Config, log: Log): Promise<Parts> {
  const now = Date.now;
  const elapsed = () => performance.now();
  const { limits } = config;
  const store = await openStore(config, (error) => log.error('a database connection broke', error));
  if (store.laterMigrations.length > 0) {
    log.warn('the database has the schema of a later version; this version serves on it', {
      migrations: store.laterMigrations.join(', '),
    });
  }
  const secrets = await loadSecretsOf(config, store, log);
  const directory = createDirectory(store, secrets.apiKeyPepper, elapsed);
  const sealer = createSealer(secrets.sealingKeys);
  const mapping = createMappingThread({
    mapperBytes: limits.catalogBytes / THREAD_PART,
    memory: limits.mappingMemory,
    limit: limits.watchdog,
    log,
    onStuck: (activity) => void recordStall(activity, { store, changes, log, now }),
  });
  const proxies = createServiceProxies(await outboundProxiesOf(config.outboundProxies));
  const catalog = createCatalog(store, sealer, mapping, limits, proxies);
  const redis = await connectRedis(config, (error) => log.error('a Redis connection broke', error), {
    command: config.redisTimeout,
  });
  const changes = createChanges(directory, redis, catalog);
  await holdStalledOperations(config.dataDir, { store, changes, log, now });
  const node = randomUUID();
  const limiter = createLimiter(config, node, redis, store, log);
  const ownCertificate = watchOwnCertificate(config, log, now);
  const events = watchEvents(
    store,
    config.plans.plans,
    log,
    now,
    vitalsOfNode(config, { store, limiter, ownCertificate }),
  );
  const ledger = keepLedger(limiter, store, node, log, events.seeUses);
  await ledger.handInOthers();
  const security = createSecurityThread({ limit: limits.watchdog, log });
  const proxy = await outboundProxyOf(config.outboundProxy);
  const transport = createUncheckedTransport({
    secureRequest: security.secure,
    openResponse: security.open,
    readIssuedAssertion: security.readToken,
    egress: { allow: config.egressAllow },
    proxy,
    limits: {
      ...ISOLATION,
      deadlineMs: limits.upstreamTimeout,
      maxResponseBytes: limits.responseBytes,
    },
  });
  const outbox = await openOutbox(config, { store, sealer, proxy, log, now });
  const tokens = openTokenAccess(config, { proxy, directory, log, now, elapsed });
  const overload = watchOverload((pressure) =>
    log.warn('the pressure on this process changed', { pressure }),
  );
  const budget = createTurnBudget(limits.lag, { elapsed, afterTurn: setImmediate });
  const connections = createConnectionLimit(config.connections);
  const unread = createUnreadResponses(Math.max(UNREAD_BYTES, 4 * limits.responseBytes));
  return {
    now,
    elapsed,
    store,
    secrets,
    directory,
    sealer,
    mapping,
    catalog,
    redis,
    changes,
    limiter,
    ledger,
    events,
    security,
    transport,
    outbox,
    tokens,
    proxies,
    ownCertificate,
    overload,
    budget,
    connections,
    unread,
  };
}

/**
 * The facts about itself that the node reports to administrators. A certificate that the gateway signs itself is renewed by the gateway.
 */
function vitalsOfNode(
  { tls, dataDir }: Pick<Config, 'tls' | 'dataDir'>,
  { store, limiter, ownCertificate }: Pick<Parts, 'store' | 'limiter' | 'ownCertificate'>,
): GatewayVitals {
  return {
    node: hostname(),
    checkDatabase: () => store.check(),
    isDegraded: () => limiter.degraded === true,
    tlsEnd: () => (tls.kind === 'files' ? ownCertificate.end() : undefined),
    async readDisk() {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return blocks === 0 ? undefined : { free: bavail * bsize, total: blocks * bsize };
    },
  };
}
