import { Type } from 'typebox';
import { EVENT_KINDS } from '../../../domain/accounts/event.js';
import {
  arrayOf,
  BOOLEAN,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';

const WEBHOOK = {
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

/** The components of responses about events, by name. */
export const EVENT_COMPONENTS: Readonly<Record<string, Schema>> = {
  Event: object({
    id: TEXT,
    type: enumOf(EVENT_KINDS),
    title: TEXT,
    important: BOOLEAN,
    createdAt: INSTANT,
    readAt: nullable(INSTANT),
    // The page of the dashboard where the owner can act.
    page: TEXT,
    data: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  }),
  Webhook: object(WEBHOOK),
  NewWebhook: object({ ...WEBHOOK, secret: TEXT }),
  MailSettings: object({
    // Whether this gateway sends email.
    enabled: BOOLEAN,
    address: TEXT,
    // Events are mailed to verified addresses only.
    verifiedAt: nullable(INSTANT),
    // Null for important events.
    types: nullable(arrayOf(enumOf(EVENT_KINDS))),
  }),
  Delivery: object({
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
};
