import { createHmac } from 'node:crypto';
import { subscriptionAt } from '../domain/account.js';
import { limitsOf } from '../domain/plan.js';
import { assertAllowed, GatewayError } from '../errors/errors.js';
import type { ManagementDependencies, Owner, RequestLimit } from './route.js';

/** Attempts per minute: per e-mail address from anywhere, and per network for any address. */
const PER_EMAIL = 5;
const PER_IP = 20;
/** Requests of an owner, per account and minute. */
export const REQUEST_LIMITS: Readonly<Record<RequestLimit, number>> = {
  requests: 1200,
  pages: 300,
  queries: 240,
  jobs: 60,
  tests: 10,
};

type Throttling = Pick<ManagementDependencies, 'attempts' | 'secrets'>;

/** Counts a login or sign-up attempt from the network `ip`. Throws 429 if there were too many. */
export async function throttle(deps: Throttling, ip: string, email: string): Promise<void> {
  await take(deps, `ip ${ip}`, PER_IP);
  await take(deps, `email ${email}`, PER_EMAIL);
}

/** Counts a request of an owner. Throws 429 if there were too many of its kind. */
export function throttleOwner(deps: Throttling, limit: RequestLimit, accountId: string): Promise<void> {
  const perMinute = REQUEST_LIMITS[limit];
  return take(
    deps,
    `${limit} ${accountId}`,
    perMinute,
    `This account has sent ${perMinute} requests of this kind within a minute; try again after the time in Retry-After`,
  );
}

/** Charges the account's per-minute limit like a rejected call, because a trial costs the machine as much. Throws 429. */
export async function takeFromMinute(
  { limiter, offer, now }: Pick<ManagementDependencies, 'limiter' | 'offer' | 'now'>,
  { account }: Pick<Owner, 'account'>,
): Promise<void> {
  const { plan, cycle } = subscriptionAt(account, now(), offer.plans);
  assertAllowed(
    await limiter.consume({ account: account.id, limits: limitsOf(plan), cycle, charge: 'attempt' }),
  );
}

async function take(
  { attempts, secrets }: Throttling,
  who: string,
  perMinute: number,
  message = 'Too many attempts; wait a minute',
): Promise<void> {
  const wait = await attempts.take(nameless(who, secrets.apiKeyPepper), perMinute);
  if (wait === 0) return;
  throw new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_ATTEMPTS',
    message,
    headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
  });
}

/** Hashed: fixed length, and Redis does not reveal who logs in from where. */
function nameless(who: string, pepper: string): string {
  return createHmac('sha256', pepper).update(who).digest('base64url').slice(0, 22);
}
