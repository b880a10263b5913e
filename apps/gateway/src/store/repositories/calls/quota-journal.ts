import type { JournalRecord } from '@soapstone/rate-limiter';
import { type Kysely, sql } from 'kysely';
import { inParts } from '../../tables/in-parts.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { findKnownAccounts, type QuotaPlace } from './known-accounts.js';

/** The calls that processes admitted on their own while Redis did not answer. It survives them, until Redis has received it. */
export interface QuotaJournal {
  /** Adds records, or replaces earlier states of them. Skips deleted accounts. */
  write(records: readonly JournalRecord[]): Promise<void>;
  /** Returns the records of all processes but `node`. */
  findOfOthers(node: string): Promise<JournalRecord[]>;
  /** Returns the calls, minus refunds, that Redis does not know about. */
  countUnreported(accountId: string, periodStart: number): Promise<number>;
  /** Removes records, even if they have changed since. */
  remove(records: readonly Pick<JournalRecord, 'node' | 'id'>[]): Promise<void>;
  /** Removes records that are still as given. */
  removeUnchanged(records: readonly JournalRecord[]): Promise<void>;
}

/** The maximum number of rows per statement: ten parameters each, within SQLite's limit. */
const ROWS_AT_ONCE = 80;

export async function createQuotaJournalTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quota_journal')
    .ifNotExists()
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('entry', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('period_start', 'text', (column) => column.notNull())
    .addColumn('period_end', 'text', (column) => column.notNull())
    .addColumn('known_charged', 'bigint', (column) => column.notNull())
    .addColumn('known_refunded', 'bigint', (column) => column.notNull())
    .addColumn('charged', 'bigint', (column) => column.notNull())
    .addColumn('refunded', 'bigint', (column) => column.notNull())
    .addColumn('in_doubt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_journal_key', ['node', 'entry'])
    .execute();
}

export function createQuotaJournal(db: Kysely<Tables>, { journal, id, subjects }: QuotaPlace): QuotaJournal {
  return {
    async write(all) {
      const known = await findKnownAccounts(
        db,
        all.map((record) => record.account),
        subjects,
      );
      const records = all.filter((record) => known.has(record.account));
      for (const some of inParts(records, ROWS_AT_ONCE)) {
        await db
          .insertInto(journal)
          .values(some.map((record) => rowOf(record, id)))
          .onConflict((conflict) =>
            conflict.columns(['node', 'entry']).doUpdateSet(({ ref }) => ({
              charged: ref('excluded.charged'),
              refunded: ref('excluded.refunded'),
              in_doubt: ref('excluded.in_doubt'),
            })),
          )
          .execute();
      }
    },
    async findOfOthers(node) {
      const rows = await db.selectFrom(journal).selectAll().where('node', '!=', node).execute();
      return rows.map((row) => ({
        node: row.node,
        id: row.entry,
        account: row[id],
        periodStart: parseInstant(row.period_start),
        periodEnd: parseInstant(row.period_end),
        knownCharged: Number(row.known_charged),
        knownRefunded: Number(row.known_refunded),
        charged: Number(row.charged),
        refunded: Number(row.refunded),
        inDoubt: JSON.parse(row.in_doubt) as number[],
      }));
    },
    async countUnreported(accountId, periodStart) {
      const { calls } = await db
        .selectFrom(journal)
        .select(sql<number>`coalesce(sum(charged - refunded), 0)`.as('calls'))
        .where(id, '=', accountId)
        .where('period_start', '=', printInstant(periodStart))
        .executeTakeFirstOrThrow();
      return Number(calls);
    },
    async remove(records) {
      for (const { node, id } of records) {
        await db.deleteFrom(journal).where('node', '=', node).where('entry', '=', id).execute();
      }
    },
    async removeUnchanged(records) {
      for (const record of records) {
        const { node, entry, charged, refunded, in_doubt } = rowOf(record, id);
        await db
          .deleteFrom(journal)
          .where((row) => row.and({ node, entry, charged, refunded, in_doubt }))
          .execute();
      }
    },
  };
}

function rowOf(record: JournalRecord, id: QuotaPlace['id']) {
  return {
    node: record.node,
    entry: record.id,
    [id]: record.account,
    period_start: printInstant(record.periodStart),
    period_end: printInstant(record.periodEnd),
    known_charged: record.knownCharged,
    known_refunded: record.knownRefunded,
    charged: record.charged,
    refunded: record.refunded,
    in_doubt: JSON.stringify(record.inDoubt),
  };
}
