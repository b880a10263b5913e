import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import type { components, paths } from './schema.js';

export type Call = components['schemas']['Call'];

/** The filter of a list of calls; absent members do not restrict. */
export type CallFilter = Pick<
  NonNullable<paths['/api/manage/calls']['get']['parameters']['query']>,
  'serviceId' | 'operation' | 'method' | 'status' | 'type' | 'keyId'
>;

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => answer(client.GET('/api/manage/usage')),
});

/** Calls per day and their errors, of all services or of one. */
export const usageDaysQuery = (days: number, serviceId: string | undefined) =>
  queryOptions({
    queryKey: ['usage', 'days', days, serviceId],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        client.GET('/api/manage/usage/days', {
          params: { query: { days, ...(serviceId !== undefined && { serviceId }) } },
        }),
      ),
  });

/** Latencies by operation. */
export const latencyQuery = (hours: number) =>
  queryOptions({
    queryKey: ['usage', 'latency', hours],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await answer(client.GET('/api/manage/usage/latency', { params: { query: { hours } } }))).operations,
  });

/** Calls, errors and latencies by hour, of all services or of one. */
export const usageHoursQuery = (hours: number, serviceId: string | undefined) =>
  queryOptions({
    queryKey: ['usage', 'hours', hours, serviceId],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        client.GET('/api/manage/usage/hours', {
          params: { query: { hours, ...(serviceId !== undefined && { serviceId }) } },
        }),
      ),
  });

/** The calls with each key. */
export const keyTotalsQuery = (days: number) =>
  queryOptions({
    queryKey: ['usage', 'keys', days],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await answer(client.GET('/api/manage/usage/keys', { params: { query: { days } } }))).keys,
  });

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
export const callsQuery = (filter: CallFilter, last?: number) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['calls', filter, last],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/api/manage/calls', {
          params: { query: { ...filter, ...since(last), ...pageAfter(pageParam) } },
        }),
      ),
  });

/** The newest call of seven days. */
export const newestCallQuery = queryOptions({
  queryKey: ['calls', 'newest'],
  queryFn: () => answer(client.GET('/api/manage/calls', { params: { query: { limit: 1 } } })),
});

/** The recorded bodies of a call, if its service records them. */
export const callBodiesQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['calls', requestId, 'bodies'],
    retry: false,
    queryFn: () =>
      answer(client.GET('/api/manage/calls/{requestId}/bodies', { params: { path: { requestId } } })),
  });
