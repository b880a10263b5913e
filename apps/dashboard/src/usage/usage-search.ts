/** The selection on the usage page, all of it in its URL. Absent members do not restrict, or have their default. */
export interface UsageSearch {
  /** Only this service, in every part of the page. */
  readonly service?: string | undefined;
  /** The days of the chart. Default 30. */
  readonly days?: number | undefined;
  /** The hours of latencies and calls by hour. Default 24. */
  readonly hours?: number | undefined;
  /** Filters of the list of calls. */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  readonly key?: string | undefined;
  /** The X-Request-Id of one call. */
  readonly request?: string | undefined;
  /** Only calls of the last hours. */
  readonly last?: number | undefined;
  /** The request id of the call whose details are open. */
  readonly call?: string | undefined;
}

export const DAYS = [7, 30, 90] as const;
export const HOURS = [24, 48, 168] as const;
export const LAST = [1, 24] as const;

const TEXTS = ['service', 'operation', 'method', 'type', 'key', 'request', 'call'] as const;
const NUMBERS: readonly (readonly ['days' | 'hours' | 'last', readonly number[]])[] = [
  ['days', DAYS],
  ['hours', HOURS],
  ['last', LAST],
];

/**
 * Reads the query string of the usage page; ignores invalid values.
 *
 * @example readUsageSearch({ days: 7, status: 'none' }) // { days: 7 }
 */
export function readUsageSearch(search: Readonly<Record<string, unknown>>): UsageSearch {
  const read: Record<string, string | number> = {};
  for (const name of TEXTS) {
    const value = search[name];
    // The router reads an operation that is called "1" as a number.
    if (typeof value === 'string' || typeof value === 'number') {
      if (value !== '') read[name] = String(value);
    }
  }
  for (const [name, choices] of NUMBERS) {
    const value = choices.find((choice) => choice === search[name]);
    if (value !== undefined) read[name] = value;
  }
  const { status } = search;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)
    read['status'] = status;
  return read;
}

/** The properties of each part of the usage page. */
export interface UsagePart {
  readonly view: UsageSearch;
  /** Changes the URL of the page. `opens`: adds a history entry, so that Back undoes it. */
  readonly onView: (change: UsageSearch, opens?: boolean) => void;
}
