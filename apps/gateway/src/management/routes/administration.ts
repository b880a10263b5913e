import { type Account, changePlan, createAccountId } from '../../accounts/account.js';
import type { PlanName } from '../../accounts/plan.js';
import { notFound } from '../errors.js';
import type { Route } from '../route.js';
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
  async handle({ body }, deps) {
    const given = body as { name: string; plan?: PlanName; billingAnchor?: string };
    const now = deps.now();
    const paid = given.plan !== undefined && given.plan !== 'Free';
    const account: Account = {
      id: createAccountId(),
      name: given.name,
      status: 'active',
      plan: given.plan ?? 'Free',
      ...(paid
        ? { billingAnchor: given.billingAnchor === undefined ? now : Date.parse(given.billingAnchor) }
        : {}),
      createdAt: now,
    };
    await deps.store.accounts.create(account);
    await deps.store.audit.add(account.id, {
      at: now,
      actor: 'admin',
      action: 'account.create',
      subject: account.id,
    });
    return { body: await showAccount(account, deps) };
  },
};

const list: Route = {
  method: 'get',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Every account, oldest first',
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
  async handle({ params, body }, deps) {
    const account = await deps.store.accounts.find(params['accountId'] ?? '');
    if (account === undefined) throw notFound('account');
    const given = body as { plan?: PlanName; billingAnchor?: string; status?: Account['status'] };
    const planned = given.plan === undefined ? account : changePlan(account, given.plan, deps.now());
    const changed: Account = {
      ...planned,
      ...(given.billingAnchor === undefined ? {} : { billingAnchor: Date.parse(given.billingAnchor) }),
      ...(given.status === undefined ? {} : { status: given.status }),
    };
    await deps.store.accounts.update(changed);
    await deps.changes.announce(account.id);
    const subject = Object.keys(given).sort().join(',');
    await deps.store.audit.add(account.id, {
      at: deps.now(),
      actor: 'admin',
      action: 'account.update',
      subject,
    });
    return { body: await showAccount(changed, deps) };
  },
};

export const administrationRoutes: readonly Route[] = [create, list, update];
