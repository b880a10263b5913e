/**
 * Answers that may be some seconds old, so that a call of the proxy does not wait for the database. Bounded, least recently
 * made first out; one load per key at a time; a failed load is not kept. What is asked for often is loaded again before it is
 * too old, behind the answer: nobody waits. While loads fail, what is known is given for some time more, at once.
 */
export interface TtlCache<Value> {
  /** What is known of `key` and still good; nothing where it would have to be waited for. */
  known(key: string): Value | undefined;
  get(key: string): Value | Promise<Value>;
  delete(key: string): void;
  clear(): void;
}

interface Entry<Value> {
  readonly value: Value;
  /** From when on a call has it loaded again. */
  refreshAt: number;
  until: number;
  readonly staleUntil: number;
  /** The last load failed. */
  failing: boolean;
}

/** Milliseconds between two loads of an entry that could not be loaded. */
const RETRY = 1_000;

/**
 * The part of its time after which an entry is loaded again: the rest is for the load. Each draws its own, so that what was
 * loaded at once, such as all that calls find missing after a pause, is not loaded again at once for ever after.
 */
const REFRESH = { from: 0.4, to: 0.8 };

/**
 * `ttl` and `stale` are milliseconds: how long an entry is good, and how much longer it is given while it cannot be loaded;
 * default 0. `capacity` is a count of keys. `name` makes what an entry is kept under, for keys that must not stay in memory;
 * default the key itself. `random` gives numbers from 0 up to 1. What is loaded while its key is deleted is handed out, but
 * not kept.
 */
export function createTtlCache<Value>(options: {
  readonly load: (key: string) => Promise<Value>;
  readonly ttl: number;
  readonly stale?: number;
  readonly capacity: number;
  readonly now: () => number;
  readonly name?: (key: string) => string;
  readonly random?: () => number;
}): TtlCache<Value> {
  const { load, ttl, stale = 0, capacity, now, name: nameOf = (key) => key, random = Math.random } = options;
  const entries = new Map<string, Entry<Value>>();
  const loading = new Map<string, Promise<Value>>();

  function start(key: string, name: string): Promise<Value> {
    const promise = load(key).then(
      (value) => {
        if (loading.get(name) === promise) {
          loading.delete(name);
          keep(name, value);
        }
        return value;
      },
      (error: unknown) => {
        // Deleted meanwhile: what was known of it is not to be given any more.
        if (loading.get(name) !== promise) throw error;
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
    loading.set(name, promise);
    return promise;
  }

  function keep(name: string, value: Value): void {
    entries.delete(name);
    if (entries.size >= capacity) {
      const [oldest] = entries.keys();
      entries.delete(oldest!);
    }
    const at = now();
    const until = at + ttl;
    const part = REFRESH.from + (REFRESH.to - REFRESH.from) * random();
    entries.set(name, {
      value,
      refreshAt: at + ttl * part,
      until,
      staleUntil: until + stale,
      failing: false,
    });
  }

  /** Load behind an answer. */
  function refresh(key: string, name: string): void {
    if (!loading.has(name)) start(key, name).catch(() => {});
  }

  /** The entry of a key while it is good. */
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
      const running = loading.get(name) ?? start(key, name);
      const entry = entries.get(name);
      if (entry?.failing !== true || now() >= entry.staleUntil) return running;
      running.catch(() => {});
      return entry.value;
    },
    delete(key) {
      const name = nameOf(key);
      entries.delete(name);
      loading.delete(name);
    },
    clear() {
      entries.clear();
      loading.clear();
    },
  };
}
