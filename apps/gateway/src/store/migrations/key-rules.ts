import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** The migration that adds the rules of keys, their earlier secret, and the calls of keys with limits of their own. */
export async function addKeyRules(db: Kysely<unknown>): Promise<void> {
  const columns = ['rules', 'expires_at', 'rolled_at', 'previous_hash', 'previous_until', 'last_used_from'];
  for (const column of columns) await db.schema.alterTable('api_keys').addColumn(column, 'text').execute();
  await db.schema
    .createIndex('api_keys_by_previous_hash')
    .ifNotExists()
    .on('api_keys')
    .column('previous_hash')
    .where(sql.ref('previous_hash'), 'is not', null)
    .execute();
  const ofKey = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('api_keys.id').onDelete('cascade');
  await db.schema
    .createTable('key_quota_ledger')
    .ifNotExists()
    .addColumn('key_id', 'text', ofKey)
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('charged', 'bigint', (column) => column.notNull())
    .addColumn('refunded', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_quota_ledger_key', ['key_id', 'period_start'])
    .execute();
  await db.schema
    .createTable('key_quota_journal')
    .ifNotExists()
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('entry', 'integer', (column) => column.notNull())
    .addColumn('key_id', 'text', ofKey)
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('period_end', 'text', (column) => column.notNull())
    .addColumn('known_charged', 'bigint', (column) => column.notNull())
    .addColumn('known_refunded', 'bigint', (column) => column.notNull())
    .addColumn('charged', 'bigint', (column) => column.notNull())
    .addColumn('refunded', 'bigint', (column) => column.notNull())
    .addColumn('in_doubt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_quota_journal_key', ['node', 'entry'])
    .execute();
}

/** The migration that limits keys to operations. */
export async function addOperationsOfKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('operations', 'text').execute();
}
