import type { Kysely } from 'kysely';
import type { Dialect } from '../tables/dialect.js';

export async function createAccountsAndServices(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('accounts')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('billing_anchor', 'text')
    .addColumn('next_plan', 'text')
    .addColumn('next_plan_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute();
  await db.schema
    .createIndex('api_keys_by_account')
    .ifNotExists()
    .on('api_keys')
    .column('account_id')
    .execute();
  await db.schema
    .createTable('services')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('services_slug', ['account_id', 'slug'])
    .execute();
  await db.schema
    .createTable('service_revisions')
    .ifNotExists()
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('model', dialect.bytes as 'blob', (column) => column.notNull())
    .addColumn('diagnostics', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('service_revisions_key', ['service_id', 'number'])
    .execute();
  await db.schema
    .createTable('operation_settings')
    .ifNotExists()
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('method_policy', 'text', (column) => column.notNull())
    .addColumn('cache_seconds', 'integer', (column) => column.notNull())
    .addColumn('unwrap', 'text')
    .addPrimaryKeyConstraint('operation_settings_key', ['service_id', 'operation'])
    .execute();
  await db.schema
    .createTable('quota_ledger')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('charged', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('refunded', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('quota_ledger_key', ['account_id', 'period_start'])
    .execute();
}
