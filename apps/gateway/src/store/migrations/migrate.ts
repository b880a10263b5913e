import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Dialect } from '../tables/dialect.js';
import type { Tables } from '../tables/schema.js';
import { createMigrations } from './migrations.js';

/**
 * Runs the migrations in one transaction. Returns migrations of later versions: they only add to the schema, so this version still works
 * with it during a rolling upgrade and after a rollback (decision 0061).
 */
export async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<readonly string[]> {
  const migrations = await createMigrations(dialect).getMigrations();
  const newest = Object.keys(migrations).sort().at(-1) ?? '';
  const later = (await executedMigrations(db)).filter((name) => name > newest);
  const known = { ...migrations, ...Object.fromEntries(later.map((name) => [name, MADE])) };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  if (error !== undefined) throw error;
  return later;
}

/** Stands for a migration that a later version ran. */
const MADE: Migration = { up: async () => {} };

async function executedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}
