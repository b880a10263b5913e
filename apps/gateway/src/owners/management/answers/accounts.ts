import type { PlanName } from '../../../domain/accounts/plan.js';
import {
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';

/** The name of a plan. */
export const PLAN_NAME = enumOf<PlanName>(['Free', 'Starter', 'Pro']);

/** An account as its owner sees it. */
export const ACCOUNT = component(
  'Account',
  object({
    accountId: TEXT,
    name: TEXT,
    // When it is deleted, if its owner closed it.
    closesAt: nullable(INSTANT),
    plan: object({
      name: PLAN_NAME,
      callsPerPeriod: INTEGER,
      callsPerMinute: INTEGER,
      services: nullable(INTEGER),
      next: nullable(object({ name: PLAN_NAME, at: INSTANT })),
    }),
    period: object({ start: INSTANT, end: INSTANT, used: INTEGER, remaining: INTEGER }),
  }),
);

/** The contents of a plan. */
export const PLAN = component(
  'Plan',
  object({
    name: PLAN_NAME,
    callsPerPeriod: INTEGER,
    callsPerMinute: INTEGER,
    services: nullable(INTEGER),
    concurrentCalls: INTEGER,
    openapi: BOOLEAN,
    get: BOOLEAN,
  }),
);

/** The session of a person, with the account. */
export const SESSION = component(
  'Session',
  object({ email: TEXT, administrator: BOOLEAN, csrfToken: TEXT, account: ACCOUNT }),
);

/** A session that has just begun. */
export const SIGNED_IN = component('SignedIn', object({ accountId: TEXT, email: TEXT, csrfToken: TEXT }));

/** One of the sessions of a person. */
export const USER_SESSION = component(
  'UserSession',
  object({ id: TEXT, createdAt: INSTANT, lastSeenAt: INSTANT, current: BOOLEAN }),
);
