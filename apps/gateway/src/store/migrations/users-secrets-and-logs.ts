import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

export async function createUsersSecretsAndLogs(db: Kysely<unknown>): Promise<void> {
  const ofAccount = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('accounts.id').onDelete('cascade');
  await db.schema
    .createTable('users')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .ifNotExists()
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sealed_secrets')
    .ifNotExists()
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sealed_secrets_key', ['service_id', 'field'])
    .execute();
  await db.schema
    .createTable('audit_log')
    .ifNotExists()
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_log_key', ['account_id', 'number'])
    .execute();
  await db.schema
    .createTable('call_log')
    .ifNotExists()
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('service_id', 'text')
    .addColumn('operation', 'text')
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('type', 'text')
    .addColumn('code', 'text')
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .addColumn('cached', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('call_log_by_account')
    .ifNotExists()
    .on('call_log')
    .columns(['account_id', 'at'])
    .execute();
}
