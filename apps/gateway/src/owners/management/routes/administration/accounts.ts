import { defined } from '@soapstone/options/defined';
import type { Account } from '../../../../domain/accounts/account.js';
import type { PlanName } from '../../../../domain/accounts/plan.js';
import {
  arrayOf,
  BOOLEAN,
  EMPTY_OBJECT,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../../domain/json-schema.js';
import { notFound } from '../../../../errors/management-errors.js';
import type { Store } from '../../../../store/store.js';
import type { Place } from '../../../../store/tables/pages.js';
import { ACCOUNT } from '../../answers/accounts.js';
import { NAME, SENT_INSTANT } from '../../inputs/service-schema.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, SEARCH, showPage } from '../../routing/paging.js';
import { operatorOf, type Route, route } from '../../routing/route.js';
import {
  createAccount,
  findAccount,
  setAdministrator,
  updateAccount,
} from '../../use-cases/administer-accounts.js';
import { csvFile } from '../../views/csv-file.js';
import { administeredAccountState } from '../../views/states.js';
import { showAccount } from '../account.js';

const plan = enumOf<PlanName>(['Free', 'Starter', 'Pro']);
const status = enumOf(['active', 'suspended']);

const create = route({
  method: 'post',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Create an account',
  status: 201,
  body: object({ name: NAME }, { plan, billingAnchor: SENT_INSTANT }),
  answer: ACCOUNT,
  async handle(call, deps) {
    const { billingAnchor: anchor, ...rest } = call.body;
    const account = await createAccount(
      { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) },
      deps,
      operatorOf(call).actor,
    );
    return { body: await showAccount(account, deps) };
  },
});

const list = route({
  method: 'get',
  path: '/api/admin/accounts',
  access: 'admin',
  summary:
    'The accounts, oldest first, page by page. `search` finds a part of the name, the id or the email address of a user',
  query: { ...PLACE_QUERY, search: SEARCH },
  answer: object({
    ...PAGE_MEMBERS,
    accounts: arrayOf(
      object({
        accountId: TEXT,
        name: TEXT,
        status,
        closesAt: nullable(INSTANT),
        plan,
        createdAt: INSTANT,
        // Their email addresses.
        users: arrayOf(TEXT),
      }),
    ),
  }),
  async handle(call, { store }) {
    const { search, ...page } = call.query;
    const found = await store.accounts.list({ ...readPage(page), ...defined({ search }) });
    return { body: { ...showPage(found), accounts: await showAccounts(found.items, store) } };
  },
});

/** The maximum number of accounts in a file, and how many are read at once. */
const EXPORTED = { most: 100_000, atOnce: 500 };

const csv = route({
  method: 'get',
  path: '/api/admin/accounts.csv',
  access: 'admin',
  limit: 'queries',
  summary: 'The accounts as CSV, oldest first, at most 100,000; `search` as in the list',
  query: { search: SEARCH },
  answer: TEXT,
  media: ['text/csv'],
  async handle({ query }, { store }) {
    const rows: CsvAccount[] = [];
    let after: Place | undefined;
    do {
      const page = await store.accounts.list({ limit: EXPORTED.atOnce, ...defined({ after }), ...query });
      for (const { users, ...account } of await showAccounts(page.items, store))
        rows.push({ ...account, users: users.join(' ') });
      after = page.next;
    } while (after !== undefined && rows.length < EXPORTED.most);
    const columns = ['accountId', 'name', 'users', 'status', 'closesAt', 'plan', 'createdAt'] as const;
    return { file: csvFile('accounts.csv', columns, rows) };
  },
});

type ShownAccount = Awaited<ReturnType<typeof showAccounts>>[number];
type CsvAccount = Omit<ShownAccount, 'users'> & { readonly users: string };

/** Returns accounts as a list shows them, with the addresses of their users. */
async function showAccounts(accounts: readonly Account[], { users }: Pick<Store, 'users'>) {
  const people = await users.listAll(accounts.map(({ id }) => id));
  const addresses = new Map<string, string[]>();
  for (const { accountId, email } of people)
    addresses.set(accountId, [...(addresses.get(accountId) ?? []), email]);
  return accounts.map(({ id, name, status: state, closesAt, plan: current, createdAt }) => ({
    accountId: id,
    name,
    status: state,
    closesAt: closesAt === undefined ? null : new Date(closesAt).toISOString(),
    plan: current,
    createdAt: new Date(createdAt).toISOString(),
    users: addresses.get(id) ?? [],
  }));
}

const show = route({
  method: 'get',
  path: '/api/admin/accounts/:accountId',
  access: 'admin',
  state: administeredAccountState,
  summary: 'An account with its users and its number of services',
  answer: object({
    account: ACCOUNT,
    status,
    createdAt: INSTANT,
    billingAnchor: nullable(INSTANT),
    services: INTEGER,
    users: arrayOf(object({ userId: TEXT, email: TEXT, administrator: BOOLEAN, createdAt: INSTANT })),
  }),
  async handle({ params }, deps) {
    const account = await findAccount(params['accountId'] ?? '', deps);
    const [users, services] = await Promise.all([
      deps.store.users.list(account.id),
      deps.store.services.count(account.id),
    ]);
    const { billingAnchor } = account;
    return {
      body: {
        account: await showAccount(account, deps),
        status: account.status,
        createdAt: new Date(account.createdAt).toISOString(),
        billingAnchor: billingAnchor === undefined ? null : new Date(billingAnchor).toISOString(),
        services,
        users: users.map(({ id, email, administrator, createdAt }) => ({
          userId: id,
          email,
          administrator: administrator === true,
          createdAt: new Date(createdAt).toISOString(),
        })),
      },
    };
  },
});

const update = route({
  method: 'patch',
  path: '/api/admin/accounts/:accountId',
  access: 'admin',
  state: administeredAccountState,
  summary:
    'Change the plan, the billing anchor or the state of an account. A state keeps an account that its owner closed',
  body: object({}, { plan, billingAnchor: SENT_INSTANT, status }, { minProperties: 1 }),
  answer: ACCOUNT,
  async handle(call, deps) {
    const { billingAnchor: anchor, ...rest } = call.body;
    const change = { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) };
    const { actor } = operatorOf(call);
    const changed = await updateAccount(call.params['accountId'] ?? '', change, deps, actor);
    return { body: await showAccount(changed, deps) };
  },
});

const administer = route({
  method: 'put',
  path: '/api/admin/accounts/:accountId/users/:userId/administrator',
  access: 'admin',
  state: administeredAccountState,
  summary: 'Grant or revoke the right to administer the gateway',
  body: object({ administrator: BOOLEAN }),
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { accountId = '', userId = '' } = call.params;
    const user = await deps.store.users.find(accountId, userId);
    if (user === undefined) throw notFound('user');
    await setAdministrator(user, call.body.administrator, deps, operatorOf(call).actor);
    return {};
  },
});

export const administeredAccountRoutes: readonly Route[] = [create, list, csv, show, update, administer];
