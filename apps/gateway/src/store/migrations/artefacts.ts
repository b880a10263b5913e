import type { Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.js';

export async function createArtefacts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('artefacts')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body', dialect.bytes as 'blob', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('artefacts_key', ['service_id', 'key'])
    .execute();
}
