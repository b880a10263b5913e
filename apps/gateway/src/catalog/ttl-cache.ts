/**
 * Answers that may be some seconds old, so that a call of the proxy does not wait for the database. Bounded, least recently
 * made first out; one load per key at a time; a failed load is not kept.
 */
export interface TtlCache<Value> {
  get(key: string): Value | Promise<Value>;
  delete(key: string): void;
  clear(): void;
}

/** `ttl` is milliseconds; `capacity` a count of keys. What is loaded while its key is deleted is handed out, but not kept. */
export function createTtlCache<Value>(options: {
  readonly load: (key: string) => Promise<Value>;
  readonly ttl: number;
  readonly capacity: number;
  readonly now: () => number;
}): TtlCache<Value> {
  const { load, ttl, capacity, now } = options;
  const entries = new Map<string, { value: Value; until: number }>();
  const loading = new Map<string, Promise<Value>>();

  function start(key: string): Promise<Value> {
    const promise = load(key).then(
      (value) => {
        if (loading.get(key) === promise) {
          loading.delete(key);
          keep(key, value);
        }
        return value;
      },
      (error: unknown) => {
        if (loading.get(key) === promise) loading.delete(key);
        throw error;
      },
    );
    loading.set(key, promise);
    return promise;
  }

  function keep(key: string, value: Value): void {
    entries.delete(key);
    if (entries.size >= capacity) {
      const [oldest] = entries.keys();
      entries.delete(oldest!);
    }
    entries.set(key, { value, until: now() + ttl });
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry !== undefined && now() < entry.until) return entry.value;
      return loading.get(key) ?? start(key);
    },
    delete(key) {
      entries.delete(key);
      loading.delete(key);
    },
    clear() {
      entries.clear();
      loading.clear();
    },
  };
}
