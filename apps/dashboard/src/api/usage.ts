import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, client } from './client.js';
import type { components, paths } from './schema.js';

export type Call = components['schemas']['Call'];

/** The filter of a list of calls; absent members do not restrict. */
export type CallFilter = Pick<
  NonNullable<paths['/api/manage/calls']['get']['parameters']['query']>,
  'serviceId' | 'operation' | 'method' | 'status' | 'type' | 'from' | 'to'
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
          params: { query: { days, ...(serviceId === undefined ? {} : { serviceId }) } },
        }),
      ),
  });

export const latencyQuery = (hours: number) =>
  queryOptions({
    queryKey: ['usage', 'latency', hours],
    queryFn: async () =>
      (await answer(client.GET('/api/manage/usage/latency', { params: { query: { hours } } }))).operations,
  });

/** Calls, newest first, page by page. */
export const callsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['calls', filter],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/api/manage/calls', {
          params: {
            query: { ...filter, limit: 50, ...(pageParam === undefined ? {} : { after: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The recorded bodies of a call, if its service records them. */
export const callBodiesQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['calls', requestId, 'bodies'],
    retry: false,
    queryFn: () =>
      answer(client.GET('/api/manage/calls/{requestId}/bodies', { params: { path: { requestId } } })),
  });
