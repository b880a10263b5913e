import { createHmac } from 'node:crypto';
import { withCode } from '@soapstone/http-contract';
import { subscriptionAt } from '../../../domain/accounts/account.js';
import { limitsOf } from '../../../domain/accounts/plan.js';
import { assertAllowed, GatewayError } from '../../../errors/errors.js';
import type { ManagementDependencies, Owner, RequestLimit } from './route.js';

/** Attempts per minute: per email address from anywhere, per network for any address, and per site, which may have many IPv6 networks. */
const PER_EMAIL = 5;
const PER_IP = 20;
const PER_SITE = 100;
/** The number of requests of an owner, per account and minute. */
export const REQUEST_LIMITS: Readonly<Record<RequestLimit, number>> = {
  requests: 1200,
  pages: 300,
  queries: 240,
  jobs: 60,
  tests: 10,
};

type Throttling = Pick<ManagementDependencies, 'attempts' | 'secrets'>;

/**
 * Counts an attempt with an address from the network `ip`. Throws 429 if there were too many.
 *
 * Anyone who knows an address can use up its attempts. Therefore a network from which its owner has logged in (`knowNetwork`) has separate
 * attempts, so that others cannot lock the owner out there.
 */
export async function throttle(deps: Throttling, ip: string, email: string): Promise<void> {
  await take(deps, `ip ${ip}`, PER_IP);
  const site = siteOf(ip);
  if (site !== undefined) await take(deps, `site ${site}`, PER_SITE);
  const { attempts } = deps;
  const here = placeOf(deps, ip, email);
  const [ofAll, ofHere] = [
    await attempts.take(nameless(`email ${email}`, deps.secrets.apiKeyPepper), PER_EMAIL),
    await attempts.take(here, PER_EMAIL),
  ];
  if (ofHere > 0) throw tooMany(ofHere);
  if (ofAll > 0 && !(await attempts.isRemembered(here))) throw tooMany(ofAll);
}

/** Remembers that the owner of an address has logged in from the network `ip`. */
export function knowNetwork(deps: Throttling, ip: string, email: string): Promise<void> {
  return deps.attempts.remember(placeOf(deps, ip, email));
}

function placeOf({ secrets }: Throttling, ip: string, email: string): string {
  return nameless(`email ${email} from ${ip}`, secrets.apiKeyPepper);
}

/** Returns the first 48 bits of an IPv6 address, which a provider assigns to one customer; undefined for IPv4. */
function siteOf(ip: string): string | undefined {
  return /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(ip)?.[1];
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

/** Requests for pages of services per minute: per network, and per site, which may have many IPv6 networks. */
export const VISITS: { readonly perNetwork: number; readonly perSite: number } = {
  perNetwork: 240,
  perSite: 1200,
};

/** Counts a request of a visitor from the network `ip`. Throws 429 if there were too many. */
export async function throttleVisitor(deps: Throttling, ip: string): Promise<void> {
  const message =
    'Too many requests from your network within a minute; try again after the time in Retry-After';
  await take(deps, `visitor ${ip}`, VISITS.perNetwork, message);
  const site = siteOf(ip);
  if (site !== undefined) await take(deps, `visitors ${site}`, VISITS.perSite, message);
}

/** Charges the account's per-minute limit as a rejected call does, because a trial costs the machine as much. Throws 429. */
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
  message?: string,
): Promise<void> {
  const wait = await attempts.take(nameless(who, secrets.apiKeyPepper), perMinute);
  if (wait > 0) throw tooMany(wait, message);
}

function tooMany(wait: number, message = 'Too many attempts; wait a minute'): GatewayError {
  return new GatewayError({
    ...withCode('TOO_MANY_ATTEMPTS'),
    message,
    headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
  });
}

/** Hashes a name, so that it has a fixed length and Redis does not reveal who logs in from where. */
function nameless(who: string, pepper: string): string {
  return createHmac('sha256', pepper).update(who).digest('base64url').slice(0, 22);
}
