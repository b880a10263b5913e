import { type Account, type Subscription, subscriptionAt } from '../../domain/accounts/account.js';
import { type AddressList, createAddressList } from '../../domain/accounts/address-list.js';
import { endOfKey, type KeyScope, scopeOf } from '../../domain/accounts/api-key.js';
import type { Plans } from '../../domain/accounts/plan.js';
import { invalidKey } from '../../errors/errors.js';
import type { Directory, KeyHolder } from '../catalog/directory.js';
import { type Charge, chargesOf } from './charge.js';

/** The account that makes a call, and its limits. */
export interface Caller extends Subscription {
  readonly account: Account;
  readonly keyId: string;
  /** The operations that the key may call; undefined for all. */
  readonly scope: KeyScope | undefined;
  /** The moment from which the key is refused, in milliseconds since the Unix epoch. `Infinity` for none. */
  readonly until: number;
  /** The networks from which the key may be used; undefined for all. */
  readonly addresses: AddressList | undefined;
  /** The questions for the limiter about a call, and about one that is not sent to the SOAP service. */
  readonly charges: { readonly call: Charge; readonly attempt: Charge };
}

export interface AuthenticateDependencies {
  readonly directory: Directory;
  readonly plans: Plans;
}

/** The parts of a request that identify its sender. */
export interface SentKey {
  readonly apiKeys: readonly string[];
  /** Returns the client's IP address. */
  address(): string;
}

/**
 * Returns the caller of the single API key of a request. Throws `AUTHENTICATION_ERROR`, always with the same response, if the key is
 * missing, sent twice, malformed, unknown, revoked, expired or sent from an address outside its networks, or if its account is suspended.
 */
export function authenticate(
  sent: SentKey,
  { directory, plans }: AuthenticateDependencies,
  now: number,
): Caller | Promise<Caller> {
  const { apiKeys } = sent;
  const [key] = apiKeys;
  if (key === undefined || apiKeys.length !== 1) throw invalidKey();
  const found = directory.findKey(key);
  // Not always a promise, because awaiting one costs a turn of the event loop even if the result is known.
  return found instanceof Promise
    ? found.then((holder) => callerOf(holder, sent, now, plans))
    : callerOf(found, sent, now, plans);
}

/** The callers of keys as they were last read, until a change of plan may be due. */
const callers = new WeakMap<KeyHolder, Caller>();

/** Returns the caller of a key that was found. Throws as `authenticate` does. */
export function callerOf(
  holder: KeyHolder | undefined,
  sent: Pick<SentKey, 'address'>,
  now: number,
  plans: Plans,
): Caller {
  if (holder?.account.status !== 'active') throw invalidKey();
  let caller = callers.get(holder);
  if (caller === undefined) {
    caller = createCaller(holder, now, plans);
    if (holder.account.nextPlan === undefined) callers.set(holder, caller);
  }
  // Checked for every call, so that an end is noticed at its moment on every node, even if the key is cached.
  if (now >= caller.until) throw invalidKey();
  if (caller.addresses !== undefined && !caller.addresses.has(sent.address())) throw invalidKey();
  return caller;
}

function createCaller(holder: KeyHolder, now: number, plans: Plans): Caller {
  const { account, key, until = Number.POSITIVE_INFINITY } = holder;
  const { plan, cycle } = subscriptionAt(account, now, plans);
  return {
    account,
    keyId: key.id,
    scope: scopeOf(key),
    until: Math.min(until, endOfKey(key)),
    addresses: key.addresses && createAddressList(key.addresses),
    plan,
    cycle,
    charges: chargesOf(account, key, plan, cycle),
  };
}
