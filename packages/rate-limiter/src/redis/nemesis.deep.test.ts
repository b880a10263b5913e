import { hasRedis, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { countDuplicatesAndGaps } from '../testing/history.js';
import { APPEND_ONLY, NEMESIS, type Outcome, suffer } from '../testing/nemesis.js';

const TIMEOUT = 600_000;
const { nodes, rate, commandTimeout } = NEMESIS;

/** Checks that no decision threw, and that Redis counts every admitted call, because all it had lost was reported to it. */
function expectAllCounted(outcome: Outcome): void {
  expect(outcome.failures).toBe(0);
  expect(outcome.countedInAll).toBe(outcome.admitted - outcome.refunded);
}

/**
 * The calls that may exceed the quota if Redis loses its data: a thousandth of the quota. In a short run that is less than the
 * calls that were in flight when Redis died and whose replies no node received; on a slow machine these may be many.
 */
const lost = ({ quota, unheard }: Outcome, times: number): number =>
  Math.max(quota / 1000, 4 * nodes * times, unheard);

describe.skipIf(!(await hasRedis()))(
  'the quota while Redis is killed, slow, cut off or replaced',
  { timeout: TIMEOUT },
  () => {
    test('no fault: exactly the quota is admitted, and each remainder is returned once', async () => {
      const each = () => ({ commandTimeout: 30_000 });
      const outcome = await suffer('no fault', { each }, ({ pass }) => pass());
      expectAllCounted(outcome);
      expect(outcome.beyond).toBe(0);
      expect(countDuplicatesAndGaps(outcome.remaining)).toEqual({ duplicates: 0, gaps: 0 });
    });

    test('constant refunds: each refunded call can be used again, once', async () => {
      const each = () => ({ commandTimeout: 30_000, refundEvery: 5 });
      const outcome = await suffer('refunds', { each }, ({ pass }) => pass());
      expectAllCounted(outcome);
      // A call that is refunded at the very end is not used again.
      expect(outcome.beyond).toBeLessThanOrEqual(0);
      expect(outcome.refunded).toBeGreaterThan(0);
    });

    test('kill -9, three times, with an append-only file: no call over the quota', async () => {
      // Nodes notice a dead server immediately. A short timeout would make them decide alone while the server is merely slow.
      const each = () => ({ commandTimeout: 30_000 });
      const outcome = await suffer(
        'kill -9 x3, appendonly',
        { persistence: APPEND_ONLY, each },
        async ({ redis, pass }) => {
          for (let count = 0; count < 3; count += 1) {
            await redis.kill();
            await pass(0.5);
            await redis.start();
            await pass();
          }
        },
      );
      expectAllCounted(outcome);
      expect(outcome.outages).toBeGreaterThan(0);
      expect(outcome.beyond).toBeLessThanOrEqual(0);
    });

    test('kill -9, three times, without persistence: at most 0.1 % over the quota', async () => {
      const outcome = await suffer('kill -9 x3, no persistence', {}, async ({ redis, pass }) => {
        for (let count = 0; count < 3; count += 1) {
          await redis.kill();
          await pass(0.5);
          await redis.start();
          await pass();
        }
      });
      expect(outcome.failures).toBe(0);
      expect(outcome.outages).toBeGreaterThan(0);
      expect(outcome.beyond).toBeLessThanOrEqual(lost(outcome, 3));
    });

    test('FLUSHALL, three times: at most one second of calls over the quota', async () => {
      const outcome = await suffer('FLUSHALL x3', {}, async ({ redis, pass }) => {
        const client = new Redis({ port: redis.port, host: '127.0.0.1' });
        for (let count = 0; count < 3; count += 1) {
          await client.flushall();
          await pass();
        }
        client.disconnect();
      });
      expect(outcome.failures).toBe(0);
      expect(outcome.beyond).toBeLessThanOrEqual(nodes * rate);
    });

    test('late replies: at most one call over the quota per node, and no call is counted twice', async () => {
      const outcome = await suffer('slow Redis', { persistence: APPEND_ONLY }, async ({ proxy, pass }) => {
        for (let count = 0; count < 3; count += 1) {
          proxy.latency = 4 * commandTimeout;
          await pass();
          proxy.latency = 0;
          await pass(0.5);
        }
      });
      expectAllCounted(outcome);
      expect(outcome.outages).toBeGreaterThan(0);
      expect(outcome.beyond).toBeLessThanOrEqual(nodes);
    });

    test('connections that are reset repeatedly: at most one call over the quota per node', async () => {
      const outcome = await suffer('resets', { persistence: APPEND_ONLY }, async ({ proxy, pass }) => {
        for (let count = 0; count < 30; count += 1) {
          proxy.reset();
          await pass(0.1);
        }
      });
      expectAllCounted(outcome);
      expect(outcome.beyond).toBeLessThanOrEqual(nodes);
    });

    test('connections that stay open and silent: at most one call over the quota per node', async () => {
      const outcome = await suffer('silence', { persistence: APPEND_ONLY }, async ({ proxy, pass }) => {
        proxy.frozen = true;
        await pass(3);
        proxy.frozen = false;
      });
      expectAllCounted(outcome);
      expect(outcome.outages).toBeGreaterThan(0);
      expect(outcome.beyond).toBeLessThanOrEqual(nodes);
    });

    test('a stopped Redis process: at most one call over the quota per node', async () => {
      const outcome = await suffer('SIGSTOP x3', { persistence: APPEND_ONLY }, async ({ redis, pass }) => {
        for (let count = 0; count < 3; count += 1) {
          redis.pause();
          await pass();
          redis.resume();
          await pass(0.5);
        }
      });
      expectAllCounted(outcome);
      expect(outcome.outages).toBeGreaterThan(0);
      expect(outcome.beyond).toBeLessThanOrEqual(nodes);
    });

    test('failover to a replica: at most 0.1 % over the quota', async () => {
      const replica = await startRedis();
      const client = new Redis({ port: replica.port, host: '127.0.0.1' });
      try {
        const persistence = ['--repl-diskless-sync-delay', '0'];
        const outcome = await suffer('failover', { persistence }, async ({ redis, proxy, pass }) => {
          await client.replicaof('127.0.0.1', redis.port);
          await expect.poll(() => client.info('replication')).toContain('master_link_status:up');
          await pass();
          await redis.kill();
          await pass(0.5);
          await client.replicaof('NO', 'ONE');
          proxy.target = replica.port;
          await pass();
        });
        expect(outcome.failures).toBe(0);
        expect(outcome.outages).toBeGreaterThan(0);
        expect(outcome.beyond).toBeLessThanOrEqual(lost(outcome, 1));
      } finally {
        client.disconnect();
        await replica.stop();
      }
    });
  },
);
