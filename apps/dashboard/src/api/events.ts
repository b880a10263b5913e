import { pages, query } from './requests/query.js';
import { useSave } from './requests/use-change.js';
import type { components } from './schema.js';

export type AccountEvent = components['schemas']['Event'];
export type Webhook = components['schemas']['Webhook'];
export type Delivery = components['schemas']['Delivery'];

/** The newest important event that nobody has read, and how many there are; asked for again every minute. */
export const urgentQuery = {
  ...query('/api/manage/events', { query: { limit: 1, unread: true, important: true } }),
  refetchInterval: 60_000,
};

/** The settings of a webhook. `types`: null for all events. */
export interface WebhookForm {
  readonly name: string;
  readonly url: string;
  readonly types: AccountEvent['type'][] | null;
}

/** The deliveries to a webhook, newest first, page by page; asked for again while one is pending. */
export const deliveriesQuery = (webhookId: string) => ({
  ...pages('/api/manage/webhooks/{webhookId}/deliveries', { path: { webhookId } }),
  refetchInterval: ({ state }: { readonly state: { readonly data?: Loaded | undefined } }) =>
    state.data?.pages[0]?.deliveries.some(({ attempts }) => attempts.length === 0) ? 1_000 : 15_000,
});
interface Loaded {
  readonly pages: readonly { readonly deliveries: readonly Delivery[] }[];
}

/** @param read the webhook that the owner sees */
export function useChangeWebhook({ id, etag, name, url, types, enabled }: Webhook) {
  return useSave('patch', '/api/manage/webhooks/{webhookId}', {
    path: { webhookId: id },
    read: { etag, members: { name, url, types, enabled } },
  });
}
