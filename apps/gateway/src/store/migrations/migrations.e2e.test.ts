import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, usePostgres } from '@soapstone/testing/postgres-server';
import { type Kysely, Migrator, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleAccount } from '../../testing/sample-records.js';
import { runsInMemory } from '../../testing/set-ups.js';
import { openPostgres, POSTGRES } from '../drivers/postgres.js';
import { openSqlite, SQLITE } from '../drivers/sqlite.js';
import { createAccountRepository } from '../repositories/accounts/accounts.js';
import { createCallLogRepository } from '../repositories/calls/call-log.js';
import { CAPTURES } from '../repositories/services/services.js';
import type { Dialect } from '../tables/dialect.js';
import { printInstant, type Tables } from '../tables/schema.js';
import { createMigrations } from './migrations.js';

const at = Date.parse('2026-11-21T10:20:30Z');

/** Migrates the database of an earlier release, with its data. `open` opens a new one. */
function describeMigrations(name: string, dialect: Dialect, open: () => Promise<Kysely<Tables>>): void {
  describe(name, () => {
    let db: Kysely<Tables>;
    beforeAll(async () => {
      db = await open();
    });
    afterAll(() => db?.destroy());

    test('0005 counts the existing calls by hour', async () => {
      const migrator = new Migrator({ db, provider: createMigrations(dialect) });
      const before = await migrator.migrateTo('0004_deprecations');
      expect(before.error).toBeUndefined();
      const account = sampleAccount(at);
      const accountId = account.id;
      await createAccountRepository(db, dialect.name).create(account);
      const rows = [
        { at, service_id: 's', operation: 'GetUser', type: null },
        { at: at + 1_000, service_id: 's', operation: 'GetUser', type: 'UPSTREAM_ERROR' },
        { at: at + 3_600_000, service_id: 's', operation: 'GetUser', type: null },
        { at, service_id: null, operation: null, type: 'SERVICE_NOT_FOUND' },
      ];
      await db
        .insertInto('call_log')
        .values(
          rows.map((row, index) => ({
            ...row,
            request_id: `r${index}`,
            account_id: accountId,
            at: printInstant(row.at),
            method: 'POST',
            status: row.type === null ? 200 : 502,
            code: row.type,
            latency_ms: 10 * (index + 1),
            cached: 0,
          })),
        )
        .execute();
      const after = await migrator.migrateToLatest();
      expect(after.error).toBeUndefined();
      const calls = createCallLogRepository(db);
      const uses = await calls.use(accountId, at, 10);
      expect(uses).toEqual([
        { serviceId: 's', operation: 'GetUser', calls: 3, failures: 1, averageLatencyMs: 20 },
        { serviceId: undefined, operation: undefined, calls: 1, failures: 1, averageLatencyMs: 40 },
      ]);
      const hour = Date.parse('2026-11-21T10:00:00Z');
      expect(await calls.hours(accountId, at)).toEqual([
        { serviceId: '', at: hour, calls: 1, failures: 1 },
        { serviceId: 's', at: hour, calls: 2, failures: 1 },
        { serviceId: 's', at: hour + 3_600_000, calls: 1, failures: 0 },
      ]);
      expect(await calls.list(accountId, 10)).toHaveLength(4);
    });

    test('0015 finds the services that record calls with an index, among any number of others', async () => {
      await new Migrator({ db, provider: createMigrations(dialect) }).migrateToLatest();
      const query = sql`select * from services where ${CAPTURES} limit 1000`;
      const plan = await db.connection().execute(async (connection) => {
        // PostgreSQL would otherwise prefer to scan the empty table.
        if (dialect === POSTGRES) await sql`set enable_seqscan = off`.execute(connection);
        const explain = dialect === POSTGRES ? sql`explain ${query}` : sql`explain query plan ${query}`;
        return explain.execute(connection);
      });
      expect(JSON.stringify(plan.rows)).toContain('services_capturing');
    });
  });
}

if (runsInMemory) {
  describe('embedded', () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'soapstone-'));
    });
    afterAll(() => rm(directory, { recursive: true }));
    describeMigrations('migrations on SQLite', SQLITE, () => openSqlite(join(directory, 'soapstone.db')));
  });
}

const bin = await findPostgres();
if (bin === undefined) process.stderr.write('PostgreSQL is not installed: its migration tests are skipped\n');

describe.skipIf(bin === undefined)('server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await usePostgres(bin!);
  });
  afterAll(() => server?.stop());
  describeMigrations('migrations on PostgreSQL', POSTGRES, async () =>
    openPostgres(await server.createDatabase(), () => {}),
  );
});
