import { assertOptions, type Check, kindOf, limit, members, oneOf, text, wrong } from '@soapstone/options';
import { type BillingCycle, billingCycle, CALENDAR_MONTH, instant, type Period } from './period.js';

/** The limits of a plan that has both, as numbers of calls. */
export interface PlanLimits {
  /** Maximum calls in any 60 seconds. Exact: the window slides. */
  readonly perMinute: number;
  /** Maximum calls in one billing period. */
  readonly quota: number;
}

/**
 * The limits of an account, as numbers of calls.
 *
 * @example
 * ```ts
 * const limits: CallLimits = { perMinute: 100, quota: 10_000 };
 * ```
 */
export interface CallLimits {
  /** Maximum calls in any window of the limiter: 60 seconds, unless `windowMs` says otherwise. Exact: the window slides. */
  readonly perMinute?: number | undefined;
  /** Maximum calls in any window: another name for `perMinute`, for windows of another length. Set exactly one of the two. */
  readonly perWindow?: number | undefined;
  /** Maximum calls in one period of the cycle. Default: no limit. */
  readonly quota?: number | undefined;
}

/**
 * A request to the limiter.
 *
 * @example
 * ```ts
 * const decision = await limiter.consume({ account: 'ada', limits: { perMinute: 100 } });
 * ```
 */
export interface LimitRequest {
  /** The account that both limits belong to. Creating more keys does not raise its limits. */
  readonly account: string;
  readonly limits: CallLimits;
  /** When the quota resets. Default: at the start of each UTC calendar month. */
  readonly cycle?: BillingCycle | undefined;
  /**
   * The charge for an allowed call. `call` takes one from both limits. `attempt` takes one from the window only, for a call that
   * will not be executed. `nothing` only reads the current state and is always allowed. Default `call`.
   */
  readonly charge?: 'call' | 'attempt' | 'nothing' | undefined;
}

/** A request with every default filled in. */
export interface FullRequest {
  readonly account: string;
  readonly limits: PlanLimits;
  readonly cycle: BillingCycle;
  readonly charge: 'call' | 'attempt' | 'nothing';
}

/** A finite, non-negative number of calls. */
const amount: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? []
    : wrong(`expected a finite number from 0, not ${kindOf(value)}`);

const limitMembers: Check = members<CallLimits>({ perMinute: amount, perWindow: amount, quota: amount });

/** Checks that exactly one of `perMinute` and `perWindow` is given. */
const callLimits: Check = (value) => {
  const problems = limitMembers(value);
  if (problems.length > 0) return problems;
  const { perMinute, perWindow } = value as CallLimits;
  if (perMinute === undefined && perWindow === undefined) {
    return [{ path: '/perMinute', expected: 'it or "perWindow" is required, not undefined' }];
  }
  return perMinute === undefined || perWindow === undefined
    ? []
    : [{ path: '/perWindow', expected: 'only one of "perMinute" and "perWindow" can be given' }];
};

const limitRequest: Check = members<LimitRequest>(
  {
    account: text,
    limits: callLimits,
    cycle: billingCycle,
    charge: oneOf('call', 'attempt', 'nothing'),
  },
  ['account', 'limits'],
);

/** Limits and cycles that have already passed validation. Callers pass the same objects call after call. */
const sound = new WeakSet<object>();

/** Limits with defaults filled in, by the object that a caller passed. */
const completed = new WeakMap<object, PlanLimits>();

/** Validates a request and fills in its defaults. Throws `OptionError` for an unknown member or an unusable value. */
export function completeRequest(request: LimitRequest): FullRequest {
  if (isKnown(request)) return request;
  assertOptions(limitRequest, request, 'consume');
  const { account, limits, cycle = CALENDAR_MONTH, charge = 'call' } = request;
  const full = { account, limits: completeLimits(limits), cycle, charge };
  // Limits without a quota are completed again each time, in case their owner changes them.
  if (full.limits === limits) sound.add(limits);
  sound.add(cycle);
  return full;
}

function completeLimits(limits: CallLimits): PlanLimits {
  const { perMinute, perWindow, quota } = limits;
  if (isComplete(limits)) return limits;
  const known = completed.get(limits);
  const most = perMinute ?? perWindow ?? 0;
  if (known?.perMinute === most && known.quota === (quota ?? Number.POSITIVE_INFINITY)) return known;
  const made: PlanLimits = { perMinute: most, quota: quota ?? Number.POSITIVE_INFINITY };
  completed.set(limits, made);
  return made;
}

function isComplete(limits: CallLimits): limits is PlanLimits {
  return limits.perMinute !== undefined && limits.quota !== undefined;
}

/** Whether the request uses known-good objects. This check is cheaper than a decision; full validation is not. */
function isKnown(request: LimitRequest): request is FullRequest {
  if (typeof request !== 'object' || request === null) return false;
  if (Object.getPrototypeOf(request) !== Object.prototype) return false;
  const { account, limits, cycle, charge } = request;
  if (typeof account !== 'string' || !sound.has(limits) || cycle === undefined || !sound.has(cycle))
    return false;
  if (charge !== 'call' && charge !== 'attempt' && charge !== 'nothing') return false;
  let members = 0;
  for (const _name in request) members += 1;
  return members === 4;
}

/** The quota of the billing period after the decision. */
export interface QuotaState {
  /** `Infinity` if the account has no quota. */
  readonly limit: number;
  readonly remaining: number;
  /** The end of the period, in milliseconds since the Unix epoch. */
  readonly resetAt: number;
  /** The length of the period, in milliseconds. */
  readonly window: number;
}

/** The sliding window after the decision: the last 60 seconds, unless `windowMs` of the limiter says otherwise. */
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
  /** The quota at the time of the decision; `Infinity` for none. */
  readonly quota: number;
}

/** The input of `Limiter.refund`. */
export const receipt: Check = members<Receipt>(
  {
    account: text,
    period: members<Period>({ start: instant, end: instant }, ['start', 'end']),
    quota: limit,
  },
  ['account', 'period', 'quota'],
);

/** The quota of a period of which `used` calls are charged. */
export function quotaState(limit: number, used: number, { start, end }: Period): QuotaState {
  return { limit, remaining: Math.max(0, limit - used), resetAt: end, window: end - start };
}
