import type { Kysely } from 'kysely';

export async function createDeprecations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deprecations')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('sunset', 'text')
    .addColumn('link', 'text')
    .addPrimaryKeyConstraint('deprecations_key', ['service_id', 'operation'])
    .execute();
}
