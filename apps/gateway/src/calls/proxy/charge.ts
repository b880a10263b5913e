import type {
  Admission,
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

/** The questions for the limiter: about the account and, if the key has limits of its own, about the key. */
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
 * minute stays charged. The result is not a promise if the limiter answers at once: both decisions are then made in one turn.
 */
export function takeCharge(
  limiter: Pick<Limiter, 'consume' | 'refund'>,
  { account, key }: Charge,
): ChargedDecision | Promise<ChargedDecision> {
  if (key === undefined) return limiter.consume(account);
  const ofKey = limiter.consume(key);
  return ofKey instanceof Promise
    ? ofKey.then((decision) => chargeAccount(limiter, account, decision))
    : chargeAccount(limiter, account, ofKey);
}

function chargeAccount(
  limiter: Pick<Limiter, 'consume' | 'refund'>,
  account: LimitRequest,
  ofKey: Decision,
): ChargedDecision | Promise<ChargedDecision> {
  if (!ofKey.allowed) return { ...ofKey, byKey: true };
  const ofAccount = limiter.consume(account);
  return !(ofAccount instanceof Promise) && ofAccount.allowed
    ? joined(ofKey, ofAccount)
    : joinLater(limiter, ofKey, ofAccount);
}

/** Waits for the decision of the account, and refunds the key unless the call is allowed. */
async function joinLater(
  limiter: Pick<Limiter, 'refund'>,
  ofKey: Admission,
  pending: Decision | Promise<Decision>,
): Promise<ChargedDecision> {
  const { receipt } = ofKey;
  let isAllowed = false;
  try {
    const ofAccount = await pending;
    isAllowed = ofAccount.allowed;
    return ofAccount.allowed ? joined(ofKey, ofAccount) : ofAccount;
  } finally {
    if (!isAllowed && receipt !== undefined) await limiter.refund(receipt);
  }
}

type Charged = Admission & { readonly keyReceipt?: Receipt };

/** Members are assigned one by one, as in everything that is created for every call. */
function joined({ quota, minute, receipt: keyReceipt }: Admission, ofAccount: Admission): ChargedDecision {
  const decision: { -readonly [Member in keyof Charged]: Charged[Member] } = {
    allowed: true,
    quota: closer(quota, ofAccount.quota),
    minute: closer(minute, ofAccount.minute),
  };
  if (ofAccount.receipt !== undefined) decision.receipt = ofAccount.receipt;
  if (keyReceipt !== undefined) decision.keyReceipt = keyReceipt;
  return decision;
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
