import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectRedis, type RedisConnections } from './redis.js';

describe.skipIf(!(await hasRedis()))('the connections to Redis', () => {
  let server: RedisServer;
  let redis: RedisConnections;
  beforeAll(async () => {
    server = await startRedis();
    redis = (await connectRedis({ redisUrl: `redis://127.0.0.1:${server.port}` }, () => {}, {
      command: 5_000,
    }))!;
  });
  afterAll(async () => {
    redis?.close();
    await server?.stop();
  });

  /** Returns how often the server has read from a connection. */
  async function reads(): Promise<number> {
    const [, count] = /total_reads_processed:(\d+)/.exec(await redis.answers.info('stats')) ?? [];
    return Number(count);
  }

  test('commands of one turn are sent together, and each gets its own reply', async () => {
    const before = await reads();
    // Sends each command as a separate socket event would.
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, async (_, index) => {
        await new Promise((resolve) => setImmediate(resolve));
        return index === 100 ? redis.limits.call('NONSENSE') : redis.limits.incr('count');
      }),
    );
    // One more read is for the request that counts them.
    expect((await reads()) - before).toBeLessThan(20);
    const failed = answers.filter(({ status }) => status === 'rejected');
    expect(failed).toHaveLength(1);
    const counts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(counts).toEqual(Array.from({ length: 199 }, (_, index) => index + 1));
  });

  test('a command after a turn is sent as well', async () => {
    await redis.limits.set('x', '1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await redis.limits.get('x')).toBe('1');
  });

  test('commands of the turn in which the connection closes are still sent, and the next connection works', async () => {
    const last = redis.limits.incr('other');
    redis.limits.disconnect(true);
    expect(await last).toBe(1);
    await new Promise<void>((resolve) => redis.limits.once('ready', resolve));
    expect(await redis.limits.set('again', '1')).toBe('OK');
  });

  test('a connection that breaks is noticed without a command', async () => {
    const other = await startRedis();
    const connections = (await connectRedis({ redisUrl: `redis://127.0.0.1:${other.port}` }, () => {}))!;
    try {
      expect(connections.isConnected()).toBe(true);
      await other.stop();
      await expect.poll(() => connections.isConnected()).toBe(false);
    } finally {
      connections.close();
    }
  });
});
