import type { RedisConnections } from '../store/redis.js';
import type { Directory } from './directory.js';

/** Tells every node that something of an account has changed: its keys, its plan, its services. */
export interface Changes {
  /** Resolves when this node has forgotten what it knew; the others follow within moments. */
  announce(accountId: string): Promise<void>;
}

const CHANNEL = 'soapstone:changes';

/**
 * With Redis all nodes hear of a change at once; without it the others notice when their knowledge runs out (see
 * `createDirectory`). A node that was cut off forgets everything, because it cannot know what it missed.
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
