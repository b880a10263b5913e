import { findPostgres, type PostgresServer, usePostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, openRedis, type RedisDatabase } from '@soapstone/testing/redis-server';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { DEFAULT_SETTINGS } from '../domain/services/service-settings.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const postgresPrograms = await findPostgres();
const NS = 'urn:example:user-directory';

// Without Redis, a node learns of a change from the database alone.
const KINDS = (await hasRedis()) ? [true, false] : [false];

describe.skipIf(postgresPrograms === undefined).each(KINDS)(
  'mock, record and replay on two nodes with one PostgreSQL (with Redis: %s)',
  (withRedis) => {
    let postgres: PostgresServer;
    let redis: RedisDatabase | undefined;
    let upstream: HostileUpstream;
    let nodes: readonly GatewayUnderTest[];
    let owner: OwnerClient;
    let account: Account;
    let serviceId: string;
    let key: string;
    beforeAll(async () => {
      [postgres, upstream] = await Promise.all([usePostgres(postgresPrograms!), startHostileUpstream()]);
      redis = withRedis ? await openRedis() : undefined;
      const environment = {
        ...(redis !== undefined && { NODE_COUNT: '2', REDIS_URL: redis.url }),
        DATABASE_URL: await postgres.createDatabase(),
        API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
        ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      };
      const first = await startUnderTest(environment);
      nodes = [first, await startUnderTest(environment)];
      owner = await createOwner(first);
      account = (await first.gateway.store.accounts.find(owner.accountId))!;
      ({ key } = await first.createKey(account.id));
      const soap = await startUserDirectory();
      try {
        const service = await first.register(account, {
          source: { kind: 'url', url: soap.wsdlAddress },
          slug: 'users',
          settings: { ...DEFAULT_SETTINGS, endpoint: upstream.address },
        });
        serviceId = service.id;
      } finally {
        await soap.stop();
      }
      upstream.answer = (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/xml' })
          .end(envelope(`<ListUsersResponse xmlns="${NS}"><total>3</total></ListUsersResponse>`));
    });
    afterAll(async () => {
      for (const node of nodes ?? []) await node.stop();
      await upstream?.stop();
      await postgres?.stop();
      await redis?.stop();
    });

    const call = (node: GatewayUnderTest, input = '{}') =>
      node.send(`/api/v1/${account.id}/users/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: input,
      });
    /** Switches the setting on the first node, and waits until both nodes follow. */
    const switchTo = async (answers: string) => {
      const path = `/api/manage/services/${serviceId}`;
      expect((await owner.send('PATCH', path, { settings: { answers } })).status).toBe(200);
      for (const node of nodes)
        await expect
          .poll(async () => (await call(node)).headers['x-answers'] ?? 'live', {
            timeout: 60_000,
            interval: 500,
          })
          .toBe(answers);
    };

    test('both nodes follow each switch, and one replays what the other one recorded', async () => {
      const [first, second] = nodes as [GatewayUnderTest, GatewayUnderTest];
      for (const node of nodes) expect((await call(node)).headers['x-answers']).toBeUndefined();

      await switchTo('mock');
      const sent = upstream.calls;
      const examples = await Promise.all(
        nodes.map(async (node) => (await call(node)).json<{ result: object }>()),
      );
      expect(examples[0]?.result).toEqual(examples[1]?.result);
      expect(upstream.calls).toBe(sent);

      await switchTo('record');
      await call(first, '{"limit":7}');
      await call(second, '{"limit":7}');
      await call(second, '{"limit":8}');
      const { recordings } = second.gateway.store;
      const limits = async () =>
        (await recordings.findAll(account.id, serviceId))
          .map(({ content }) => Number(JSON.parse(content).input.limit ?? 0))
          .sort();
      // The polling calls of `switchTo` have no limit and share one recording.
      await expect.poll(limits, { timeout: 30_000, interval: 300 }).toEqual([0, 7, 8]);

      await switchTo('replay');
      const before = upstream.calls;
      for (const node of nodes)
        for (const limit of [7, 8])
          expect((await call(node, `{"limit":${limit}}`)).json()).toMatchObject({
            result: { total: 3 },
            meta: { replayed: true },
          });
      expect(upstream.calls).toBe(before);

      await switchTo('live');
      expect((await call(second)).json<{ meta: object }>().meta).not.toHaveProperty('replayed');
      expect(upstream.calls).toBeGreaterThan(before);
    });
  },
);
