import { type MinuteState, periodAt, type QuotaState } from '@soapstone/rate-limiter';

/** The values of the rate-limit headers, as text. */
export interface LimitTexts {
  readonly limit: string;
  readonly remaining: string;
  /** When the billing period ends. */
  readonly reset: string;
  /** The IETF field `RateLimit-Policy`. */
  readonly policy: string;
  /** The IETF field `RateLimit`. */
  readonly state: string;
}

/**
 * The values of the rate-limit headers. `X-RateLimit-*` describe the quota of the billing period, never the minute; the IETF fields
 * describe both.
 */
export function limitTexts(quota: QuotaState, minute: MinuteState, now: number): LimitTexts {
  const { limit, remaining, resetAt } = quota;
  const window = seconds(quota.window);
  return {
    limit: `${limit}`,
    remaining: `${remaining}`,
    reset: printReset(resetAt),
    policy: `"minute";q=${minute.limit};w=60, "period";q=${limit};w=${window}`,
    state: `"minute";r=${minute.remaining};t=${seconds(minute.resetAfter)}, "period";r=${remaining};t=${seconds(resetAt - now)}`,
  };
}

/** Returns the rate-limit headers of every proxy response. Omits the per-minute headers when the limiter has no minute data. */
export function limitHeaders(
  quota: QuotaState,
  minute: MinuteState | undefined,
  now: number,
): Record<string, string> {
  if (minute === undefined) {
    return {
      'X-RateLimit-Limit': `${quota.limit}`,
      'X-RateLimit-Remaining': `${quota.remaining}`,
      'X-RateLimit-Reset': printReset(quota.resetAt),
    };
  }
  const { limit, remaining, reset, policy, state } = limitTexts(quota, minute, now);
  return {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
    'RateLimit-Policy': policy,
    RateLimit: state,
  };
}

const resets = new Map<number, string>();
const RESETS = 10_000;

/** Cached, because the time stays the same for a month and printing it costs more than all other fields. */
function printReset(instant: number): string {
  let text = resets.get(instant);
  if (text === undefined) {
    text = new Date(instant).toISOString();
    if (resets.size >= RESETS) resets.clear();
    resets.set(instant, text);
  }
  return text;
}

/** Returns the headers for a caller without an account. They are constant, so that they reveal nothing. */
export function anonymousQuota(now: number): QuotaState {
  return emptyQuota(0, now);
}

/** An exhausted quota that resets with the next UTC month. */
export function emptyQuota(limit: number, now: number): QuotaState {
  const { start, end } = periodAt({ kind: 'calendarMonth' }, now);
  return { limit, remaining: 0, resetAt: end, window: end - start };
}

function seconds(milliseconds: number): number {
  return Math.max(0, Math.ceil(milliseconds / 1000));
}
