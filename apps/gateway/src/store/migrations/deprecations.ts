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

/** The migration that keeps the announcement of a revision apart from what the owner set, so that a decision can end it. */
export async function createAnnouncements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('announcements')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('compared_with', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('sunset', 'text')
    .addColumn('link', 'text')
    .addColumn('operations', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('announcements_key', ['service_id', 'revision'])
    .execute();
}
