import type { Kysely } from 'kysely';
import { countRows, type Page, type PageRequest, pageOf } from '../../tables/pages.js';
import type { Tables } from '../../tables/schema.js';
import {
  type AuditEntry,
  type AuditFilter,
  entryRow,
  finds,
  passes,
  readEntry,
  verifyChain,
} from './audit-log.js';

/** The events of the gateway that belong to no account: invitations, sealing keys and closed accounts. Chained like those of accounts (decision 0085). */
export interface GatewayAuditLog {
  add(entry: Omit<AuditEntry, 'number'>): Promise<void>;
  /** Lists entries, newest first. A place is the number of an entry. */
  list(request: PageRequest<number> & AuditFilter): Promise<Page<AuditEntry, number>>;
  /** The number of the first entry that was modified, or before which one is missing; undefined if the log is intact. */
  verify(): Promise<number | undefined>;
}

/** The migration that creates the table. */
export async function createGatewayAuditTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('gateway_audit_log')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
}

/** The empty id, which no account has, stands for the gateway. */
const NO_ACCOUNT = '';

export function createGatewayAuditLog(db: Kysely<Tables>): GatewayAuditLog {
  return {
    async add(entry) {
      for (;;) {
        const last = await db
          .selectFrom('gateway_audit_log')
          .select(['number', 'hash'])
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst();
        const numbered = { ...entry, number: (last?.number ?? 0) + 1 };
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('gateway_audit_log')
          .values(entryRow(last?.hash ?? '', NO_ACCOUNT, numbered))
          .onConflict((conflict) => conflict.column('number').doNothing())
          .executeTakeFirst();
        // If nothing was inserted, another process has taken the number.
        if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return;
      }
    },
    async list({ limit, after, ...filter }) {
      const found = db
        .selectFrom('gateway_audit_log')
        .where((is) => is.and([...passes(filter), ...finds(filter.search, is, db)]));
      const page = after === undefined ? found : found.where('number', '<', after);
      const [total, rows] = await Promise.all([
        countRows(found),
        page
          .selectAll()
          .orderBy('number', 'desc')
          .limit(limit + 1)
          .execute(),
      ]);
      return pageOf(rows.map(readEntry), { limit, total }, ({ number }) => number);
    },
    verify: () =>
      verifyChain(NO_ACCOUNT, (verified, limit) =>
        db
          .selectFrom('gateway_audit_log')
          .selectAll()
          .where('number', '>', verified)
          .orderBy('number')
          .limit(limit)
          .execute(),
      ),
  };
}
