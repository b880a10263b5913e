import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget } from './requests/query-client.js';
import { useAction } from './requests/use-action.js';
import type { components } from './schema.js';

export type AccountEvent = components['schemas']['Event'];

/** The events of the account, newest first, page by page. */
export const eventsQuery = (filter: { readonly unread?: true }) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['events', 'list', filter],
    queryFn: ({ pageParam }) =>
      answer(client.GET('/api/manage/events', { params: { query: { ...pageAfter(pageParam), ...filter } } })),
  });

/** The newest important event that nobody has read, and how many there are; asked for again every minute. */
export const urgentQuery = queryOptions({
  queryKey: ['events', 'urgent'],
  refetchInterval: 60_000,
  queryFn: () =>
    answer(
      client.GET('/api/manage/events', { params: { query: { limit: 1, unread: true, important: true } } }),
    ),
});

/** Marks events as read: single ones, or all until a time, which is that of the newest one on the page. */
export function useMarkRead() {
  return useAction({
    mutationFn: (body: { readonly ids: string[] } | { readonly until: string }) =>
      answer(client.PUT('/api/manage/events/read', { body })),
    onSuccess: () => forget(['events']),
  });
}
