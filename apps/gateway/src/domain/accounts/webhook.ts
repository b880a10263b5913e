import { createHmac, randomBytes } from 'node:crypto';
import type { EventKind } from './event.js';

/** An address that events are sent to. Times are in milliseconds since the Unix epoch. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  /** The kinds of events that it receives; absent for all. */
  readonly types?: readonly EventKind[];
  readonly enabled: boolean;
  /** Why the gateway turned it off: the receiver answered 410. */
  readonly disabledReason?: 'gone';
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Until when deliveries are also signed with the secret before the current one. */
  readonly previousUntil?: number;
}

/** The sealed secrets of a webhook. */
export interface WebhookSecrets {
  readonly sealed: string;
  readonly previousSealed?: string;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The status of the response; absent if there was none. */
  readonly status?: number;
  /** The code of the failure, such as `UPSTREAM_TIMEOUT`; absent if there was a response. */
  readonly error?: string;
  readonly latencyMs: number;
}

/** An event on its way to a webhook. Times are in milliseconds since the Unix epoch. */
export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  /** When it is tried next, while it is pending. */
  readonly nextAt?: number;
  readonly createdAt: number;
}

/** The maximum number of webhooks of an account. */
export const MAX_WEBHOOKS = 10;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long a delivery is tried, from the first attempt on, in milliseconds. */
export const RETRY_FOR: number = 72 * HOUR;

/** The pauses between attempts in milliseconds, before their jitter: like those of the Standard Webhooks specification, within 72 hours. */
const PAUSES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];
/** The share of a pause by which it is longer or shorter at random, so that receivers that were down are not overrun. */
const JITTER = 0.1;

/**
 * Returns when to try a delivery again, in milliseconds since the Unix epoch; undefined if it has failed for good.
 *
 * @param attempts how often it was tried, the last time at `at`
 * @param first when it was tried first
 * @param random a number from 0 to 1
 */
export function nextAttempt(attempts: number, first: number, at: number, random: number): number | undefined {
  const pause = PAUSES[attempts - 1];
  const last = first + RETRY_FOR;
  if (pause === undefined || at >= last) return undefined;
  return Math.min(at + Math.round(pause * (1 - JITTER + 2 * JITTER * random)), last);
}

const SECRET_PREFIX = 'whsec_';

/** Creates a secret in the form of the Standard Webhooks specification: `whsec_` and 256 random bits in Base64. */
export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/**
 * Returns the value of `webhook-signature`: an HMAC-SHA256 of the id, the time and the body for each secret, of which a receiver accepts any.
 *
 * @param timestamp seconds since the Unix epoch
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signDelivery(
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
