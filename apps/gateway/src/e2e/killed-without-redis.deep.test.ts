import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../store/store.js';
import { type Fleet, startFleet } from '../testing/fleet.js';

const PATIENCE = { timeout: 60_000, interval: 50 };
const [postgresBin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);

describe.skipIf(postgresBin === undefined || !redisInstalled)(
  'calls that nodes admit while Redis is down',
  { timeout: 300_000 },
  () => {
    let directory: string;
    let postgres: PostgresServer;
    let redis: RedisServer;
    let store: Store;
    let fleet: Fleet;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'soapstone-plans-'));
      const plans = join(directory, 'plans.json');
      await writeFile(plans, JSON.stringify({ pro: { callsPerPeriod: 3_000, callsPerMinute: 100_000 } }));
      [postgres, redis] = await Promise.all([
        startPostgres(postgresBin!),
        startRedis(['--appendonly', 'yes', '--appendfsync', 'always']),
      ]);
      const databaseUrl = await postgres.createDatabase();
      store = await openStore({ dataDir: directory, databaseUrl }, () => {});
      fleet = await startFleet(
        {
          DATABASE_URL: databaseUrl,
          REDIS_URL: `redis://127.0.0.1:${redis.port}`,
          REDIS_TIMEOUT_MS: '20000',
          PLANS_FILE: plans,
          DRAIN_DELAY_MS: '0',
          API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
          ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        },
        2,
      );
    }, 240_000);
    afterAll(async () => {
      await fleet?.stop();
      await store?.close();
      await Promise.all([redis?.stop(), postgres?.stop()]);
      await rm(directory, { recursive: true, force: true });
    });

    /** Makes calls and returns how many were admitted. */
    async function call(account: number, times: number): Promise<number> {
      let admitted = 0;
      for (let count = 0; count < times; count += 1) {
        const outcome = await fleet.call(account);
        if ('status' in outcome && outcome.status === 200) admitted += 1;
      }
      return admitted;
    }

    /** The usage of an account in Redis. */
    async function readCharged(account: number): Promise<number> {
      const client = new Redis({ port: redis.port, host: '127.0.0.1', maxRetriesPerRequest: null });
      try {
        const keys = await client.keys(`soapstone:{${fleet.callers[account]!.accountId}}:*`);
        const period = keys.find((key) => /\}:\d+$/.test(key));
        if (period === undefined) return 0;
        const [charged, refunded] = await client.hmget(period, 'c', 'r');
        return Number(charged) - Number(refunded ?? 0);
      } finally {
        client.disconnect();
      }
    }

    /** The calls of an account that the database has and Redis does not know about. */
    async function readJournal(account: number): Promise<number> {
      const records = await store.journal.findOfOthers('');
      return records
        .filter((record) => record.account === fleet.callers[account]!.accountId)
        .reduce((sum, { charged, refunded }) => sum + charged - refunded, 0);
    }

    test('are in Redis after it is back, without further calls', async () => {
      expect(await call(0, 6)).toBe(6);
      await redis.kill();
      expect(await call(0, 30)).toBe(30);
      await redis.start();
      await expect.poll(() => readCharged(0), PATIENCE).toBe(36);
      await expect.poll(() => readJournal(0), PATIENCE).toBe(0);
      expect(await readCharged(0)).toBe(36);
    });

    test('are in Redis after it is back, even if all nodes were killed', async () => {
      expect(await call(1, 6)).toBe(6);
      await redis.kill();
      expect(await call(1, 30)).toBe(30);
      await expect.poll(() => readJournal(1), PATIENCE).toBe(30);
      await Promise.all(fleet.nodes.map((node) => node.kill()));
      await redis.start();
      expect(await readCharged(1)).toBe(6);
      for (const node of fleet.nodes.keys()) await fleet.restart(node);
      // The first process to start has reported them before it served a call.
      expect(await readCharged(1)).toBe(36);
      await expect.poll(() => readJournal(1), PATIENCE).toBe(0);
      expect(await call(1, 3)).toBe(3);
      expect(await readCharged(1)).toBe(39);
    });
  },
);
