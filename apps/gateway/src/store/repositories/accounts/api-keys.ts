import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Account } from '../../../domain/accounts/account.js';
import type { ApiKey } from '../../../domain/accounts/api-key.js';
import type { Dialect } from '../../tables/dialect.js';
import { IDS_AT_ONCE, inParts } from '../../tables/in-parts.js';
import { lockAccount } from '../../tables/lock-account.js';
import { contains, type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents } from '../events/insert-events.js';
import { read as readAccount } from './accounts.js';
import { createKeyChanges, type KeyChanges } from './change-keys.js';
import { readKey, ruleColumns, storedHash, storedHashes } from './key-rows.js';

/** A key with its account, as a secret finds it. */
export interface FoundKey {
  readonly key: ApiKey;
  readonly account: Account;
  /** When the secret ends, if the key has a newer one. */
  readonly until?: number;
}

/** A filter for keys. Absent members do not restrict. */
export interface KeyFilter {
  /** A part of the name, or the id. */
  readonly search?: string;
  readonly revoked?: boolean;
  /** Only keys that were neither used nor created since, in milliseconds since the Unix epoch. */
  readonly unusedSince?: number;
}

/** API keys of an account. */
export interface ApiKeyRepository extends KeyChanges {
  /**
   * Whether an account has room for another key, that is, fewer than `most` that are not revoked. Keeps the `most` keys that were revoked
   * last, and deletes other revoked keys.
   */
  makeRoom(accountId: string, most: number): Promise<boolean>;
  create(key: ApiKey, hash: string): Promise<void>;
  /** Creates a key, unless the account has one of this name and purpose that is not revoked. Returns whether it was created. */
  createUnlessNamed(key: ApiKey, hash: string): Promise<boolean>;
  /**
   * Finds a key and its account by the hash of the whole key. This is the only lookup that is not scoped to an account, because it finds
   * the account. Finds revoked and expired keys too, and a secret that has been replaced while it is the last one before the current one.
   */
  findByHash(hash: string): Promise<FoundKey | undefined>;
  /** Finds several keys like `findByHash`, with one statement. Returns one result for each hash, in their order. */
  findByHashes(hashes: readonly string[]): Promise<readonly (FoundKey | undefined)[]>;
  find(accountId: string, id: string): Promise<ApiKey | undefined>;
  /** Returns the keys of an account that stand for access tokens and are not revoked, with the account, oldest first. */
  findTokenKeys(accountId: string): Promise<readonly FoundKey[]>;
  /** Returns those of `ids` that are keys, of every account. Only for the gateway itself, never for a tenant. */
  findAll(ids: readonly string[]): Promise<readonly ApiKey[]>;
  /** Lists keys, newest first: all, or those that match the filter. */
  list(accountId: string, request: PageRequest & KeyFilter): Promise<Page<ApiKey>>;
  /**
   * Returns keys of every account that are not revoked and end between two times, in milliseconds since the Unix epoch, soonest first: at
   * most `most`, after the key `after`. Only for the gateway itself, never for a tenant. Uses an index.
   */
  endingBetween(
    from: number,
    to: number,
    most: number,
    after?: Pick<ApiKey, 'id' | 'expiresAt'>,
  ): Promise<readonly ApiKey[]>;
  /**
   * Returns keys of every account that work at `now` and were neither used nor created since a time, in milliseconds since the Unix epoch, by id:
   * at most `most`, after the id `after`. Only for the gateway itself, never for a tenant.
   */
  unusedSince(since: number, now: number, most: number, after?: string): Promise<readonly ApiKey[]>;
  /** Returns names by id, for those of `ids` that are keys of the account. */
  names(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Revokes a key. Returns false if the account has no such key or it was already revoked. */
  revoke(accountId: string, id: string, at: number): Promise<boolean>;
}

export function createApiKeyRepository(db: Kysely<Tables>, dialect: Dialect['name']): ApiKeyRepository {
  return {
    async makeRoom(accountId, most) {
      const { revoked, all } = await db
        .selectFrom('api_keys')
        .select(({ fn }) => [fn.countAll().as('all'), fn.count('revoked_at').as('revoked')])
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (Number(revoked) > most) {
        const kept = db
          .selectFrom('api_keys')
          .select('id')
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is not', null)
          .orderBy('revoked_at', 'desc')
          .limit(most);
        await db
          .deleteFrom('api_keys')
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is not', null)
          .where('id', 'not in', kept)
          .execute();
      }
      return Number(all) - Number(revoked) < most;
    },
    async create(key, hash) {
      await db.transaction().execute((transaction) => insertKey(transaction, key, hash));
    },
    createUnlessNamed: (key, hash) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, key.accountId);
        const present = await transaction
          .selectFrom('api_keys')
          .select('id')
          .where('account_id', '=', key.accountId)
          .where('name', '=', key.name)
          .where('purpose', '=', key.purpose)
          .where('revoked_at', 'is', null)
          .limit(1)
          .executeTakeFirst();
        if (present !== undefined) return false;
        await insertKey(transaction, key, hash);
        return true;
      }),
    findByHash: async (hash) => (await findByHashes(db, [hash]))[0],
    findByHashes: (hashes) => findByHashes(db, hashes),
    async find(accountId, id) {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && readKey(row);
    },
    findTokenKeys: (accountId) => findTokenKeys(db, accountId),
    async findAll(ids) {
      const found: ApiKey[] = [];
      for (const some of inParts(ids, IDS_AT_ONCE)) {
        const rows = await db.selectFrom('api_keys').selectAll().where('id', 'in', some).execute();
        found.push(...rows.map(readKey));
      }
      return found;
    },
    async list(accountId, { search, revoked, unusedSince, ...page }) {
      let found = db.selectFrom('api_keys').where('account_id', '=', accountId);
      if (search !== undefined) {
        found = found.where(({ eb, or }) => or([contains('name', search), eb('id', '=', search)]));
      }
      if (revoked !== undefined) found = found.where('revoked_at', revoked ? 'is not' : 'is', null);
      if (unusedSince !== undefined) found = found.where(isUnused(unusedSince));
      return readByCreation(found, 'desc', page, readKey);
    },
    async endingBetween(from, to, most, after) {
      let found = db
        .selectFrom('api_keys')
        .selectAll()
        .where('expires_at', '>', printInstant(from))
        .where('expires_at', '<=', printInstant(to))
        .where('revoked_at', 'is', null);
      if (after?.expiresAt !== undefined) {
        const end = printInstant(after.expiresAt);
        found = found
          .where('expires_at', '>=', end)
          .where((is) => is.or([is('expires_at', '>', end), is('id', '>', after.id)]));
      }
      const rows = await found.orderBy('expires_at').orderBy('id').limit(most).execute();
      return rows.map(readKey);
    },
    async unusedSince(since, now, most, after) {
      let found = db
        .selectFrom('api_keys')
        .selectAll()
        .where('revoked_at', 'is', null)
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', printInstant(now))]))
        .where(isUnused(since));
      if (after !== undefined) found = found.where('id', '>', after);
      const rows = await found.orderBy('id').limit(most).execute();
      return rows.map(readKey);
    },
    async names(accountId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('api_keys')
        .select(['id', 'name'])
        .where('account_id', '=', accountId)
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    async revoke(accountId, id, at) {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ revoked_at: printInstant(at) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    ...createKeyChanges(db, dialect),
  };
}

