import { type Kysely, type Selectable, sql } from 'kysely';
import type { Account } from '../../../domain/accounts/account.js';
import type { ApiKey } from '../../../domain/accounts/api-key.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { contains, type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { createRowWriter } from '../../tables/write-rows.js';
import { read as readAccount } from './accounts.js';

/** The last use of a key, in milliseconds since the Unix epoch. */
export interface KeyUse {
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
}

/** A filter for keys. Absent members do not restrict. */
export interface KeyFilter {
  /** A part of the name, or the id. */
  readonly search?: string;
  readonly revoked?: boolean;
}

/** API keys of an account. */
export interface ApiKeyRepository {
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
   * the account. Finds revoked keys too.
   */
  findByHash(hash: string): Promise<{ key: ApiKey; account: Account } | undefined>;
  find(accountId: string, id: string): Promise<ApiKey | undefined>;
  /** Lists keys, newest first: all, or those that match the filter. */
  list(accountId: string, request: PageRequest & KeyFilter): Promise<Page<ApiKey>>;
  /** Returns names by id, for those of `ids` that are keys of the account. */
  names(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Revokes a key. Returns false if the account has no such key or it was already revoked. */
  revoke(accountId: string, id: string, at: number): Promise<boolean>;
  /** Sets or removes the list of operations of a key. Returns false if the account has no such key or it was revoked. */
  restrict(accountId: string, id: string, operations: readonly string[] | undefined): Promise<boolean>;
  /** Records that calls used these keys, last at `at`. */
  touch(uses: readonly KeyUse[]): Promise<void>;
}

/** A use as it is stored. Both databases call the columns of `values` column1, column2 and so on. */
type UseRow = Readonly<Record<'id' | 'accountId' | 'at', string>>;

export function createApiKeyRepository(db: Kysely<Tables>, dialect: Dialect['name']): ApiKeyRepository {
  const writeUses = createRowWriter<UseRow>((rows) => {
    const values = sql.join(rows.map(({ id, accountId, at }) => sql`(${id}, ${accountId}, ${at})`));
    const update = sql`update api_keys set last_used_at = used.column3 from (values ${values}) as used
      where api_keys.id = used.column1 and api_keys.account_id = used.column2`;
    return { compile: () => update.compile(db) };
  });
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
      await db.insertInto('api_keys').values(columns(key, hash)).execute();
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
        await transaction.insertInto('api_keys').values(columns(key, hash)).execute();
        return true;
      }),
    async findByHash(hash) {
      // A single statement, because every call with an uncached key waits for it.
      const row = await db
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .where('api_keys.hash', '=', hash)
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
        ])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const key = {
        ...row,
        account_id: row.id,
        id: row.key_id,
        name: row.key_name,
        created_at: row.key_created_at,
      };
      return { key: read(key), account: readAccount(row) };
    },
    async find(accountId, id) {
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && read(row);
    },
    async list(accountId, { search, revoked, ...page }) {
      let found = db.selectFrom('api_keys').where('account_id', '=', accountId);
      if (search !== undefined) {
        found = found.where(({ eb, or }) => or([contains('name', search), eb('id', '=', search)]));
      }
      if (revoked !== undefined) found = found.where('revoked_at', revoked ? 'is not' : 'is', null);
      return readByCreation(found, 'desc', page, read);
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
    async restrict(accountId, id, operations) {
      const { numUpdatedRows } = await db
        .updateTable('api_keys')
        .set({ operations: print(operations) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async touch(uses) {
      // Rows are in a fixed order, so that two nodes that update the same keys cannot deadlock.
      const rows = [...uses]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, accountId, at }) => ({ id, accountId, at: printInstant(at) }));
      await db.transaction().execute(async (transaction) => {
        // Locks the rows in order first, because a statement with a join locks its rows in any order. On SQLite, a transaction has the
        // database to itself.
        if (dialect === 'postgres') {
          const ids = rows.map(({ id }) => id);
          await sql`select id from api_keys where id = any(${ids}) order by id for no key update`.execute(
            transaction,
          );
        }
        await writeUses(transaction, rows);
      });
    },
  };
}

function columns(key: ApiKey, hash: string): Tables['api_keys'] {
  return {
    id: key.id,
    account_id: key.accountId,
    purpose: key.purpose,
    name: key.name,
    hint: key.hint,
    hash,
    created_at: printInstant(key.createdAt),
    revoked_at: null,
    last_used_at: null,
    operations: print(key.operations),
  };
}

function read(row: Omit<Selectable<Tables['api_keys']>, 'hash'>): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    purpose: row.purpose,
    name: row.name,
    hint: row.hint,
    createdAt: parseInstant(row.created_at),
    ...(row.revoked_at === null ? {} : { revokedAt: parseInstant(row.revoked_at) }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: parseInstant(row.last_used_at) }),
    ...(row.operations === null ? {} : { operations: JSON.parse(row.operations) as string[] }),
  };
}

function print(operations: ApiKey['operations']): string | null {
  return operations === undefined ? null : JSON.stringify(operations);
}

/** The migration that limits keys to operations. */
export async function addOperationsOfKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('operations', 'text').execute();
}
