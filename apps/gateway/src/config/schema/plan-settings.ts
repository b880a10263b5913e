import { Type } from 'typebox';
import { PLANS, type Plan, type PlanName, type PlanOffer } from '../../domain/accounts/plan.js';
import { object, type ValueOf } from '../../domain/json-schema.js';

/** The names of the plans in a file. */
const NAMES = { free: 'Free', starter: 'Starter', pro: 'Pro' } as const satisfies Record<string, PlanName>;
const FILE_NAMES = Object.keys(NAMES) as (keyof typeof NAMES)[];

const limit = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });

const PLAN = (file: keyof typeof NAMES) => {
  const { quota, perMinute, services, concurrency } = PLANS[NAMES[file]];
  return object(
    {},
    {
      callsPerPeriod: limit(1_000_000_000_000, `Calls in a billing period. Default: ${quota}.`),
      callsPerMinute: limit(1_000_000, `Calls in a minute. Default: ${perMinute}.`),
      services: Type.Unsafe<number | 'unlimited'>({
        anyOf: [{ type: 'integer', minimum: 0, maximum: 1_000_000 }, { const: 'unlimited' }],
        description: `Registered services. Default: ${Number.isFinite(services) ? services : 'unlimited'}.`,
      }),
      concurrentCalls: limit(100_000, `Concurrent calls in one process. Default: ${concurrency}.`),
    },
  );
};

/** The section `plans` of the configuration file, which is also the content of `PLANS_FILE`. */
export const PLANS_SECTION = object(
  {},
  {
    signUp: Type.Unsafe<keyof typeof NAMES>({
      enum: FILE_NAMES,
      description: 'The plan of accounts created by sign-up. Default: free.',
    }),
    ownersMayChange: Type.Boolean({
      description:
        'Whether owners may change the plan of their account. Default: false, which means that only operators may.',
    }),
    free: PLAN('free'),
    starter: PLAN('starter'),
    pro: PLAN('pro'),
  },
  { description: 'Limits of the plans. Limits that are not set keep their defaults.' },
);

/** A valid section. */
export type PlansSection = ValueOf<typeof PLANS_SECTION>;

/** Returns the plans that a `plans` section configures; without one, the plans of the specification. */
export function readPlans(section: PlansSection = {}): PlanOffer {
  const plans = Object.fromEntries(
    FILE_NAMES.map((file) => {
      const name = NAMES[file];
      const standard = PLANS[name];
      const { callsPerPeriod, callsPerMinute, services, concurrentCalls } = section[file] ?? {};
      const plan: Plan = {
        ...standard,
        quota: callsPerPeriod ?? standard.quota,
        perMinute: callsPerMinute ?? standard.perMinute,
        services: services === 'unlimited' ? Number.POSITIVE_INFINITY : (services ?? standard.services),
        concurrency: concurrentCalls ?? standard.concurrency,
      };
      return [name, plan];
    }),
  ) as Record<PlanName, Plan>;
  return {
    plans,
    signUp: NAMES[section.signUp ?? 'free'],
    ownersMayChange: section.ownersMayChange ?? false,
  };
}
