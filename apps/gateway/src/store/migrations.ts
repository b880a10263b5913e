import {
  type ColumnDefinitionBuilder,
  type Kysely,
  type Migration,
  type MigrationProvider,
  sql,
} from 'kysely';
import { createOperationExampleTable } from './operation-examples.js';
import { createStallTable } from './stalls.js';

/** The differences between the two databases in a table definition. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** The type of a column of bytes. */
  readonly bytes: 'blob' | 'bytea';
}

/**
 * The list of migrations, in order; a released entry never changes. They run in one transaction, so a migration opens none itself.
 */
export function createMigrations(dialect: Dialect): MigrationProvider {
  const migrations: Record<string, Migration> = {
    '0001_accounts_and_services': {
      async up(db: Kysely<unknown>) {
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
      },
    },
    '0002_users_secrets_and_logs': {
      async up(db: Kysely<unknown>) {
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
          .addColumn('user_id', 'text', (column) =>
            column.notNull().references('users.id').onDelete('cascade'),
          )
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
      },
    },
    '0003_jobs_and_usage': {
      async up(db: Kysely<unknown>) {
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
      },
    },
    '0004_deprecations': {
      async up(db: Kysely<unknown>) {
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
      },
    },
    '0005_call_hours': {
      async up(db: Kysely<unknown>) {
        await db.schema
          .createTable('call_writers')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('batch', 'integer', (column) => column.notNull())
          .addColumn('at', 'text', (column) => column.notNull())
          .execute();
        await db.schema
          .createTable('call_hours')
          .ifNotExists()
          .addColumn('account_id', 'text', (column) =>
            column.notNull().references('accounts.id').onDelete('cascade'),
          )
          .addColumn('hour', 'text', (column) => column.notNull())
          .addColumn('service_id', 'text', (column) => column.notNull())
          .addColumn('operation', 'text', (column) => column.notNull())
          .addColumn('calls', 'bigint', (column) => column.notNull())
          .addColumn('failures', 'bigint', (column) => column.notNull())
          .addColumn('latency_ms', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('call_hours_key', ['account_id', 'hour', 'service_id', 'operation'])
          .execute();
        // Until now every call was written individually.
        await sql`
          insert into call_hours (account_id, hour, service_id, operation, calls, failures, latency_ms)
          select account_id, substr(at, 1, 13), coalesce(service_id, ''), coalesce(operation, ''), count(*),
            sum(case when type is null then 0 else 1 end), sum(latency_ms)
          from call_log
          group by 1, 2, 3, 4
        `.execute(db);
        await db.schema
          .createIndex('call_log_by_instant')
          .ifNotExists()
          .on('call_log')
          .column('at')
          .execute();
      },
    },
    '0006_artefacts': {
      async up(db: Kysely<unknown>) {
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
      },
    },
    '0007_stalls': { up: createStallTable },
    '0008_operation_examples': { up: createOperationExampleTable },
  };
  return { getMigrations: async () => migrations };
}
