import type {
  BillingCycle,
  Decision,
  Limiter,
  LimitRequest,
  PlanLimits,
  QuotaState,
  Receipt,
} from '@soapstone/rate-limiter';
import type { Account } from '../../domain/accounts/account.js';
import { type ApiKey, keySubject } from '../../domain/accounts/api-key.js';
import { limitsOf, type Plan } from '../../domain/accounts/plan.js';

/** What the limiter is asked: of the account and, if the key has limits of its own, of the key. */
export interface Charge {
  readonly account: LimitRequest;
  readonly key?: LimitRequest;
}

/** A decision with the numbers of whichever limit is closer, and the receipts of both. */
export type ChargedDecision = Decision & {
  readonly keyReceipt?: Receipt;
  /** Whether it was the key's own limit that denied the call. */
  readonly byKey?: true;
};

/** Returns what is charged for a call, and for one that is not sent to the SOAP service. */
export function chargesOf(
  account: Account,
  key: Pick<ApiKey, 'id' | 'perMinute' | 'quota'>,
  plan: Plan,
  cycle: BillingCycle,
): { readonly call: Charge; readonly attempt: Charge } {
  const limits = { account: account.id, limits: limitsOf(plan), cycle };
  const call: LimitRequest = { ...limits, charge: 'call' };
  const attempt: LimitRequest = { ...limits, charge: 'attempt' };
  const own = ownLimits(key, plan);
  if (own === undefined) return { call: { account: call }, attempt: { account: attempt } };
  const ofKey = { account: keySubject(key.id), limits: own, cycle };
  return {
    call: { account: call, key: { ...ofKey, charge: 'call' } },
    attempt: { account: attempt, key: { ...ofKey, charge: 'attempt' } },
  };
}

/** Returns the limits of a key, none above its plan; undefined if it has none of its own. */
function ownLimits(
  { perMinute, quota }: Pick<ApiKey, 'perMinute' | 'quota'>,
  plan: Plan,
): PlanLimits | undefined {
  if (perMinute === undefined && quota === undefined) return undefined;
  return {
    perMinute: Math.min(perMinute ?? plan.perMinute, plan.perMinute),
    quota: Math.min(quota ?? plan.quota, plan.quota),
  };
}

/**
 * Charges a call to the key, if that has limits, and then to the account. A call that the account denies is refunded to the key, whose
 * minute stays charged. The result is not a promise if the limiter answers at once.
 */
export function takeCharge(
  limiter: Pick<Limiter, 'consume' | 'refund'>,
  { account, key }: Charge,
): ChargedDecision | Promise<ChargedDecision> {
  return key === undefined ? limiter.consume(account) : takeBoth(limiter, account, key);
}

async function takeBoth(
  limiter: Pick<Limiter, 'consume' | 'refund'>,
  account: LimitRequest,
  key: LimitRequest,
): Promise<ChargedDecision> {
  const ofKey = await limiter.consume(key);
  if (!ofKey.allowed) return { ...ofKey, byKey: true };
  const { receipt: keyReceipt } = ofKey;
  let ofAccount: Decision;
  try {
    ofAccount = await limiter.consume(account);
  } catch (error) {
    if (keyReceipt !== undefined) await limiter.refund(keyReceipt);
    throw error;
  }
  if (!ofAccount.allowed) {
    if (keyReceipt !== undefined) await limiter.refund(keyReceipt);
    return ofAccount;
  }
  return {
    ...ofAccount,
    quota: closer(ofKey.quota, ofAccount.quota),
    minute: closer(ofKey.minute, ofAccount.minute),
    ...(keyReceipt !== undefined && { keyReceipt }),
  };
}

/** Refunds what a decision charged. Returns the quota that remains. */
export async function refundCharge(
  limiter: Pick<Limiter, 'refund'>,
  receipt: Receipt,
  keyReceipt: Receipt | undefined,
): Promise<QuotaState> {
  const ofAccount = await limiter.refund(receipt);
  return keyReceipt === undefined ? ofAccount : closer(await limiter.refund(keyReceipt), ofAccount);
}

function closer<State extends { readonly remaining: number }>(ofKey: State, ofAccount: State): State {
  return ofKey.remaining <= ofAccount.remaining ? ofKey : ofAccount;
}
