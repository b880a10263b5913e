import { randomUUID } from 'node:crypto';
import { connectRedis } from '@soapstone/testing/connect-redis';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LimitRequest } from '../decision.js';
import type { PeriodUse } from '../limiter.js';
import { describeLimiter } from '../testing/limiter-contract.js';
import { createRedisLimiter } from './redis-limiter.js';
import type { RedisLimiterOptions } from './redis-options.js';

const installed = await hasRedis();
if (!installed) process.stderr.write('Redis is not installed: the tests of the Redis limiter are skipped\n');

/** Reconnecting takes long on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };

describe.skipIf(!installed)('with a Redis server', () => {
  let server: RedisServer;
  const clients: Redis[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });
  afterAll(() => server?.stop());

  async function connect(): Promise<Redis> {
    const client = await connectRedis(server.port, 20_000);
    clients.push(client);
    return client;
  }

  /** Starts a node, in its own key namespace unless `prefix` is given. */
  async function node(over: Partial<RedisLimiterOptions> = {}) {
    return createRedisLimiter({
      client: await connect(),
      nodeId: randomUUID(),
      now: Date.now,
      elapsed: () => performance.now(),
      prefix: randomUUID(),
      ...over,
    });
  }

  describeLimiter('the Redis limiter', async (start, options) => {
    let now = start;
    const limiter = await node({ ...options, time: () => now, elapsed: () => now });
    return {
      limiter,
      advance: (milliseconds) => {
        now += milliseconds;
      },
      now: () => now,
    };
  });

  const request = (over: Partial<LimitRequest> = {}): LimitRequest => ({
    account: 'acc_1',
    limits: { perMinute: 1000, quota: 1000 },
    cycle: { kind: 'calendarMonth' },
    charge: 'call',
    ...over,
  });

  test('several nodes share one limit exactly: each remainder is returned once', async () => {
    const prefix = randomUUID();
    const nodes = await Promise.all([node({ prefix }), node({ prefix }), node({ prefix })]);
    const limits = { perMinute: 10_000, quota: 500 };
    const decisions = await Promise.all(
      Array.from({ length: 900 }, (_, index) => nodes[index % 3]!.consume(request({ limits }))),
    );
    const remaining = decisions.filter((one) => one.allowed).map((one) => one.quota.remaining);
    expect(remaining.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 500 }, (_, index) => index),
    );
  });

  test('nodes with wrong clocks decide alike, because only the Redis clock counts', async () => {
    const prefix = randomUUID();
    const skews = [0, 40 * 86_400_000, -40 * 86_400_000, 300_000];
    const nodes = await Promise.all(skews.map((skew) => node({ prefix, now: () => Date.now() + skew })));
    const decisions = [];
    for (const one of nodes) decisions.push(await one.consume(request()));
    expect(new Set(decisions.map((one) => one.quota.resetAt)).size).toBe(1);
    expect(decisions.map((one) => one.quota.remaining)).toEqual([999, 998, 997, 996]);
  });

  test('a counter that Redis lost is restored from what a node has seen', async () => {
    const prefix = randomUUID();
    const one = await node({ prefix });
    for (let call = 0; call < 5; call += 1) await one.consume(request());
    await clients[0]!.flushall();
    expect((await one.consume(request())).quota.remaining).toBe(994);
    // Another node, which has seen no calls, now finds the counter in Redis.
    expect((await (await node({ prefix })).consume(request())).quota.remaining).toBe(993);
  });

  test('a period that Redis does not know is seeded from the ledger, and refunds stay refunded', async () => {
    const ledger: PeriodUse[] = [];
    const prefix = randomUUID();
    const readUse = async (account: string, periodStart: number) =>
      ledger.find((use) => use.account === account && use.periodStart === periodStart);
    const before = await node({ prefix, readUse });
    for (let call = 0; call < 4; call += 1) await before.consume(request());
    const last = await before.consume(request());
    if (!last.allowed) throw new Error('denied');
    expect((await before.refund(last.receipt!)).remaining).toBe(996);
    ledger.push(...before.takeChanges());
    expect(ledger).toEqual([expect.objectContaining({ charged: 5, refunded: 1 })]);

    await clients[0]!.flushall();
    const after = await node({ prefix, readUse });
    expect((await after.consume(request())).quota.remaining).toBe(995);
  });

  test('a denied account is rejected without asking Redis until its retry time', async () => {
    let elapsed = 0;
    const limiter = await node({ elapsed: () => elapsed });
    const limits = { perMinute: 2, quota: 1000 };
    await limiter.consume(request({ limits }));
    await limiter.consume(request({ limits }));
    const denial = await limiter.consume(request({ limits }));
    expect(denial.allowed).toBe(false);
    const asked = await commandCount();
    elapsed += 1000;
    const again = await limiter.consume(request({ limits }));
    expect(again).toMatchObject({ allowed: false, rule: 'minute' });
    if (denial.allowed || again.allowed) throw new Error('admitted');
    expect(again.retryAfter).toBe(denial.retryAfter - 1000);
    expect(await commandCount()).toBe(asked);
    // A call with a raised limit is not blocked.
    expect((await limiter.consume(request({ limits: { perMinute: 3, quota: 1000 } }))).allowed).toBe(true);
  });

  async function commandCount(): Promise<string> {
    const stats = await clients[0]!.info('commandstats');
    return /cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? '0';
  }

  test('keys expire some time after their period', async () => {
    const prefix = randomUUID();
    const limiter = await node({ prefix });
    const { quota } = await limiter.consume(request());
    const keys = await clients[0]!.keys(`${prefix}:*`);
    expect(keys.sort()).toEqual([
      `${prefix}:{acc_1}:${quota.resetAt - quota.window}`,
      `${prefix}:{acc_1}:minute`,
    ]);
    expect(await clients[0]!.pexpiretime(keys[0]!)).toBe(quota.resetAt + 40 * 86_400_000);
    expect(await clients[0]!.pttl(keys[1]!)).toBeLessThanOrEqual(60_000);
  });

  describe('while Redis is down', () => {
    let mine: RedisServer;
    beforeAll(async () => {
      mine = await startRedis(['--appendonly', 'yes']);
    });
    afterAll(() => mine?.stop());

    async function nodeOfMine(over: Partial<RedisLimiterOptions> = {}) {
      // A killed server closes its connections, so nothing has to wait for a timeout.
      const client = await connectRedis(mine.port, 20_000);
      clients.push(client);
      return createRedisLimiter({
        client,
        nodeId: randomUUID(),
        now: Date.now,
        elapsed: () => performance.now(),
        prefix: randomUUID(),
        ...over,
      });
    }

    test('a node admits its share and reports it afterwards', async () => {
      const degraded: boolean[] = [];
      const prefix = randomUUID();
      const limiter = await nodeOfMine({ prefix, nodes: 2, onDegraded: (state) => degraded.push(state) });
      const limits = { perMinute: 1000, quota: 100 };
      for (let call = 0; call < 40; call += 1) await limiter.consume(request({ limits }));
      await mine.kill();
      const alone = [];
      for (let call = 0; call < 50; call += 1) alone.push(await limiter.consume(request({ limits })));
      // 60 calls were left, shared by two nodes.
      expect(alone.filter((one) => one.allowed)).toHaveLength(30);
      expect(alone[0]?.quota.remaining).toBe(59);
      expect(alone[49]).toMatchObject({ allowed: false, rule: 'minute', retryAfter: 1000 });
      expect(limiter.degraded).toBe(true);

      await mine.start();
      await expect
        .poll(async () => {
          await limiter.consume(request({ limits, charge: 'nothing' }));
          return limiter.degraded;
        }, PATIENCE)
        .toBe(false);
      expect(degraded).toEqual([true, false]);
      expect((await limiter.consume(request({ limits, charge: 'nothing' }))).quota.remaining).toBe(30);
    });

    test('the per-minute limit is shared out too', async () => {
      const limiter = await nodeOfMine({ nodes: 3 });
      const limits = { perMinute: 10, quota: 1000 };
      await mine.kill();
      const alone = [];
      for (let call = 0; call < 10; call += 1) alone.push(await limiter.consume(request({ limits })));
      await mine.start();
      // An account with no known usage gets a third of 1 % of its quota, and a third of its minute.
      expect(alone.filter((one) => one.allowed)).toHaveLength(4);
    });

    test('an exhausted account stays rejected', async () => {
      const limiter = await nodeOfMine();
      const limits = { perMinute: 1000, quota: 3 };
      for (let call = 0; call < 3; call += 1) await limiter.consume(request({ limits }));
      await mine.kill();
      const denial = await limiter.consume(request({ limits }));
      await mine.start();
      expect(denial).toMatchObject({ allowed: false, rule: 'quota' });
    });

    test('a refund is not lost', async () => {
      const limiter = await nodeOfMine();
      const decision = await limiter.consume(request());
      if (!decision.allowed) throw new Error('denied');
      await mine.kill();
      expect((await limiter.refund(decision.receipt!)).remaining).toBe(1000);
      await mine.start();
      await expect
        .poll(async () => (await limiter.consume(request({ charge: 'nothing' }))).quota.remaining, PATIENCE)
        .toBe(1000);
    });
  });
});
