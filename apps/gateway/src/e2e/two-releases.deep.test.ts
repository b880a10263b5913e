import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildRelease, hasCommit } from '../testing/earlier-release.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { envelope, startHostileUpstream } from '../testing/hostile-upstream.js';
import { send } from '../testing/https-client.js';
import { createLoadBalancer } from '../testing/load-balancer.js';
import { type SetUp, setUps } from '../testing/set-ups.js';

/**
 * Earlier versions of this repository. The first has 8 migrations; it keeps serving on a later schema but cannot start on one (decision
 * 0061). The second has 13 and can do both. At depth 1, only the second is built and run.
 */
const EARLIER = [
  { commit: 'ae7ef00c', startsAgain: false },
  { commit: '3665aa11', startsAgain: true },
].slice(Number(process.env['SOAPSTONE_DEPTH'] ?? 1) > 1 ? 0 : 1);
const CALLS_PER_PHASE = 150 * Number(process.env['SOAPSTONE_DEPTH']);
const AT_ONCE = 6;
const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');
const hasHistory = (await Promise.all(EARLIER.map(({ commit }) => hasCommit(commit)))).every(Boolean);
if (!hasHistory) process.stderr.write('two releases: skipped, because this checkout lacks the history\n');

describe.skipIf(shared === undefined || !hasHistory)(
  'nodes of two releases on one PostgreSQL and Redis',
  () => {
    test.each(EARLIER)(
      'the release of $commit: calls succeed on both nodes during the migration, the quota is exact, and changes reach the other node',
      { timeout: 300_000 },
      async ({ commit, startsAgain }) => {
        const scene = await startScene(commit);
        const { environment, release, upstream } = scene;
        const old = await scene.start(release.main);
        const { accountId, manage, key } = await scene.createOwner(old);

        let calls = 0;
        const path = `/api/v1/${accountId}/users/ListUsers`;
        /** The remaining quota in each response. */
        const left: number[] = [];
        const callMany = async (nodes: readonly GatewayProcess[], most: number): Promise<void> => {
          const balancer = createLoadBalancer(
            nodes.map(({ port }) => port),
            await scene.certificate(),
          );
          const end = calls + most;
          const work = async (): Promise<void> => {
            while (calls < end) {
              calls += 1;
              const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
              const outcome = await balancer.send(path, headers, '{}');
              expect(outcome).toMatchObject({ status: 200 });
              if ('headers' in outcome) left.push(Number(outcome.headers['x-ratelimit-remaining']));
            }
          };
          await Promise.all(Array.from({ length: AT_ONCE }, work));
          balancer.stop();
        };

        await callMany([old], CALLS_PER_PHASE);
        // Today's node migrates the database while the earlier one serves.
        const [today] = await Promise.all([scene.start(), callMany([old], CALLS_PER_PHASE)]);
        await callMany([old, today], CALLS_PER_PHASE);

        // A key that is created on one node works on the other, and a key that is revoked on one is rejected by the other.
        for (const [from, to] of [
          [old, today],
          [today, old],
        ] as const) {
          const made = await manage<{ id: string; key: string }>(from, 'POST', 'keys', { name: 'second' });
          expect((await scene.call(to, path, made.key)).status).toBe(200);
          await manage(from, 'DELETE', `keys/${made.id}`);
          await expect
            .poll(async () => (await scene.call(to, path, made.key)).status, { timeout: 20_000 })
            .toBe(401);
          calls += 1;
        }
        // The earlier release refuses a key with a rule that it does not know.
        const limits = { name: 'limited', callsPerMinute: 1_000 };
        const limited = await manage<{ id: string; key: string }>(today, 'POST', 'keys', limits);
        const statusAt = async (node: GatewayProcess) => (await scene.call(node, path, limited.key)).status;
        expect([await statusAt(old), await statusAt(today)]).toEqual([401, 200]);
        await manage(today, 'PATCH', `keys/${limited.id}`, { callsPerMinute: null });
        await expect.poll(() => statusAt(old), { timeout: 20_000 }).toBe(200);
        calls += 2;
        // Every call was executed once. Both releases charge the same counter, so no two responses have the same remaining quota.
        await expect.poll(() => upstream.calls).toBe(calls);
        expect(new Set(left).size).toBe(left.length);
        expect(Math.max(...left) - Math.min(...left)).toBe(calls - 1 - 4);

        expect(await old.terminate()).toBe(0);
        if (startsAgain) {
          const again = await scene.start(release.main);
          expect(again.output()).toContain('the database has the schema of a later version');
          await callMany([again, today], CALLS_PER_PHASE);
          await expect.poll(() => upstream.calls).toBe(calls);
          // Rollback of the new version: the earlier one serves alone.
          expect(await today.terminate()).toBe(0);
          await callMany([again], CALLS_PER_PHASE);
        } else {
          await expect(startGatewayProcess(environment, release.main)).rejects.toThrow(
            /corrupted migrations/,
          );
          await callMany([today], CALLS_PER_PHASE);
        }
      },
    );
  },
);

/** Starts the servers and builds the earlier release. All of it is removed when the test ends. */
async function startScene(commit: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-releases-'));
  const [release, soap, upstream, servers] = await Promise.all([
    buildRelease(commit),
    startUserDirectory(),
    startHostileUpstream(),
    (shared as SetUp).start(),
  ]);
  upstream.answer = (_request, response) =>
    response.end(
      envelope('<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>'),
    );
  const environment = {
    ...servers,
    DATA_DIR: dataDir,
    NODE_COUNT: '2',
    DRAIN_DELAY_MS: '0',
    // Redis may be slow because the machine is busy; a long timeout keeps a node from deciding alone.
    REDIS_TIMEOUT_MS: '20000',
    REGISTRATION_TIMEOUT_MS: '120000',
  };
  const nodes: GatewayProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all([upstream.stop(), soap.stop(), release.remove(), shared?.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  });
  const certificate = (): Promise<string> => readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
  const headers = { 'Content-Type': 'application/json' };
  const call = async (node: GatewayProcess, path: string, key: string) =>
    send(
      node.baseUrl + path,
      { method: 'POST', headers: { ...headers, 'X-API-Key': key }, body: '{}' },
      await certificate(),
    );
  return {
    environment,
    release,
    upstream,
    certificate,
    call,
    async start(main?: string): Promise<GatewayProcess> {
      const node = await startGatewayProcess(environment, main);
      nodes.push(node);
      return node;
    },
    /** Creates an account in the earlier release, with a service and a key for calls. */
    async createOwner(node: GatewayProcess) {
      const create = ['accounts', 'create', '--name', 'Example', '--plan', 'Pro', '--json'];
      const account = JSON.parse(await release.admin(environment, ...create)) as Record<string, string>;
      const accountId = account['accountId'] ?? account['id'] ?? '';
      const management = (
        await release.admin(environment, 'keys', 'create', accountId, '--name', 'm')
      ).trim();
      const manage = async <T>(
        to: GatewayProcess,
        method: string,
        path: string,
        body?: unknown,
      ): Promise<T> => {
        const answer = await send(
          `${to.baseUrl}/api/manage/${path}`,
          {
            method,
            headers: { ...headers, 'X-API-Key': management },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          },
          await certificate(),
        );
        expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
        return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
      };
      const settings = { endpoint: upstream.address };
      await manage(node, 'POST', 'services', { url: soap.wsdlAddress, slug: 'users', settings });
      const { key } = await manage<{ key: string }>(node, 'POST', 'keys', { name: 'live' });
      return { accountId, manage, key };
    },
  };
}
