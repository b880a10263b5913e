import type { RedisConnections } from '../store/redis/redis.js';

/** The caches that a change invalidates immediately. */
export interface ChangedCache {
  /** Drops what is cached of an account. */
  forget(accountId: string): void;
  forgetAll(): void;
}

/** The caches that a change invalidates once the database has been asked what is left. */
export interface ChangedServices {
  /** Evicts what is outdated of these accounts, or of all accounts. */
  evictOutdated(...accountIds: string[]): Promise<void>;
}

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
export function createChanges(
  directory: ChangedCache,
  redis: RedisConnections | undefined,
  catalog?: ChangedServices,
): Changes {
  /** Accounts with changes that the catalog does not know about yet. */
  const changed = new Set<string>();
  let evicting = false;

  /** Looks up what has been deleted: one account at a time, and once for changes that come together. */
  async function evict(): Promise<void> {
    if (evicting || catalog === undefined) return;
    evicting = true;
    for (const accountId of changed) {
      changed.delete(accountId);
      // If the database does not answer, the services stay until there is no more room for them.
      await catalog.evictOutdated(accountId).catch(() => {});
    }
    evicting = false;
  }

  function forget(accountId: string): void {
    directory.forget(accountId);
    changed.add(accountId);
    void evict();
  }

  redis?.subscribe(CHANNEL, forget, () => {
    directory.forgetAll();
    void catalog?.evictOutdated().catch(() => {});
  });
  return {
    async announce(accountId) {
      forget(accountId);
      await redis?.publish(CHANNEL, accountId);
    },
  };
}
