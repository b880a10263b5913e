/**
 * Caches lookups for some seconds, so that proxy calls do not wait for the database. Bounded, with the oldest entry evicted first;
 * one load per key at a time; failed loads are not cached. Frequently used entries are reloaded in the background before they
 * expire, many in one load if the cache has `loadMany`. While loads fail, an expired entry is served for some more time.
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
  readonly id: string;
  readonly value: Value;
  readonly owner: string | undefined;
  /** When a call triggers a background reload. */
  refreshAt: number;
  until: number;
  readonly staleUntil: number;
  /** Whether the last load failed. */
  failing: boolean;
  /** Whether the last reload failed: the next one loads nothing else, so that an entry that cannot be loaded affects no others. */
  alone: boolean;
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
 * reloaded together forever, except by `loadMany`.
 */
const REFRESH = { from: 0.4, to: 0.8 };

/** The maximum number of entries in one load: a long statement holds up others. */
const MOST = 100;
/** The maximum number of entries that are considered for one load. */
const LOOKED_AT = 1_000;

/**
 * `ttl` and `stale` are in milliseconds: how long an entry is valid, and how much longer it is served while it cannot be reloaded;
 * default 0. `capacity` is the number of keys. `name` maps a key to the name under which it is cached, for keys that must not stay in
 * memory; by default the key itself. `id` maps a key to what `load` receives; by default the key itself. `loadMany` reloads entries in the
 * background: the first one that is due takes those with it that were used since their last load and would be due soon. It returns one value
 * for each id, in their order. `owner` returns whose entry it is, for `deleteOf`; by default entries have no owner. `random` returns
 * numbers from 0 to 1. A value whose key is deleted while it loads is returned but not cached.
 */
export function createTtlCache<Value>(options: {
  readonly load: (id: string) => Promise<Value>;
  readonly loadMany?: (ids: readonly string[]) => Promise<readonly Value[]>;
  readonly ttl: number;
  readonly stale?: number;
  readonly capacity: number;
  readonly now: () => number;
  readonly name?: (key: string) => string;
  readonly id?: (key: string) => string;
  readonly owner?: (value: Value, id: string) => string | undefined;
  readonly random?: () => number;
}): TtlCache<Value> {
  const { load, loadMany, ttl, stale = 0, capacity, now, random = Math.random } = options;
  const { name: nameOf = (key) => key, id: idOf = (key) => key } = options;
  const entries = new Map<string, Entry<Value>>();
  /** The names of the entries that were used since their last load. */
  const used = new Set<string>();
  /** The names of the entries of each owner. */
  const owned = new Map<string, Set<string>>();
  const loading = new Map<string, Load<Value>>();

  function start(id: string, name: string, loaded: Promise<Value> = load(id)): Promise<Value> {
    const deleted = new Set<string>();
    const promise = loaded.then(
      (value) => {
        if (loading.get(name)?.promise === promise) {
          loading.delete(name);
          const owner = options.owner?.(value, id);
          if (!mayBeOld(owner, deleted)) keep(id, name, value, owner);
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
        known.alone = true;
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
  function join(id: string, name: string): Promise<Value> | undefined {
    const running = loading.get(name);
    if (running === undefined || running.deleted.size === 0) return running?.promise;
    const deleted = new Set(running.deleted);
    return running.promise.then((value) =>
      mayBeOld(options.owner?.(value, id), deleted) ? (loading.get(name)?.promise ?? start(id, name)) : value,
    );
  }

  function drop(name: string): void {
    const owner = entries.get(name)?.owner;
    entries.delete(name);
    used.delete(name);
    if (owner === undefined) return;
    const names = owned.get(owner);
    names?.delete(name);
    if (names?.size === 0) owned.delete(owner);
  }

  function keep(id: string, name: string, value: Value, owner: string | undefined): void {
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
      id,
      value,
      owner,
      refreshAt: at + ttl * part,
      until,
      staleUntil: until + stale,
      failing: false,
      alone: false,
    });
  }

  /** Reloads an entry in the background, with others that will be due soon. */
  function refresh(name: string, entry: Entry<Value>): void {
    if (loading.has(name)) return;
    if (loadMany === undefined || entry.alone) {
      start(entry.id, name).catch(() => {});
      return;
    }
    const due = [[name, entry] as const];
    const soon = entry.refreshAt + ttl * (REFRESH.to - REFRESH.from);
    let looked = 0;
    for (const other of used) {
      if (due.length === MOST || looked === LOOKED_AT) break;
      looked += 1;
      const one = entries.get(other);
      if (one === undefined || one === entry || one.alone || one.refreshAt > soon || loading.has(other))
        continue;
      due.push([other, one]);
    }
    const values = loadMany(due.map(([, { id }]) => id));
    due.forEach(([other, { id }], index) => {
      start(
        id,
        other,
        values.then((all) => all[index]!),
      ).catch(() => {});
    });
  }

  /** The entry of a name while it is valid. */
  function goodEntry(name: string): Entry<Value> | undefined {
    const entry = entries.get(name);
    const at = now();
    if (entry === undefined || at >= entry.until) return undefined;
    if (loadMany !== undefined) used.add(name);
    if (at >= entry.refreshAt) refresh(name, entry);
    return entry;
  }

  return {
    known: (key) => goodEntry(nameOf(key))?.value,
    get(key) {
      const name = nameOf(key);
      const good = goodEntry(name);
      if (good !== undefined) return good.value;
      const id = idOf(key);
      const running = join(id, name) ?? start(id, name);
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
      for (const name of owned.get(owner) ?? []) {
        entries.delete(name);
        used.delete(name);
      }
      owned.delete(owner);
      for (const { deleted } of loading.values()) deleted.add(owner);
    },
    clear() {
      entries.clear();
      used.clear();
      owned.clear();
      loading.clear();
    },
  };
}

/** Whether a deletion may concern a value. One without an owner may have got one, such as a key that was just created. */
function mayBeOld(owner: string | undefined, deleted: ReadonlySet<string>): boolean {
  return deleted.size > 0 && (owner === undefined || deleted.has(owner));
}
