import { describe, expect, test } from 'vitest';
import { createTtlCache } from './ttl-cache.js';

function setUp(capacity = 10) {
  let now = 0;
  const loads: string[] = [];
  const answers: ((value: string) => void)[] = [];
  const cache = createTtlCache<string>({
    load: (key) => {
      loads.push(key);
      return new Promise((resolve) => answers.push(resolve));
    },
    ttl: 1000,
    capacity,
    now: () => now,
    // Reloads at the last possible moment.
    random: () => 1,
  });
  return {
    cache,
    loads,
    answer: (value: string) => answers.shift()!(value),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('loads once for concurrent callers, and returns synchronously afterwards', async () => {
  const { cache, loads, answer } = setUp();
  const waiting = [cache.get('a'), cache.get('a')];
  answer('1');
  expect(await Promise.all(waiting)).toEqual(['1', '1']);
  expect(cache.get('a')).toBe('1');
  expect(loads).toEqual(['a']);
});

test('reloads after expiry', async () => {
  const { cache, loads, answer, advance } = setUp();
  const first = cache.get('a');
  answer('1');
  await first;
  advance(999);
  expect(cache.get('a')).toBe('1');
  advance(1);
  const second = cache.get('a');
  answer('2');
  expect(await second).toBe('2');
  expect(loads).toEqual(['a', 'a']);
});

test('entries loaded together are not reloaded together', async () => {
  let now = 0;
  const loads: number[] = [];
  const cache = createTtlCache<string>({
    load: async () => {
      loads.push(now);
      return '1';
    },
    ttl: 1000,
    capacity: 200,
    now: () => now,
  });
  const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
  for (const key of keys) await cache.get(key);
  loads.length = 0;
  for (; now <= 800; now += 10) {
    expect(new Set(keys.map((key) => cache.get(key)))).toEqual(new Set(['1']));
    await Promise.resolve();
  }
  expect(Math.min(...loads)).toBeGreaterThanOrEqual(400);
  // Reloads spread over half of the remaining time: five in each step, if evenly distributed.
  const inStep = (at: number) => loads.filter((load) => load === at).length;
  expect(Math.max(...loads.map(inStep))).toBeLessThan(40);
  expect(loads.length).toBeGreaterThanOrEqual(200);
});

test('reloads in the background before expiry: frequent callers never wait', async () => {
  const { cache, loads, answer, advance } = setUp();
  const first = cache.get('a');
  answer('1');
  await first;
  advance(799);
  expect(cache.get('a')).toBe('1');
  expect(loads).toEqual(['a']);
  advance(1);
  expect([cache.get('a'), cache.get('a')]).toEqual(['1', '1']);
  expect(loads).toEqual(['a', 'a']);
  answer('2');
  await new Promise((resolve) => setImmediate(resolve));
  expect(cache.get('a')).toBe('2');
  advance(799);
  expect(cache.get('a')).toBe('2');
  expect(loads).toEqual(['a', 'a']);
});

test('does not keep a value that was loaded before a deletion', async () => {
  const { cache, loads, answer } = setUp();
  const stale = cache.get('a');
  cache.delete('a');
  const fresh = cache.get('a');
  answer('old');
  expect(await stale).toBe('old');
  answer('new');
  expect(await fresh).toBe('new');
  expect(cache.get('a')).toBe('new');
  expect(loads).toEqual(['a', 'a']);
});

test('does not cache a failed load', async () => {
  let broken = true;
  const cache = createTtlCache({
    load: async () => {
      if (broken) throw new Error('database away');
      return 1;
    },
    ttl: 1000,
    capacity: 1,
    now: () => 0,
  });
  await expect(cache.get('a')).rejects.toThrow('database away');
  broken = false;
  expect(await cache.get('a')).toBe(1);
});

test('is bounded', async () => {
  const { cache, loads, answer } = setUp(2);
  for (const key of ['a', 'b', 'c']) {
    const value = cache.get(key);
    answer(key);
    await value;
  }
  expect(cache.get('c')).toBe('c');
  expect(cache.get('b')).toBe('b');
  void cache.get('a');
  expect(loads).toEqual(['a', 'b', 'c', 'a']);
});

test('caches entries under the name of their key, and loads by the key itself', async () => {
  const loads: string[] = [];
  const cache = createTtlCache<string>({
    load: async (key) => {
      loads.push(key);
      return `value of ${key}`;
    },
    name: (key) => key.toLowerCase(),
    ttl: 1000,
    capacity: 10,
    now: () => 0,
  });
  expect(await cache.get('A')).toBe('value of A');
  expect(cache.get('a')).toBe('value of A');
  cache.delete('A');
  expect(await cache.get('a')).toBe('value of a');
  expect(loads).toEqual(['A', 'a']);
});

describe('while loads fail', () => {
  function failing() {
    let now = 0;
    let fails = false;
    let loads = 0;
    const cache = createTtlCache<string>({
      load: async () => {
        loads += 1;
        if (fails) throw new Error('away');
        return `value ${loads}`;
      },
      ttl: 1_000,
      stale: 10_000,
      capacity: 10,
      now: () => now,
    });
    return {
      cache,
      loads: () => loads,
      fail: (value: boolean) => {
        fails = value;
      },
      advance: (ms: number) => {
        now += ms;
      },
    };
  }

  test('serves a stale entry, without waiting after the first failure, and reloads it when possible', async () => {
    const { cache, fail, advance, loads } = failing();
    await cache.get('a');
    fail(true);
    advance(1_000);
    expect(await cache.get('a')).toBe('value 1');
    expect(cache.get('a')).toBe('value 1');
    expect(loads()).toBe(2);
    advance(1_000);
    expect(cache.get('a')).toBe('value 1');
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(loads()).toBe(3);
    fail(false);
    advance(1_000);
    expect(cache.get('a')).toBe('value 1');
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(cache.get('a')).toBe('value 4');
  });

  test('a stale entry is not reloaded on every call', async () => {
    const { cache, fail, advance, loads } = failing();
    await cache.get('a');
    fail(true);
    advance(800);
    expect(cache.get('a')).toBe('value 1');
    await new Promise((resolve) => setTimeout(resolve, 1));
    advance(100);
    expect(cache.get('a')).toBe('value 1');
    expect(loads()).toBe(2);
    fail(false);
    advance(100);
    expect(await cache.get('a')).toBe('value 3');
  });

  test('does not serve a stale entry forever, after a deletion, or if it was never loaded', async () => {
    const { cache, fail, advance } = failing();
    await cache.get('a');
    await cache.get('b');
    fail(true);
    advance(1_000);
    await expect(cache.get('c')).rejects.toThrow('away');
    expect(await cache.get('a')).toBe('value 1');
    cache.clear();
    await expect(cache.get('a')).rejects.toThrow('away');
    fail(false);
    await cache.get('b');
    fail(true);
    advance(11_000);
    await expect(cache.get('b')).rejects.toThrow('away');
  });

  test('a failed load of a deleted entry serves nothing', async () => {
    const { cache, fail, advance } = failing();
    await cache.get('a');
    fail(true);
    advance(1_000);
    const running = cache.get('a');
    cache.delete('a');
    await expect(running).rejects.toThrow('away');
  });
});

describe('deleteOf', () => {
  function setUpOwners() {
    const loads: string[] = [];
    let pending: ((value: string) => void) | undefined;
    const cache = createTtlCache<string>({
      load: (key) => {
        loads.push(key);
        return key.endsWith('slow')
          ? new Promise((resolve) => {
              pending = resolve;
            })
          : Promise.resolve(key);
      },
      owner: (value) => value.split('/')[0],
      ttl: 1000,
      capacity: 3,
      now: () => 0,
    });
    return { cache, loads, answer: (value: string) => pending!(value) };
  }

  test('deletes the entries of one owner, and no others', async () => {
    const { cache, loads } = setUpOwners();
    for (const key of ['a/1', 'a/2', 'b/1']) await cache.get(key);
    cache.deleteOf('a');
    expect(['a/1', 'a/2', 'b/1'].map((key) => cache.known(key))).toEqual([undefined, undefined, 'b/1']);
    await cache.get('a/1');
    cache.deleteOf('nobody');
    expect([cache.known('a/1'), loads.length]).toEqual(['a/1', 4]);
  });

  test('an entry that was evicted and loaded again is deleted too', async () => {
    const { cache } = setUpOwners();
    for (const key of ['a/1', 'b/1', 'b/2', 'b/3', 'a/1']) await cache.get(key);
    cache.deleteOf('a');
    expect(cache.known('a/1')).toBeUndefined();
    expect(cache.known('b/3')).toBe('b/3');
  });

  test('a value that was loaded before the deletion is not cached', async () => {
    const { cache, answer } = setUpOwners();
    const loading = cache.get('a/slow');
    cache.deleteOf('a');
    answer('a/old');
    expect(await loading).toBe('a/old');
    expect(cache.known('a/slow')).toBeUndefined();
  });

  test('a call after the deletion does not use a load that began before it', async () => {
    const { cache, loads, answer } = setUpOwners();
    const before = cache.get('a/slow');
    cache.deleteOf('a');
    const after = cache.get('a/slow');
    answer('a/old');
    expect(await before).toBe('a/old');
    await expect.poll(() => loads).toEqual(['a/slow', 'a/slow']);
    answer('a/new');
    expect(await after).toBe('a/new');
    expect(cache.known('a/slow')).toBe('a/new');
  });

  test('a load of another owner in progress goes on, is shared and is cached', async () => {
    const { cache, loads, answer } = setUpOwners();
    const before = cache.get('b/slow');
    cache.deleteOf('a');
    const after = cache.get('b/slow');
    answer('b/value');
    expect([await before, await after, cache.known('b/slow')]).toEqual(['b/value', 'b/value', 'b/value']);
    expect(loads).toEqual(['b/slow']);
  });
});

describe('loadMany', () => {
  function setUpMany() {
    let now = 0;
    let broken: string | undefined;
    const loads: (readonly string[])[] = [];
    const load = async (ids: readonly string[]) => {
      loads.push(ids);
      if (broken !== undefined && ids.includes(broken)) throw new Error('a row that cannot be read');
      return ids.map((id) => `${id} at ${now}`);
    };
    const cache = createTtlCache<string>({
      load: async (id) => (await load([id]))[0]!,
      loadMany: load,
      id: (key) => key.toUpperCase(),
      owner: (_value, id) => id[0],
      ttl: 1000,
      stale: 10_000,
      capacity: 1_000,
      now: () => now,
    });
    return {
      cache,
      loads,
      break: (id: string | undefined) => {
        broken = id;
      },
      advance: (ms: number) => {
        now += ms;
      },
      settled: () => new Promise((resolve) => setImmediate(resolve)),
    };
  }

  test('reloads entries in use together, by their ids, before any of them expires', async () => {
    const { cache, loads, advance, settled } = setUpMany();
    const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`);
    for (const key of keys) await cache.get(key);
    loads.length = 0;
    for (let ms = 0; ms < 10_000; ms += 50) {
      expect(keys.map((key) => cache.known(key))).not.toContain(undefined);
      await settled();
      advance(50);
    }
    expect(loads.flat()).toContain('KEY 0');
    // Each reload is due after 400 to 800 ms. One by one, there would be more than 500.
    expect(loads.length).toBeLessThanOrEqual(25);
  });

  test('does not reload entries that nobody used since their last load', async () => {
    const { cache, loads, advance, settled } = setUpMany();
    for (const key of ['a', 'b']) await cache.get(key);
    loads.length = 0;
    advance(850);
    cache.known('a');
    await settled();
    expect(loads).toEqual([['A']]);
  });

  test('bounds the entries of one load', async () => {
    const { cache, loads, advance, settled } = setUpMany();
    const keys = Array.from({ length: 250 }, (_, index) => `key ${index}`);
    for (const key of keys) await cache.get(key);
    loads.length = 0;
    for (const key of keys) cache.known(key);
    advance(850);
    for (const key of keys) cache.known(key);
    await settled();
    expect(loads.map((ids) => ids.length)).toEqual([100, 100, 50]);
    expect(new Set(loads.flat()).size).toBe(250);
  });

  test('an entry that cannot be loaded does not keep the others from being reloaded', async () => {
    const { cache, loads, advance, settled, ...setUp } = setUpMany();
    for (const key of ['a', 'b']) await cache.get(key);
    loads.length = 0;
    setUp.break('A');
    for (const ms of [850, 1_000, 1_000]) {
      for (const key of ['a', 'b']) cache.known(key);
      advance(ms);
      for (const key of ['a', 'b']) await cache.get(key);
      await settled();
    }
    expect(cache.known('b')).toBe('B at 2850');
    expect(cache.known('a')).toBe('A at 0');
  });

  test('a value that was loaded with others before the deletion of its owner is not cached', async () => {
    const { cache, advance, settled } = setUpMany();
    for (const key of ['a', 'b']) await cache.get(key);
    for (const key of ['a', 'b']) cache.known(key);
    advance(850);
    cache.known('a');
    cache.deleteOf('B');
    await settled();
    expect([cache.known('a'), cache.known('b')]).toEqual(['A at 850', undefined]);
  });
});
