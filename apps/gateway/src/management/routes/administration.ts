import { component, INSTANT, list as listOf, object, oneOfThese, TEXT } from '../../domain/json-schema.js';
import type { PlanName } from '../../domain/plan.js';
import { type Route, route } from '../route.js';
import { NAME, SENT_INSTANT } from '../service-schema.js';
import { createAccount, updateAccount } from '../use-cases/administer-accounts.js';
import { showAccount } from './account.js';

const plan = oneOfThese<PlanName>(['Free', 'Starter', 'Pro']);
const status = oneOfThese(['active', 'suspended']);

const create = route({
  method: 'post',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Make an account',
  status: 201,
  body: object({ name: NAME }, { plan, billingAnchor: SENT_INSTANT }),
  answer: component('Account'),
  async handle({ body }, deps) {
    const { billingAnchor: anchor, ...rest } = body;
    const account = await createAccount(
      { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) },
      deps,
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

const update = route({
  method: 'patch',
  path: '/api/admin/accounts/:accountId',
  access: 'admin',
  summary: 'Change the plan, the billing anchor or the state of an account',
  body: object({}, { plan, billingAnchor: SENT_INSTANT, status }, { minProperties: 1 }),
  answer: component('Account'),
  async handle({ params, body }, deps) {
    const { billingAnchor: anchor, ...rest } = body;
    const change = { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) };
    const changed = await updateAccount(params['accountId'] ?? '', change, deps);
    return { body: await showAccount(changed, deps) };
  },
});

export const administrationRoutes: readonly Route[] = [create, list, update];
