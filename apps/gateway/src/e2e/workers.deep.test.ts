import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FAULT_HEADER, FAULT_HOOK } from '../testing/fault-hook.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { type Answer, type SentRequest, send } from '../testing/https-client.js';

const ADMIN_KEY = 'an admin key of at least thirty-two characters';
const PATIENCE = { timeout: 60_000, interval: 200 };

describe.skipIf(!(await hasRedis()))('two workers of one machine', { timeout: 300_000 }, () => {
  let dataDir: string;
  let redis: RedisServer;
  let gateway: GatewayProcess;
  let ca: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-workers-'));
    redis = await startRedis();
    gateway = await startGatewayProcess({
      DATA_DIR: dataDir,
      WORKERS: '2',
      DRAIN_DELAY_MS: '0',
      ADMIN_KEY,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      REDIS_TIMEOUT_MS: '30000',
      ...FAULT_HOOK,
    });
    await vi.waitFor(() => expect(workers()).toHaveLength(2), PATIENCE);
    ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
  });
  afterAll(async () => {
    await gateway?.kill();
    await redis?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const workers = (): number[] =>
    [...gateway.output().matchAll(/"pid":(\d+)[^\n]*"msg":"listening"/g)].map(([, pid]) => Number(pid));

  /** On a new connection, because workers accept connections in turn. */
  const ask = (path: string, request: SentRequest = {}): Promise<Answer> =>
    send(`${gateway.baseUrl}${path}`, request, ca);

  async function measure(name: string): Promise<number> {
    const answer = await ask('/metrics', { headers: { Authorization: `Bearer ${ADMIN_KEY}` } });
    expect(answer.status).toBe(200);
    const lines = answer.text.split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  const callTimes = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      expect((await ask('/api/v1/acc_none/none/Op', { method: 'POST' })).status).toBe(401);
    }
  };

  test('the metrics of either worker are the sums of both', async () => {
    await callTimes(9);
    // A worker delayed by a busy machine is counted with its last report; the next scrape is up to date.
    for (let count = 0; count < 4; count += 1) {
      await expect.poll(() => measure('soapstone_calls_total'), PATIENCE).toBe(9);
      await expect.poll(() => measure('soapstone_call_duration_seconds_count'), PATIENCE).toBe(9);
      await expect.poll(() => measure('soapstone_processes'), PATIENCE).toBe(2);
      await expect.poll(() => measure('soapstone_limiter_degraded'), PATIENCE).toBe(0);
    }
  });

  test('five login attempts in total, whichever worker receives them', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const answer = await ask('/api/manage/log-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'somebody@example.com', password: 'not the password' }),
      });
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('the counts of a dead worker stay in the sums', async () => {
    const before = await measure('soapstone_calls_total');
    const [first] = workers();
    process.kill(first!, 'SIGKILL');
    await expect.poll(() => workers().length, PATIENCE).toBe(3);
    await expect.poll(() => measure('soapstone_calls_total'), PATIENCE).toBe(before);
    await callTimes(6);
    await expect.poll(() => measure('soapstone_calls_total'), PATIENCE).toBe(before + 6);
    await expect.poll(() => measure('soapstone_processes'), PATIENCE).toBe(2);
  });

  test('a worker with an exception that nobody caught is replaced, and drains', async () => {
    const stopped = () => gateway.output().match(/"msg":"stopped"/g)?.length ?? 0;
    for (let count = 0; count < 4; count += 1) {
      expect((await ask('/healthz', { headers: { [FAULT_HEADER]: 'immediate' } })).status).toBe(200);
    }
    await expect.poll(stopped, PATIENCE).toBe(1);
    await expect.poll(() => measure('soapstone_processes'), PATIENCE).toBe(2);
    // The second worker had an exception too, but only one is replaced per minute.
    expect(workers()).toHaveLength(4);
  });

  test('both shut down in order, including the workers that replaced others', async () => {
    expect(new Set(workers()).size).toBe(4);
    expect(await gateway.terminate()).toBe(0);
    expect(gateway.output().match(/"msg":"stopped"/g)).toHaveLength(3);
  });
});
