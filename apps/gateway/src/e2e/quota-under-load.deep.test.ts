import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, hashKey, type KeyPurpose, type KeyRules } from '../domain/accounts/api-key.js';
import { openStore, type Store } from '../store/store.js';
import { type Fleet, startFleet } from '../testing/fleet.js';
import type { Outcome } from '../testing/load-balancer.js';
import { sampleKey } from '../testing/sample-records.js';

const DEEP = Number(process.env['SOAPSTONE_DEPTH']) >= 10;
const RUNS = DEEP ? 10 : 3;
const QUOTA = 500;
const CALLS = 900;
const AT_ONCE = 150;
/** How often a key races for its own limit, and with how many calls. */
const KEY_RUNS = DEEP ? 8 : 1;
const KEY_CALLS = DEEP ? 25_000 : 120;
const PEPPER = 'a pepper of at least thirty-two characters';
const [postgresBin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);

describe.skipIf(postgresBin === undefined || !redisInstalled)(
  'three busy nodes on one Redis',
  { timeout: 600_000 },
  () => {
    let directory: string;
    let postgres: PostgresServer;
    let redis: RedisServer;
    let fleet: Fleet;
    let store: Store;
    let database: pg.Client;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'soapstone-plans-'));
      const plans = join(directory, 'plans.json');
      await writeFile(
        plans,
        JSON.stringify({
          pro: { callsPerPeriod: QUOTA, callsPerMinute: 100_000, concurrentCalls: 1_000 },
          starter: { callsPerPeriod: 10_000_000, callsPerMinute: 1_000_000, concurrentCalls: 1_000 },
        }),
      );
      [postgres, redis] = await Promise.all([startPostgres(postgresBin!), startRedis()]);
      const databaseUrl = await postgres.createDatabase();
      fleet = await startFleet(
        {
          DATABASE_URL: databaseUrl,
          REDIS_URL: `redis://127.0.0.1:${redis.port}`,
          PLANS_FILE: plans,
          // Redis itself needs a processor within the time limit; else the nodes decide alone, which admits more.
          REDIS_TIMEOUT_MS: '500',
          API_KEY_PEPPER: PEPPER,
          ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
        },
        RUNS + 1,
      );
      store = await openStore({ databaseUrl, dataDir: directory }, () => {});
      database = new pg.Client(databaseUrl);
      await database.connect();
      // The keys of this account are what limits it.
      await database.query("update accounts set plan = 'Starter' where id = $1", [
        fleet.callers[RUNS]!.accountId,
      ]);
    }, 240_000);
    afterAll(async () => {
      await fleet?.stop();
      await Promise.all([store?.close(), database?.end()]);
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

    describe('keys with rules', () => {
      /** Stores a key of the account that has quota left. */
      async function createRuled(rules: KeyRules, purpose: KeyPurpose = 'live') {
        const { accountId, path } = fleet.callers[RUNS]!;
        const key = createKey(purpose);
        const stored = sampleKey(accountId, Date.now(), { purpose, ...rules });
        await store.apiKeys.create(stored, hashKey(key, PEPPER));
        const send = (to: string, body: string) =>
          fleet.balancer.send(to, { 'X-API-Key': key, 'Content-Type': 'application/json' }, body);
        return { id: stored.id, send, call: () => send(path, '{}') };
      }
      /** The statuses of as many calls as there are nodes: each gets one. */
      const onEach = async (call: () => Promise<Outcome>) => {
        const outcomes = await Promise.all(fleet.nodes.map(call));
        return outcomes.map((outcome) => ('error' in outcome ? outcome.error : outcome.status));
      };
      const nodes = (status: number) => fleet.nodes.map(() => status);

      /** Not charged, and so no decision of a limit. The service shares the process of the test, and a busy machine lets it wait. */
      const UNCHARGED = /"code":"(?:UPSTREAM_CIRCUIT_OPEN|TOO_MANY_CONCURRENT)"/;

      /** 200 for a call that was admitted, even if the service took too long, which stays charged; 429 for one that a limit refused. */
      function resultOf(outcome: Outcome): string {
        if ('error' in outcome) return outcome.error;
        const { status, text } = outcome;
        if (status === 200 || text.includes('"code":"UPSTREAM_TIMEOUT"')) return '200';
        if (status === 429 && !UNCHARGED.test(text)) return '429';
        return `${status}: ${text}`.replace(/"requestId":"[^"]*"/, '');
      }

      /** Sends calls, at most `AT_ONCE` at a time, and counts their results. Another call takes the place of one that was not charged. */
      async function race(call: () => Promise<Outcome>, calls: number): Promise<Record<string, number>> {
        const counts: Record<string, number> = {};
        let left = calls;
        let repeats = calls;
        const work = async (): Promise<void> => {
          while (left > 0) {
            left -= 1;
            const result = resultOf(await call());
            if (UNCHARGED.test(result) && repeats > 0) {
              repeats -= 1;
              left += 1;
              await new Promise((resolve) => setTimeout(resolve, 200));
            } else counts[result] = (counts[result] ?? 0) + 1;
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        return counts;
      }

      test.each(Array.from({ length: KEY_RUNS }, (_, run) => run))(
        'run %i: exactly as many calls as the key may make are admitted, however they race',
        async () => {
          const quota = KEY_CALLS / 3;
          const { call } = await createRuled({ quota: Math.floor(quota) });
          expect(await race(call, KEY_CALLS)).toEqual({
            200: Math.floor(quota),
            429: Math.ceil(KEY_CALLS - quota),
          });
        },
      );

      test('the calls per minute of a key are one limit of all nodes', async () => {
        const most = 40;
        const { call } = await createRuled({ perMinute: most });
        const begun = performance.now();
        const { 200: admitted = 0, 429: refused = 0 } = await race(call, 3 * most);
        // On a very slow machine, the calls take more than one minute.
        const minutes = Math.ceil((performance.now() - begun) / 60_000);
        expect(admitted + refused).toBe(3 * most);
        expect(admitted).toBeGreaterThanOrEqual(most);
        expect(admitted).toBeLessThanOrEqual(most * minutes);
      });

      test('a key that has ended, one from elsewhere, and one with a rule of a later version are refused by every node', async () => {
        const ending = await createRuled({ expiresAt: Date.now() + 5_000 });
        expect(await onEach(ending.call)).toEqual(nodes(200));
        const elsewhere = await createRuled({ addresses: ['192.0.2.0/24'] });
        expect(await onEach(elsewhere.call)).toEqual(nodes(401));
        const later = await createRuled({ readOnly: true });
        await database.query('update api_keys set rules = $1 where id = $2', ['{"later":1}', later.id]);
        expect(await onEach(later.call)).toEqual(nodes(401));
        await expect.poll(() => onEach(ending.call), { timeout: 30_000 }).toEqual(nodes(401));
      });

      test('a secret that was replaced at one node is refused by all', async () => {
        const manager = await createRuled({}, 'management');
        const rolled = await createRuled({ quota: 400 });
        expect(await onEach(rolled.call)).toEqual(nodes(200));
        const answer = await manager.send(`/api/manage/keys/${rolled.id}/roll`, '{"overlapSeconds":0}');
        expect(answer).toMatchObject({ status: 200 });
        await expect.poll(() => onEach(rolled.call), { timeout: 30_000 }).toEqual(nodes(401));
      });
    });
  },
);
