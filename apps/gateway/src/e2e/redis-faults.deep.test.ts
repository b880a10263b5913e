import { type FaultProxy, startFaultProxy } from '@soapstone/testing/fault-proxy';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../testing/fleet.js';

/** The duration of one fault in seconds: 1, 3 or 10. */
const SECONDS = Math.round(Math.sqrt(Number(process.env['SOAPSTONE_DEPTH'])));
const AT_ONCE = 12;
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const QUOTA = 1_000_000;
const [postgresBin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);

describe.skipIf(postgresBin === undefined || !redisInstalled)(
  'three nodes under load, with faults of Redis',
  { timeout: 600_000 * SECONDS },
  () => {
    let postgres: PostgresServer;
    let redis: RedisServer;
    let proxy: FaultProxy;
    let fleet: Fleet;
    /** The number of responses that each account received. */
    const answered = new Map<number, { admitted: number; refused: number }>();
    const failures: string[] = [];
    let calls = 0;
    let calling = true;
    let load: Promise<unknown>;
    beforeAll(async () => {
      [postgres, redis] = await Promise.all([
        startPostgres(postgresBin!),
        startRedis(['--appendonly', 'yes', '--appendfsync', 'everysec']),
      ]);
      proxy = await startFaultProxy(redis.port);
      fleet = await startFleet(
        {
          DATABASE_URL: await postgres.createDatabase(),
          REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
          REDIS_TIMEOUT_MS: '200',
          API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
          ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        },
        6,
      );
      load = Promise.all(Array.from({ length: AT_ONCE }, work));
    }, 240_000);
    afterAll(async () => {
      calling = false;
      await load;
      await fleet?.stop();
      await proxy?.stop();
      await Promise.all([redis?.stop(), postgres?.stop()]);
    });

    async function work(): Promise<void> {
      while (calling) {
        calls += 1;
        const caller = calls % fleet.callers.length;
        const outcome = await fleet.call(caller);
        if ('error' in outcome || (outcome.status !== 200 && outcome.status !== 429)) {
          failures.push(JSON.stringify(outcome));
          continue;
        }
        const lacking = LIMIT_HEADERS.filter((name) => outcome.headers[name] === undefined);
        if (lacking.length > 0) failures.push(`no ${lacking.join()}`);
        const counts = answered.get(caller) ?? { admitted: 0, refused: 0 };
        counts[outcome.status === 200 ? 'admitted' : 'refused'] += 1;
        answered.set(caller, counts);
      }
    }

    const pass = (parts = 1) => new Promise((resolve) => setTimeout(resolve, parts * SECONDS * 1000));
    const faults: readonly [string, () => Promise<void>][] = [
      [
        'kill -9, three times',
        async () => {
          for (let count = 0; count < 3; count += 1) {
            await redis.kill();
            await pass(0.5);
            await redis.start();
            await pass();
          }
        },
      ],
      [
        'responses that arrive too late',
        async () => {
          proxy.latency = 400;
          await pass(2);
          proxy.latency = 0;
        },
      ],
      [
        'connections that are reset repeatedly',
        async () => {
          for (let count = 0; count < 10; count += 1) {
            proxy.reset();
            await pass(0.2);
          }
        },
      ],
      [
        'connections that stay open but silent',
        async () => {
          proxy.frozen = true;
          await pass(2);
          proxy.frozen = false;
        },
      ],
      [
        'a Redis process that is stopped',
        async () => {
          redis.pause();
          await pass(1.5);
          redis.resume();
        },
      ],
    ];

    test.each(faults)('%s: every call is answered normally', async (name, fault) => {
      await pass(0.5);
      const before = { calls, failures: failures.length };
      await fault();
      await pass();
      process.stderr.write(
        `${name}: ${calls - before.calls} calls, ${failures.length - before.failures} failed\n`,
      );
      expect(failures.slice(before.failures)).toEqual([]);
      expect(calls).toBeGreaterThan(before.calls);
    });

    test('afterwards each admitted call was executed once and is counted once', async () => {
      calling = false;
      await load;
      // Nodes that decided on their own report what they admitted with their next calls.
      await expect
        .poll(
          async () => {
            const counted: number[] = [];
            for (let caller = 0; caller < fleet.callers.length; caller += 1) {
              const counts = answered.get(caller)!;
              const outcome = await fleet.call(caller);
              if ('error' in outcome) throw new Error(outcome.error);
              if (outcome.status === 200) counts.admitted += 1;
              const used = QUOTA - Number(outcome.headers['x-ratelimit-remaining']);
              counted.push(used - counts.admitted);
            }
            return counted;
          },
          { timeout: 60_000, interval: 300 },
        )
        .toEqual(fleet.callers.map(() => 0));
      const admitted = [...answered.values()].reduce((sum, counts) => sum + counts.admitted, 0);
      process.stderr.write(`after all faults: ${admitted} admitted, ${fleet.upstream.calls} executed\n`);
      expect(fleet.upstream.calls).toBe(admitted);
    });

    test('FLUSHALL: no quota is regained', async () => {
      const client = new Redis({ port: redis.port, host: '127.0.0.1' });
      await client.flushall();
      client.disconnect();
      // The ledger is written every second, and every node knows its own calls.
      for (let caller = 0; caller < fleet.callers.length; caller += 1) {
        const counts = answered.get(caller)!;
        const outcome = await fleet.call(caller);
        if ('error' in outcome) throw new Error(outcome.error);
        const used = QUOTA - Number(outcome.headers['x-ratelimit-remaining']);
        // Counts that only the other two nodes hold return with their next calls.
        expect(used).toBeGreaterThan(counts.admitted - 2 * AT_ONCE);
      }
    });
  },
);
