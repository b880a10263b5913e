import { type Kysely, sql } from 'kysely';
import { type ApiKey, type KeyRules, rulesOf } from '../../../domain/accounts/api-key.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { createRowWriter } from '../../tables/write-rows.js';
import { readKey, ruleColumns, storedHash } from './key-rows.js';

/** The last use of a key, in milliseconds since the Unix epoch. */
export interface KeyUse {
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
  /** The client's address; `''` if it is unknown. */
  readonly from?: string;
}

/** A change of a key. Absent members stay as they are; null removes a rule. */
export type KeyChange = {
  readonly [Rule in keyof KeyRules]?: KeyRules[Rule] | null;
} & { readonly name?: string };

/** A new secret of a key. */
export interface NewSecret {
  readonly hash: string;
  readonly hint: string;
  /** When it was created, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** Until when the secret before it works; absent if it ends at once. */
  readonly previousUntil?: number;
  /** When the key stops working. Absent: as before; null = never. */
  readonly expiresAt?: number | null;
}

/** Changes of keys that are not revoked. */
export interface KeyChanges {
  /** Changes the name and rules of a key. Returns the key; undefined if the account has no such key or it was revoked. */
  change(accountId: string, id: string, change: KeyChange): Promise<ApiKey | undefined>;
  /** Replaces the secret of a key. Returns the key; undefined if the account has no such key or it was revoked. */
  roll(accountId: string, id: string, secret: NewSecret): Promise<ApiKey | undefined>;
  /** Records that calls used these keys, last at `at`. */
  touch(uses: readonly KeyUse[]): Promise<void>;
}

/** A use as it is stored. Both databases call the columns of `values` column1, column2 and so on. */
type UseRow = Readonly<Record<'id' | 'accountId' | 'at' | 'from', string>>;

export function createKeyChanges(db: Kysely<Tables>, dialect: Dialect['name']): KeyChanges {
  const writeUses = createRowWriter<UseRow>((rows) => {
    const values = sql.join(
      rows.map(({ id, accountId, at, from }) => sql`(${id}, ${accountId}, ${at}, ${from})`),
    );
    const update = sql`update api_keys set last_used_at = used.column3,
      last_used_from = case when used.column4 = '' then last_used_from else used.column4 end from (values ${values}) as used
      where api_keys.id = used.column1 and api_keys.account_id = used.column2`;
    return { compile: () => update.compile(db) };
  });

  /** Changes columns of a key that is not revoked, while no other change of it can come between. */
  function set(
    accountId: string,
    id: string,
    columnsOf: (key: ApiKey, hash: string) => Partial<Tables['api_keys']>,
  ): Promise<ApiKey | undefined> {
    return db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, dialect, accountId);
      const known = await transaction
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      const key = known && readKey(known);
      // A change must not lose rules that this version cannot read.
      if (known === undefined || key === undefined || key.unknownRules) return undefined;
      const changed = columnsOf(key, known.hash);
      const { numUpdatedRows } = await transaction
        .updateTable('api_keys')
        .set(changed)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? readKey({ ...known, ...changed }) : undefined;
    });
  }

  return {
    change: (accountId, id, { name, ...given }) =>
      set(accountId, id, (key, hash) => {
        const all = Object.entries({ ...rulesOf(key), ...given });
        const rules: KeyRules = Object.fromEntries(all.filter(([, value]) => value != null));
        return { ...ruleColumns(rules), hash: storedHash(hash, rules), ...(name !== undefined && { name }) };
      }),
    roll: (accountId, id, { hash, hint, at, previousUntil, expiresAt }) =>
      set(accountId, id, (key, replaced) => {
        const { expiresAt: before, ...others } = rulesOf(key);
        const end = expiresAt === undefined ? before : (expiresAt ?? undefined);
        const rules: KeyRules = end === undefined ? others : { ...others, expiresAt: end };
        return {
          ...ruleColumns(rules),
          hash: storedHash(hash, rules),
          hint,
          rolled_at: printInstant(at),
          previous_hash: previousUntil === undefined ? null : storedHash(replaced, {}),
          previous_until: previousUntil === undefined ? null : printInstant(previousUntil),
        };
      }),
    async touch(uses) {
      // Rows are in a fixed order, so that two nodes that update the same keys cannot deadlock.
      const rows = [...uses]
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, accountId, at, from = '' }) => ({ id, accountId, at: printInstant(at), from }));
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
