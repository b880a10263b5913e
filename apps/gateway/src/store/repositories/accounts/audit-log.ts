import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { contains, countRows, type Page, type PageRequest, pageOf } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** An event of an account. */
export interface AuditEntry {
  /** The number within the account, from 1 without gaps. */
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Who did it: `user:…`, `key:…`, `admin` or `system`. */
  readonly actor: string;
  /** For example `key.create`. */
  readonly action: string;
  /** The id of the affected object. Never a secret. */
  readonly subject: string;
}

/** The events of accounts. Entries are only added, and each is chained to the previous one by its hash. */
export interface AuditLog {
  add(accountId: string, entry: Omit<AuditEntry, 'number'>): Promise<void>;
  /** Lists entries, newest first: all, or those with a part of the action, the actor or the subject. A place is the number of an entry. */
  list(
    accountId: string,
    request: PageRequest<number> & { readonly search?: string },
  ): Promise<Page<AuditEntry, number>>;
  /** The number of the first entry that was modified, or before which one is missing; undefined if the log is intact. */
  verify(accountId: string): Promise<number | undefined>;
}

/** The number of entries that are verified in one turn of the event loop. */
const VERIFIED_AT_ONCE = 1_000;

export function createAuditLog(db: Kysely<Tables>, dialect: Dialect['name']): AuditLog {
  return {
    async add(accountId, entry) {
      await db.transaction().execute(async (transaction) => {
        // A concurrent writer waits for the lock and gets the next number.
        await lockAccount(transaction, dialect, accountId);
        const last = await transaction
          .selectFrom('audit_log')
          .select(['number', 'hash'])
          .where('account_id', '=', accountId)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst();
        const numbered = { ...entry, number: (last?.number ?? 0) + 1 };
        const row = { account_id: accountId, ...entryRow(last?.hash ?? '', accountId, numbered) };
        await transaction.insertInto('audit_log').values(row).execute();
      });
    },
    async list(accountId, { limit, after, search = '' }) {
      let found = db.selectFrom('audit_log').where('account_id', '=', accountId);
      if (search !== '') {
        found = found.where(({ or }) =>
          or([contains('action', search), contains('actor', search), contains('subject', search)]),
        );
      }
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
    verify: (accountId) =>
      verifyChain(accountId, (verified, limit) =>
        db
          .selectFrom('audit_log')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('number', '>', verified)
          .orderBy('number')
          .limit(limit)
          .execute(),
      ),
  };
}

/** The stored form of an entry. @internal */
export type AuditRow = Omit<Tables['audit_log'], 'account_id'>;

/** @internal */
export function readEntry({ number, at, actor, action, subject }: AuditRow): AuditEntry {
  return { number, at: parseInstant(at), actor, action, subject };
}

/** Returns the row of an entry that follows the entry with the hash `previous`, which is `''` for the first one. @internal */
export function entryRow(previous: string, accountId: string, entry: AuditEntry): AuditRow {
  return { ...entry, at: printInstant(entry.at), hash: chain(previous, accountId, entry) };
}

/**
 * Returns the number of the first entry that was modified, or before which one is missing. `read` returns the rows after a number.
 * @internal
 */
export async function verifyChain(
  accountId: string,
  read: (after: number, limit: number) => Promise<readonly AuditRow[]>,
): Promise<number | undefined> {
  let previous = '';
  for (let verified = 0; ; ) {
    const rows = await read(verified, VERIFIED_AT_ONCE);
    for (const row of rows) {
      verified += 1;
      if (row.number !== verified || row.hash !== chain(previous, accountId, readEntry(row))) return verified;
      previous = row.hash;
    }
    if (rows.length < VERIFIED_AT_ONCE) return undefined;
  }
}

function chain(previous: string, accountId: string, entry: AuditEntry): string {
  const { number, at, actor, action, subject } = entry;
  return createHash('sha256')
    .update(JSON.stringify([previous, accountId, number, printInstant(at), actor, action, subject]))
    .digest('base64url');
}
