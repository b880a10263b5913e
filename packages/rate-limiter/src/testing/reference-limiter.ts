import type { Decision, FullRequest, QuotaState, Receipt } from '../decision.js';
import { type Period, periodAt } from '../period.js';

/**
 * The decisions of a limiter, implemented as plainly as possible: all calls are kept, and counted again each time. The
 * limiters are compared with it over random histories.
 */
export class ReferenceLimiter {
  #minute: number[] = [];
  readonly #used = new Map<string, number>();

  consume(request: FullRequest, now: number): Decision {
    const { account, limits, charge } = request;
    const period = periodAt(request.cycle, now);
    const inWindow = this.#minute
      .filter((instant) => now - instant < 60_000)
      .sort((one, other) => one - other);
    const used = this.#usedIn(account, period);
    const state = (spent: number, window: readonly number[]) => ({
      quota: quotaState(limits.quota, spent, period),
      minute: {
        limit: limits.perMinute,
        remaining: Math.max(0, limits.perMinute - window.length),
        resetAfter: window.length === 0 ? 0 : window[0]! + 60_000 - now,
      },
    });
    if (charge === 'call' && used >= limits.quota) {
      return { allowed: false, rule: 'quota', retryAfter: period.end - now, ...state(used, inWindow) };
    }
    if (charge === 'nothing') return { allowed: true, ...state(used, inWindow) };
    if (inWindow.length >= limits.perMinute) {
      const leaving = inWindow.at(-limits.perMinute);
      const retryAfter = limits.perMinute === 0 ? 60_000 : leaving! + 60_000 - now;
      return { allowed: false, rule: 'minute', retryAfter, ...state(used, inWindow) };
    }
    this.#minute.push(now);
    inWindow.push(now);
    if (charge === 'attempt') return { allowed: true, ...state(used, inWindow) };
    this.#used.set(key(account, period), used + 1);
    return {
      allowed: true,
      ...state(used + 1, inWindow),
      receipt: { account, period, quota: limits.quota },
    };
  }

  refund({ account, period, quota }: Receipt): QuotaState {
    const used = this.#usedIn(account, period) - 1;
    this.#used.set(key(account, period), used);
    return quotaState(quota, used, period);
  }

  /** Loses the state of the minute, but not the quota. */
  forgetMinute(): void {
    this.#minute = [];
  }

  #usedIn(account: string, period: Period): number {
    return this.#used.get(key(account, period)) ?? 0;
  }
}

function key(account: string, period: Period): string {
  return `${account} ${period.start}`;
}

function quotaState(limit: number, used: number, period: Period): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetAt: period.end,
    window: period.end - period.start,
  };
}
