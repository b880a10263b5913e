import { type Account, subscriptionAt } from '../../domain/account.js';
import { component, INSTANT, INTEGER, list, object, TEXT } from '../../domain/json-schema.js';
import { limitsOf, PLANS } from '../../domain/plan.js';
import { type ManagementDependencies, ownerOf, type Route, route } from '../route.js';
import { NAME } from '../service-schema.js';

/** What an owner sees of the account: its public id, its plan, and the state of its billing period. */
export async function showAccount(
  account: Account,
  { limiter, now }: Pick<ManagementDependencies, 'limiter' | 'now'>,
): Promise<unknown> {
  const { plan, cycle } = subscriptionAt(account, now());
  const { quota } = await limiter.consume({
    account: account.id,
    limits: limitsOf(plan),
    cycle,
    charge: 'nothing',
  });
  return {
    accountId: account.id,
    name: account.name,
    plan: {
      name: plan.name,
      callsPerPeriod: plan.quota,
      callsPerMinute: plan.perMinute,
      services: Number.isFinite(plan.services) ? plan.services : null,
      next:
        account.nextPlan === undefined || now() >= account.nextPlan.at
          ? null
          : { name: account.nextPlan.plan, at: new Date(account.nextPlan.at).toISOString() },
    },
    period: {
      start: new Date(quota.resetAt - quota.window).toISOString(),
      end: new Date(quota.resetAt).toISOString(),
      used: quota.limit - quota.remaining,
      remaining: quota.remaining,
    },
  };
}

const show = route({
  method: 'get',
  path: '/api/manage/account',
  access: 'owner',
  summary: 'The account, its plan and its billing period',
  answer: component('Account'),
  handle: async (call, deps) => ({ body: await showAccount(ownerOf(call).account, deps) }),
});

const rename = route({
  method: 'patch',
  path: '/api/manage/account',
  access: 'owner',
  summary: 'Change the name of the account',
  body: object({ name: NAME }),
  answer: component('Account'),
  async handle(call, deps) {
    const { account, actor } = ownerOf(call);
    const renamed = { ...account, name: call.body.name };
    await deps.store.accounts.update(renamed);
    await deps.changes.announce(account.id);
    await deps.store.audit.add(account.id, {
      at: deps.now(),
      actor,
      action: 'account.rename',
      subject: account.id,
    });
    return { body: await showAccount(renamed, deps) };
  },
});

const audit = route({
  method: 'get',
  path: '/api/manage/audit',
  access: 'owner',
  summary: 'What was changed in the account, newest first',
  answer: object({
    entries: list(object({ number: INTEGER, at: INSTANT, actor: TEXT, action: TEXT, subject: TEXT })),
  }),
  async handle(call, { store }) {
    const entries = await store.audit.list(ownerOf(call).account.id, 200);
    return {
      body: { entries: entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })) },
    };
  },
});

const plans = route({
  method: 'get',
  path: '/api/manage/plans',
  access: 'public',
  summary: 'What each plan gives',
  answer: object({ plans: list(component('Plan')) }),
  handle: async () => ({
    body: {
      plans: Object.values(PLANS).map(({ name, quota, perMinute, services, paid }) => ({
        name,
        callsPerPeriod: quota,
        callsPerMinute: perMinute,
        services: Number.isFinite(services) ? services : null,
        openapi: paid,
        get: paid,
      })),
    },
  }),
});

export const accountRoutes: readonly Route[] = [show, rename, audit, plans];
