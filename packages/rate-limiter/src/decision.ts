import {
  assertOptions,
  type Check,
  kindOf,
  members,
  oneOf,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import { type BillingCycle, billingCycle, instant, type Period } from './period.js';

/** The limits of a plan. Both are numbers of calls. */
export interface Limits {
  /** Maximum calls in any 60 seconds. Exact: the window slides. */
  readonly perMinute: number;
  /** Maximum calls in one billing period. */
  readonly quota: number;
}

/** A request to the limiter. */
export interface LimitRequest {
  /** The account that both limits belong to. Extra keys do not buy extra calls. */
  readonly account: string;
  readonly limits: Limits;
  readonly cycle: BillingCycle;
  /**
   * What an allowed call is charged. `call` takes one from both limits. `attempt` takes one from the minute only, for a call that
   * will not be executed. `nothing` only reads the current state and is always allowed.
   */
  readonly charge: 'call' | 'attempt' | 'nothing';
}

/** A finite, non-negative number of calls. */
const amount: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? []
    : wrong(`expected a finite number from 0, not ${kindOf(value)}`);

const limitRequest: Check = members<LimitRequest>(
  {
    account: text,
    limits: members<Limits>({ perMinute: amount, quota: amount }, ['perMinute', 'quota']),
    cycle: billingCycle,
    charge: oneOf('call', 'attempt', 'nothing'),
  },
  ['account', 'limits', 'cycle', 'charge'],
);

/** Limits and cycles that have already passed validation. Callers pass the same objects call after call. */
const sound = new WeakSet<object>();

/** Validates a request. Throws `OptionError` for an unknown member or an unusable value. */
export function assertLimitRequest(request: LimitRequest): void {
  if (isKnown(request)) return;
  assertOptions(limitRequest, request, 'consume');
  sound.add(request.limits).add(request.cycle);
}

/** Whether the request uses known-good objects. This check is cheaper than a decision; full validation is not. */
function isKnown(request: LimitRequest): boolean {
  if (typeof request !== 'object' || request === null) return false;
  if (Object.getPrototypeOf(request) !== Object.prototype) return false;
  const { account, limits, cycle, charge } = request;
  if (typeof account !== 'string' || !sound.has(limits) || !sound.has(cycle)) return false;
  if (charge !== 'call' && charge !== 'attempt' && charge !== 'nothing') return false;
  let members = 0;
  for (const _name in request) members += 1;
  return members === 4;
}

/** The quota of the billing period after the decision. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** The end of the period, in milliseconds since the Unix epoch. */
  readonly resetAt: number;
  /** The length of the period, in milliseconds. */
  readonly window: number;
}

/** The 60-second window after the decision. */
export interface MinuteState {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the oldest call leaves the window; 0 if the window is empty. */
  readonly resetAfter: number;
}

/** The result of a decision. A denial is a value, not an exception. All numbers come from the same atomic decision. */
export type Decision = Admission | Denial;

export interface Admission {
  readonly allowed: true;
  readonly quota: QuotaState;
  readonly minute: MinuteState;
  /** The receipt to pass to `Limiter.refund`; absent if no quota was charged. */
  readonly receipt?: Receipt;
}

export interface Denial {
  readonly allowed: false;
  /** `quota` if both limits are exhausted, because it lasts longer. */
  readonly rule: 'minute' | 'quota';
  /** Milliseconds until a retry can succeed; at least 1. */
  readonly retryAfter: number;
  readonly quota: QuotaState;
  readonly minute: MinuteState;
}

/** Proof that one call was charged to the quota of one period. */
export interface Receipt {
  readonly account: string;
  readonly period: Period;
  /** The quota at the time of the decision. */
  readonly quota: number;
}

/** The input of `Limiter.refund`. */
export const receipt: Check = members<Receipt>(
  {
    account: text,
    period: members<Period>({ start: instant, end: instant }, ['start', 'end']),
    quota: amount,
  },
  ['account', 'period', 'quota'],
);
