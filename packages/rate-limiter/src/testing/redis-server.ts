import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

/** A Redis server of this test run, on loopback. */
export interface RedisServer {
  readonly port: number;
  /** End it at once, as a crash does. */
  kill(): Promise<void>;
  /** Start it again on the same port, with what it had written. */
  start(): Promise<void>;
  /** Keep its connections open and answer nothing, as a machine without memory or processor time does. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Whether Redis is installed here; `npm test` runs without it in any case. */
export function hasRedis(): Promise<boolean> {
  if (process.env['SOAPSTONE_TESTS'] === 'fast') return Promise.resolve(false);
  return new Promise((resolve) =>
    execFile('redis-server', ['--version'], (error) => resolve(error === null)),
  );
}

/** Start a server in a new directory; `options` are more of its command-line options, such as `--appendonly yes`. */
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
