import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';

/** The environment variable with the port of the Redis server that all files of a test run share. */
export const SHARED_REDIS = 'SOAPSTONE_SHARED_REDIS';

/** A Redis server of this test run, on loopback. */
export interface RedisServer {
  readonly port: number;
  /** Kills it without a shutdown, like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the data it had written. */
  start(): Promise<void>;
  /** Freezes it: connections stay open but nothing is answered, as on a machine that has run out of memory or CPU time. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Whether Redis is installed. `npm test` always runs without it. */
export function hasRedis(): Promise<boolean> {
  if (process.env['SOAPSTONE_TESTS'] === 'fast') return Promise.resolve(false);
  return new Promise((resolve) =>
    execFile('redis-server', ['--version'], (error) => resolve(error === null)),
  );
}

/** Starts a server in a new directory. `options` are added to its command line, such as `--appendonly yes`. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-redis-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  let stopped = Promise.resolve();

  async function start(): Promise<void> {
    const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
    const child = spawn('redis-server', [...fixed, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    server = child;
    stopped = new Promise((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.stdout?.on('data', (chunk) => {
        log += String(chunk);
        if (log.includes('Ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error('redis-server did not start')));
    });
  }

  async function kill(): Promise<void> {
    server?.kill('SIGKILL');
    await stopped;
  }

  await start();
  return {
    port,
    start,
    kill,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An empty Redis database of this test run. */
export interface RedisDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** Opens an empty database of the server that the run shares. Starts a new server if the run has none, or if `own` is true. */
export async function openRedis(own = false): Promise<RedisDatabase> {
  const port = process.env[SHARED_REDIS];
  if (own || port === undefined) {
    const server = await startRedis();
    return { url: `redis://127.0.0.1:${server.port}`, stop: () => server.stop() };
  }
  const client = new Redis({ port: Number(port), host: '127.0.0.1' });
  // Database 0 stores the number of the last database that was opened.
  const database = await client.incr('databases');
  client.disconnect();
  return { url: `redis://127.0.0.1:${port}/${database}`, stop: async () => {} };
}
