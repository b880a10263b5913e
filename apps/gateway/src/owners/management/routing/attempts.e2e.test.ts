import { connectRedis } from '@soapstone/testing/connect-redis';
import { startFaultProxy } from '@soapstone/testing/fault-proxy';
import { hasRedis, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { type Attempts, createLocalAttempts, createSharedAttempts } from './attempts.js';

const countFree = async (attempts: Attempts, key: string, limit: number, tries: number): Promise<number> => {
  const waits: number[] = [];
  for (let count = 0; count < tries; count += 1) waits.push(await attempts.take(key, limit));
  return waits.filter((wait) => wait === 0).length;
};

describe('in the memory of a process', () => {
  test('allows a number of attempts per minute, and says how long to wait for the next', async () => {
    let now = 0;
    const attempts = createLocalAttempts(() => now);
    for (const at of [0, 10_000, 20_000]) {
      now = at;
      expect(await attempts.take('a', 3)).toBe(0);
    }
    now = 25_000;
    expect(await attempts.take('a', 3)).toBe(35_000);
    expect(await attempts.take('b', 3)).toBe(0);
    now = 60_000;
    expect(await attempts.take('a', 3)).toBe(0);
    expect(await attempts.take('a', 3)).toBe(10_000);
  });

  test('made-up keys evict the oldest ones instead of growing memory', async () => {
    let now = 0;
    const attempts = createLocalAttempts(() => now, 1_000);
    const limit = 1;
    await attempts.take('first', limit);
    for (let count = 0; count < 999; count += 1) await attempts.take(`made up ${count}`, limit);
    expect(await attempts.take('first', limit)).toBeGreaterThan(0);
    await attempts.take('one too many', limit);
    expect(await attempts.take('first', limit)).toBe(0);
    now = 60_000;
    expect(await attempts.take('made up 998', limit)).toBe(0);
  });
});

describe.skipIf(!(await hasRedis()))('through Redis', () => {
  test('processes count together, and without Redis each has its share', async () => {
    const server = await startRedis();
    const proxy = await startFaultProxy(server.port);
    const clients = await Promise.all([connectRedis(proxy.port, 20_000), connectRedis(proxy.port, 20_000)]);
    const nodes = clients.map((client) =>
      createSharedAttempts(
        client,
        createLocalAttempts(() => performance.now()),
        2,
      ),
    );
    try {
      const [first, second] = nodes as [Attempts, Attempts];
      const taken = await Promise.all([countFree(first, 'a', 5, 6), countFree(second, 'a', 5, 6)]);
      expect(taken[0] + taken[1]).toBe(5);
      expect(await second.take('a', 5)).toBeGreaterThan(0);
      const direct = new Redis({ port: server.port, host: '127.0.0.1' });
      const [key] = await direct.keys('*');
      expect(await direct.pttl(key!)).toBeGreaterThan(0);
      expect(await direct.pttl(key!)).toBeLessThanOrEqual(60_000);
      direct.disconnect();
      await first.remember('known');
      expect([await second.isRemembered('known'), await second.isRemembered('a')]).toEqual([true, false]);

      await server.kill();
      expect([await first.isRemembered('known'), await second.isRemembered('known')]).toEqual([true, false]);
      // Each process allows three of five, which is one too many in total.
      expect([await countFree(first, 'b', 5, 6), await countFree(second, 'b', 5, 6)]).toEqual([3, 3]);
      // Earlier attempts still count: at most six of eleven pass within the minute.
      const more = [await countFree(first, 'a', 5, 6), await countFree(second, 'a', 5, 6)];
      for (const [node, count] of more.entries()) expect(count).toBe(Math.max(0, 3 - taken[node]!));
    } finally {
      for (const client of clients) client.disconnect();
      await proxy.stop();
      await server.stop();
    }
  });
});
