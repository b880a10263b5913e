import { hash, randomBytes } from 'node:crypto';
import type { Account } from '../domain/account.js';
import { type ApiKey, hashKey, keyPurpose } from '../domain/api-key.js';
import type { RegisteredService } from '../domain/registered-service.js';
import { isSlug } from '../domain/slug.js';
import type { Store } from '../store/store.js';
import { createTtlCache } from './ttl-cache.js';

/** Who calls: a key that is known, and its account. A revoked key is known. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly account: Account;
}

/** What the proxy looks up at every call, at most `TTL` old. */
export interface Directory {
  /** The holder of a key for calls. A key that is malformed, or for something else, is nobody's, and costs no look-up. */
  findKey(key: string): KeyHolder | undefined | Promise<KeyHolder | undefined>;
  findService(
    accountId: string,
    slug: string,
  ): RegisteredService | undefined | Promise<RegisteredService | undefined>;
  /** Forget what is known of an account: its keys, its plan, its services. */
  forget(accountId: string): void;
  forgetAll(): void;
}

/** Milliseconds: how long a change made by another node may stay unseen when nobody tells this one. */
const TTL = 5_000;
/** Milliseconds for which a database that is away, or changes its master, is not noticed by those who called before. */
const STALE = 60_000;
const CAPACITY = 100_000;

/** `now` is monotonic milliseconds. */
export function createDirectory(store: Store, apiKeyPepper: string, now: () => number): Directory {
  const keys = createTtlCache({
    load: (key) => store.apiKeys.findByHash(hashKey(key, apiKeyPepper)),
    name: createFingerprint(),
    ttl: TTL,
    stale: STALE,
    capacity: CAPACITY,
    now,
  });
  const services = createTtlCache({
    load: (id) => {
      const [accountId = '', slug = ''] = id.split('/');
      return store.services.findBySlug(accountId, slug);
    },
    ttl: TTL,
    stale: STALE,
    capacity: CAPACITY,
    now,
  });
  function forgetAll(): void {
    keys.clear();
    services.clear();
  }

  return {
    // What is known was well-formed when it was looked up.
    findKey: (key) => keys.known(key) ?? (keyPurpose(key) === 'live' ? keys.get(key) : undefined),
    findService(accountId, slug) {
      const id = `${accountId}/${slug}`;
      // What cannot be a slug is no service, and never part of another one's key.
      return services.known(id) ?? (isSlug(slug) ? services.get(id) : undefined);
    },
    // Changes are rare beside calls: reading everything again is cheaper than an index of who owns which entry.
    forget: forgetAll,
    forgetAll,
  };
}

/**
 * What stands for a key in this process's memory: of no use to who reads that memory or another process's. The hash under
 * which a key is stored would do as well, but a keyed hash per call is a measurable part of it.
 */
function createFingerprint(): (key: string) => string {
  const salt = randomBytes(32).toString('base64');
  return (key) => hash('sha256', salt + key, 'base64url');
}
