import { defined } from '@soapstone/options/defined';
import type { PlanName } from '../../../../domain/accounts/plan.js';
import {
  arrayOf,
  BOOLEAN,
  component,
  EMPTY_OBJECT,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../../domain/json-schema.js';
import { notFound } from '../../../../errors/management-errors.js';
import { NAME, SENT_INSTANT } from '../../inputs/service-schema.js';
import { NUMBER_QUERY, PAGE_MEMBERS, PLACE_QUERY, readPage, SEARCH, showPage } from '../../routing/paging.js';
import { operatorOf, type Route, route } from '../../routing/route.js';
import {
  createAccount,
  findAccount,
  setAdministrator,
  updateAccount,
} from '../../use-cases/administer-accounts.js';
import { administeredAccountState } from '../../views/states.js';
import { AUDIT_ENTRIES, nameEntries, showAccount, showAudit } from '../account.js';

const plan = enumOf<PlanName>(['Free', 'Starter', 'Pro']);
const status = enumOf(['active', 'suspended']);

const create = route({
  method: 'post',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Create an account',
  status: 201,
  body: object({ name: NAME }, { plan, billingAnchor: SENT_INSTANT }),
  answer: component('Account'),
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
        plan,
        createdAt: INSTANT,
      }),
    ),
  }),
  async handle(call, { store }) {
    const { search, ...page } = call.query;
    const found = await store.accounts.list({ ...readPage(page), ...defined({ search }) });
    return {
      body: {
        ...showPage(found),
        accounts: found.items.map(({ id, name, status, plan: current, createdAt }) => ({
          accountId: id,
          name,
          status,
          plan: current,
          createdAt: new Date(createdAt).toISOString(),
        })),
      },
    };
  },
});

const show = route({
  method: 'get',
  path: '/api/admin/accounts/:accountId',
  access: 'admin',
  state: administeredAccountState,
  summary: 'An account with its users and its number of services',
  answer: object({
    account: component('Account'),
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
  summary: 'Change the plan, the billing anchor or the state of an account',
  body: object({}, { plan, billingAnchor: SENT_INSTANT, status }, { minProperties: 1 }),
  answer: component('Account'),
  async handle(call, deps) {
    const { billingAnchor: anchor, ...rest } = call.body;
    const change = { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) };
    const { actor } = operatorOf(call);
    const changed = await updateAccount(call.params['accountId'] ?? '', change, deps, actor);
    return { body: await showAccount(changed, deps) };
  },
});

const audit = route({
  method: 'get',
  path: '/api/admin/accounts/:accountId/audit',
  access: 'admin',
  summary:
    'The audit log of an account, newest first, page by page; the first page names the first entry that was tampered with',
  query: NUMBER_QUERY,
  answer: object({ entries: AUDIT_ENTRIES, ...PAGE_MEMBERS }, { brokenAt: nullable(INTEGER) }),
  async handle({ params, query }, deps) {
    const { id } = await findAccount(params['accountId'] ?? '', deps);
    const log = deps.store.audit;
    const named = nameEntries(id, deps.store);
    const page = await showAudit({ list: (request) => log.list(id, request) }, query, named);
    if (query.after !== undefined) return { body: page };
    return { body: { ...page, brokenAt: (await log.verify(id)) ?? null } };
  },
});

const gatewayAudit = route({
  method: 'get',
  path: '/api/admin/audit',
  access: 'admin',
  summary:
    'The audit log of the gateway itself (invitations, sealing keys), in the form of the audit log of an account',
  query: NUMBER_QUERY,
  answer: object({ entries: AUDIT_ENTRIES, ...PAGE_MEMBERS }, { brokenAt: nullable(INTEGER) }),
  async handle({ query }, { store }) {
    const page = await showAudit(store.gatewayAudit, query);
    if (query.after !== undefined) return { body: page };
    return { body: { ...page, brokenAt: (await store.gatewayAudit.verify()) ?? null } };
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

export const administeredAccountRoutes: readonly Route[] = [
  create,
  list,
  show,
  update,
  audit,
  gatewayAudit,
  administer,
];
