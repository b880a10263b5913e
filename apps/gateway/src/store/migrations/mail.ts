import { type Kysely, sql } from 'kysely';

/** The migration for verified addresses, what people get by email, and the emails on their way. */
export async function createMailTables(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('email_verified_at', 'text').execute();
  await db.schema.alterTable('users').addColumn('mail_types', 'text').execute();
  await db.schema
    .createTable('mails')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.references('events.id').onDelete('cascade'))
    .addColumn('address', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'text', (column) => column.notNull())
    .addColumn('next_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('mails_once', ['user_id', 'event_id'])
    .execute();
  await db.schema
    .createIndex('mails_due')
    .ifNotExists()
    .on('mails')
    .columns(['next_at', 'user_id'])
    .where(sql.ref('next_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('mails_by_user')
    .ifNotExists()
    .on('mails')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('mails_by_event').ifNotExists().on('mails').column('event_id').execute();
  await db.schema.createIndex('mails_by_account').ifNotExists().on('mails').column('account_id').execute();
}

/** The migration that creates the table of links that work once. */
export async function createLinkTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('one_time_links')
    .ifNotExists()
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('one_time_links_by_user')
    .ifNotExists()
    .on('one_time_links')
    .column('user_id')
    .execute();
}
