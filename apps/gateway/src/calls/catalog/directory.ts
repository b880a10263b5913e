import { hash, randomBytes } from 'node:crypto';
import { type Account, isAccountId } from '../../domain/accounts/account.js';
import { type ApiKey, hashKey, keyPurpose } from '../../domain/accounts/api-key.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { isSlug } from '../../domain/services/slug.js';
import type { Store } from '../../store/store.js';
import { createTtlCache } from './ttl-cache.js';

/** The caller: a known key and its account. The key may be revoked or have expired. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly account: Account;
  /** When the secret ends that was sent, if the key has a newer one. Milliseconds since the Unix epoch. */
  readonly until?: number;
}

/** The lookups of every proxy call, cached for at most `TTL`. */
export interface Directory {
  /** Returns the owner of a key for calls. A malformed key, or one for another purpose, has no owner and costs no lookup. */
  findKey(key: string): KeyHolder | undefined | Promise<KeyHolder | undefined>;
  /** Returns the keys of an account that stand for access tokens; none for an unknown account. */
  findTokenKeys(accountId: string): readonly KeyHolder[] | Promise<readonly KeyHolder[]>;
  findService(
    accountId: string,
    slug: string,
  ): RegisteredService | undefined | Promise<RegisteredService | undefined>;
  /** Drops what is cached of an account: its keys, plan and services. */
  forget(accountId: string): void;
  forgetAll(): void;
}

/** How long a change by another node may go unnoticed if no message arrives, in milliseconds. */
const TTL = 5_000;
/** How long recent callers are served while the database is down or failing over, in milliseconds. */
const STALE = 60_000;
const CAPACITY = 100_000;

/** `now` returns monotonic milliseconds. */
export function createDirectory(store: Store, apiKeyPepper: string, now: () => number): Directory {
  const keys = createTtlCache({
    id: (key) => hashKey(key, apiKeyPepper),
    load: (hash) => store.apiKeys.findByHash(hash),
    loadMany: (hashes) => store.apiKeys.findByHashes(hashes),
    name: createFingerprint(),
    owner: (holder) => holder?.account.id,
    ttl: TTL,
    stale: STALE,
    capacity: CAPACITY,
    now,
  });
  const tokenKeys = createTtlCache({
    load: (accountId) => store.apiKeys.findTokenKeys(accountId),
    owner: (_keys, accountId) => accountId,
    ttl: TTL,
    stale: STALE,
    capacity: CAPACITY,
    now,
  });
  const services = createTtlCache({
    load: (id) => {
      const [accountId, slug] = pathOf(id);
      return store.services.findBySlug(accountId, slug);
    },
    loadMany: (ids) => store.services.findBySlugs(ids.map(pathOf)),
    owner: (_service, id) => id.slice(0, id.indexOf('/')),
    ttl: TTL,
    stale: STALE,
    capacity: CAPACITY,
    now,
  });
  function forgetAll(): void {
    keys.clear();
    tokenKeys.clear();
    services.clear();
  }

  return {
    // A cached key needs no check: it was well-formed when it was looked up.
    findKey: (key) => keys.known(key) ?? (keyPurpose(key) === 'live' ? keys.get(key) : undefined),
    findTokenKeys: (accountId) => (isAccountId(accountId) ? tokenKeys.get(accountId) : []),
    findService(accountId, slug) {
      const id = `${accountId}/${slug}`;
      // A text that is not a slug matches no service and must not become part of another service's key.
      return services.known(id) ?? (isSlug(slug) ? services.get(id) : undefined);
    },
    // Drops only the account's own entries: an owner who constantly changes something must not slow down the calls of others.
    forget(accountId) {
      keys.deleteOf(accountId);
      tokenKeys.deleteOf(accountId);
      services.deleteOf(accountId);
    },
    forgetAll,
  };
}

/** The account and the slug in the id of an entry. */
function pathOf(id: string): readonly [accountId: string, slug: string] {
  const [accountId = '', slug = ''] = id.split('/');
  return [accountId, slug];
}

/**
 * The in-memory stand-in for a key, useless to a reader of this memory or another process's. The stored hash would do as well, but
 * computing a keyed hash is a measurable part of a call.
 */
function createFingerprint(): (key: string) => string {
  const salt = randomBytes(32).toString('base64');
  return (key) => hash('sha256', salt + key, 'base64url');
}
