import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Account } from '../domain/account.js';
import { contains, type Page, type PageRequest, readByCreation } from './pages.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** Accounts, by id. */
export interface AccountRepository {
  create(account: Account): Promise<void>;
  find(id: string): Promise<Account | undefined>;
  /** Replaces everything but the id and the creation time. Returns false if there is no such account. */
  update(account: Account): Promise<boolean>;
  /** Whether there is any account. */
  any(): Promise<boolean>;
  /**
   * All accounts, oldest first, or those that contain `search` in their name, their id or the e-mail address of a user. For the operator,
   * never for a tenant.
   */
  list(request: PageRequest & { readonly search?: string }): Promise<Page<Account>>;
}

export function createAccountRepository(db: Kysely<Tables>): AccountRepository {
  return {
    async create(account) {
      await db.insertInto('accounts').values(accountColumns(account)).execute();
    },
    async find(id) {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },
    async update(account) {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set(columns(account))
        .where('id', '=', account.id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
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
    createdAt: parseInstant(row.created_at),
  };
}

/** The row of a new account. @internal */
export function accountColumns(account: Account): Insertable<Tables['accounts']> {
  return { id: account.id, created_at: printInstant(account.createdAt), ...columns(account) };
}

function columns(account: Account) {
  return {
    name: account.name,
    status: account.status,
    plan: account.plan,
    billing_anchor: account.billingAnchor === undefined ? null : printInstant(account.billingAnchor),
    next_plan: account.nextPlan?.plan ?? null,
    next_plan_at: account.nextPlan === undefined ? null : printInstant(account.nextPlan.at),
  };
}
