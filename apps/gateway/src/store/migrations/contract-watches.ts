import { type Kysely, sql } from 'kysely';
import { createPublicationTable } from '../repositories/services/publications.js';

/** The migration that creates the tables of watches and of publications, and marks the revisions that checks stored and replaced. */
export async function createWatchTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contract_watches')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.primaryKey().references('services.id').onDelete('cascade'),
    )
    .addColumn('schedule', 'text', (column) => column.notNull())
    .addColumn('activate', 'text', (column) => column.notNull())
    .addColumn('next_at', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('result', 'text')
    .addColumn('reason', 'text')
    .addColumn('revision', 'integer')
    .addColumn('failing_since', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('told', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('memory', 'text')
    .execute();
  await db.schema
    .createIndex('contract_watches_due')
    .ifNotExists()
    .on('contract_watches')
    .columns(['next_at', 'account_id'])
    .where(sql.ref('next_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('contract_watches_by_account')
    .ifNotExists()
    .on('contract_watches')
    .column('account_id')
    .execute();
  for (const column of ['watched_at', 'replaced_at'])
    await db.schema.alterTable('service_revisions').addColumn(column, 'text').execute();
  await createPublicationTable(db);
}
