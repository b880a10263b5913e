import type { LimitRequest } from '@soapstone/rate-limiter';
import { type Account, type Subscription, subscriptionAt } from '../../domain/accounts/account.js';
import type { ApiKey } from '../../domain/accounts/api-key.js';
import { limitsOf, type Plans } from '../../domain/accounts/plan.js';
import { invalidKey } from '../../errors/errors.js';
import type { Directory, KeyHolder } from '../catalog/directory.js';

/** The account that makes a call, and its limits. */
export interface Caller extends Subscription {
  readonly account: Account;
  readonly keyId: string;
  /** The only operations that the key may call; undefined for all. */
  readonly operations: ApiKey['operations'];
  /** What the limiter is asked for a call, and for one that is not sent to the SOAP service. */
  readonly charges: { readonly call: LimitRequest; readonly attempt: LimitRequest };
}

export interface AuthenticateDependencies {
  readonly directory: Directory;
  readonly plans: Plans;
}

/**
 * Returns the caller of the single API key in `apiKeys`. Throws `AUTHENTICATION_ERROR`, always with the same response, if the key is
 * missing, sent twice, malformed, unknown or revoked, or if its account is suspended.
 */
export function authenticate(
  apiKeys: readonly string[],
  { directory, plans }: AuthenticateDependencies,
  now: number,
): Caller | Promise<Caller> {
  const [key] = apiKeys;
  if (key === undefined || apiKeys.length !== 1) throw invalidKey();
  const found = directory.findKey(key);
  // Not always a promise, because awaiting one costs a turn of the event loop even if the result is known.
  return found instanceof Promise
    ? found.then((holder) => callerOf(holder, now, plans))
    : callerOf(found, now, plans);
}

/** The callers of keys as they were last read, until a change of plan may be due. */
const callers = new WeakMap<KeyHolder, Caller>();

function callerOf(holder: KeyHolder | undefined, now: number, plans: Plans): Caller {
  if (holder === undefined || holder.key.revokedAt !== undefined) throw invalidKey();
  if (holder.account.status !== 'active') throw invalidKey();
  const known = callers.get(holder);
  if (known !== undefined) return known;
  const caller = createCaller(holder, now, plans);
  if (holder.account.nextPlan === undefined) callers.set(holder, caller);
  return caller;
}

function createCaller({ account, key }: KeyHolder, now: number, plans: Plans): Caller {
  const { plan, cycle } = subscriptionAt(account, now, plans);
  const limits = { account: account.id, limits: limitsOf(plan), cycle };
  return {
    account,
    keyId: key.id,
    operations: key.operations,
    plan,
    cycle,
    charges: { call: { ...limits, charge: 'call' }, attempt: { ...limits, charge: 'attempt' } },
  };
}
