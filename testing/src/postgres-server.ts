import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** The environment variable with the port of the PostgreSQL server that all files of a test run share. */
export const SHARED_POSTGRES = 'SOAPSTONE_SHARED_POSTGRES';
/** The environment variable with the directory of its data. */
export const SHARED_POSTGRES_DATA = 'SOAPSTONE_SHARED_POSTGRES_DATA';

/** A PostgreSQL server of this test run, on loopback. */
export interface PostgresServer {
  readonly port: number;
  /** The directory of its data, including the write-ahead log. */
  readonly directory: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Kills it, like a crash. `stop` removes what is left. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port, with the data it had written. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Finds the directory of the server's programs as Debian installs them; undefined if PostgreSQL is not installed, and in `npm test`. */
export async function findPostgres(): Promise<string | undefined> {
  if (process.env['SOAPSTONE_TESTS'] === 'fast') return undefined;
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((one, other) => other - one)[0];
  return newest === undefined ? undefined : join(root, String(newest), 'bin');
}

/**
 * Starts a server in a new directory with the programs of `bin`. `settings` are added to its command line. PostgreSQL refuses to run as
 * root, so root runs it as the user `postgres`.
 */
export async function startPostgres(bin: string, settings: readonly string[] = []): Promise<PostgresServer> {
  const { directory, as } = await newDirectory('soapstone-pg-');
  const data = join(directory, 'data');
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'soapstone', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    cwd: directory,
  });
  const server = await launch(bin, directory, as, settings);
  return { ...server, createDatabase: () => createDatabase(bin, server.port) };
}

/** A standby, which has everything that its primary has acknowledged. */
export interface PostgresStandby extends Omit<PostgresServer, 'createDatabase'> {
  /** Promotes it to primary. */
  promote(): Promise<void>;
}

/** Starts a standby of `primary`, and makes the primary acknowledge only what the standby has also written. */
export async function startStandby(bin: string, primary: PostgresServer): Promise<PostgresStandby> {
  const { directory, as } = await newDirectory('soapstone-pg-standby-');
  const data = join(directory, 'data');
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'soapstone'];
  await run(join(bin, 'pg_basebackup'), [...from, '-D', data, '-R', '-c', 'fast', '--no-sync'], {
    ...as,
    cwd: directory,
  });
  const server = await launch(bin, directory, as, []);
  await query(bin, primary.port, "alter system set synchronous_standby_names = '*'");
  await query(bin, primary.port, 'select pg_reload_conf()');
  while ((await query(bin, primary.port, 'select sync_state from pg_stat_replication')) !== 'sync') {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ...server,
    async promote() {
      await query(bin, server.port, 'select pg_promote(true, 60)');
    },
  };
}

/** Returns the first value of a query on the database `postgres`. */
async function query(bin: string, port: number, text: string): Promise<string> {
  const to = ['-h', '127.0.0.1', '-p', String(port), '-U', 'soapstone', '-d', 'postgres'];
  return (await run(join(bin, 'psql'), [...to, '-Atc', text], { cwd: '/' })).stdout.trim();
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Creates a directory, and returns the user to whom it belongs if the tests run as root. */
async function newDirectory(prefix: string): Promise<{ directory: string; as: User | object }> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  const user = process.getuid?.() === 0 ? await postgresUser() : undefined;
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  return { directory, as: user ?? {} };
}

/** Starts a server on the data in `directory`. */
async function launch(
  bin: string,
  directory: string,
  as: User | object,
  settings: readonly string[],
): Promise<Omit<PostgresServer, 'createDatabase'>> {
  const data = join(directory, 'data');
  const port = await freePort();
  let server: ChildProcess;
  let stopped = Promise.resolve();
  async function start(): Promise<void> {
    const child = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${directory}`,
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...as, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = child;
    stopped = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString();
        if (/ready to accept (read-only )?connections/.test(log)) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    });
  }
  await start();
  return {
    port,
    directory: data,
    start,
    async kill() {
      // SIGQUIT is the immediate shutdown of all its processes, which write nothing more, as in a crash.
      server.kill('SIGQUIT');
      await stopped;
    },
    async stop() {
      // SIGINT is the fast shutdown, which does not wait for clients.
      server.kill('SIGINT');
      await stopped;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the server that the run shares. Starts a new one if the run has none, or if `own` is true. */
export async function usePostgres(bin: string, own = false): Promise<PostgresServer> {
  const { [SHARED_POSTGRES]: port, [SHARED_POSTGRES_DATA]: directory } = process.env;
  if (own || port === undefined || directory === undefined) return await startPostgres(bin);
  return {
    port: Number(port),
    directory,
    createDatabase: () => createDatabase(bin, Number(port)),
    // Other files use it.
    kill: () => Promise.reject(new Error('this server is shared')),
    start: () => Promise.reject(new Error('this server is shared')),
    stop: async () => {},
  };
}

async function createDatabase(bin: string, port: number): Promise<string> {
  const name = `test_${randomUUID()}`;
  await run(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'soapstone', name], {
    cwd: '/',
  });
  return `postgresql://soapstone@127.0.0.1:${port}/${name}`;
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}
