import { type Account, subscriptionAt } from '../../accounts/account.js';
import { type ManagementDependencies, ownerOf, type Route } from '../route.js';

/** What an account is shown of itself: its public id, its plan, and how its billing period stands. */
export async function showAccount(
  account: Account,
  { limiter, now }: Pick<ManagementDependencies, 'limiter' | 'now'>,
): Promise<unknown> {
  const { plan, cycle } = subscriptionAt(account, now());
  const { quota } = await limiter.consume({ account: account.id, limits: plan, cycle, charge: 'nothing' });
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

const show: Route = {
  method: 'get',
  path: '/api/manage/account',
  access: 'owner',
  summary: 'The account, its plan and its billing period',
  handle: async (call, deps) => ({ body: await showAccount(ownerOf(call).account, deps) }),
};

const rename: Route = {
  method: 'patch',
  path: '/api/manage/account',
  access: 'owner',
  summary: 'Change the name of the account',
  body: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: { type: 'string', minLength: 1, maxLength: 100 } },
  },
  async handle(call, deps) {
    const { account, actor } = ownerOf(call);
    const renamed = { ...account, name: (call.body as { name: string }).name };
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
};

const audit: Route = {
  method: 'get',
  path: '/api/manage/audit',
  access: 'owner',
  summary: 'What was changed in the account, newest first',
  async handle(call, { store }) {
    const entries = await store.audit.list(ownerOf(call).account.id, 200);
    return {
      body: { entries: entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })) },
    };
  },
};

const usage: Route = {
  method: 'get',
  path: '/api/manage/usage',
  access: 'owner',
  summary: 'The billing period, the calls of the last seven days by operation, and the newest calls',
  async handle(call, deps) {
    const { account } = ownerOf(call);
    const [operations, calls] = await Promise.all([
      deps.store.calls.use(account.id, deps.now() - 7 * 86_400_000),
      deps.store.calls.list(account.id, 100),
    ]);
    const recent = calls.map(({ accountId: _, at, ...rest }) => ({
      ...rest,
      at: new Date(at).toISOString(),
    }));
    return { body: { account: await showAccount(account, deps), operations, recent } };
  },
};

export const accountRoutes: readonly Route[] = [show, rename, usage, audit];
