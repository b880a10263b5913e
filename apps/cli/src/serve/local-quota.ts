/** The monthly quota in the rate-limit headers. Calls are counted and never rejected. */
const LIMIT = 1_000_000;

/** The rate-limit headers of the specification, for clients that read them. The quota is not enforced. */
export interface LocalQuota {
  /** Counts a call. */
  count(): void;
  /** The headers of a response. */
  headers(): Readonly<Record<string, string>>;
}

/** @param now milliseconds since the Unix epoch */
export function createLocalQuota(now: () => number): LocalQuota {
  let calls = 0;
  return {
    count() {
      calls++;
    },
    headers() {
      const today = new Date(now());
      const nextMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1));
      return {
        'X-RateLimit-Limit': String(LIMIT),
        'X-RateLimit-Remaining': String(Math.max(0, LIMIT - calls)),
        'X-RateLimit-Reset': nextMonth.toISOString(),
      };
    },
  };
}
