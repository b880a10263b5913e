import {
  BOOLEAN,
  component,
  EMPTY_OBJECT,
  INSTANT,
  INTEGER,
  list as listOf,
  object,
  oneOfThese,
  orNull,
  TEXT,
} from '../../../domain/json-schema.js';
import type { PlanName } from '../../../domain/plan.js';
import { notFound } from '../../../errors/management-errors.js';
import { operatorOf, type Route, route } from '../../route.js';
import { NAME, SENT_INSTANT } from '../../service-schema.js';
import {
  createAccount,
  findAccount,
  setAdministrator,
  updateAccount,
} from '../../use-cases/administer-accounts.js';
import { AUDIT_ENTRIES, showAccount, showAudit } from '../account.js';

const plan = oneOfThese<PlanName>(['Free', 'Starter', 'Pro']);
const status = oneOfThese(['active', 'suspended']);

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
  summary: 'Every account, oldest first',
  answer: object({
    accounts: listOf(
      object({
        accountId: TEXT,
        name: TEXT,
        status,
        plan,
        createdAt: INSTANT,
      }),
    ),
  }),
  async handle(_call, { store }) {
    const accounts = await store.accounts.list();
    return {
      body: {
        accounts: accounts.map(({ id, name, status, plan: current, createdAt }) => ({
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
  summary: 'An account with its users, and how many services it has',
  answer: object({
    account: component('Account'),
    status,
    createdAt: INSTANT,
    billingAnchor: orNull(INSTANT),
    services: INTEGER,
    users: listOf(object({ userId: TEXT, email: TEXT, administrator: BOOLEAN, createdAt: INSTANT })),
  }),
  async handle({ params }, deps) {
    const account = await findAccount(params['accountId'] ?? '', deps);
    const [users, services] = await Promise.all([
      deps.store.users.list(account.id),
      deps.store.services.list(account.id),
    ]);
    const { billingAnchor } = account;
    return {
      body: {
        account: await showAccount(account, deps),
        status: account.status,
        createdAt: new Date(account.createdAt).toISOString(),
        billingAnchor: billingAnchor === undefined ? null : new Date(billingAnchor).toISOString(),
        services: services.length,
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
    'What was changed in an account, newest first, and the number of the first entry that was tampered with',
  answer: object({ entries: AUDIT_ENTRIES, brokenAt: orNull(INTEGER) }),
  async handle({ params }, deps) {
    const { id } = await findAccount(params['accountId'] ?? '', deps);
    const [entries, broken] = await Promise.all([showAudit(id, deps), deps.store.audit.verify(id)]);
    return { body: { entries, brokenAt: broken ?? null } };
  },
});

const administer = route({
  method: 'put',
  path: '/api/admin/accounts/:accountId/users/:userId/administrator',
  access: 'admin',
  summary: 'Let a user administer the gateway, or no longer',
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

export const administeredAccountRoutes: readonly Route[] = [create, list, show, update, audit, administer];
