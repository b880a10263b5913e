import { type Account, subscriptionAt } from '../../../domain/accounts/account.js';
import { verifyPassword } from '../../../domain/accounts/password.js';
import { limitsOf } from '../../../domain/accounts/plan.js';
import { arrayOf, BOOLEAN, object, type ValueOf } from '../../../domain/json-schema.js';
import { notFound, notSignedIn, planFixed, wrongCurrentPassword } from '../../../errors/management-errors.js';
import { ACCOUNT, PLAN, PLAN_NAME } from '../answers/accounts.js';
import { ANY_PASSWORD } from '../inputs/person-schema.js';
import { NAME } from '../inputs/service-schema.js';
import { type ManagementDependencies, ownerOf, type Route, route } from '../routing/route.js';
import { throttle } from '../routing/throttle.js';
import { changeOwnPlan } from '../use-cases/administer-accounts.js';
import { closeAccount, keepAccount } from '../use-cases/close-account.js';
import { accountState } from '../views/states.js';

/** The account as its owner sees it: its public id, its plan and the state of the billing period. */
export async function showAccount(
  account: Account,
  { limiter, offer, now }: Pick<ManagementDependencies, 'limiter' | 'offer' | 'now'>,
): Promise<ValueOf<typeof ACCOUNT>> {
  const { plan, cycle } = subscriptionAt(account, now(), offer.plans);
  const { quota } = await limiter.consume({
    account: account.id,
    limits: limitsOf(plan),
    cycle,
    charge: 'nothing',
  });
  return {
    accountId: account.id,
    name: account.name,
    closesAt: account.closesAt === undefined ? null : new Date(account.closesAt).toISOString(),
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
  whileClosing: true,
  state: accountState,
  summary: 'The account, its plan and its billing period',
  answer: ACCOUNT,
  handle: async (call, deps) => ({ body: await showAccount(ownerOf(call).account, deps) }),
});

const rename = route({
  method: 'patch',
  path: '/api/manage/account',
  access: 'owner',
  state: accountState,
  summary: 'Change the name of the account',
  body: object({ name: NAME }),
  answer: ACCOUNT,
  async handle(call, deps) {
    const { account, actor } = ownerOf(call);
    const { name } = call.body;
    const renamed = await deps.store.accounts.update(account.id, (current) => ({ ...current, name }));
    if (renamed === undefined) throw notFound('account');
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

const plans = route({
  method: 'get',
  path: '/api/manage/plans',
  access: 'public',
  summary: 'What each plan includes',
  answer: object({ plans: arrayOf(PLAN), signUp: PLAN_NAME, ownersMayChange: BOOLEAN }),
  handle: async (_call, { offer: { plans, signUp, ownersMayChange } }) => ({
    body: {
      plans: Object.values(plans).map(({ name, quota, perMinute, services, concurrency, paid }) => ({
        name,
        callsPerPeriod: quota,
        callsPerMinute: perMinute,
        services: Number.isFinite(services) ? services : null,
        concurrentCalls: concurrency,
        openapi: paid,
        get: paid,
      })),
      signUp,
      ownersMayChange,
    },
  }),
});

const change = route({
  method: 'put',
  path: '/api/manage/account/plan',
  access: 'owner',
  state: accountState,
  summary:
    'Change the plan, if the operator allows owners to: an upgrade applies immediately, a downgrade with the next period',
  body: object({ plan: PLAN_NAME }),
  answer: ACCOUNT,
  async handle(call, deps) {
    if (!deps.offer.ownersMayChange) throw planFixed();
    const { account, actor } = ownerOf(call);
    const changed = await changeOwnPlan(account.id, call.body.plan, deps, actor);
    return { body: await showAccount(changed, deps) };
  },
});

const close = route({
  method: 'post',
  path: '/api/manage/account/closing',
  access: 'owner',
  summary:
    'Close the account: its keys stop working now, and it is deleted with everything in it after 14 days, unless its owner keeps it. Needs the password',
  body: object({ password: ANY_PASSWORD }),
  answer: ACCOUNT,
  async handle(call, deps) {
    const { account, signedIn } = ownerOf(call);
    // A key is not a person.
    if (signedIn === undefined) throw notSignedIn();
    await throttle(deps, call.ip, signedIn.user.id);
    if (!(await verifyPassword(call.body.password, signedIn.user.passwordHash))) throw wrongCurrentPassword();
    return { body: await showAccount(await closeAccount(account.id, signedIn.user, deps), deps) };
  },
});

const keep = route({
  method: 'delete',
  path: '/api/manage/account/closing',
  access: 'owner',
  whileClosing: true,
  summary: 'Keep an account that was closed and is not deleted yet',
  answer: ACCOUNT,
  async handle(call, deps) {
    const { account, actor } = ownerOf(call);
    return { body: await showAccount(await keepAccount(account.id, actor, deps), deps) };
  },
});

export const accountRoutes: readonly Route[] = [show, rename, change, close, keep, plans];
