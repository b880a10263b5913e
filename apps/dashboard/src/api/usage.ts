import { keyOf, pages } from './requests/query.js';
import type { QueryOf } from './requests/send.js';
import type { components } from './schema.js';

export type Call = components['schemas']['Call'];

/** The filter of a list of calls; absent members do not restrict. */
export type CallFilter = Pick<
  QueryOf<'get', '/api/manage/calls'>,
  'serviceId' | 'operation' | 'method' | 'status' | 'type' | 'keyId'
>;

const HOUR = 3_600_000;

/** The URL of the calls as a CSV file. `last`: see `callsQuery`. */
export function callsFile(filter: CallFilter, last: number | undefined): string {
  const query = new URLSearchParams(
    Object.entries({ ...filter, ...since(last) }).map(([name, value]) => [name, String(value)]),
  );
  return `/api/manage/calls.csv${query.size === 0 ? '' : `?${query}`}`;
}

const since = (last: number | undefined) =>
  last === undefined ? {} : { from: new Date(Date.now() - last * HOUR).toISOString() };

/** Calls, newest first, page by page; only those of the last hours if `last` is given. */
export const callsQuery = (query: CallFilter, last?: number) => ({
  ...pages('/api/manage/calls', { query, later: () => since(last) }),
  // The time moves on with each request.
  queryKey: keyOf('/api/manage/calls', {}, { ...query, last }),
});
