import { type AccountEvent, pageOfEvent, titleOf } from '../../../domain/accounts/event.js';
import type { Delivery, Webhook } from '../../../domain/accounts/webhook.js';
import { entityTag } from '../routing/entity-tag.js';
import { showInstant } from './show-instant.js';
import { webhookStateOf } from './states.js';

/** An event as its owner sees it. */
export function showEvent(event: AccountEvent) {
  const { id, kind, important, createdAt, readAt, data } = event;
  return {
    id,
    type: kind,
    title: titleOf(event),
    important,
    createdAt: showInstant(createdAt),
    readAt: showInstant(readAt),
    page: pageOfEvent(event),
    data,
  };
}

/** A webhook as its owner sees it, without its secret. */
export function showWebhook(webhook: Webhook) {
  const { id, name, url, types, enabled, disabledReason, createdAt, previousUntil } = webhook;
  return {
    id,
    etag: entityTag(webhookStateOf(webhook)),
    name,
    url,
    types: types ?? null,
    enabled,
    disabledReason: disabledReason ?? null,
    createdAt: showInstant(createdAt),
    previousSecretUntil: showInstant(previousUntil),
  };
}

/** A delivery as the owner of its webhook sees it. */
export function showDelivery({ id, state, attempts, createdAt, nextAt }: Delivery, event: AccountEvent) {
  return {
    id,
    eventId: event.id,
    type: event.kind,
    title: titleOf(event),
    state,
    createdAt: showInstant(createdAt),
    nextAt: showInstant(nextAt),
    attempts: attempts.map(({ at, status, error, latencyMs }) => ({
      at,
      status: status ?? null,
      error: error ?? null,
      latencyMs,
    })),
  };
}
