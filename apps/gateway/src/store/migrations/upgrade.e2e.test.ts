import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { CompiledQuery, type Kysely, Migrator } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runsInMemory } from '../../testing/set-ups.js';
import { openPostgres, POSTGRES } from '../drivers/postgres.js';
import { openSqlite, SQLITE } from '../drivers/sqlite.js';
import { openStore, type Store } from '../store.js';
import type { Dialect } from '../tables/dialect.js';
import type { Tables } from '../tables/schema.js';
import { createMigrations } from './migrations.js';

const instant = (text: string): number => Date.parse(text);

/** Migrates a database of the first release to every later schema in turn. `open` opens it before, `openUpgraded` afterwards. */
function describeUpgrade(
  dialect: Dialect,
  open: () => Promise<Kysely<Tables>>,
  openUpgraded: () => Promise<Store>,
): void {
  test('upgrade: a database of the first release is migrated to every later schema without losing data', async () => {
    const fixture = new URL(`./fixtures/first-schema.${dialect.name}.sql`, import.meta.url);
    const db = await open();
    const statements = (await readFile(fixture, 'utf8')).replace(/^--.*\n/gm, '').split(/;\n/);
    for (const statement of statements) {
      if (statement.trim() !== '') await db.executeQuery(CompiledQuery.raw(statement));
    }
    const provider = createMigrations(dialect);
    const names = Object.keys(await provider.getMigrations()).sort();
    expect(names.length).toBeGreaterThan(9);
    const [first, ...later] = names;
    expect(first).toBe('0001_accounts_and_services');
    // One release at a time, like an operator who never skips one.
    for (const name of later) {
      const { error, results } = await new Migrator({ db, provider }).migrateTo(name);
      expect(error).toBeUndefined();
      expect(results?.map(({ migrationName, status }) => [migrationName, status])).toEqual([
        [name, 'Success'],
      ]);
    }
    await db.destroy();

    const store = await openUpgraded();
    try {
      expect((await store.accounts.list({ limit: 10 })).items).toEqual([
        {
          id: 'acc_paid',
          name: 'Grace Ltd',
          status: 'suspended',
          plan: 'Pro',
          billingAnchor: instant('2026-01-31T12:00:00Z'),
          nextPlan: { plan: 'Starter', at: instant('2026-12-31T12:00:00Z') },
          createdAt: instant('2026-01-31T12:00:00Z'),
        },
        {
          id: 'acc_free',
          name: 'Ada & Söhne',
          status: 'active',
          plan: 'Free',
          createdAt: instant('2026-11-01T08:00:00Z'),
        },
      ]);
      expect(await store.apiKeys.findByHash('hash-of-1')).toMatchObject({
        key: { id: 'key_1', purpose: 'live', name: 'ci', hint: 'wxyz' },
        account: { id: 'acc_free' },
      });
      expect((await store.apiKeys.findByHash('hash-of-2'))?.key.revokedAt).toBe(
        instant('2026-11-03T08:00:00Z'),
      );
      const service = await store.services.findBySlug('acc_free', 'users');
      expect(service).toMatchObject({
        id: 'srv_1',
        name: 'Users',
        status: 'paused',
        revision: 1,
        settings: {
          methodPolicy: 'GET + POST',
          numbers: 'string',
          endpoint: 'https://soap.example/users',
          // Settings of later releases have their defaults.
          unwrap: 'record',
          corsOrigins: [],
        },
      });
      const revision = await store.services.findRevision('acc_free', 'srv_1', 1);
      expect(revision).toMatchObject({
        model: { fixture: 'first' },
        source: 'https://soap.example/users?wsdl',
      });
      const operations = await store.services.findOperationSettings('acc_free', 'srv_1');
      expect([...operations]).toEqual([
        ['GetUser', { methodPolicy: 'GET', cacheSeconds: 60, unwrap: 'payload' }],
      ]);
      expect(await store.ledger.read('acc_free', instant('2026-11-01T00:00:00Z'))).toMatchObject({
        charged: 41,
        refunded: 2,
      });
    } finally {
      await store.close();
    }
  });
}

if (runsInMemory) {
  describe('upgrades on SQLite', () => {
    let dataDir: string;
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'soapstone-upgrade-'));
    });
    afterAll(() => rm(dataDir, { recursive: true }));
    describeUpgrade(
      SQLITE,
      () => openSqlite(join(dataDir, 'soapstone.db')),
      () => openStore({ dataDir }, () => {}),
    );
  });
}

const bin = await findPostgres();
describe.skipIf(bin === undefined)('upgrades on PostgreSQL', () => {
  let server: PostgresServer;
  let databaseUrl: string;
  beforeAll(async () => {
    server = await startPostgres(bin!);
    databaseUrl = await server.createDatabase();
  });
  afterAll(() => server?.stop());
  describeUpgrade(
    POSTGRES,
    async () => openPostgres(databaseUrl, () => {}),
    () => openStore({ databaseUrl, dataDir: '/nonexistent' }, () => {}),
  );
});
