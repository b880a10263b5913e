import { defined } from '@soapstone/options/defined';
import { isTransportError, type Transport } from '@soapstone/soap-transport';
import { type AccountEvent, pageOfEvent, titleOf } from '../domain/accounts/event.js';
import {
  type Delivery,
  type DeliveryAttempt,
  nextAttempt,
  signDelivery,
  type Webhook,
} from '../domain/accounts/webhook.js';
import { SealError, type Sealer } from '../domain/seal.js';
import type { Store } from '../store/store.js';
import type { Channel } from './outbox.js';
import { ATTEMPTS_AT_ONCE, RECEIVER_LIMITS } from './receiver-limits.js';
import { placeOfSecret } from './rotate-webhook-secrets.js';
import type { Place } from './share-out.js';

/** The dependencies of deliveries. */
export interface WebhookSenderDependencies {
  readonly store: Pick<Store, 'events' | 'webhooks' | 'deliveries'>;
  readonly sealer: Pick<Sealer, 'open'>;
  /** Checks each address, also after a host name was resolved, and follows no redirects. */
  readonly transport: Pick<Transport, 'send'>;
  readonly baseUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** Attempts at the same time: a slow receiver delays only its own events. */
const LIMITS = { atOnce: ATTEMPTS_AT_ONCE, ofAccount: 8, ofQueue: 2 };
/** How many deliveries that are over are kept per webhook. */
const KEEP_DELIVERIES = 1_000;
const GONE = 410;

/** The channel of the outbox that delivers events to webhooks. */
export function createWebhookChannel(deps: WebhookSenderDependencies): Channel<Place, Delivery> {
  const { deliveries } = deps.store;
  return {
    limits: LIMITS,
    async waiting() {
      const rows = await deliveries.waiting(deps.now());
      return rows.map(({ accountId, webhookId }) => ({ accountId, queue: webhookId }));
    },
    due: ({ queue }, most, except) => deliveries.due(queue, deps.now(), most, except),
    attempt: (delivery, signal) => deliver(delivery, deps, signal),
    prune: () => deliveries.prune(KEEP_DELIVERIES),
  };
}

/**
 * Makes one attempt, and stores its outcome, unless `signal` ended it. Rejects if the database fails: then the delivery is due again.
 */
async function deliver(
  delivery: Delivery,
  deps: WebhookSenderDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { store, now, random } = deps;
  const { accountId, webhookId, eventId } = delivery;
  const [webhook, event] = await Promise.all([
    store.webhooks.find(accountId, webhookId),
    store.events.find(accountId, eventId),
  ]);
  // Deleted in the meantime, and the delivery with it; or turned off, and the delivery waits.
  if (webhook?.enabled !== true || event === undefined) return;
  const attempt = await send(webhook, event, deps, signal);
  if (attempt.error !== undefined && signal.aborted) return;
  const { status, error } = attempt;
  if (error === undefined && isSuccess(status))
    return store.deliveries.settle(delivery, { state: 'delivered', attempt });
  if (error === undefined && status === GONE) {
    await store.deliveries.settle(delivery, { state: 'failed', attempt });
    return store.webhooks.turnOff(webhook, now());
  }
  const first = Date.parse((delivery.attempts[0] ?? attempt).at);
  const nextAt = nextAttempt(delivery.attempts.length + 1, first, now(), random());
  const state = nextAt === undefined ? 'failed' : 'pending';
  return store.deliveries.settle(delivery, { state, attempt, ...defined({ nextAt }) });
}

function isSuccess(status: number | undefined): status is number {
  return status !== undefined && status >= 200 && status < 300;
}

/** Sends one message. Never rejects for what the receiver, its address or the secret does. */
async function send(
  webhook: Webhook,
  event: AccountEvent,
  deps: WebhookSenderDependencies,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const { transport, baseUrl, now } = deps;
  const startedAt = now();
  const body = JSON.stringify(payloadOf(event, baseUrl));
  const attempt = (outcome: Pick<DeliveryAttempt, 'status' | 'error'>): DeliveryAttempt => ({
    at: new Date(startedAt).toISOString(),
    ...outcome,
    latencyMs: Math.max(0, now() - startedAt),
  });
  try {
    const secrets = await openSecrets(webhook, deps);
    const timestamp = Math.floor(startedAt / 1000);
    const response = await transport.send(
      {
        url: webhook.url,
        account: webhook.accountId,
        soapVersion: '1.2',
        contentType: 'application/json',
        body: Buffer.from(body),
        deadlineMs: RECEIVER_LIMITS.deadlineMs,
        headers: {
          'webhook-id': event.id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signDelivery(secrets, { id: event.id, timestamp, body }),
        },
      },
      signal,
    );
    // Only the status counts: the body is not read.
    void response.body[Symbol.asyncIterator]().return?.();
    return attempt({ status: response.status });
  } catch (error) {
    if (error instanceof SealError) return attempt({ error: 'SECRET_UNREADABLE' });
    if (!isTransportError(error)) throw error;
    const { code, upstreamStatus: status } = error;
    // The receiver has the event, even if the body of its response is unusable.
    if (isSuccess(status)) return attempt({ status });
    // A redirect has a status.
    return attempt({ error: code, ...defined({ status }) });
  }
}

async function openSecrets(
  { accountId, id, previousUntil = 0 }: Webhook,
  { store, sealer, now }: WebhookSenderDependencies,
): Promise<readonly string[]> {
  const stored = await store.webhooks.findSecrets(accountId, id);
  if (stored === undefined) throw new SealError('the webhook was deleted');
  const { sealed, previousSealed } = stored;
  const place = placeOfSecret({ accountId, webhookId: id });
  const previous = previousSealed === undefined || previousUntil <= now() ? [] : [previousSealed];
  return [sealed, ...previous].map((text) => sealer.open(text, place));
}

/** Returns what a receiver gets: the type, the time and the data of an event. */
function payloadOf(event: AccountEvent, baseUrl: string) {
  const { kind, createdAt, accountId, important, data } = event;
  return {
    type: kind,
    timestamp: new Date(createdAt).toISOString(),
    data: {
      accountId,
      title: titleOf(event),
      important,
      url: new URL(pageOfEvent(event), baseUrl).href,
      ...data,
    },
  };
}
