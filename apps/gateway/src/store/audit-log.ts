import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.js';
import { lockAccount } from './lock-account.js';
import { countRows, type Page, type PageRequest, pageOf } from './pages.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** An event of an account. */
export interface AuditEntry {
  /** Starting at 1, without gaps, per account. */
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The actor: `user:…`, `key:…`, `admin`, `system`. */
  readonly actor: string;
  /** For example `key.create`. */
  readonly action: string;
  /** The id of the affected object. Never a secret. */
  readonly subject: string;
}

/** The events of accounts. Entries are only added, and each is chained to the previous one by its hash. */
export interface AuditLog {
  add(accountId: string, entry: Omit<AuditEntry, 'number'>): Promise<void>;
  /** Newest first. A place is the number of an entry. */
  list(accountId: string, request: PageRequest<number>): Promise<Page<AuditEntry, number>>;
  /** The number of the first entry that was modified, or before which one is missing; undefined if the log is intact. */
  verify(accountId: string): Promise<number | undefined>;
}

/** Entries verified in one turn of the event loop. */
const VERIFIED_AT_ONCE = 1_000;

export function createAuditLog(db: Kysely<Tables>, dialect: Dialect['name']): AuditLog {
  return {
    async add(accountId, entry) {
      await db.transaction().execute(async (transaction) => {
        // A concurrent writer gets the next number.
        await lockAccount(transaction, dialect, accountId);
        const last = await transaction
          .selectFrom('audit_log')
          .select(['number', 'hash'])
          .where('account_id', '=', accountId)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst();
        const numbered = { ...entry, number: (last?.number ?? 0) + 1 };
        await transaction
          .insertInto('audit_log')
          .values({
            account_id: accountId,
            number: numbered.number,
            at: printInstant(entry.at),
            actor: entry.actor,
            action: entry.action,
            subject: entry.subject,
            hash: chain(last?.hash ?? '', accountId, numbered),
          })
          .execute();
      });
    },
    async list(accountId, { limit, after }) {
      const found = db.selectFrom('audit_log').where('account_id', '=', accountId);
      const page = after === undefined ? found : found.where('number', '<', after);
      const [total, rows] = await Promise.all([
        countRows(found),
        page
          .selectAll()
          .orderBy('number', 'desc')
          .limit(limit + 1)
          .execute(),
      ]);
      const entries = rows.map(({ number, at, actor, action, subject }) => ({
        number,
        at: parseInstant(at),
        actor,
        action,
        subject,
      }));
      return pageOf(entries, { limit, total }, ({ number }) => number);
    },
    async verify(accountId) {
      let previous = '';
      for (let verified = 0; ; ) {
        const rows = await db
          .selectFrom('audit_log')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('number', '>', verified)
          .orderBy('number')
          .limit(VERIFIED_AT_ONCE)
          .execute();
        for (const row of rows) {
          verified += 1;
          const expected = chain(previous, accountId, { ...row, at: parseInstant(row.at) });
          if (row.number !== verified || row.hash !== expected) return verified;
          previous = row.hash;
        }
        if (rows.length < VERIFIED_AT_ONCE) return undefined;
      }
    },
  };
}

function chain(previous: string, accountId: string, entry: AuditEntry): string {
  const { number, at, actor, action, subject } = entry;
  return createHash('sha256')
    .update(JSON.stringify([previous, accountId, number, printInstant(at), actor, action, subject]))
    .digest('base64url');
}
