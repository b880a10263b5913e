import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureSelfSigned } from '../http/server/certificate.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { startUnderTest } from '../testing/gateway-under-test.js';
import { type Answer, send } from '../testing/https-client.js';
import { createOwner } from '../testing/owner-client.js';
import { STALL_HOOK, STALLING, WAITING } from '../testing/stall-hook.js';

const PATIENCE = { timeout: 60_000, interval: 100 };
const redisInstalled = await hasRedis();

describe('the watchdog', { timeout: 300_000 }, () => {
  let dataDir: string;
  let ca: string;
  let redis: RedisServer | undefined;
  /** An account with the service `users`, a key, and a session of its owner. */
  let tenant: { accountId: string; serviceId: string; key: string; owner: Record<string, string> };
  const running: GatewayProcess[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-watchdog-'));
    const soap = await startUserDirectory();
    const under = await startUnderTest({ DATA_DIR: dataDir });
    const { accountId, cookie, csrfToken } = await createOwner(under);
    const account = (await under.gateway.store.accounts.find(accountId))!;
    const { id } = await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
    });
    const { key } = await under.createKey(accountId);
    tenant = { accountId, serviceId: id, key, owner: { Cookie: cookie, 'X-CSRF-Token': csrfToken } };
    await under.stop();
    await soap.stop();
    ({ cert: ca } = await ensureSelfSigned(dataDir, ['localhost'], Date.now()));
  });
  afterEach(async () => {
    for (const gateway of running.splice(0)) await gateway.kill();
    await redis?.stop();
    redis = undefined;
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<GatewayProcess> {
    const gateway = await startGatewayProcess({
      DATA_DIR: dataDir,
      DRAIN_DELAY_MS: '0',
      WATCHDOG_MS: '1000',
      ...STALL_HOOK,
      ...environment,
    });
    running.push(gateway);
    return gateway;
  }

  /** Makes a dry run, which sends nothing: the SOAP service no longer exists. */
  const dryRun = (gateway: GatewayProcess, operation: string, input: object): Promise<Answer> =>
    send(
      `${gateway.baseUrl}/api/v1/${tenant.accountId}/users/${operation}`,
      {
        method: 'POST',
        headers: { 'X-API-Key': tenant.key, 'X-Dry-Run': 'true', 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      },
      ca,
    );
  const stall = (gateway: GatewayProcess): Promise<unknown> =>
    dryRun(gateway, 'ListUsers', { department: STALLING }).catch((error: unknown) => error);
  const codeOf = async (answer: Promise<Answer>): Promise<unknown> => {
    const { status, json } = await answer;
    return status === 200 ? 200 : [status, json().error.code];
  };
  const ask = (gateway: GatewayProcess, method: string, path: string): Promise<Answer> =>
    send(
      `${gateway.baseUrl}/api/manage/services/${tenant.serviceId}${path}`,
      { method, headers: { ...tenant.owner, Origin: gateway.baseUrl } },
      ca,
    );
  const heldOperations = async (gateway: GatewayProcess): Promise<string[]> => {
    const answer = await ask(gateway, 'GET', '');
    const { operations } = answer.json<{ operations: { name: string; heldSince: string | null }[] }>();
    return operations.filter(({ heldSince }) => heldSince !== null).map(({ name }) => name);
  };
  const deaths = (gateway: GatewayProcess): Record<string, unknown>[] =>
    gateway
      .output()
      .split('\n')
      .filter((line) => line.includes('the event loop stalled'))
      .map((line) => JSON.parse(line));

  test('kills a stalled process, and after the second stall within an hour holds the operation until its owner releases it', async () => {
    const { accountId, serviceId } = tenant;
    for (const restart of [1, 2]) {
      const gateway = await start();
      expect(
        await codeOf(dryRun(gateway, 'ListUsers', { department: 'Engineering' })),
        `start ${restart}`,
      ).toBe(200);
      expect(await stall(gateway)).toBeInstanceOf(Error);
      expect(await gateway.ended).toBeNull();
      expect(deaths(gateway)).toEqual([
        expect.objectContaining({
          level: 60,
          pid: gateway.pid,
          accountId,
          serviceId,
          operation: 'ListUsers',
        }),
      ]);
      expect(await readdir(join(dataDir, 'stalls'))).toHaveLength(1);
    }

    const gateway = await start();
    expect(await codeOf(dryRun(gateway, 'ListUsers', { department: 'Engineering' }))).toEqual([
      500,
      'OPERATION_HELD',
    ]);
    expect(await codeOf(dryRun(gateway, 'GetUser', { userId: 1 }))).toBe(200);
    expect(await heldOperations(gateway)).toEqual(['ListUsers']);
    expect(gateway.output()).toContain('an operation is held');

    expect((await ask(gateway, 'DELETE', '/operations/ListUsers/hold')).status).toBe(200);
    expect((await ask(gateway, 'DELETE', '/operations/ListUsers/hold')).status).toBe(404);
    expect(await codeOf(dryRun(gateway, 'ListUsers', { department: 'Engineering' }))).toBe(200);
    expect(await heldOperations(gateway)).toEqual([]);
    expect(await gateway.terminate()).toBe(0);
  });

  test('a loop that waits without using the processor, or in a suspended process, is not stalled', async () => {
    const gateway = await start();
    expect(await codeOf(dryRun(gateway, 'ListUsers', { department: WAITING }))).toBe(200);
    process.kill(gateway.pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    process.kill(gateway.pid, 'SIGCONT');
    expect(await codeOf(dryRun(gateway, 'ListUsers', { department: 'Engineering' }))).toBe(200);
    expect(await heldOperations(gateway)).toEqual([]);
    expect(deaths(gateway)).toEqual([]);
    expect(await gateway.terminate()).toBe(0);
  });

  test('SIGTERM is obeyed although the loop never sees it', async () => {
    const gateway = await start({ WATCHDOG_MS: '3000' });
    const stalled = stall(gateway);
    // Wait until the process has used more CPU time than a start takes, so that it is stalled.
    await expect
      .poll(() => cpuSeconds(gateway.pid), PATIENCE)
      .toBeGreaterThan((await cpuSeconds(gateway.pid)) + 1);
    await gateway.terminate();
    expect(await stalled).toBeInstanceOf(Error);
    expect(deaths(gateway)).toHaveLength(1);
    expect(gateway.output()).not.toContain('"msg":"stopped"');
  });

  test.skipIf(!redisInstalled)('one of two workers serves while the other is replaced', async () => {
    redis = await startRedis();
    const gateway = await start({
      WORKERS: '2',
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      REDIS_TIMEOUT_MS: '30000',
    });
    const pids = () =>
      [...gateway.output().matchAll(/"pid":(\d+)[^\n]*"msg":"listening"/g)].map(([, pid]) => Number(pid));
    await expect.poll(() => pids().length, PATIENCE).toBe(2);
    for (const deathsSoFar of [1, 2]) {
      const stalled = stall(gateway);
      // Workers accept connections in turn, so one of two concurrent connections reaches the worker that responds.
      const asked = () =>
        send(`${gateway.baseUrl}/healthz`, {}, ca).then(
          ({ status }) => status,
          () => 0,
        );
      expect(await Promise.race([asked(), asked()])).toBe(200);
      expect(await stalled).toBeInstanceOf(Error);
      await expect.poll(() => deaths(gateway).length, PATIENCE).toBe(deathsSoFar);
      await expect.poll(() => new Set(pids()).size, PATIENCE).toBe(2 + deathsSoFar);
    }
    for (let count = 0; count < 6; count += 1) {
      const refused = codeOf(dryRun(gateway, 'ListUsers', { department: 'Engineering' }));
      await expect(refused).resolves.toEqual([500, 'OPERATION_HELD']);
    }
    expect(await gateway.terminate()).toBe(0);
  });
});

/** Returns the CPU time of a process with all its threads. */
async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Skip the name, in parentheses, which may contain spaces. User and system time are the 14th and 15th fields, in ticks of 10 ms.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
