import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget } from './requests/query-client.js';
import { ifMatch } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { useEdit } from './requests/use-edit.js';
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

export type Webhook = components['schemas']['Webhook'];
export type Delivery = components['schemas']['Delivery'];

/** What an owner decides about a webhook. `types`: null for all events. */
export interface WebhookForm {
  readonly name: string;
  readonly url: string;
  readonly types: AccountEvent['type'][] | null;
}

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async () => (await answer(client.GET('/api/manage/webhooks'))).webhooks,
});

/** The deliveries to a webhook, newest first, page by page; asked for again while one is pending. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: ({ pageParam }) =>
      answer(
        client.GET('/api/manage/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: pageAfter(pageParam) },
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some(({ attempts }) => attempts.length === 0) ? 1_000 : 15_000,
  });

const reload = () => forget(['webhooks']);

export function useCreateWebhook() {
  return useAction({
    mutationFn: (body: WebhookForm) => answer(client.POST('/api/manage/webhooks', { body })),
    onSuccess: reload,
  });
}

/** @param read the webhook that the owner sees */
export function useChangeWebhook({ id, etag, name, url, types, enabled }: Webhook) {
  return useEdit({
    read: () => ({ etag, members: { name, url, types, enabled } }),
    send: (body: Partial<WebhookForm> & { readonly enabled?: boolean }, tag) =>
      answer(
        client.PATCH('/api/manage/webhooks/{webhookId}', {
          params: { path: { webhookId: id }, ...ifMatch(tag) },
          body,
        }),
      ),
    onSuccess: reload,
  });
}

export function useDeleteWebhook() {
  return useAction({
    mutationFn: (webhookId: string) =>
      answer(client.DELETE('/api/manage/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    onSuccess: reload,
  });
}

export function useRollWebhook() {
  return useAction({
    mutationFn: ({
      webhookId,
      overlapSeconds,
    }: {
      readonly webhookId: string;
      readonly overlapSeconds: number;
    }) =>
      answer(
        client.POST('/api/manage/webhooks/{webhookId}/roll', {
          params: { path: { webhookId } },
          body: { overlapSeconds },
        }),
      ),
    onSuccess: reload,
  });
}

export function useTestWebhook() {
  return useAction({
    mutationFn: (webhookId: string) =>
      answer(
        client.POST('/api/manage/webhooks/{webhookId}/test', { params: { path: { webhookId } }, body: {} }),
      ),
    onSuccess: () => Promise.all([reload(), forget(['events'])]),
  });
}
