import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administer } from './compose/administer.js';
import type { Account } from './domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from './testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from './testing/hostile-upstream.js';
import { listenForChanges } from './testing/listen-for-changes.js';
import { type SetUp, setUps } from './testing/set-ups.js';

const EMPTY_LIST = envelope(
  '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
);
/** In milliseconds: sooner than a node would notice without a message, with some slack for a busy machine. */
const KNOWN = 3_500;
const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');

describe.skipIf(shared === undefined)('several nodes on one PostgreSQL and one Redis', () => {
  let soap: UserDirectory;
  let upstream: HostileUpstream;
  let nodes: GatewayUnderTest[];
  let account: Account;
  let environment: Record<string, string>;
  beforeAll(async () => {
    [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
    upstream.answer = (_request, response) => response.end(EMPTY_LIST);
    environment = {
      NODE_COUNT: '3',
      // A long timeout, because a node whose wait times out decides alone by design, which could happen on a busy machine.
      REDIS_TIMEOUT_MS: '30000',
      ...(await (shared as SetUp).start()),
    };
    nodes = await Promise.all([1, 2, 3].map(() => startUnderTest(environment)));
    const [first] = nodes;
    account = await first!.createAccount({ plan: 'Free' });
    await first!.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { endpoint: upstream.address },
    });
  });
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop();
    await soap?.stop();
    await upstream?.stop();
    await shared?.stop();
  });

  const call = (node: GatewayUnderTest, key: string) =>
    node.send(`/api/v1/${account.id}/users/ListUsers`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{}',
    });

  test('a key revoked on one node is immediately rejected on every node', async () => {
    const { id, key } = await nodes[0]!.createKey(account.id);
    for (const node of nodes) expect((await call(node, key)).status).toBe(200);
    await nodes[0]!.gateway.store.apiKeys.revoke(account.id, id, Date.now());
    await nodes[0]!.gateway.changes.announce(account.id);
    const told = performance.now();
    for (const node of nodes) {
      await expect.poll(async () => (await call(node, key)).status, { interval: 20 }).toBe(401);
    }
    expect(performance.now() - told).toBeLessThan(KNOWN);
  });

  test('an account suspended on the command line is immediately rejected on every node', async () => {
    const mine = await nodes[0]!.createAccount();
    const { key } = await nodes[0]!.createKey(mine.id);
    const ask = async (node: GatewayUnderTest) =>
      (await node.send(`/api/v1/${mine.id}/none/Op`, { headers: { 'X-API-Key': key } })).status;
    for (const node of nodes) expect(await ask(node)).toBe(404);
    const quiet = { out: () => {}, err: () => {}, readInput: async () => '' };
    const admin = (...args: string[]) => administer(args, environment, quiet);
    expect(await admin('accounts', 'suspend', mine.id)).toBe(0);
    const told = performance.now();
    for (const node of nodes) await expect.poll(() => ask(node), { interval: 20 }).toBe(401);
    expect(performance.now() - told).toBeLessThan(KNOWN);
    expect(await admin('accounts', 'resume', mine.id)).toBe(0);
    for (const node of nodes) await expect.poll(() => ask(node)).toBe(404);
  });

  test('a change of agent tools on one node immediately notifies the subscribers of every node', async () => {
    const mine = await nodes[0]!.createAccount({ plan: 'Pro' });
    const { key } = await nodes[0]!.createKey(mine.id);
    const service = await nodes[0]!.register(mine, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { agents: { operations: {} } },
    });
    const listening = nodes.map((node) => listenForChanges(`${node.baseUrl}/mcp/v1/${mine.id}/users`, key));
    try {
      for (const each of listening) await expect.poll(() => each.text).toContain('acknowledged');
      const settings = { ...service.settings, agents: { operations: { GetUser: 'read-only' as const } } };
      await nodes[0]!.gateway.store.services.update({
        ...service,
        settings,
        updatedAt: service.updatedAt + 1,
      });
      await nodes[0]!.gateway.changes.announce(mine.id);
      const told = performance.now();
      for (const each of listening) {
        await expect.poll(() => each.text, { interval: 20 }).toContain('notifications/tools/list_changed');
      }
      expect(performance.now() - told).toBeLessThan(KNOWN);
    } finally {
      for (const each of listening) each.close();
    }
  });

  test('nodes share one minute and one quota: each remainder is returned once', async () => {
    const mine = await nodes[0]!.createAccount({ plan: 'Free' });
    const { key } = await nodes[0]!.createKey(mine.id);
    await nodes[0]!.register(mine, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { endpoint: upstream.address },
    });
    const before = upstream.calls;
    const statuses: number[] = [];
    const remaining: number[] = [];
    // Five at a time, because concurrency is limited per node.
    for (let round = 0; round < 16; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          nodes[index % 3]!.send(`/api/v1/${mine.id}/users/ListUsers`, {
            method: 'POST',
            headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
            body: '{}',
          }),
        ),
      );
      for (const answer of answers) {
        statuses.push(answer.status);
        if (answer.status === 200) remaining.push(Number(answer.headers['x-ratelimit-remaining']));
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(upstream.calls - before).toBe(60);
    expect(remaining.sort((one, other) => other - one)).toEqual(
      Array.from({ length: 60 }, (_, index) => 999 - index),
    );
  });
});

