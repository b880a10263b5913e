import { createHash } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
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

/** Who made an entry: a person, an API key, the operator's key or command line, or the gateway itself. */
export type AuditActor = 'person' | 'key' | 'operator' | 'system';

/** Which entries of an audit log are wanted. Absent members do not restrict. */
export interface AuditFilter {
  /**
   * A part of the action, the actor or the subject, or of a name that stands for one of them: a person's email address, or the name of a
   * key, a service or a webhook that still exists.
   */
  readonly search?: string;
  readonly by?: AuditActor;
  /** Only entries from this time on, in milliseconds since the Unix epoch. */
  readonly from?: number;
  /** Only entries until this time, in milliseconds since the Unix epoch. */
  readonly to?: number;
}

/** The events of accounts. Entries are only added, and each is chained to the previous one by its hash. */
export interface AuditLog {
  add(accountId: string, entry: Omit<AuditEntry, 'number'>): Promise<void>;
  /** Lists entries, newest first. A place is the number of an entry. */
  list(accountId: string, request: PageRequest<number> & AuditFilter): Promise<Page<AuditEntry, number>>;
  /** The number of the first entry that was modified, or before which one is missing; undefined if the log is intact. */
  verify(accountId: string): Promise<number | undefined>;
}

/** The number of entries that are verified in one turn of the event loop. */
const VERIFIED_AT_ONCE = 1_000;

export function createAuditLog(db: Kysely<Tables>, dialect: Dialect['name']): AuditLog {
  return {
    async add(accountId, entry) {
      await db.transaction().execute((transaction) => addAuditEntry(transaction, dialect, accountId, entry));
    },
    async list(accountId, { limit, after, ...filter }) {
      const found = db
        .selectFrom('audit_log')
        .where('account_id', '=', accountId)
        .where((is) => is.and([...passes(filter), ...finds(filter.search, is, db, accountId)]));
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

/** Adds an entry within the transaction of what it records. */
export async function addAuditEntry(
  transaction: Kysely<Tables>,
  dialect: Dialect['name'],
  accountId: string,
  entry: Omit<AuditEntry, 'number'>,
): Promise<void> {
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
}

/** The prefixes of the actors of entries. */
const ACTORS: Readonly<Record<AuditActor, string>> = {
  person: 'user:',
  key: 'key:',
  operator: 'admin',
  system: 'system',
};

/** Returns the conditions of a filter, except its search. @internal */
export function passes({ by, from, to }: AuditFilter): Expression<SqlBool>[] {
  return [
    ...(by === undefined ? [] : [sql<boolean>`${sql.ref('actor')} like ${`${ACTORS[by]}%`}`]),
    ...(from === undefined ? [] : [sql<boolean>`${sql.ref('at')} >= ${printInstant(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${sql.ref('at')} <= ${printInstant(to)}`]),
  ];
}

/** The tables whose names stand for ids in an audit log, and how an id is written there. */
const NAMED = [
  { table: 'users', name: 'email', prefix: 'user:' },
  { table: 'api_keys', name: 'name', prefix: 'key:' },
  { table: 'services', name: 'name', prefix: '' },
  { table: 'webhooks', name: 'name', prefix: '' },
] as const;

/**
 * Returns the condition of a search. Without an account, names are those of people and accounts of the whole gateway, which only its
 * administrators see.
 *
 * @internal
 */
export function finds<From extends 'audit_log' | 'gateway_audit_log'>(
  search: string | undefined,
  { or }: ExpressionBuilder<Tables, From>,
  db: Kysely<Tables>,
  accountId?: string,
): Expression<SqlBool>[] {
  if (search === undefined || search === '') return [];
  const columns = ['action', 'actor', 'subject'].map((column) => contains(column, search));
  const named =
    accountId === undefined ? [NAMED[0], { table: 'accounts', name: 'name', prefix: '' } as const] : NAMED;
  const names = named.flatMap(({ table, name, prefix }) => {
    let ids = db.selectFrom(table).where(contains(name, search));
    if (accountId !== undefined) ids = ids.where(sql.ref('account_id'), '=', accountId);
    const id = sql.ref(`${table}.id`);
    return [
      sql<boolean>`${sql.ref('subject')} in (${ids.select(id.as('id'))})`,
      ...(prefix === ''
        ? []
        : [sql<boolean>`${sql.ref('actor')} in (${ids.select(sql`${prefix} || ${id}`.as('id'))})`]),
    ];
  });
  return [or([...columns, ...names])];
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
