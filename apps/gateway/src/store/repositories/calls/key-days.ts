import type { Kysely } from 'kysely';
import type { KeySum } from '../../../domain/calls/logged-call.js';
import type { Tables } from '../../tables/schema.js';
import { createRowWriter, type WriteRows } from '../../tables/write-rows.js';
import { dayOf } from './call-days.js';

/** The calls with one API key in a period. */
export interface KeyUseTotals {
  readonly keyId: string;
  readonly calls: number;
  readonly failures: number;
  /** The calls that used quota. */
  readonly charged: number;
}

/** The calls of each API key per UTC day. */
export interface KeyDayRepository {
  /** Returns the calls since the day of `from`, of at most `most` keys, most used first. */
  totals(accountId: string, from: number, most: number): Promise<KeyUseTotals[]>;
  /** Deletes the days before that of `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

/**
 * The migration that adds the key, the charge and the requested name to the call log and the charged calls to the days, and counts the
 * calls of keys.
 */
export async function createKeyDays(db: Kysely<unknown>): Promise<void> {
  for (const column of ['key_id', 'requested'])
    await db.schema.alterTable('call_log').addColumn(column, 'text').execute();
  await db.schema
    .alterTable('call_log')
    .addColumn('charged', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // Null, because it is unknown which of the earlier calls were charged.
  await db.schema.alterTable('call_days').addColumn('charged', 'bigint').execute();
  await db.schema
    .createTable('key_days')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('charged', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_days_key', ['account_id', 'day', 'key_id'])
    .execute();
}

export function createKeyDayRepository(db: Kysely<Tables>): KeyDayRepository {
  return {
    async totals(accountId, from, most) {
      const rows = await db
        .selectFrom('key_days')
        .select(({ fn }) => [
          'key_id',
          fn.sum<number>('calls').as('calls'),
          fn.sum<number>('failures').as('failures'),
          fn.sum<number>('charged').as('charged'),
        ])
        .where('account_id', '=', accountId)
        .where('day', '>=', dayOf(from))
        .groupBy('key_id')
        .orderBy('calls', 'desc')
        .orderBy('key_id')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        keyId: row.key_id,
        // PostgreSQL returns sums of wide integers as text.
        calls: Number(row.calls),
        failures: Number(row.failures),
        charged: Number(row.charged),
      }));
    },
    async deleteOlder(instant) {
      await db.deleteFrom('key_days').where('day', '<', dayOf(instant)).execute();
    },
  };
}

/** Creates the function that adds calls to the sums of the days of their keys. */
export function createKeyDayWriter(db: Kysely<Tables>): WriteRows<Tables['key_days']> {
  return createRowWriter((rows) =>
    db
      .insertInto('key_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'day', 'key_id']).doUpdateSet(({ eb, ref }) => ({
          calls: eb(ref('key_days.calls'), '+', ref('excluded.calls')),
          failures: eb(ref('key_days.failures'), '+', ref('excluded.failures')),
          charged: eb(ref('key_days.charged'), '+', ref('excluded.charged')),
        })),
      ),
  );
}

/** Returns rows of sums in a fixed order, so that two nodes that write them concurrently cannot deadlock. */
export function keyDayRows(sums: readonly KeySum[]): Tables['key_days'][] {
  const days = new Map<string, Tables['key_days']>();
  for (const { accountId, hour, keyId, calls, failures, charged } of sums) {
    const day = dayOf(hour);
    const id = `${accountId}\n${day}\n${keyId}`;
    const row = days.get(id);
    if (row === undefined) {
      days.set(id, { account_id: accountId, day, key_id: keyId, calls, failures, charged });
      continue;
    }
    row.calls += calls;
    row.failures += failures;
    row.charged += charged;
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
