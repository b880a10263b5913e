import type { Store } from '../../../store/store.js';

const HOUR = 3_600_000;
const HOURS = 24;

/** The calls of a service in the last 24 hours, by UTC hour, oldest first. */
export interface Traffic {
  readonly from: string;
  readonly stepSeconds: number;
  readonly calls: readonly number[];
  readonly errors: readonly number[];
}

/** Returns the traffic of some services of an account, by service id. */
export async function showTraffic(
  accountId: string,
  serviceIds: readonly string[],
  { calls }: Pick<Store, 'calls'>,
  now: number,
): Promise<(serviceId: string) => Traffic> {
  const from = Math.floor(now / HOUR) * HOUR - (HOURS - 1) * HOUR;
  const places = new Map<string, { calls: number[]; errors: number[] }>();
  const none = () => new Array<number>(HOURS).fill(0);
  for (const hour of await calls.hours(accountId, from, serviceIds)) {
    const place = (hour.at - from) / HOUR;
    if (place < 0 || place >= HOURS) continue;
    const traffic = places.get(hour.serviceId) ?? { calls: none(), errors: none() };
    places.set(hour.serviceId, traffic);
    traffic.calls[place] = hour.calls;
    traffic.errors[place] = hour.failures;
  }
  return (serviceId) => ({
    from: new Date(from).toISOString(),
    stepSeconds: HOUR / 1000,
    ...(places.get(serviceId) ?? { calls: none(), errors: none() }),
  });
}
