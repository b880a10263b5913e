import { randomBytes } from 'node:crypto';
import { type BillingCycle, periodAt } from '@soapstone/rate-limiter';
import { PLANS, type Plan, type PlanName } from './plan.js';

/** An account as it is stored. Times are milliseconds since the Unix epoch. */
export interface Account {
  /** The public `accountId` of the specification. */
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly plan: PlanName;
  /** When the subscription began; absent on the Free plan. */
  readonly billingAnchor?: number;
  /** A plan that begins later: what a downgrade waits for. */
  readonly nextPlan?: { readonly plan: PlanName; readonly at: number };
  readonly createdAt: number;
}

/** The plan that is in force at `now`, and how its periods run. */
export interface Subscription {
  readonly plan: Plan;
  readonly cycle: BillingCycle;
}

/** Make a new account id: `acc_` and 96 random bits, fit for a path segment. */
export function createAccountId(): string {
  return `acc_${randomBytes(12).toString('base64url')}`;
}

/** What the account may do at `now`. */
export function subscriptionAt(account: Account, now: number): Subscription {
  const due = account.nextPlan !== undefined && now >= account.nextPlan.at;
  const plan = PLANS[due ? account.nextPlan.plan : account.plan];
  // A paid plan without an anchor cannot be made here; a calendar month is the careful reading of one made by hand.
  const cycle: BillingCycle =
    plan.paid && account.billingAnchor !== undefined
      ? { kind: 'anchored', anchor: account.billingAnchor }
      : { kind: 'calendarMonth' };
  return { plan, cycle };
}

/**
 * The account after a change to `name` at `now`. Going up starts a new billing period at once, with its whole quota; going
 * down waits for the end of the period that is paid for. Asking for the plan in force takes a waiting change back.
 */
export function changePlan(account: Account, name: PlanName, now: number): Account {
  const { plan, cycle } = subscriptionAt(account, now);
  const { nextPlan: _, ...settled } = { ...account, plan: plan.name };
  const wanted = PLANS[name];
  if (wanted.rank > plan.rank) return { ...settled, plan: name, billingAnchor: now };
  if (wanted.rank === plan.rank) return settled;
  return { ...settled, nextPlan: { plan: name, at: periodAt(cycle, now).end } };
}
