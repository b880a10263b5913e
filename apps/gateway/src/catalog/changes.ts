import type { RedisConnections } from '../store/redis.js';
import type { Directory } from './directory.js';

/** Tells every node that an account changed: its keys, its plan or its services. */
export interface Changes {
  /** Resolves when this node has invalidated its caches; the others follow within moments. */
  announce(accountId: string): Promise<void>;
}

const CHANNEL = 'soapstone:changes';

/**
 * With Redis all nodes learn of a change immediately; without it, when their cache entries expire (see `createDirectory`). A node that
 * reconnects clears its caches, because it cannot know what it missed.
 */
export function createChanges(directory: Directory, redis: RedisConnections | undefined): Changes {
  redis?.subscribe(
    CHANNEL,
    (accountId) => directory.forget(accountId),
    () => directory.forgetAll(),
  );
  return {
    async announce(accountId) {
      directory.forget(accountId);
      await redis?.publish(CHANNEL, accountId);
    },
  };
}
