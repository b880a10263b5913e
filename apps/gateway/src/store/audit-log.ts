import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { lockAccount } from './lock-account.js';
import type { Dialect } from './migrations.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** One thing that happened to an account. */
export interface AuditEntry {
  /** From 1, without a gap, per account. */
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Who did it: `user:…`, `key:…`, `admin`, `system`. */
  readonly actor: string;
  /** Such as `key.create`. */
  readonly action: string;
  /** What it was done to, by its id. Never a secret. */
  readonly subject: string;
}

/** What happened to accounts. Entries are only ever added, and each is bound to the one before it. */
export interface AuditLog {
  add(accountId: string, entry: Omit<AuditEntry, 'number'>): Promise<void>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<AuditEntry[]>;
  /** The number of the first entry that was changed, or is missing before it; nothing where all are as they were written. */
  verify(accountId: string): Promise<number | undefined>;
}

export function createAuditLog(db: Kysely<Tables>, dialect: Dialect['name']): AuditLog {
  return {
    async add(accountId, entry) {
      await db.transaction().execute(async (transaction) => {
        // Whoever comes at the same time has the next number.
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
