import { createHmac } from 'node:crypto';
import { subscriptionAt } from '../domain/account.js';
import { limitsOf } from '../domain/plan.js';
import { assertAllowed, GatewayError } from '../errors/errors.js';
import type { ManagementDependencies, Owner } from './route.js';

/** Attempts in any minute: of one e-mail address from anywhere, and from one address for anybody. */
const PER_EMAIL = 5;
const PER_IP = 20;
/** Messages of connection tests that one account may send within a minute. */
const TESTS = 10;
/** Pages, files and comparisons that one account may ask for within a minute. */
const PAGES = 300;

type Throttling = Pick<ManagementDependencies, 'attempts' | 'secrets'>;

/** Counts an attempt to sign in or up from the network `ip`. Throws 429 where there were too many. */
export async function throttle(deps: Throttling, ip: string, email: string): Promise<void> {
  await take(deps, `ip ${ip}`, PER_IP);
  await take(deps, `email ${email}`, PER_EMAIL);
}

/** Count a connection test. Throws 429 where there were too many. */
export function throttleAccount(deps: Throttling, accountId: string): Promise<void> {
  return take(deps, `test ${accountId}`, TESTS);
}

/** Count a text about a service. Throws 429 where there were too many. */
export function throttlePages(deps: Throttling, accountId: string): Promise<void> {
  return take(deps, `page ${accountId}`, PAGES);
}

/** Take one from the account's minute, as a call does that is refused: what an owner tries costs the machine as much. Throws 429. */
export async function takeFromMinute(
  { limiter, now }: Pick<ManagementDependencies, 'limiter' | 'now'>,
  { account }: Pick<Owner, 'account'>,
): Promise<void> {
  const { plan, cycle } = subscriptionAt(account, now());
  assertAllowed(
    await limiter.consume({ account: account.id, limits: limitsOf(plan), cycle, charge: 'attempt' }),
  );
}

async function take({ attempts, secrets }: Throttling, who: string, perMinute: number): Promise<void> {
  const wait = await attempts.take(nameless(who, secrets.apiKeyPepper), perMinute);
  if (wait === 0) return;
  throw new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts; wait a minute',
    headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
  });
}

/** Of one length, and nothing for whoever reads Redis: who signs in where is nobody's to collect. */
function nameless(who: string, pepper: string): string {
  return createHmac('sha256', pepper).update(who).digest('base64url').slice(0, 22);
}
