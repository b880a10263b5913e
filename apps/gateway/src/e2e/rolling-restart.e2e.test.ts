import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { createLoadBalancer } from '../testing/load-balancer.js';
import { type SetUp, setUps } from '../testing/set-ups.js';
import { startUserDirectory, type UserDirectory } from '../testing/user-directory.js';

/** Calls at least; `SOAPSTONE_ROLLING_CALLS=60000` is the long form. */
const CALLS = Number(process.env['SOAPSTONE_ROLLING_CALLS'] ?? 1_000);
const AT_ONCE = 24;
/** One account may call 6,000 times a minute. */
const ACCOUNTS = 12;
const EMPTY_LIST = envelope(
  '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
);
const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');

describe.skipIf(shared === undefined)(
  'a rolling restart of three nodes under load',
  { timeout: 1_200_000 },
  () => {
    let soap: UserDirectory;
    let upstream: HostileUpstream;
    let dataDir: string;
    let seed: GatewayUnderTest;
    let environment: Record<string, string>;
    const nodes: GatewayProcess[] = [];
    const callers: { path: string; key: string }[] = [];
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'soapstone-rolling-'));
      [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
      // Long enough that calls are running whenever a node is told to stop.
      upstream.answer = (_request, response) => void setTimeout(() => response.end(EMPTY_LIST), 5);
      environment = {
        NODE_COUNT: '3',
        DATA_DIR: dataDir,
        DRAIN_DELAY_MS: '1000',
        LOG_LEVEL: 'info',
        ...(await (shared as SetUp).start()),
      };
      seed = await startUnderTest({ ...environment, DRAIN_DELAY_MS: '0' });
      for (let count = 0; count < ACCOUNTS; count += 1) {
        const account = await seed.createAccount({ plan: 'Pro' });
        const { key } = await seed.createKey(account.id);
        await seed.register(account, {
          source: { kind: 'url', url: soap.wsdlAddress },
          slug: 'users',
          settings: { endpoint: upstream.address },
        });
        callers.push({ path: `/api/v1/${account.id}/users/ListUsers`, key });
      }
      nodes.push(...(await Promise.all([1, 2, 3].map(() => startGatewayProcess(environment)))));
    }, 240_000);
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await seed?.stop();
      await Promise.all([soap?.stop(), upstream?.stop()]);
      await shared?.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    test('0 calls fail, and none is executed twice', async () => {
      const ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
      const balancer = createLoadBalancer(
        nodes.map(({ port }) => port),
        ca,
      );
      const failures: string[] = [];
      let calls = 0;
      let restarting = true;
      const before = upstream.calls;
      const work = async () => {
        while (restarting || calls < CALLS) {
          const { path, key } = callers[calls % callers.length]!;
          calls += 1;
          const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
          const outcome = await balancer.send(path, headers, '{}');
          if ('error' in outcome) failures.push(outcome.error);
          else if (outcome.status !== 200) failures.push(`${outcome.status} ${outcome.text}`);
        }
      };
      const startedAt = performance.now();
      const load = Promise.all(Array.from({ length: AT_ONCE }, work));
      const restart = async () => {
        for (const [index, node] of nodes.entries()) {
          // The long form spreads them over its calls.
          while (calls < (CALLS / 4) * (index + 1)) await new Promise((resolve) => setTimeout(resolve, 50));
          expect(await node.terminate()).toBe(0);
          expect(node.output()).toContain('"msg":"stopped"');
          nodes[index] = await startGatewayProcess({ ...environment, HTTPS_PORT: String(node.port) });
        }
      };
      await restart().finally(() => {
        restarting = false;
      });
      await load;
      balancer.stop();
      const seconds = (performance.now() - startedAt) / 1000;
      process.stderr.write(
        `rolling restart: ${calls} calls in ${seconds.toFixed(1)} s, ${failures.length} failed, ` +
          `${upstream.calls - before} executed\n`,
      );
      expect(failures.slice(0, 5)).toEqual([]);
      expect(upstream.calls - before).toBe(calls);
    });
  },
);
