import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../testing/fleet.js';

const DEEP = Number(process.env['SOAPSTONE_DEPTH']) >= 10;
const RUNS = DEEP ? 10 : 3;
const QUOTA = 500;
const CALLS = 900;
const AT_ONCE = 150;
const [postgresBin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);

describe.skipIf(postgresBin === undefined || !redisInstalled)(
  'three busy nodes on one Redis',
  { timeout: 600_000 },
  () => {
    let directory: string;
    let postgres: PostgresServer;
    let redis: RedisServer;
    let fleet: Fleet;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'soapstone-plans-'));
      const plans = join(directory, 'plans.json');
      await writeFile(
        plans,
        JSON.stringify({ pro: { callsPerPeriod: QUOTA, callsPerMinute: 100_000, concurrentCalls: 1_000 } }),
      );
      [postgres, redis] = await Promise.all([startPostgres(postgresBin!), startRedis()]);
      fleet = await startFleet(
        {
          DATABASE_URL: await postgres.createDatabase(),
          REDIS_URL: `redis://127.0.0.1:${redis.port}`,
          PLANS_FILE: plans,
          // Redis itself needs a processor within the time limit, so the default needs a machine that does nothing else.
          ...(DEEP ? {} : { REDIS_TIMEOUT_MS: '500' }),
          API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
          ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        },
        RUNS,
      );
    }, 240_000);
    afterAll(async () => {
      await fleet?.stop();
      await Promise.all([redis?.stop(), postgres?.stop()]);
      await rm(directory, { recursive: true, force: true });
    });

    test.each(Array.from({ length: RUNS }, (_, run) => run))(
      'run %i: exactly the quota is admitted',
      async (run) => {
        let left = CALLS;
        const remaining: string[] = [];
        const refusals = new Set<string>();
        const work = async (): Promise<void> => {
          while (left > 0) {
            left -= 1;
            const outcome = await fleet.call(run);
            if ('error' in outcome) refusals.add(outcome.error);
            else if (outcome.status === 200) remaining.push(String(outcome.headers['x-ratelimit-remaining']));
            else refusals.add(JSON.parse(outcome.text).error.message);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        const ascending = remaining.map(Number).sort((one, other) => one - other);
        expect(ascending).toEqual(Array.from({ length: QUOTA }, (_, index) => index));
        expect([...refusals]).toEqual(['The quota of 500 calls in this billing period is used up']);
      },
    );
  },
);
