import { randomUUID } from 'node:crypto';
import { connectRedis } from '@soapstone/testing/connect-redis';
import { type FaultProxy, startFaultProxy } from '@soapstone/testing/fault-proxy';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Admission, LimitRequest } from '../decision.js';
import { createRedisLimiter, type RedisLimiter } from './redis-limiter.js';

const TIMEOUT = 50;
const REQUEST: LimitRequest = {
  account: 'acc_1',
  limits: { perMinute: 1_000_000, quota: 1_000_000 },
  cycle: { kind: 'calendarMonth' },
  charge: 'call',
};
/** Reconnecting takes long on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.skipIf(!(await hasRedis()))('refunds without a reply', () => {
  let server: RedisServer;
  let proxy: FaultProxy;
  let direct: Redis;
  let client: Redis;
  let limiter: RedisLimiter;
  let prefix: string;
  beforeAll(async () => {
    server = await startRedis();
    proxy = await startFaultProxy(server.port);
    direct = new Redis({ port: server.port, host: '127.0.0.1' });
  });
  afterAll(async () => {
    direct?.disconnect();
    await proxy?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    prefix = randomUUID();
    client = await connectRedis(proxy.port, 20_000);
    limiter = createRedisLimiter({
      client,
      nodeId: randomUUID(),
      now: Date.now,
      elapsed: () => performance.now(),
      prefix,
    });
  });
  afterEach(() => {
    proxy.latency = 0;
    proxy.lingering = false;
    client.disconnect();
  });

  async function admit(count: number): Promise<Admission[]> {
    const decisions = await Promise.all(Array.from({ length: count }, () => limiter.consume(REQUEST)));
    expect(decisions.every(({ allowed }) => allowed)).toBe(true);
    return decisions as Admission[];
  }

  /** The number of refunded calls according to Redis. */
  async function refunded(): Promise<number> {
    let sum = 0;
    for (const key of await direct.keys(`${prefix}:*`)) {
      if ((await direct.type(key)) === 'hash') sum += Number((await direct.hget(key, 'r')) ?? 0);
    }
    return sum;
  }

  async function scriptsRun(): Promise<number> {
    const counts = (await direct.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** Waits until the limiter has reported everything to Redis. */
  async function recover(): Promise<void> {
    client.options.commandTimeout = 20_000;
    const ask = async () => {
      await limiter.consume({ ...REQUEST, charge: 'nothing' });
      return client.status === 'ready' && !limiter.degraded;
    };
    await expect.poll(ask, PATIENCE).toBe(true);
    await limiter.settle();
  }

  const refund = ({ receipt }: Admission) => limiter.refund(receipt!);

  test('late replies: each refund counts once', async () => {
    const admitted = await admit(10);
    client.options.commandTimeout = TIMEOUT;
    proxy.latency = 4 * TIMEOUT;
    await Promise.all(admitted.slice(0, 3).map(refund));
    // Redis receives all three after the limiter has given up on them.
    await expect.poll(refunded, PATIENCE).toBe(3);
    proxy.latency = 0;
    await recover();
    expect(await refunded()).toBe(3);
    await refund(admitted[3]!);
    expect(await refunded()).toBe(4);
    expect((await limiter.consume({ ...REQUEST, charge: 'nothing' })).quota.remaining).toBe(1_000_000 - 6);
  });

  test('a command that arrives after its repetition does not count again', async () => {
    const admitted = await admit(5);
    // It is still in flight on an abandoned connection while the limiter uses another one.
    client.options.commandTimeout = TIMEOUT;
    proxy.lingering = true;
    const release = proxy.hold();
    await refund(admitted[0]!);
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.disconnect(true);
    await closed;
    await recover();
    expect(await refunded()).toBe(1);
    // Later refunds make Redis drop settled numbers, but not the fact that they are settled.
    await refund(admitted[1]!);
    expect(await refunded()).toBe(2);
    const before = await scriptsRun();
    release();
    await expect.poll(scriptsRun, PATIENCE).toBe(before + 1);
    expect(await refunded()).toBe(2);
  });

  test('connections that break at random moments: each refund counts once, none is lost', async () => {
    client.options.commandTimeout = TIMEOUT;
    let given = 0;
    let sent = 0;
    for (let round = 0; round < 40; round += 1) {
      const decisions = await Promise.all(Array.from({ length: 5 }, () => limiter.consume(REQUEST)));
      const admissions = decisions.filter((decision): decision is Admission => decision.allowed);
      if (round % 2 === 0) proxy.latency = TIMEOUT + 10 * (round % 4);
      const refunds = admissions.slice(0, 3).map(refund);
      sent += admissions.length;
      given += refunds.length;
      await wait(Math.random() * 3);
      if (round % 3 === 0) proxy.reset();
      await Promise.all(refunds);
      proxy.latency = 0;
      await wait(2 * TIMEOUT);
    }
    await recover();
    const { remaining, limit } = (await limiter.consume({ ...REQUEST, charge: 'nothing' })).quota;
    expect(limit - remaining).toBe(sent - given);
  });
});
