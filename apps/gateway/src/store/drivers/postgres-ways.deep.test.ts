import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@soapstone/testing/free-port';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createAuthority,
  createIdentity,
} from '../../../../../packages/ws-security/src/testing/certificates.js';
import { StartError } from '../../config/start-error.js';
import { openStore } from '../store.js';
import { openPostgres } from './postgres.js';

// The ways to a PostgreSQL of a company: TLS with a private authority, passwords, pgbouncer.

const bin = await findPostgres();
const PGBOUNCER = '/usr/sbin/pgbouncer';
const folder = mkdtempSync(join(tmpdir(), 'soapstone-pg-ways-'));
let server: PostgresServer;
let base: URL;

/** The user that PostgreSQL runs as, if the tests run as root. */
function postgresUser(): number | undefined {
  return process.getuid?.() === 0
    ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
    : undefined;
}

function psql(text: string): void {
  const to = ['-h', '127.0.0.1', '-p', base.port, '-U', 'soapstone', '-d', 'postgres', '-c', text];
  execFileSync(join(bin!, 'psql'), to, { cwd: '/', stdio: 'pipe' });
}

beforeAll(async () => {
  if (bin === undefined) return;
  const authority = await createAuthority('company');
  const identity = await createIdentity('server', { authority, hosts: ['127.0.0.1'] });
  const files = {
    'ca.pem': authority.certificate,
    'server.pem': identity.certificate,
    'server.key': identity.privateKey,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    const uid = postgresUser();
    if (uid !== undefined) chownSync(join(folder, name), uid, uid);
  }
  chmodSync(folder, 0o755);
  server = await startPostgres(bin, [
    'ssl=on',
    `ssl_cert_file=${folder}/server.pem`,
    `ssl_key_file=${folder}/server.key`,
  ]);
  base = new URL(await server.createDatabase());
  psql("create role guarded login superuser password 'right'");
  const hba = join(server.directory, 'pg_hba.conf');
  const rules = [
    'host all guarded 127.0.0.1/32 scram-sha-256',
    'hostnossl all tls 127.0.0.1/32 reject',
    readFileSync(hba, 'utf8'),
  ];
  psql('create role tls login superuser');
  writeFileSync(hba, rules.join('\n'));
  psql('select pg_reload_conf()');
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The URL of the database with changes. */
function urlWith(change: {
  user?: string;
  password?: string;
  database?: string;
  host?: string;
  query?: string;
}): string {
  const url = new URL(base);
  if (change.user !== undefined) url.username = change.user;
  if (change.password !== undefined) url.password = change.password;
  if (change.database !== undefined) url.pathname = change.database;
  if (change.host !== undefined) url.hostname = change.host;
  return `${url.href}${change.query ?? ''}`;
}

async function isEncrypted(databaseUrl: string): Promise<boolean> {
  const db = openPostgres(databaseUrl, () => {});
  try {
    const { rows } = await sql<{
      ssl: boolean;
    }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    return rows[0]?.ssl === true;
  } finally {
    await db.destroy();
  }
}

async function failure(databaseUrl: string): Promise<StartError> {
  const error = await openStore({ databaseUrl, dataDir: folder }, () => {}).then(
    (store) => store.close(),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain('\n');
  expect(message).toContain('DATABASE_URL');
  return error as StartError;
}

describe.skipIf(bin === undefined)('PostgreSQL', () => {
  test.each(['verify-full', 'verify-ca', 'require'])(
    'sslmode=%s with sslrootcert is encrypted and verified',
    async (mode) => {
      const query = `?sslmode=${mode}&sslrootcert=${folder}/ca.pem`;
      expect(await isEncrypted(urlWith({ query }))).toBe(true);
      const store = await openStore(
        { databaseUrl: urlWith({ user: 'tls', query }), dataDir: folder },
        () => {},
      );
      await store.close();
    },
  );

  test.each(['disable', 'prefer'])('sslmode=%s', async (mode) => {
    const encrypted = isEncrypted(urlWith({ query: `?sslmode=${mode}` }));
    if (mode === 'disable') expect(await encrypted).toBe(false);
    else await encrypted.catch(() => {});
  });

  test.each<[string, Parameters<typeof urlWith>[0], RegExp]>([
    [
      'a private authority that is not named',
      { query: '?sslmode=require' },
      /^TLS to PostgreSQL fails .*: add sslrootcert=/,
    ],
    [
      'a host that the certificate does not name',
      { host: 'localhost', query: '?sslmode=verify-full&sslrootcert=CA' },
      /its host must be one that the certificate names/,
    ],
    [
      'an authority that cannot be read',
      { query: '?sslmode=require&sslrootcert=/none.pem' },
      /^\/none\.pem cannot be read \(ENOENT\): correct sslrootcert/,
    ],
    [
      'a wrong password',
      { user: 'guarded', password: 'wrong' },
      /password authentication failed .*: correct the user and the password/,
    ],
    ['no password', { user: 'guarded' }, /PostgreSQL asks for a password/],
    [
      'a database that does not exist',
      { database: 'none' },
      /database "none" does not exist.*: create the database/,
    ],
    ['a role that does not exist', { user: 'nobody' }, /role "nobody" does not exist/],
    ['a server that wants TLS', { user: 'tls' }, /pg_hba\.conf .*sslmode=require/],
    [
      'an unknown sslmode',
      { query: '?sslmode=yes' },
      /^sslmode in DATABASE_URL has an unknown value: use verify-full/,
    ],
  ])('%s: one sentence', async (_name, change, message) => {
    const query = change.query?.replace('CA', `${folder}/ca.pem`);
    expect((await failure(urlWith({ ...change, ...(query !== undefined && { query }) }))).message).toMatch(
      message,
    );
  });
});

describe.skipIf(bin === undefined || !existsSync(PGBOUNCER))('pgbouncer in transaction mode', () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGTERM');
  });

  /** Starts it with two connections to the server. Returns the URL of the database through it. */
  async function startBouncer(...settings: string[]): Promise<string> {
    const port = await freePort();
    const own = mkdtempSync(join(folder, 'bouncer-'));
    const file = join(own, 'pgbouncer.ini');
    const lines = [
      `[databases]\n* = host=127.0.0.1 port=${base.port}`,
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      'auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 100',
      ...settings,
    ];
    writeFileSync(
      file,
      `${lines
        .join('\n')
        .replace('* = host', `${base.pathname.slice(1)} = host`)
        .replace(/(port=\d+)/, `$1 user=soapstone`)}\n`,
    );
    const uid = postgresUser();
    for (const path of [own, file]) chmodSync(path, 0o755);
    const child = spawn(PGBOUNCER, [file], { stdio: 'ignore', ...(uid !== undefined && { uid, gid: uid }) });
    children.push(child);
    await vi.waitFor(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.destroy();
            resolve();
          });
          socket.on('error', reject);
        }),
      { timeout: 30_000, interval: 50 },
    );
    const url = new URL(base);
    url.port = String(port);
    return url.href;
  }

  test('without its setting: one sentence that names it', async () => {
    const { message } = await failure(await startBouncer());
    expect(message).toMatch(
      /unsupported startup parameter.*ignore_startup_parameters = extra_float_digits,options,statement_timeout/,
    );
  });

  test('the gateway migrates, reads and writes over two shared connections', async () => {
    const databaseUrl = await startBouncer(
      'ignore_startup_parameters = extra_float_digits,options,statement_timeout',
    );
    const store = await openStore({ databaseUrl, dataDir: folder }, () => {});
    const other = await openStore({ databaseUrl, dataDir: folder }, () => {});
    try {
      // More statements at once than there are connections: a prepared statement of another session would be missing.
      const found = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          (index % 2 === 0 ? store : other).accounts.find(`none-${index}`),
        ),
      );
      expect(found.every((each) => each === undefined)).toBe(true);
    } finally {
      await store.close();
      await other.close();
    }
    const db = openPostgres(databaseUrl, () => {});
    try {
      const counts = Array.from({ length: 40 }, (_, index) =>
        db.transaction().execute(async (transaction) => {
          await sql`create temporary table own (id int) on commit drop`.execute(transaction);
          await sql`insert into own select generate_series(1, ${index}::int)`.execute(transaction);
          const { rows } = await sql<{ count: number }>`select count(*) as count from own`.execute(
            transaction,
          );
          return rows[0]?.count;
        }),
      );
      expect(await Promise.all(counts)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    } finally {
      await db.destroy();
    }
  }, 60_000);
});
