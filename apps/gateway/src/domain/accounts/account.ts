import { randomBytes } from 'node:crypto';
import { type BillingCycle, periodAt } from '@soapstone/rate-limiter';
import type { Plan, PlanName, Plans } from './plan.js';

/** A stored account. Times are in milliseconds since the Unix epoch. */
export interface Account {
  /** The public `accountId` of the specification. */
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly plan: PlanName;
  /** The start of the subscription; absent on the Free plan. */
  readonly billingAnchor?: number;
  /** A plan that starts later, after a downgrade. */
  readonly nextPlan?: { readonly plan: PlanName; readonly at: number };
  /**
   * When the account is deleted with everything in it, because its owner closed it. Its status is `suspended`, which nodes of earlier
   * versions understand.
   */
  readonly closesAt?: number;
  readonly createdAt: number;
}

/** How long an owner can still keep an account that was closed, in milliseconds. */
export const CLOSING_GRACE: number = 14 * 86_400_000;

/** Whether the owner of a closed account can still keep it. */
export function isClosing({ closesAt }: Account, now: number): boolean {
  return closesAt !== undefined && now < closesAt;
}

/** The plan at `now`, and its billing cycle. */
export interface Subscription {
  readonly plan: Plan;
  readonly cycle: BillingCycle;
}

/** Creates an account id: `acc_` and 96 random bits, safe in a path segment. */
export function createAccountId(): string {
  return `acc_${randomBytes(12).toString('base64url')}`;
}

/** Whether a text may be the id of an account, so that others cost no look-up. */
export function isAccountId(text: string): boolean {
  return /^acc_[A-Za-z0-9_-]{1,40}$/.test(text);
}

/** Returns the plan and limits of the account at `now`, according to the `plans` of the gateway. */
export function subscriptionAt(account: Account, now: number, plans: Plans): Subscription {
  const due = account.nextPlan !== undefined && now >= account.nextPlan.at;
  const plan = plans[due ? account.nextPlan.plan : account.plan];
  // A paid plan without an anchor can only be created by hand; the calendar month is then the conservative choice.
  const cycle: BillingCycle =
    plan.paid && account.billingAnchor !== undefined
      ? { kind: 'anchored', anchor: account.billingAnchor }
      : { kind: 'calendarMonth' };
  return { plan, cycle };
}

/**
 * Returns the account after a change to plan `name` at `now`. An upgrade starts a new billing period immediately, with its full quota; a
 * downgrade waits for the end of the paid period. Requesting the current plan cancels a pending change.
 */
export function changePlan(account: Account, name: PlanName, now: number, plans: Plans): Account {
  const { plan, cycle } = subscriptionAt(account, now, plans);
  const { nextPlan: _, ...settled } = { ...account, plan: plan.name };
  const wanted = plans[name];
  if (wanted.rank > plan.rank) return { ...settled, plan: name, billingAnchor: now };
  if (wanted.rank === plan.rank) return settled;
  return { ...settled, nextPlan: { plan: name, at: periodAt(cycle, now).end } };
}
