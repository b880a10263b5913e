import { randomUUID } from 'node:crypto';
import { type RedisCluster, startRedisCluster, until } from '@soapstone/testing/redis-cluster';
import { hasRedis } from '@soapstone/testing/redis-server';
import { Cluster } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRedisLimiter } from './redis-limiter.js';

// Real processes of Debian's Redis: three masters, each with a replica.

const NODES = 8;
const ATTEMPTS = 250 * Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
const KEY = (account: string): string => `test:{${account}}:minute`;

describe.skipIf(!(await hasRedis()))('a Redis Cluster', () => {
  let cluster: RedisCluster;
  const clients: Cluster[] = [];
  const limiters: ReturnType<typeof createRedisLimiter>[] = [];
  beforeAll(async () => {
    cluster = await startRedisCluster();
    for (let count = 0; count < NODES; count++) {
      const client = new Cluster(
        cluster.ports.map((port) => ({ host: '127.0.0.1', port })),
        {
          retryDelayOnFailover: 0,
          slotsRefreshInterval: 1_000,
          clusterRetryStrategy: () => 50,
          redisOptions: { maxRetriesPerRequest: 0, commandTimeout: 5_000, connectTimeout: 5_000 },
        },
      );
      client.on('error', () => {});
      await new Promise<void>((resolve) => client.once('ready', () => resolve()));
      clients.push(client);
      limiters.push(createRedisLimiter({ client, prefix: 'test', nodes: NODES, nodeId: randomUUID() }));
    }
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await cluster?.stop();
  });

  /** Lets every node attempt the same number of calls while `happen` disturbs the cluster. */
  async function consumeWhile(
    account: string,
    quota: number,
    happen: () => Promise<void>,
  ): Promise<{ admitted: number; remaining: readonly number[] }> {
    const remaining: number[] = [];
    let admitted = 0;
    const work = async (limiter: (typeof limiters)[number]): Promise<void> => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const decision = await limiter.consume({
          account,
          limits: { perMinute: 1_000_000, quota },
          cycle: { kind: 'calendarMonth' },
          charge: 'call',
        });
        if (!decision.allowed) continue;
        admitted++;
        remaining.push(decision.quota.remaining);
      }
    };
    await Promise.all([...limiters.map(work), happen()]);
    // Only a call makes a node probe whether Redis is back.
    const look = {
      account,
      limits: { perMinute: 1_000_000, quota },
      cycle: { kind: 'calendarMonth' },
      charge: 'nothing',
    } as const;
    await until(async () => {
      for (const limiter of limiters) await limiter.consume(look);
      return limiters.every(({ degraded }) => !degraded);
    });
    return { admitted, remaining };
  }

  test('the keys of an account are in one slot, and accounts are spread over the masters', async () => {
    const masters = new Set<number>();
    for (let count = 0; count < 20; count++) masters.add(await cluster.masterOf(KEY(`acc_${count}`)));
    expect(masters.size).toBe(3);
  });

  test('accounts of different masters that call at once are decided by their masters', async () => {
    const limiter = limiters[0]!;
    const ask = (account: string) =>
      limiter.consume({
        account,
        limits: { perMinute: 1_000, quota: 1_000 },
        cycle: { kind: 'calendarMonth' },
        charge: 'call',
      });
    const accounts = Array.from({ length: 20 }, (_, index) => `acc_at_once_${index}`);
    for (const remaining of [999, 998]) {
      const decisions = await Promise.all(accounts.map(ask));
      expect(decisions.map(({ quota }) => quota.remaining)).toEqual(accounts.map(() => remaining));
    }
    expect(limiter.degradedDecisions).toBe(0);
  });

  test('a quota is exact while its slot moves and its master fails over to its replica', async () => {
    const quota = (NODES * ATTEMPTS) / 2;
    const alone = (): number => limiters.reduce((sum, { degradedDecisions }) => sum + degradedDecisions, 0);
    const before = alone();
    const { admitted, remaining } = await consumeWhile('acc_1', quota, async () => {
      await cluster.moveSlot(KEY('acc_1'));
      await cluster.failOver(await cluster.masterOf(KEY('acc_1')));
    });
    expect(admitted).toBe(quota);
    // A node that had to decide alone, because a busy machine kept Redis from answering, tells what is left of its own share.
    if (alone() > before) return;
    expect([...remaining].sort((one, other) => one - other)).toEqual(
      Array.from({ length: quota }, (_, index) => index),
    );
  });

  test('after a master is killed, no more calls are admitted than the shares of the nodes allow', async () => {
    const quota = (NODES * ATTEMPTS) / 2;
    const { admitted } = await consumeWhile('acc_2', quota, async () => {
      await cluster.kill(await cluster.masterOf(KEY('acc_2')));
    });
    // A node that has found the new master may use what is left, while others still admit their shares of it.
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(quota + ((NODES - 1) * quota) / NODES);
  });
});
