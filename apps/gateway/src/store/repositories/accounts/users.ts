import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Account } from '../../../domain/accounts/account.js';
import type { EventKind, GatewayEvent, NewEvent } from '../../../domain/accounts/event.js';
import type { User } from '../../../domain/accounts/session.js';
import { IDS_AT_ONCE, inParts } from '../../tables/in-parts.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents, insertGatewayEvents } from '../events/insert-events.js';
import { accountColumns } from './accounts.js';
import { takeInvitation } from './invitations.js';
import { takeLink } from './one-time-links.js';

/** The people of accounts. */
export interface UserRepository {
  /** Stores a new account with its first user. Returns false if the email address is taken. */
  createWithAccount(account: Account, user: User): Promise<boolean>;
  /**
   * Stores a new account with its first user, marks the invitation of `tokenHash` as used, and tells administrators, all or nothing. Returns `taken` if the email
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
  /** Returns the users of several accounts, oldest first. Only for the operator, never for a tenant. */
  listAll(accountIds: readonly string[]): Promise<User[]>;
  /** Returns email addresses by id, for those of `ids` that are users of any account. Only for the operator, never for a tenant. */
  addresses(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sets the password, and ends the links with which it could be reset. `event` is stored with the change. */
  setPassword(accountId: string, id: string, passwordHash: string, event?: NewEvent): Promise<void>;
  /** `event` is stored with the change. */
  setAdministrator(accountId: string, id: string, administrator: boolean, event?: NewEvent): Promise<void>;
  /** Sets which events the user gets by email; undefined for important events. */
  setMailTypes(accountId: string, id: string, types: readonly EventKind[] | undefined): Promise<void>;
  /**
   * Uses a link to an address: it becomes the address of the user, verified. Returns the user with the address before; undefined if the link
   * does not work at `now`, or another user has the address.
   */
  takeAddress(tokenHash: string, now: number): Promise<User | undefined>;
  /**
   * Uses a link to a password: sets it, ends every session and every other link of the user, and stores an event. A link that was sent to the
   * address of the user verifies it. Returns the user; undefined if the link does not work at `now`.
   */
  takePassword(tokenHash: string, passwordHash: string, now: number): Promise<User | undefined>;
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
  const one = (on: Kysely<Tables>, accountId: string, id: string) =>
    on
      .selectFrom('users')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
  return {
    createWithAccount: async (account, user) => (await signUp(db, account, user)) === 'created',
    signUp: (account, user, tokenHash) =>
      signUp(db, account, user, tokenHash, {
        kind: 'gateway.sign-up',
        subject: account.id,
        at: user.createdAt,
        data: { accountId: account.id, accountName: account.name, email: user.email },
      }),
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
    async listAll(accountIds) {
      const users: User[] = [];
      for (const some of inParts(accountIds, IDS_AT_ONCE)) {
        const rows = await db
          .selectFrom('users')
          .selectAll()
          .where('account_id', 'in', some)
          .orderBy('created_at')
          .orderBy('id')
          .execute();
        users.push(...rows.map(read));
      }
      return users;
    },
    async addresses(ids) {
      const found = new Map<string, string>();
      for (const some of inParts(ids, IDS_AT_ONCE)) {
        const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', some).execute();
        for (const { id, email } of rows) found.set(id, email);
      }
      return found;
    },
    setAdministrator: (accountId, id, administrator, event) =>
      db.transaction().execute(async (transaction) => {
        await set(transaction, accountId, id, { administrator: Number(administrator) });
        if (event !== undefined) await insertEvents(transaction, [event]);
      }),
    setPassword: (accountId, id, passwordHash, event) =>
      db.transaction().execute(async (transaction) => {
        await set(transaction, accountId, id, { password_hash: passwordHash });
        await transaction
          .deleteFrom('one_time_links')
          .where('user_id', '=', id)
          .where('purpose', '=', 'password')
          .execute();
        if (event !== undefined) await insertEvents(transaction, [event]);
      }),
    setMailTypes: (accountId, id, types) =>
      set(db, accountId, id, { mail_types: types === undefined ? null : JSON.stringify(types) }),
    takeAddress: (tokenHash, now) =>
      db.transaction().execute(async (transaction) => {
        const link = await takeLink(transaction, tokenHash, 'address', now);
        if (link?.address === undefined) return undefined;
        const { accountId, userId, address } = link;
        const row = await one(transaction, accountId, userId);
        const other = await transaction
          .selectFrom('users')
          .select('id')
          .where('email', '=', address)
          .where('id', '!=', userId)
          .executeTakeFirst();
        if (row === undefined || other !== undefined) return undefined;
        await set(transaction, accountId, userId, { email: address, email_verified_at: printInstant(now) });
        // Those that the address before got.
        await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
        return read(row);
      }),
    takePassword: (tokenHash, passwordHash, now) =>
      db.transaction().execute(async (transaction) => {
        const link = await takeLink(transaction, tokenHash, 'password', now);
        if (link === undefined) return undefined;
        const { accountId, userId } = link;
        const row = await one(transaction, accountId, userId);
        if (row === undefined) return undefined;
        const at = printInstant(now);
        const proves = link.address === row.email && row.email_verified_at === null;
        const values = { password_hash: passwordHash, ...(proves && { email_verified_at: at }) };
        await set(transaction, accountId, userId, values);
        await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
        await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
        const data = { email: row.email };
        const about = { accountId, kind: 'password.reset', subject: userId, period: at, at: now } as const;
        await insertEvents(transaction, [{ ...about, data }]);
        return read(row);
      }),
  };
}

function signUp(
  db: Kysely<Tables>,
  account: Account,
  user: User,
  tokenHash?: string,
  event?: GatewayEvent,
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
    // Before the user is there, who may be the first administrator.
    if (event !== undefined) await insertGatewayEvents(transaction, [event]);
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
    email_verified_at: user.emailVerifiedAt === undefined ? null : printInstant(user.emailVerifiedAt),
    mail_types: user.mailTypes === undefined ? null : JSON.stringify(user.mailTypes),
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
    ...(row.email_verified_at !== null && { emailVerifiedAt: parseInstant(row.email_verified_at) }),
    ...(row.mail_types !== null && { mailTypes: JSON.parse(row.mail_types) as EventKind[] }),
  };
}
