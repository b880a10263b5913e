import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Account } from '../../../domain/accounts/account.js';
import type { NewEvent } from '../../../domain/accounts/event.js';
import type { User } from '../../../domain/accounts/session.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents } from '../events/insert-events.js';
import { accountColumns } from './accounts.js';
import { takeInvitation } from './invitations.js';

/** The people of accounts. */
export interface UserRepository {
  /** Stores a new account with its first user. Returns false if the email address is taken. */
  createWithAccount(account: Account, user: User): Promise<boolean>;
  /**
   * Stores a new account with its first user and marks the invitation of `tokenHash` as used, all or nothing. Returns `taken` if the email
   * address has an account, `used` if someone else used the invitation in the meantime.
   */
  signUp(account: Account, user: User, tokenHash: string | undefined): Promise<'created' | 'taken' | 'used'>;
  /** Stores a user of an existing account. Returns false if the email address is taken. */
  create(user: User): Promise<boolean>;
  /** Finds a user by an email address in lower case. This is not scoped to an account, because it finds the account. */
  findByEmail(email: string): Promise<User | undefined>;
  find(accountId: string, id: string): Promise<User | undefined>;
  /** Returns the users of an account, oldest first. */
  list(accountId: string): Promise<User[]>;
  /** `event` is stored with the change. */
  setPassword(accountId: string, id: string, passwordHash: string, event?: NewEvent): Promise<void>;
  /** `event` is stored with the change. */
  setAdministrator(accountId: string, id: string, administrator: boolean, event?: NewEvent): Promise<void>;
}

export function createUserRepository(db: Kysely<Tables>): UserRepository {
  const ofAccount = (accountId: string) =>
    db.selectFrom('users').selectAll().where('account_id', '=', accountId);
  const set = async (
    on: Kysely<Tables>,
    accountId: string,
    id: string,
    values: Updateable<Tables['users']>,
  ): Promise<void> => {
    await on
      .updateTable('users')
      .set(values)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  };
  const setWith = (
    accountId: string,
    id: string,
    values: Updateable<Tables['users']>,
    event: NewEvent | undefined,
  ): Promise<void> =>
    event === undefined
      ? set(db, accountId, id, values)
      : db.transaction().execute(async (transaction) => {
          await set(transaction, accountId, id, values);
          await insertEvents(transaction, [event]);
        });
  return {
    createWithAccount: async (account, user) => (await signUp(db, account, user)) === 'created',
    signUp: (account, user, tokenHash) => signUp(db, account, user, tokenHash),
    async create(user) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('users')
        .values(columns(user))
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async findByEmail(email) {
      const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
      return row && read(row);
    },
    async find(accountId, id) {
      const row = await ofAccount(accountId).where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },
    async list(accountId) {
      const rows = await ofAccount(accountId).orderBy('created_at').orderBy('id').execute();
      return rows.map(read);
    },
    setAdministrator: (accountId, id, administrator, event) =>
      setWith(accountId, id, { administrator: Number(administrator) }, event),
    setPassword: (accountId, id, passwordHash, event) =>
      setWith(accountId, id, { password_hash: passwordHash }, event),
  };
}

function signUp(
  db: Kysely<Tables>,
  account: Account,
  user: User,
  tokenHash?: string,
): Promise<'created' | 'taken' | 'used'> {
  return db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', user.email)
      .executeTakeFirst();
    if (taken !== undefined) return 'taken';
    if (tokenHash !== undefined && !(await takeInvitation(transaction, tokenHash, user.createdAt))) {
      return 'used';
    }
    await transaction.insertInto('accounts').values(accountColumns(account)).execute();
    await transaction.insertInto('users').values(columns(user)).execute();
    return 'created';
  });
}

function columns(user: User): Insertable<Tables['users']> {
  return {
    id: user.id,
    account_id: user.accountId,
    email: user.email,
    password_hash: user.passwordHash,
    administrator: Number(user.administrator === true),
    created_at: printInstant(user.createdAt),
  };
}

function read(row: Selectable<Tables['users']>): User {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    passwordHash: row.password_hash,
    ...(row.administrator === 1 && { administrator: true }),
    createdAt: parseInstant(row.created_at),
  };
}
