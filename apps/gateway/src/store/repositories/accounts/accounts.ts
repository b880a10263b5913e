import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Account } from '../../../domain/accounts/account.js';
import type { NewEvent } from '../../../domain/accounts/event.js';
import type { Dialect } from '../../tables/dialect.js';
import { IDS_AT_ONCE, inParts } from '../../tables/in-parts.js';
import { lockAccount } from '../../tables/lock-account.js';
import { contains, type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents } from '../events/insert-events.js';

/** Accounts, by id. */
export interface AccountRepository {
  create(account: Account): Promise<void>;
  find(id: string): Promise<Account | undefined>;
  /** Returns those of `ids` that are accounts. Only for the gateway itself, never for a tenant. */
  findAll(ids: readonly string[]): Promise<readonly Account[]>;
  /**
   * Stores the result of `change` applied to the current state of an account, except its id and creation time. Concurrent changes wait for
   * each other. Returns the changed account; undefined if there is no such account. `event` is stored with the change.
   */
  update(id: string, change: (current: Account) => Account, event?: NewEvent): Promise<Account | undefined>;
  /** Whether there is any account. */
  any(): Promise<boolean>;
  /**
   * Lists accounts, oldest first: all, or those that contain `search` in their name, their id or the email address of a user. Only for the
   * operator, never for a tenant.
   */
  list(request: PageRequest & { readonly search?: string }): Promise<Page<Account>>;
}

export function createAccountRepository(db: Kysely<Tables>, dialect: Dialect['name']): AccountRepository {
  return {
    async create(account) {
      await db.insertInto('accounts').values(accountColumns(account)).execute();
    },
    async find(id) {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },
    async findAll(ids) {
      const found: Account[] = [];
      for (const some of inParts(ids, IDS_AT_ONCE)) {
        const rows = await db.selectFrom('accounts').selectAll().where('id', 'in', some).execute();
        found.push(...rows.map(read));
      }
      return found;
    },
    update: (id, change, event) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, id);
        const row = await transaction
          .selectFrom('accounts')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const changed = change(read(row));
        await transaction.updateTable('accounts').set(columns(changed)).where('id', '=', id).execute();
        if (event !== undefined) await insertEvents(transaction, [event]);
        return changed;
      }),
    async any() {
      const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
      return row !== undefined;
    },
    async list({ search, ...page }) {
      let found = db.selectFrom('accounts');
      if (search !== undefined) {
        const users = db.selectFrom('users').select('account_id').where(contains('email', search));
        found = found.where(({ eb, or }) =>
          or([contains('name', search), contains('id', search), eb('id', 'in', users)]),
        );
      }
      return readByCreation(found, 'asc', page, read);
    },
  };
}

/** Converts a row to an account. @internal */
export function read(row: Selectable<Tables['accounts']>): Account {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    plan: row.plan,
    ...(row.billing_anchor === null ? {} : { billingAnchor: parseInstant(row.billing_anchor) }),
    ...(row.next_plan === null || row.next_plan_at === null
      ? {}
      : { nextPlan: { plan: row.next_plan, at: parseInstant(row.next_plan_at) } }),
    // A node of an earlier version that resumes an account leaves it.
    ...(row.closes_at !== null && row.status === 'suspended' && { closesAt: parseInstant(row.closes_at) }),
    createdAt: parseInstant(row.created_at),
  };
}

/** Converts a new account to a row. @internal */
export function accountColumns(account: Account): Insertable<Tables['accounts']> {
  const { closes_at, ...others } = columns(account);
  const row = { id: account.id, created_at: printInstant(account.createdAt), ...others };
  // Tests of migrations store accounts before there is such a column.
  return closes_at === null ? row : { ...row, closes_at };
}

function columns(account: Account) {
  return {
    name: account.name,
    status: account.status,
    plan: account.plan,
    billing_anchor: account.billingAnchor === undefined ? null : printInstant(account.billingAnchor),
    next_plan: account.nextPlan?.plan ?? null,
    next_plan_at: account.nextPlan === undefined ? null : printInstant(account.nextPlan.at),
    closes_at: account.closesAt === undefined ? null : printInstant(account.closesAt),
  };
}
