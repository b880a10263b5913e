import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRedis, startRedis } from '@soapstone/rate-limiter/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from './testing/free-port.js';
import { GATEWAY_MAIN } from './testing/gateway-process.js';

const redisInstalled = await hasRedis();
const PATIENCE = { timeout: 120_000, interval: 50 };

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-main-'));
});
afterEach(async () => {
  // A test that failed may have left one; workers end with the process that supervises them.
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** The gateway as a program: what it printed, and how it ended. */
function run(environment: Record<string, string>, args: readonly string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [GATEWAY_MAIN, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      HTTP_PORT: 'off',
      DRAIN_DELAY_MS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, output: () => output };
}

describe('the gateway as a program', { timeout: 400_000 }, () => {
  test('serves, and ends in order when it is told to', async () => {
    const port = await freePort();
    const { child, ended, output } = run({ HTTPS_PORT: String(port) });
    await expect.poll(output, PATIENCE).toContain('"msg":"listening"');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('"msg":"stopped"');
  });

  test('ends in order when it is told to before it serves', async () => {
    const { child, ended, output } = run({ HTTPS_PORT: String(await freePort()) });
    // Made during the start, before anything listens.
    await expect.poll(() => existsSync(join(dataDir, 'soapstone.db')), PATIENCE).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('"msg":"stopped"');
  });

  test('says everything that is wrong with its configuration, and ends', async () => {
    const { ended, output } = run({ HTTPS_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await ended).toBe(1);
    expect(output()).toContain('HTTPS_PORT must be integer');
    expect(output()).toContain('LOG_LEVEL must be one of');
  });

  test('administers its store, beside the process that serves', async () => {
    const environment = { HTTPS_PORT: String(await freePort()) };
    const serving = run(environment);
    await expect.poll(serving.output, PATIENCE).toContain('"msg":"listening"');
    const made = run(environment, ['admin', 'accounts', 'create', '--name', 'Example', '--json']);
    expect(await made.ended).toBe(0);
    const { accountId } = JSON.parse(made.output());
    const shown = run(environment, ['admin', 'accounts', 'show', accountId]);
    expect(await shown.ended).toBe(0);
    expect(shown.output()).toContain(accountId);
    expect(await run(environment, ['admin', 'accounts', 'show', 'acc_none']).ended).toBe(1);
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toBe(0);
  });

  test.each([
    [['--help'], 0],
    [['serve'], 2],
    [['admin', 'nonsense'], 2],
  ])('%j ends with %i and says what is possible', async (args, code) => {
    const { ended, output } = run({}, args);
    expect(await ended).toBe(code);
    expect(output()).toMatch(/usage|--help/i);
  });

  test.skipIf(!redisInstalled)('several workers serve one port; one that dies is replaced', async () => {
    const redis = await startRedis();
    try {
      const { child, ended, output } = run({
        HTTPS_PORT: String(await freePort()),
        WORKERS: '2',
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      });
      const listening = () =>
        [...output().matchAll(/"pid":(\d+)[^\n]*"msg":"listening"/g)].map(([, pid]) => Number(pid));
      await expect.poll(() => listening().length, PATIENCE).toBe(2);
      process.kill(listening()[0]!, 'SIGKILL');
      await expect.poll(() => new Set(listening()).size, PATIENCE).toBe(3);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(output().match(/"msg":"stopped"/g)).toHaveLength(2);
    } finally {
      await redis.stop();
    }
  });
});
