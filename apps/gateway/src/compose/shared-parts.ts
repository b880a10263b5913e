import { createMemoryLimiter, type Limiter } from '@soapstone/rate-limiter';
import { createRedisLimiter, type RedisLimiter } from '@soapstone/rate-limiter/redis';
import { createSharedReplies } from '../calls/cache/shared-replies.js';
import { createStoredReplies, type StoredReplies } from '../calls/cache/stored-replies.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import type { RedisConnections } from '../store/redis/redis.js';
import type { RecordedLimiter } from '../store/repositories/calls/keep-ledger.js';
import type { Store } from '../store/store.js';

/** Creates the response cache: in process memory, or shared by all nodes through Redis. */
export function createReplies(
  { cache }: Config,
  redis: RedisConnections | undefined,
  elapsed: () => number,
  log: Log,
): StoredReplies {
  const local = createStoredReplies(cache, elapsed);
  if (redis === undefined) return local;
  return createSharedReplies({
    local,
    client: redis.answers,
    bytesPerAccount: cache.bytesPerAccount,
    elapsed,
    onAway: (away, cause) => {
      if (away) log.error('Redis does not answer: stored answers are not shared', cause);
      else log.info('Redis is back: stored answers are shared again');
    },
  });
}

/**
 * Creates the limiter: in process memory, or shared by all nodes through Redis. The ledger backs both.
 *
 * @param node distinguishes this process from all others
 */
export function createLimiter(
  config: Config,
  node: string,
  redis: RedisConnections | undefined,
  store: Store,
  log: Log,
): Limiter & RecordedLimiter & Partial<Pick<RedisLimiter, 'degradedDecisions' | 'settle'>> {
  const readUse = (account: string, periodStart: number) => store.ledger.read(account, periodStart);
  if (redis === undefined) return createMemoryLimiter({ now: Date.now, readUse });
  void redis.evictionPolicy().then((policy) => {
    if (policy === undefined || policy === 'noeviction') return;
    log.warn('Redis may forget quotas when it is full: set maxmemory-policy to noeviction', { policy });
  });
  return createRedisLimiter({
    client: redis.limits,
    nodes: config.nodes,
    nodeId: node,
    now: Date.now,
    elapsed: () => performance.now(),
    async readUse(account, periodStart) {
      const [use, unreported] = await Promise.all([
        readUse(account, periodStart),
        store.journal.countUnreported(account, periodStart),
      ]);
      return { account, periodStart, charged: 0, refunded: 0, ...use, unreported };
    },
    onDegraded: (degraded, cause) => {
      if (degraded) log.error('Redis does not answer: this node admits its own share', cause);
      else log.info('Redis is back: the limits are shared again');
    },
  });
}
