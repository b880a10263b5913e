import type { Store } from '../store/store.js';

const HOUR = 3_600_000;
const HOURS = 24;

/** The calls of a service in the last 24 hours, by UTC hour, oldest first. */
export interface Traffic {
  readonly from: string;
  readonly stepSeconds: number;
  readonly calls: readonly number[];
  readonly errors: readonly number[];
}

/** The traffic of every service of an account, by service id. */
export async function showTraffic(
  accountId: string,
  { calls }: Pick<Store, 'calls'>,
  now: number,
): Promise<(serviceId: string) => Traffic> {
  const from = Math.floor(now / HOUR) * HOUR - (HOURS - 1) * HOUR;
  const hours = await calls.hours(accountId, from);
  return (serviceId) => {
    const traffic = { calls: new Array<number>(HOURS).fill(0), errors: new Array<number>(HOURS).fill(0) };
    for (const hour of hours) {
      const place = (hour.at - from) / HOUR;
      if (hour.serviceId !== serviceId || place < 0 || place >= HOURS) continue;
      traffic.calls[place] = hour.calls;
      traffic.errors[place] = hour.failures;
    }
    return { from: new Date(from).toISOString(), stepSeconds: HOUR / 1000, ...traffic };
  };
}
