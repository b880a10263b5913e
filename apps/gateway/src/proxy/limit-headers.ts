import { type MinuteState, periodAt, type QuotaState } from '@soapstone/rate-limiter';

/**
 * The rate-limit headers of every proxy response. `X-RateLimit-*` describe the quota of the billing period, never the
 * minute; the IETF fields beside them describe both.
 */
export function limitHeaders(
  quota: QuotaState,
  minute: MinuteState | undefined,
  now: number,
): Record<string, string> {
  const headers = {
    'X-RateLimit-Limit': String(quota.limit),
    'X-RateLimit-Remaining': String(quota.remaining),
    'X-RateLimit-Reset': new Date(quota.resetAt).toISOString(),
  };
  if (minute === undefined) return headers;
  const minuteLeft = `"minute";r=${minute.remaining};t=${seconds(minute.resetAfter)}`;
  const periodLeft = `"period";r=${quota.remaining};t=${seconds(quota.resetAt - now)}`;
  return {
    ...headers,
    'RateLimit-Policy': `"minute";q=${minute.limit};w=60, "period";q=${quota.limit};w=${seconds(quota.window)}`,
    RateLimit: `${minuteLeft}, ${periodLeft}`,
  };
}

/** What a caller without an account sees: constants, so that nothing can be learned from them. */
export function anonymousQuota(now: number): QuotaState {
  return emptyQuota(0, now);
}

/** A quota of which nothing is known to be left, until the next month of UTC. */
export function emptyQuota(limit: number, now: number): QuotaState {
  const { start, end } = periodAt({ kind: 'calendarMonth' }, now);
  return { limit, remaining: 0, resetAt: end, window: end - start };
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 1000));
}
