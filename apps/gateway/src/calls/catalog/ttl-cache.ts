/**
 * Caches lookups for some seconds, so that proxy calls do not wait for the database. Bounded, with the oldest entry evicted first;
 * one load per key at a time; failed loads are not cached. Frequently used entries are reloaded in the background before they
 * expire. While loads fail, an expired entry is served for some more time.
 */
export interface TtlCache<Value> {
  /** Returns the entry of `key` if it is cached and valid; undefined if the caller would have to wait. */
  known(key: string): Value | undefined;
  get(key: string): Value | Promise<Value>;
  delete(key: string): void;
  /**
   * Deletes the entries of an owner. A load in progress that turns out to be the owner's is not cached, and calls that come after the
   * deletion do not use it; loads of others are not affected.
   */
  deleteOf(owner: string): void;
  clear(): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly owner: string | undefined;
  /** When a call triggers a background reload. */
  refreshAt: number;
  until: number;
  readonly staleUntil: number;
  /** Whether the last load failed. */
  failing: boolean;
}

interface Load<Value> {
  readonly promise: Promise<Value>;
  /** The owners whose entries were deleted since it started. */
  readonly deleted: Set<string>;
}

/** The delay between two reloads of an entry whose load failed, in milliseconds. */
const RETRY = 1_000;

/**
 * The fraction of its lifetime after which an entry is reloaded. Each entry draws its own, so that entries loaded together are not
 * reloaded together forever.
 */
const REFRESH = { from: 0.4, to: 0.8 };

/**
 * `ttl` and `stale` are in milliseconds: how long an entry is valid, and how much longer it is served while it cannot be reloaded;
 * default 0. `capacity` is the number of keys. `name` maps a key to the name under which it is cached, for keys that must not stay in
 * memory; by default the key itself. `owner` returns whose entry it is, for `deleteOf`; by default entries have no owner. `random` returns
 * numbers from 0 to 1. A value whose key is deleted while it loads is returned but not cached.
 */
export function createTtlCache<Value>(options: {
  readonly load: (key: string) => Promise<Value>;
  readonly ttl: number;
  readonly stale?: number;
  readonly capacity: number;
  readonly now: () => number;
  readonly name?: (key: string) => string;
  readonly owner?: (value: Value, key: string) => string | undefined;
  readonly random?: () => number;
}): TtlCache<Value> {
  const { load, ttl, stale = 0, capacity, now, name: nameOf = (key) => key, random = Math.random } = options;
  const entries = new Map<string, Entry<Value>>();
  /** The names of the entries of each owner. */
  const owned = new Map<string, Set<string>>();
  const loading = new Map<string, Load<Value>>();

  function start(key: string, name: string): Promise<Value> {
    const deleted = new Set<string>();
    const promise = load(key).then(
      (value) => {
        if (loading.get(name)?.promise === promise) {
          loading.delete(name);
          const owner = options.owner?.(value, key);
          if (!mayBeOld(owner, deleted)) keep(name, value, owner);
        }
        return value;
      },
      (error: unknown) => {
        // If the entry was deleted in the meantime, the old value must not be served again.
        if (loading.get(name)?.promise !== promise) throw error;
        loading.delete(name);
        const known = entries.get(name);
        const at = now();
        if (known === undefined || at >= known.staleUntil) throw error;
        known.refreshAt = at + RETRY;
        if (at >= known.until) {
          known.until = at + RETRY;
          known.failing = true;
        }
        return known.value;
      },
    );
    loading.set(name, { promise, deleted });
    return promise;
  }

  /** Joins the load in progress, unless it may have read what was there before a deletion. */
  function join(key: string, name: string): Promise<Value> | undefined {
    const running = loading.get(name);
    if (running === undefined || running.deleted.size === 0) return running?.promise;
    const deleted = new Set(running.deleted);
    return running.promise.then((value) =>
      mayBeOld(options.owner?.(value, key), deleted)
        ? (loading.get(name)?.promise ?? start(key, name))
        : value,
    );
  }

  function drop(name: string): void {
    const owner = entries.get(name)?.owner;
    entries.delete(name);
    if (owner === undefined) return;
    const names = owned.get(owner);
    names?.delete(name);
    if (names?.size === 0) owned.delete(owner);
  }

  function keep(name: string, value: Value, owner: string | undefined): void {
    drop(name);
    if (entries.size >= capacity) {
      const [oldest] = entries.keys();
      drop(oldest!);
    }
    if (owner !== undefined) {
      const names = owned.get(owner);
      if (names === undefined) owned.set(owner, new Set([name]));
      else names.add(name);
    }
    const at = now();
    const until = at + ttl;
    const part = REFRESH.from + (REFRESH.to - REFRESH.from) * random();
    entries.set(name, {
      value,
      owner,
      refreshAt: at + ttl * part,
      until,
      staleUntil: until + stale,
      failing: false,
    });
  }

  /** Reloads in the background. */
  function refresh(key: string, name: string): void {
    if (!loading.has(name)) start(key, name).catch(() => {});
  }

  /** The entry of a key while it is valid. */
  function goodEntry(key: string, name: string): Entry<Value> | undefined {
    const entry = entries.get(name);
    const at = now();
    if (entry === undefined || at >= entry.until) return undefined;
    if (at >= entry.refreshAt) refresh(key, name);
    return entry;
  }

  return {
    known: (key) => goodEntry(key, nameOf(key))?.value,
    get(key) {
      const name = nameOf(key);
      const good = goodEntry(key, name);
      if (good !== undefined) return good.value;
      const running = join(key, name) ?? start(key, name);
      const entry = entries.get(name);
      if (entry?.failing !== true || now() >= entry.staleUntil) return running;
      running.catch(() => {});
      return entry.value;
    },
    delete(key) {
      const name = nameOf(key);
      drop(name);
      loading.delete(name);
    },
    deleteOf(owner) {
      for (const name of owned.get(owner) ?? []) entries.delete(name);
      owned.delete(owner);
      for (const { deleted } of loading.values()) deleted.add(owner);
    },
    clear() {
      entries.clear();
      owned.clear();
      loading.clear();
    },
  };
}

/** Whether a deletion may concern a value. One without an owner may have got one, such as a key that was just created. */
function mayBeOld(owner: string | undefined, deleted: ReadonlySet<string>): boolean {
  return deleted.size > 0 && (owner === undefined || deleted.has(owner));
}
