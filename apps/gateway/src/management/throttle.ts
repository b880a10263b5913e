import type { Limiter } from '@soapstone/rate-limiter';
import { GatewayError } from '../proxy/errors.js';

/** Attempts in any minute: of one e-mail address from anywhere, and from one address for anybody. */
const PER_EMAIL = 5;
const PER_IP = 20;

/** Count an attempt to sign in or up. Throws 429 where there were too many. */
export async function throttle(attempts: Limiter, ip: string, email: string): Promise<void> {
  await take(attempts, `ip ${ip}`, PER_IP);
  await take(attempts, `email ${email}`, PER_EMAIL);
}

async function take(attempts: Limiter, account: string, perMinute: number): Promise<void> {
  const decision = await attempts.consume({
    account,
    limits: { perMinute, quota: Number.POSITIVE_INFINITY },
    cycle: { kind: 'calendarMonth' },
    charge: 'attempt',
  });
  if (decision.allowed) return;
  throw new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts; wait a minute',
    headers: { 'Retry-After': String(Math.ceil(decision.retryAfter / 1000)) },
  });
}

/** Messages of connection tests that one account may send within a minute. */
const TESTS = 10;

/** Count a connection test. Throws 429 where there were too many. */
export function throttleAccount(attempts: Limiter, accountId: string): Promise<void> {
  return take(attempts, `test ${accountId}`, TESTS);
}
