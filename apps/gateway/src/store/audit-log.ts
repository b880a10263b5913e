import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.js';
import { lockAccount } from './lock-account.js';
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
  /** Newest first. */
  list(accountId: string, limit: number): Promise<AuditEntry[]>;
  /** The number of the first entry that was modified, or before which one is missing; undefined if the log is intact. */
  verify(accountId: string): Promise<number | undefined>;
}

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
    async list(accountId, limit) {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('number', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ number, at, actor, action, subject }) => ({
        number,
        at: parseInstant(at),
        actor,
        action,
        subject,
      }));
    },
    async verify(accountId) {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('number')
        .execute();
      let previous = '';
      for (const [index, row] of rows.entries()) {
        const expected = chain(previous, accountId, { ...row, at: parseInstant(row.at) });
        if (row.number !== index + 1 || row.hash !== expected) return index + 1;
        previous = row.hash;
      }
      return undefined;
    },
  };
}

function chain(previous: string, accountId: string, entry: AuditEntry): string {
  const { number, at, actor, action, subject } = entry;
  return createHash('sha256')
    .update(JSON.stringify([previous, accountId, number, printInstant(at), actor, action, subject]))
    .digest('base64url');
}