/** The key of each hash with its account, found with a single statement, because every call with an uncached key waits for it. */
async function findByHashes(
  db: Kysely<Tables>,
  hashes: readonly string[],
): Promise<readonly (FoundKey | undefined)[]> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .where(({ eb, or }) =>
      or([
        eb('api_keys.hash', 'in', hashes.flatMap(storedHashes)),
        eb('api_keys.previous_hash', 'in', hashes),
      ]),
    )
    .selectAll('accounts')
    .select([
      'api_keys.id as key_id',
      'api_keys.purpose',
      'api_keys.name as key_name',
      'api_keys.hint',
      'api_keys.created_at as key_created_at',
      'api_keys.revoked_at',
      'api_keys.last_used_at',
      'api_keys.operations',
      'api_keys.rules',
      'api_keys.expires_at',
      'api_keys.rolled_at',
      'api_keys.hash',
      'api_keys.previous_hash',
      'api_keys.previous_until',
      'api_keys.last_used_from',
    ])
    .execute();
  // A key may be asked for by its secret and by the previous one.
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  const byPrevious = new Map(rows.map((row) => [row.previous_hash, row]));
  return hashes.map((hash) => {
    const current = storedHashes(hash)
      .map((stored) => byHash.get(stored))
      .find((found) => found !== undefined);
    const row = current ?? byPrevious.get(hash);
    if (row === undefined) return undefined;
    const key = {
      ...row,
      account_id: row.id,
      id: row.key_id,
      name: row.key_name,
      created_at: row.key_created_at,
    };
    return {
      key: readKey(key),
      account: readAccount(row),
      ...(row.previous_hash === hash && { until: parseInstant(row.previous_until ?? row.key_created_at) }),
    };
  });
}

/** The keys of an account that stand for access tokens, with the account. */
async function findTokenKeys(db: Kysely<Tables>, accountId: string): Promise<readonly FoundKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('rules', 'like', '%"token":%')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const account = readAccount(found);
  return rows.map((row) => ({ key: readKey(row), account })).filter(({ key }) => key.token !== undefined);
}

/** Whether a key was neither used nor created since a time. */
function isUnused(since: number): Expression<SqlBool> {
  return sql<boolean>`coalesce(last_used_at, created_at) <= ${printInstant(since)}`;
}

/** Stores a key, and that it was created. */
async function insertKey(transaction: Kysely<Tables>, key: ApiKey, hash: string): Promise<void> {
  const { id, accountId, name, purpose, createdAt } = key;
  await transaction.insertInto('api_keys').values(columns(key, hash)).execute();
  const data = { keyId: id, keyName: name, purpose };
  await insertEvents(transaction, [{ accountId, kind: 'key.created', subject: id, at: createdAt, data }]);
}

function columns(key: ApiKey, hash: string): Tables['api_keys'] {
  return {
    id: key.id,
    account_id: key.accountId,
    purpose: key.purpose,
    name: key.name,
    hint: key.hint,
    hash: storedHash(hash, key),
    created_at: printInstant(key.createdAt),
    revoked_at: null,
    last_used_at: null,
    rolled_at: null,
    previous_hash: null,
    previous_until: null,
    last_used_from: null,
    ...ruleColumns(key),
  };
}
