import { Type } from 'typebox';
import {
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { PROPOSED_SETTINGS } from '../../../domain/services/service-settings.js';

/** An answer that is not a SOAP message, without the secrets of the service. */
export const UNUSABLE_ANSWER = component(
  'UnusableAnswer',
  object({
    // Its description, in words.
    description: TEXT,
    statusLine: TEXT,
    // `name: value`, one for each header field line.
    fields: arrayOf(TEXT),
    // The first 2 KB of the body as text.
    body: TEXT,
    truncated: BOOLEAN,
  }),
);

/** A call from the dashboard, with its SOAP messages. */
export const TRIAL = component(
  'Trial',
  object({
    status: INTEGER,
    headers: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: TEXT }),
    body: TEXT,
    soap: object({
      request: nullable(object({ url: TEXT, contentType: TEXT, soapAction: nullable(TEXT), xml: TEXT })),
      response: nullable(
        object({ status: INTEGER, contentType: nullable(TEXT), xml: TEXT, truncated: BOOLEAN }),
      ),
      // The response in place of a SOAP message; null if it was one, or there was none.
      answer: nullable(UNUSABLE_ANSWER),
    }),
    timings: object({
      total: INTEGER,
      queued: nullable(INTEGER),
      connected: nullable(INTEGER),
      firstByte: nullable(INTEGER),
      upstream: nullable(INTEGER),
    }),
  }),
);

/** The outcome of a test of the connection. */
export const CONNECTION_TEST = component(
  'ConnectionTest',
  object({
    reached: BOOLEAN,
    secured: BOOLEAN,
    status: nullable(INTEGER),
    latencyMs: INTEGER,
    verdict: enumOf(['answers', 'needs-login', 'rejects-credentials', 'unreachable', 'not-soap']),
    message: TEXT,
    // The response in place of a SOAP message; null if it was one, or there was none.
    answer: nullable(UNUSABLE_ANSWER),
    // The suggested change; null if nothing is known to help.
    proposal: nullable(
      object({
        kind: enumOf(['endpoint', 'credentials', 'client-certificate', 'authority', 'settings']),
        message: TEXT,
        // Settings of the service that do it; null if the owner has to add something.
        settings: nullable(PROPOSED_SETTINGS),
      }),
    ),
  }),
);
