import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, usePostgres } from '@soapstone/testing/postgres-server';
import { CompiledQuery, type Kysely, Migrator, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleAccount } from '../../testing/sample-records.js';
import { runsInMemory } from '../../testing/set-ups.js';
import { openPostgres, POSTGRES } from '../drivers/postgres.js';
import { openSqlite, SQLITE } from '../drivers/sqlite.js';
import { openStore, type Store } from '../store.js';
import type { Dialect } from '../tables/dialect.js';
import type { Tables } from '../tables/schema.js';
import { createMigrations } from './migrations.js';

/** A new database, which can be opened directly and as a store. */
interface Database {
  open(): Promise<Kysely<Tables>>;
  openStore(): Promise<Store>;
}

/** Returns the columns and defaults on which statements of an earlier version rely, one per line. */
async function promises(db: Kysely<Tables>, dialect: Dialect): Promise<Set<string>> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap(({ name: table, columns: of }) =>
    of.map(({ name, dataType }) => `${table}.${name} ${dataType.toLowerCase()}`),
  );
  // An earlier version writes none of the columns that were added later.
  const needed = tables.flatMap(({ name: table, columns: of }) =>
    of
      .filter((column) => !column.isNullable && !column.hasDefaultValue)
      .map(({ name }) => `${table}.${name} must be given`),
  );
  const catalog =
    dialect.name === 'sqlite'
      ? sql<{
          name: string;
          definition: string | null;
        }>`select tbl_name || '.' || name as name, sql as definition from sqlite_master where type = 'index'`
      : sql<{
          name: string;
          definition: string | null;
        }>`select tablename || '.' || indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'`;
  const { rows } = await catalog.execute(db);
  // In SQLite, the index of a constraint has no statement.
  const unique = rows
    .filter(({ definition }) => definition === null || /^create unique/i.test(definition))
    .map(({ name }) => `${name} is unique`);
  return new Set([...columns, ...needed, ...unique]);
}

const tableOf = (line: string): string => line.slice(0, line.indexOf('.'));

