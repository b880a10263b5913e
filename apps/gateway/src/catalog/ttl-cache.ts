/**
 * Answers that may be some seconds old, so that a call of the proxy does not wait for the database. Bounded, least recently
 * made first out; one load per key at a time; a failed load is not kept.
 */
export interface TtlCache<Value> {
  get(key: string): Value | Promise<Value>;
  delete(key: string): void;
  clear(): void;
}

/**
 * `ttl` is milliseconds; `capacity` a count of keys. `name` makes what an entry is kept under, for keys that must not stay in
 * memory; default the key itself. What is loaded while its key is deleted is handed out, but not kept.
 */
export function createTtlCache<Value>(options: {
  readonly load: (key: string) => Promise<Value>;
  readonly ttl: number;
  readonly capacity: number;
  readonly now: () => number;
  readonly name?: (key: string) => string;
}): TtlCache<Value> {
  const { load, ttl, capacity, now, name: nameOf = (key) => key } = options;
  const entries = new Map<string, { value: Value; until: number }>();
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
        if (loading.get(name) === promise) loading.delete(name);
        throw error;
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
    entries.set(name, { value, until: now() + ttl });
  }

  return {
    get(key) {
      const name = nameOf(key);
      const entry = entries.get(name);
      if (entry !== undefined && now() < entry.until) return entry.value;
      return loading.get(name) ?? start(key, name);
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
