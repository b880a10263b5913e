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
import type { Log } from '../log/log.js';
import type { Store } from '../store/store.js';
import { RECEIVER_LIMITS } from './receiver-limits.js';
import { placeOfSecret } from './rotate-webhook-secrets.js';
import { type Place, shareOut } from './share-out.js';

/** Delivers events to webhooks while this node has the right to. */
export interface WebhookSender {
  /** Begins a round every two seconds. */
  start(): void;
  /** Takes or keeps the right to deliver, stores the deliveries of new events, and begins those that are due. */
  round(): Promise<void>;
  /** Waits for the attempts that have begun. */
  settled(): Promise<void>;
  /** Ends the attempts that are under way, which another node repeats, and gives the right back. */
  close(): Promise<void>;
}

/** The dependencies of deliveries. */
export interface WebhookSenderDependencies {
  readonly store: Pick<Store, 'events' | 'webhooks' | 'deliveries' | 'leases'>;
  readonly sealer: Pick<Sealer, 'open'>;
  /** Checks each address, also after a host name was resolved, and follows no redirects. */
  readonly transport: Pick<Transport, 'send'>;
  readonly baseUrl: string;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** The name of the right to deliver. */
const LEASE = 'webhooks';
/** How long the right lasts without a round, in milliseconds: longer than an attempt. */
const LEASE_FOR = 30_000;
/** Milliseconds between two rounds. */
const ROUND_EVERY = 2_000;
/** Milliseconds after which a node without the right tries to take it again. */
const TAKE_EVERY = 10_000;
/** Milliseconds between two deletions of old deliveries. */
const PRUNE_EVERY = 3_600_000;
/** How many deliveries that are over are kept per webhook. */
const KEEP_DELIVERIES = 1_000;
/** New events per round. */
const EVENTS_AT_ONCE = 200;
const GONE = 410;

export function createWebhookSender(deps: WebhookSenderDependencies): WebhookSender {
  const { store, log, now } = deps;
  let lease: number | undefined;
  let takeAt = Number.NEGATIVE_INFINITY;
  let pruneAt = now() + PRUNE_EVERY;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Ends the attempts that are under way when the gateway stops. */
  const closing = new AbortController();
  /** The attempts that have begun, by delivery. */
  const attempts = new Map<string, Place & { readonly done: Promise<void> }>();

  async function mayDeliver(): Promise<boolean> {
    const at = now();
    if (lease !== undefined && (await store.leases.renew(LEASE, lease, at + LEASE_FOR))) return true;
    lease = undefined;
    if (at < takeAt) return false;
    lease = await store.leases.take(LEASE, at, at + LEASE_FOR);
    takeAt = at + TAKE_EVERY;
    return lease !== undefined;
  }

  async function begin(): Promise<void> {
    const begun = [...attempts.values()];
    const rows = await store.deliveries.waiting(now());
    for (const { webhookId, count } of shareOut(rows, begun)) {
      const of = [...attempts].flatMap(([id, attempt]) => (attempt.webhookId === webhookId ? [id] : []));
      for (const delivery of await store.deliveries.due(webhookId, now(), count, of)) {
        const { id, accountId } = delivery;
        const done = deliver(delivery, deps, closing.signal)
          .catch((error: unknown) => log.error('the outcome of a delivery could not be stored', error))
          .finally(() => attempts.delete(id));
        attempts.set(id, { accountId, webhookId, done });
      }
    }
  }

  async function round(): Promise<void> {
    if (!(await mayDeliver())) return;
    await store.deliveries.dispatch(now(), EVENTS_AT_ONCE);
    await begin();
    if (now() >= pruneAt) {
      pruneAt = now() + PRUNE_EVERY;
      await store.deliveries.prune(KEEP_DELIVERIES);
    }
  }

  return {
    round,
    async settled() {
      await Promise.all([...attempts.values()].map(({ done }) => done));
    },
    start() {
      timer = setInterval(() => {
        running ??= round()
          .catch((error: unknown) => log.error('webhooks could not be delivered', error))
          .finally(() => {
            running = undefined;
          });
      }, ROUND_EVERY).unref();
    },
    async close() {
      clearInterval(timer);
      await running;
      closing.abort();
      await Promise.all([...attempts.values()].map(({ done }) => done));
      if (lease === undefined) return;
      // The right ends by itself if the database does not answer.
      await store.leases.release(LEASE, lease).catch(() => {});
    },
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
    // The receiver has the event, whatever is wrong with the body of its response.
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
