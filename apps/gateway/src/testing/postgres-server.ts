import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** A PostgreSQL server of this test run, on loopback. */
export interface PostgresServer {
  /** Its data, write-ahead log included. */
  readonly directory: string;
  /** Make an empty database and return its address. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** The directory of the server's programs as Debian installs them; undefined where PostgreSQL is not installed and in `npm test`. */
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

/** Start a server in a new directory with the programs of `bin`. It refuses to run as root, so root hands it to `postgres`. */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-pg-'));
  const user = process.getuid?.() === 0 ? await postgresUser() : undefined;
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  const as = user ?? {};
  const data = join(directory, 'data');
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'soapstone', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    cwd: directory,
  });
  const port = await freePort();
  const server = spawn(
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
    ],
    { ...as, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
  let databases = 0;
  return {
    directory: data,
    async createDatabase() {
      databases += 1;
      const name = `test${databases}`;
      await run(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'soapstone', name], {
        cwd: '/',
      });
      return `postgresql://soapstone@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      // SIGINT is the fast shutdown: it does not wait for clients.
      server.kill('SIGINT');
      await stopped;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}
