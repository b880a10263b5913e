import type { Limiter } from '@soapstone/rate-limiter';
import { GatewayError } from '../proxy/errors.js';

/** Attempts in any minute: of one e-mail address from anywhere, and from one address for anybody. */
const PER_EMAIL = 5;
const PER_IP = 20;

/** Count an attempt to sign in or up. Throws 429 where there were too many. */
export async function throttle(attempts: Limiter, ip: string, email: string): Promise<void> {
  for (const [account, perMinute] of [
    [`ip ${ip}`, PER_IP],
    [`email ${email}`, PER_EMAIL],
  ] as const) {
    const decision = await attempts.consume({
      account,
      limits: { perMinute, quota: Number.POSITIVE_INFINITY },
      cycle: { kind: 'calendarMonth' },
      charge: 'attempt',
    });
    if (!decision.allowed) {
      throw new GatewayError({
        type: 'RATE_LIMIT_EXCEEDED',
        code: 'TOO_MANY_ATTEMPTS',
        message: 'Too many attempts; wait a minute',
        headers: { 'Retry-After': String(Math.ceil(decision.retryAfter / 1000)) },
      });
    }
  }
}
