import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { freePort } from '@soapstone/testing/free-port';
import { GATEWAY_FLAGS } from '@soapstone/testing/server-process';
import { processCpuSeconds, processMemory } from './process-figures.js';

/** A node: the gateway as a separate program, on a port of loopback, behind a proxy that terminates TLS. */
export interface GatewayNode {
  readonly ready: { readonly origin: string };
  /** Seconds from the start of the program until `/readyz` answered 200. */
  readonly startSeconds: number;
  cpuSeconds(): Promise<number>;
  /** Resident bytes. */
  memoryBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** The settings that the nodes of this bench share. `upstream` is the address of the SOAP service. */
export function nodeEnvironment(upstream: string, dataDir: string): Record<string, string> {
  return {
    BASE_URL: 'https://bench.invalid',
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
    EGRESS_ALLOW: new URL(upstream).host,
    API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
    ADMIN_KEY,
    LOG_LEVEL: 'silent',
    DRAIN_DELAY_MS: '0',
    // A machine that other programs load must not change what is measured: no node decides alone.
    REDIS_TIMEOUT_MS: '20000',
    WATCHDOG_MS: '60000',
  };
}

/** The key of `/api/admin` of every node. */
export const ADMIN_KEY = 'the administration key of the scale bench';

const MAX_START_MS = 120_000;

/** Starts the program `main` and waits until it is ready. `flags`: those of Node, by default as the command sets them. */
export async function startNode(
  main: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = GATEWAY_FLAGS,
): Promise<GatewayNode> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...flags, main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      UV_THREADPOOL_SIZE: '64',
      ...environment,
      HTTPS_PORT: String(port),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pid = child.pid ?? 0;
  while ((await statusOf(port)) !== 200) {
    if (child.exitCode !== null || performance.now() - began > MAX_START_MS) {
      child.kill('SIGKILL');
      throw new Error('a gateway node did not get ready');
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    ready: { origin: `http://127.0.0.1:${port}` },
    startSeconds: (performance.now() - began) / 1000,
    cpuSeconds: () => processCpuSeconds(pid),
    memoryBytes: () => processMemory(pid),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-proto': 'https' };
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', () => resolve(undefined));
    asked.end();
  });
}
