import { EVENT_KINDS } from '../../../domain/accounts/event.js';
import {
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  OPEN_OBJECT,
  object,
  TEXT,
} from '../../../domain/json-schema.js';

const webhook = {
  id: TEXT,
  // For If-Match, as the response to a GET of the webhook has it in ETag.
  etag: TEXT,
  name: TEXT,
  url: TEXT,
  types: nullable(arrayOf(enumOf(EVENT_KINDS))),
  enabled: BOOLEAN,
  // Why the gateway turned it off: `gone` if the receiver answered 410.
  disabledReason: nullable(enumOf(['gone'])),
  createdAt: INSTANT,
  // Until when deliveries are also signed with the secret before the current one.
  previousSecretUntil: nullable(INSTANT),
};

/** An event of an account. */
export const EVENT = component(
  'Event',
  object({
    id: TEXT,
    type: enumOf(EVENT_KINDS),
    title: TEXT,
    important: BOOLEAN,
    createdAt: INSTANT,
    readAt: nullable(INSTANT),
    // The page of the dashboard where the owner can act.
    page: TEXT,
    data: OPEN_OBJECT,
  }),
);

/** A webhook without its secret. */
export const WEBHOOK = component('Webhook', object(webhook));

/** A webhook, with the secret that only this response shows. */
export const NEW_WEBHOOK = component('NewWebhook', object({ ...webhook, secret: TEXT }));

/** A delivery of an event to a webhook. */
export const DELIVERY = component(
  'Delivery',
  object({
    id: TEXT,
    eventId: TEXT,
    type: enumOf(EVENT_KINDS),
    title: TEXT,
    state: enumOf(['pending', 'delivered', 'failed']),
    createdAt: INSTANT,
    nextAt: nullable(INSTANT),
    // `error` is the code of a failure without a usable response.
    attempts: arrayOf(
      object({ at: INSTANT, status: nullable(INTEGER), error: nullable(TEXT), latencyMs: INTEGER }),
    ),
  }),
);

/** The email address of a person, and which events are mailed to it. */
export const MAIL_SETTINGS = component(
  'MailSettings',
  object({
    // Whether this gateway sends email.
    enabled: BOOLEAN,
    address: TEXT,
    // Events are mailed to verified addresses only.
    verifiedAt: nullable(INSTANT),
    // Null for important events.
    types: nullable(arrayOf(enumOf(EVENT_KINDS))),
  }),
);
