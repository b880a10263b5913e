import { type Kysely, sql } from 'kysely';

/** The migration that creates the table of events, and the index of the keys that expire. */
export async function createEventTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('threshold', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('important', 'integer', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .addColumn('dispatched_at', 'text')
    .addUniqueConstraint('events_once', ['account_id', 'kind', 'subject', 'threshold', 'period'])
    .execute();
  await db.schema
    .createIndex('events_by_creation')
    .ifNotExists()
    .on('events')
    .columns(['account_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('events_unread')
    .ifNotExists()
    .on('events')
    .columns(['account_id', 'created_at'])
    .where(sql.ref('read_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('events_undispatched')
    .ifNotExists()
    .on('events')
    .column('created_at')
    .where(sql.ref('dispatched_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('events_of_failures')
    .ifNotExists()
    .on('events')
    .column('kind')
    .where(sql.ref('kind'), '=', sql.lit('service.failing'))
    .execute();
  await db.schema
    .createIndex('api_keys_by_end')
    .ifNotExists()
    .on('api_keys')
    .column('expires_at')
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
}

/** The migration that creates the tables of webhooks, their deliveries, and the leases of nodes. */
export async function createWebhookTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('types', 'text')
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('previous_sealed', 'text')
    .addColumn('previous_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhooks_by_account')
    .ifNotExists()
    .on('webhooks')
    .columns(['account_id', 'created_at'])
    .execute();
  await db.schema
    .createTable('webhook_deliveries')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('next_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('webhook_deliveries_once', ['webhook_id', 'event_id'])
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_due')
    .ifNotExists()
    .on('webhook_deliveries')
    .columns(['webhook_id', 'next_at'])
    .where(sql.ref('next_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_by_webhook')
    .ifNotExists()
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_by_event')
    .ifNotExists()
    .on('webhook_deliveries')
    .column('event_id')
    .execute();
  await db.schema
    .createTable('leases')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('until', 'text')
    .execute();
}
