import { type Kysely, sql } from 'kysely';

export async function createCallHours(db: Kysely<unknown>): Promise<void> {
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
  // Before this migration, every call was written individually.
  await sql`
    insert into call_hours (account_id, hour, service_id, operation, calls, failures, latency_ms)
    select account_id, substr(at, 1, 13), coalesce(service_id, ''), coalesce(operation, ''), count(*),
      sum(case when type is null then 0 else 1 end), sum(latency_ms)
    from call_log
    group by 1, 2, 3, 4
  `.execute(db);
  await db.schema.createIndex('call_log_by_instant').ifNotExists().on('call_log').column('at').execute();
}