describe.skipIf(shared === undefined)('cached responses of several nodes', () => {
  test('a node returns what another node cached until the service changes', async () => {
    const set = shared as SetUp;
    const [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
    upstream.answer = (_request, response) => response.end(EMPTY_LIST);
    const environment: Record<string, string> = { ...(await set.start()), REDIS_TIMEOUT_MS: '30000' };
    const [one, two] = await Promise.all([startUnderTest(environment), startUnderTest(environment)]);
    try {
      const account = await one.createAccount();
      const { key } = await one.createKey(account.id);
      const service = await one.register(account, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'users',
        settings: { endpoint: upstream.address },
      });
      await one.setOperation(service, 'ListUsers', { methodPolicy: 'GET', cacheSeconds: 600 });
      const get = async (node: GatewayUnderTest) => {
        const answer = await node.send(`/api/v1/${account.id}/users/ListUsers`, {
          headers: { 'X-API-Key': key },
        });
        expect(answer.status).toBe(200);
        return answer.json<{ result: unknown; meta: { cached: boolean } }>();
      };
      expect((await get(one)).meta.cached).toBe(false);
      const calls = upstream.calls;
      // Wait, because a call does not wait until its response is cached in Redis.
      const redis = new Redis(environment['REDIS_URL']!);
      await expect.poll(() => redis.keys('*:reply:*')).toHaveLength(1);
      redis.disconnect();
      const second = await get(two);
      expect(second.meta.cached).toBe(true);
      expect(second.result).toEqual((await get(one)).result);
      expect(upstream.calls).toBe(calls);

      await one.setOperation(service, 'ListUsers', { methodPolicy: 'GET', cacheSeconds: 500 });
      await expect.poll(async () => (await get(two)).meta.cached, { timeout: 60_000 }).toBe(false);
      expect(upstream.calls).toBeGreaterThan(calls);
    } finally {
      await Promise.all([one.stop(), two.stop()]);
      await Promise.all([soap.stop(), upstream.stop()]);
      await set.stop();
    }
  });
});

describe('a node that stops', () => {
  test('finishes running calls, accepts nothing new, and ends', async () => {
    const [soap, upstream, under] = await Promise.all([
      startUserDirectory(),
      startHostileUpstream(),
      startUnderTest(),
    ]);
    try {
      const account = await under.createAccount();
      const { key } = await under.createKey(account.id);
      await under.register(account, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'users',
        settings: { endpoint: upstream.address },
      });
      let release: () => void = () => {};
      const arrived = new Promise<void>((resolve) => {
        upstream.answer = (_request, response) => {
          release = () => response.end(EMPTY_LIST);
          resolve();
        };
      });
      const running = under.send(`/api/v1/${account.id}/users/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{}',
      });
      await arrived;
      const closed = under.gateway.close();
      await expect(under.send('/healthz')).rejects.toThrow(/ECONNREFUSED/);
      release();
      expect((await running).status).toBe(200);
      await closed;
    } finally {
      await under.stop();
      await soap.stop();
      await upstream.stop();
    }
  });

  test('quota usage survives a restart', async () => {
    const { mkdtemp, rm } = await import('node:fs/promises');
    const DATA_DIR = await mkdtemp(`${(await import('node:os')).tmpdir()}/soapstone-`);
    const [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
    upstream.answer = (_request, response) => response.end(EMPTY_LIST);
    try {
      const first = await startUnderTest({ DATA_DIR });
      const account = await first.createAccount();
      const { key } = await first.createKey(account.id);
      await first.register(account, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'users',
        settings: { endpoint: upstream.address },
      });
      const call = (node: GatewayUnderTest) =>
        node.send(`/api/v1/${account.id}/users/ListUsers`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: '{}',
        });
      for (let count = 0; count < 3; count += 1) expect((await call(first)).status).toBe(200);
      await first.stop();
      const second = await startUnderTest({ DATA_DIR });
      expect((await call(second)).headers['x-ratelimit-remaining']).toBe('49996');
      await second.stop();
    } finally {
      await soap.stop();
      await upstream.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  });
});
