import type { PlanLimits } from '@soapstone/rate-limiter';

/** The plans of the specification. */
export type PlanName = 'Free' | 'Starter' | 'Pro';

/** The contents of a plan. */
export interface Plan extends PlanLimits {
  readonly name: PlanName;
  /** Higher plans come later: an upgrade takes effect immediately, a downgrade at the end of the period. */
  readonly rank: number;
  /** Whether the plan is paid: paid plans have a billing anchor, the interface description and GET. */
  readonly paid: boolean;
  /** The maximum number of registered services. */
  readonly services: number;
  /** Concurrent calls of the account on one node. */
  readonly concurrency: number;
}

const limits = new WeakMap<Plan, PlanLimits>();

/** The limits for the limiter. The same plan has the same object, so that the limiter validates it only once. */
export function limitsOf(plan: Plan): PlanLimits {
  let known = limits.get(plan);
  if (known === undefined) {
    known = { perMinute: plan.perMinute, quota: plan.quota };
    limits.set(plan, known);
  }
  return known;
}

/** The plans that a gateway offers to the owners of its accounts. */
export interface PlanOffer {
  readonly plans: Plans;
  /** The plan of an account that is created by signing up. */
  readonly signUp: PlanName;
  /** Whether owners may change the plan of their account themselves; otherwise only the operator can. */
  readonly ownersMayChange: boolean;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

/** Every number of every plan, unless an operator configures others. No other file repeats them. */
export const PLANS: Plans = {
  Free: { name: 'Free', rank: 0, paid: false, quota: 1_000, perMinute: 60, services: 3, concurrency: 5 },
  Starter: {
    name: 'Starter',
    rank: 1,
    paid: true,
    quota: 50_000,
    perMinute: 600,
    services: 25,
    concurrency: 20,
  },
  Pro: {
    name: 'Pro',
    rank: 2,
    paid: true,
    quota: 1_000_000,
    perMinute: 6_000,
    services: Number.POSITIVE_INFINITY,
    concurrency: 100,
  },
};
