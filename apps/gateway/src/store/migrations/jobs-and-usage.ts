import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

export async function createJobsAndUsage(db: Kysely<unknown>): Promise<void> {
  const ofAccount = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('accounts.id').onDelete('cascade');
  await db.schema.alterTable('service_revisions').addColumn('grades', 'text').execute();
  await db.schema.alterTable('api_keys').addColumn('last_used_at', 'text').execute();
  await db.schema
    .createTable('jobs')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('jobs_by_account')
    .ifNotExists()
    .on('jobs')
    .columns(['account_id', 'created_at'])
    .execute();
  await db.schema
    .createTable('call_days')
    .ifNotExists()
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_days_key', [
      'account_id',
      'day',
      'service_id',
      'operation',
      'type',
      'code',
    ])
    .execute();
  await db.schema
    .createTable('call_bodies')
    .ifNotExists()
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('response', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('call_bodies_by_service')
    .ifNotExists()
    .on('call_bodies')
    .columns(['account_id', 'service_id', 'at'])
    .execute();
}
