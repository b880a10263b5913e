import type { Account } from '../../domain/account.js';
import type { PlanName } from '../../domain/plan.js';
import { component, INSTANT, list as listOf, object, oneOfThese, TEXT } from '../json-schema.js';
import type { Route } from '../route.js';
import { createAccount, updateAccount } from '../use-cases/administer-accounts.js';
import { showAccount } from './account.js';

const plan = { enum: ['Free', 'Starter', 'Pro'] };
const instant = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' };

const create: Route = {
  method: 'post',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Make an account',
  status: 201,
  body: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: { type: 'string', minLength: 1, maxLength: 100 }, plan, billingAnchor: instant },
  },
  answer: component('Account'),
  async handle({ body }, deps) {
    const given = body as { name: string; plan?: PlanName; billingAnchor?: string };
    const { billingAnchor: anchor, ...rest } = given;
    const account = await createAccount(
      { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) },
      deps,
    );
    return { body: await showAccount(account, deps) };
  },
};

const list: Route = {
  method: 'get',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Every account, oldest first',
  answer: object({
    accounts: listOf(
      object({
        accountId: TEXT,
        name: TEXT,
        status: oneOfThese(['active', 'suspended']),
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
};

const update: Route = {
  method: 'patch',
  path: '/api/admin/accounts/:accountId',
  access: 'admin',
  summary: 'Change the plan, the billing anchor or the state of an account',
  body: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: { plan, billingAnchor: instant, status: { enum: ['active', 'suspended'] } },
  },
  answer: component('Account'),
  async handle({ params, body }, deps) {
    const { billingAnchor: anchor, ...rest } = body as {
      plan?: PlanName;
      billingAnchor?: string;
      status?: Account['status'];
    };
    const change = { ...rest, ...(anchor === undefined ? {} : { billingAnchor: Date.parse(anchor) }) };
    const changed = await updateAccount(params['accountId'] ?? '', change, deps);
    return { body: await showAccount(changed, deps) };
  },
};

export const administrationRoutes: readonly Route[] = [create, list, update];
