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

/** What a plan allows. Both are counts of calls. */
export interface Limits {
  /** Calls in any 60 seconds, exactly. */
  readonly perMinute: number;
  /** Calls in one billing period. */
  readonly quota: number;
}

/** One question to the limiter. */
export interface LimitRequest {
  /** Both limits belong to the account: more keys must not buy more calls. */
  readonly account: string;
  readonly limits: Limits;
  readonly cycle: BillingCycle;
  /**
   * What is charged if the answer is yes. `call` takes one from both; `attempt` takes one from the minute only (a call that
   * will not be executed); `nothing` only asks how things stand, and is always allowed.
   */
  readonly charge: 'call' | 'attempt' | 'nothing';
}

/** A finite number of calls from 0 on. */
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

/** Limits and cycles that were found to be sound: they are the same objects call after call. */
const sound = new WeakSet<object>();

/** Throws `OptionError` for an unknown member or a value that cannot be used. */
export function assertLimitRequest(request: LimitRequest): void {
  if (isKnown(request)) return;
  assertOptions(limitRequest, request, 'consume');
  sound.add(request.limits).add(request.cycle);
}

/** Whether it is a request like the ones before it. A decision takes less time than the full check. */
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

/** The quota of the billing period, after the decision. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** The end of the period, in milliseconds since the Unix epoch. */
  readonly resetAt: number;
  /** The length of the period in milliseconds. */
  readonly window: number;
}

/** The window of 60 seconds, after the decision. */
export interface MinuteState {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the oldest call leaves the window; 0 where the window is empty. */
  readonly resetAfter: number;
}

/** A value, never an exception: a denial is an answer. The numbers of all answers come from the one atomic decision. */
export type Decision = Admission | Denial;

export interface Admission {
  readonly allowed: true;
  readonly quota: QuotaState;
  readonly minute: MinuteState;
  /** What was taken from the quota, for `Limiter.refund`; absent where nothing was. */
  readonly receipt?: Receipt;
}

export interface Denial {
  readonly allowed: false;
  /** `quota` wins where both are exhausted, because it is the one that lasts. */
  readonly rule: 'minute' | 'quota';
  /** Milliseconds, at least 1. */
  readonly retryAfter: number;
  readonly quota: QuotaState;
  readonly minute: MinuteState;
}

/** Proof that one call was taken from the quota of one period. */
export interface Receipt {
  readonly account: string;
  readonly period: Period;
  /** The quota at the time of the decision. */
  readonly quota: number;
}

/** What `Limiter.refund` takes. */
export const receipt: Check = members<Receipt>(
  {
    account: text,
    period: members<Period>({ start: instant, end: instant }, ['start', 'end']),
    quota: amount,
  },
  ['account', 'period', 'quota'],
);
