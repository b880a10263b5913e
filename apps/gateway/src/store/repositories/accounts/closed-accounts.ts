import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import type { AuditEntry } from './audit-log.js';
import { createGatewayAuditLog } from './gateway-audit.js';

/** The accounts that their owners closed, once nobody can keep them any more (decision 0202). Times are in milliseconds since the Unix epoch. */
export interface ClosedAccountRepository {
  /** Returns the ids of accounts that are due at `now`, the longest due first. */
  due(now: number, most: number): Promise<readonly string[]>;
  /**
   * Deletes some of what belongs to an account that is due at `now`, in one short transaction. Resolves to whether anything was left to
   * delete; the account itself stays.
   */
  deleteSome(id: string, now: number): Promise<boolean>;
  /** Deletes the account, and writes `entry` into the audit log of the gateway. Resolves to false if it was not due, or is gone. */
  finish(id: string, now: number, entry: Omit<AuditEntry, 'number'>): Promise<boolean>;
}

/** The migration that adds the time at which a closed account is deleted. */
export async function addClosing(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('closes_at', 'text').execute();
  await db.schema
    .createIndex('accounts_closing')
    .ifNotExists()
    .on('accounts')
    .column('closes_at')
    .where(sql.ref('closes_at'), 'is not', null)
    .execute();
}

/** Rows per step: small ones, and those that may have megabytes. */
const SMALL = 500;
const LARGE = 10;

/**
 * The tables with rows of an account, each with an index that begins with the account, in an order in which nothing refers to deleted rows.
 * What is not here goes with the row that it belongs to, and is small.
 */
const OF_ACCOUNT: readonly (readonly [table: keyof Tables, rows: number])[] = [
  ['call_log', SMALL],
  ['call_bodies', LARGE],
  ['call_hours', SMALL],
  ['call_days', SMALL],
  ['key_days', SMALL],
  ['operation_callers', SMALL],
  ['recordings', LARGE],
  ['drafts', 1],
  ['jobs', LARGE],
  // With their deliveries and emails.
  ['events', SMALL],
  ['webhooks', LARGE],
  ['mails', SMALL],
  ['repeatable_requests', LARGE],
  ['quota_ledger', SMALL],
];
/** The tables with rows of a service, with an index that begins with it. */
const OF_SERVICE: readonly (readonly [table: keyof Tables, rows: number])[] = [
  ['artefacts', LARGE],
  ['service_revisions', LARGE],
];
/** Afterwards. The people come last, because the log names them. */
const LAST: readonly (readonly [table: keyof Tables, rows: number])[] = [
  ['api_keys', SMALL],
  ['audit_log', SMALL],
  ['users', SMALL],
];

export function createClosedAccountRepository(
  db: Kysely<Tables>,
  dialect: Dialect['name'],
): ClosedAccountRepository {
  /** Runs a step while the account cannot be changed. Undefined if it is not due. */
  const whileDue = <Result>(
    id: string,
    now: number,
    step: (transaction: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result | undefined> =>
    db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, dialect, id);
      const found = await transaction
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', id)
        .where('status', '=', 'suspended')
        .where('closes_at', '<=', printInstant(now))
        .executeTakeFirst();
      return found === undefined ? undefined : step(transaction);
    });

  return {
    async due(now, most) {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('status', '=', 'suspended')
        .where('closes_at', 'is not', null)
        .where('closes_at', '<=', printInstant(now))
        .orderBy('closes_at')
        .limit(most)
        .execute();
      return rows.map((row) => row.id);
    },
    deleteSome: async (id, now) =>
      (await whileDue(id, now, async (transaction) => {
        const some = (
          table: keyof Tables,
          column: 'account_id' | 'service_id',
          value: string,
          rows: number,
        ) => deleteRows(transaction, dialect, { table, column, value, rows });
        for (const [table, rows] of OF_ACCOUNT) {
          if (await some(table, 'account_id', id, rows)) return true;
        }
        const service = await transaction
          .selectFrom('services')
          .select('id')
          .where('account_id', '=', id)
          .limit(1)
          .executeTakeFirst();
        if (service !== undefined) {
          for (const [table, rows] of OF_SERVICE) {
            if (await some(table, 'service_id', service.id, rows)) return true;
          }
          await transaction.deleteFrom('services').where('id', '=', service.id).execute();
          return true;
        }
        for (const [table, rows] of LAST) {
          if (await some(table, 'account_id', id, rows)) return true;
        }
        return false;
      })) === true,
    finish: async (id, now, entry) =>
      (await whileDue(id, now, async (transaction) => {
        await transaction.deleteFrom('accounts').where('id', '=', id).execute();
        await createGatewayAuditLog(transaction).add(entry);
        return true;
      })) === true,
  };
}

/** Deletes at most `rows` rows of a table. Resolves to whether there were any. */
async function deleteRows(
  db: Kysely<Tables>,
  dialect: Dialect['name'],
  {
    table,
    column,
    value,
    rows,
  }: { readonly table: keyof Tables; readonly column: string; readonly value: string; readonly rows: number },
): Promise<boolean> {
  const found = (place: string) =>
    sql`select ${sql.ref(place)} from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit ${rows}`;
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where(
      dialect === 'sqlite'
        ? sql<SqlBool>`rowid in (${found('rowid')})`
        : sql<SqlBool>`ctid = any(array(${found('ctid')}))`,
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