/** `create` creates an empty database. */
function describeRollingUpgrade(dialect: Dialect, create: () => Promise<Database>): void {
  test('migrations: each one keeps what the statements of earlier versions rely on', async () => {
    const db = await (await create()).open();
    try {
      const provider = createMigrations(dialect);
      const [first = '', ...later] = Object.keys(await provider.getMigrations()).sort();
      const migrator = new Migrator({ db, provider });
      await migrator.migrateTo(first);
      let before = await promises(db, dialect);
      expect(before.size).toBeGreaterThan(30);
      for (const name of later) {
        expect((await migrator.migrateTo(name)).error).toBeUndefined();
        const after = await promises(db, dialect);
        expect(
          [...before].filter((line) => !after.has(line)),
          `${name} takes something away`,
        ).toEqual([]);
        const tables = new Set([...before].map(tableOf));
        const demands = [...after].filter(
          (line) =>
            !before.has(line) && tables.has(tableOf(line)) && / (is unique|must be given)$/.test(line),
        );
        expect(demands, `${name} demands more of rows of existing tables`).toEqual([]);
        before = after;
      }
    } finally {
      await db.destroy();
    }
  });

  test('migrations: the rows of the first release can be written and read on the newest schema', async () => {
    const db = await (await create()).open();
    try {
      const migrator = new Migrator({ db, provider: createMigrations(dialect) });
      await migrator.migrateTo('0001_accounts_and_services');
      const first = await db.introspection.getTables();
      await migrator.migrateToLatest();
      const fixture = new URL(`./fixtures/first-schema.${dialect.name}.sql`, import.meta.url);
      const statements = (await readFile(fixture, 'utf8')).replace(/^--.*\n/gm, '').split(/;\n/);
      let written = 0;
      for (const statement of statements.map((each) => each.trim())) {
        const [head = '', name = ''] = /^insert into "(\w+)" values/.exec(statement) ?? [];
        const table = first.find((each) => each.name === name);
        if (table === undefined) continue;
        // The statements of the first release name their columns, so they leave out new ones.
        const columns = table.columns.map((column) => `"${column.name}"`).join(', ');
        const insert = statement.replace(head, `insert into "${name}" (${columns}) values`);
        await db.executeQuery(CompiledQuery.raw(insert));
        const { rows } = await db.executeQuery(CompiledQuery.raw(`select ${columns} from "${name}"`));
        expect(rows.length, name).toBeGreaterThan(0);
        written++;
      }
      expect(written).toBe(6);
    } finally {
      await db.destroy();
    }
  });

  test('keys: the lookup of an earlier version does not find a key with rules', async () => {
    const database = await create();
    const store = await database.openStore();
    const account = sampleAccount(Date.now());
    await store.accounts.create(account);
    const key = {
      accountId: account.id,
      purpose: 'live',
      name: 'k',
      hint: 'abcd',
      createdAt: Date.now(),
    } as const;
    await store.apiKeys.create({ ...key, id: 'plain' }, 'hash-1');
    await store.apiKeys.create({ ...key, id: 'ruled', readOnly: true }, 'hash-2');
    await store.apiKeys.create({ ...key, id: 'later' }, 'hash-3');
    await store.apiKeys.change(account.id, 'later', { expiresAt: Date.now() + 1_000_000 });
    const db = await database.open();
    // Another key of a later version, whose rule this one does not know.
    await sql`update api_keys set rules = '{"weekdays":["Mo"]}' where id = 'ruled'`.execute(db);
    const find = async (hash: string) =>
      (await db.selectFrom('api_keys').select('id').where('hash', '=', hash).execute()).map(({ id }) => id);
    expect([await find('hash-1'), await find('hash-2'), await find('hash-3')]).toEqual([['plain'], [], []]);
    await db.destroy();
    expect((await store.apiKeys.findByHash('hash-2'))?.key.unknownRules).toBe(true);
    expect(await store.apiKeys.change(account.id, 'ruled', { name: 'x' })).toBeUndefined();
    expect((await store.apiKeys.change(account.id, 'later', { expiresAt: null }))?.expiresAt).toBeUndefined();
    expect((await store.apiKeys.findByHash('hash-3'))?.key.id).toBe('later');
    await store.close();
  });

  test('store: works on the schema of a later version, and names its migrations', async () => {
    const database = await create();
    await (await database.openStore()).close();
    const db = await database.open();
    await db.executeQuery(CompiledQuery.raw('alter table accounts add column colour text'));
    await addMigration(db, '9999_colours');
    await db.destroy();
    const store = await database.openStore();
    try {
      expect(store.laterMigrations).toEqual(['9999_colours']);
      await store.accounts.create(sampleAccount(Date.now()));
      expect((await store.accounts.list({ limit: 10 })).items).toHaveLength(1);
    } finally {
      await store.close();
    }
  });

  test('store: rejects a database with an unknown migration among its own', async () => {
    const database = await create();
    await (await database.openStore()).close();
    const db = await database.open();
    await addMigration(db, '0001_unknown');
    await db.destroy();
    await expect(database.openStore()).rejects.toThrow('0001_unknown');
  });
}

async function addMigration(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
}

if (runsInMemory) {
  describe('rolling upgrades on SQLite', () => {
    let root: string;
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'soapstone-rolling-'));
    });
    afterAll(() => rm(root, { recursive: true }));
    describeRollingUpgrade(SQLITE, async () => {
      const dataDir = await mkdtemp(join(root, 'data-'));
      return {
        open: () => openSqlite(join(dataDir, 'soapstone.db')),
        openStore: () => openStore({ dataDir }, () => {}),
      };
    });
  });
}

const bin = await findPostgres();
describe.skipIf(bin === undefined)('rolling upgrades on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await usePostgres(bin!);
  });
  afterAll(() => server?.stop());
  describeRollingUpgrade(POSTGRES, async () => {
    const databaseUrl = await server.createDatabase();
    return {
      open: async () => openPostgres(databaseUrl, () => {}),
      openStore: () => openStore({ databaseUrl, dataDir: '/nonexistent' }, () => {}),
    };
  });
});
