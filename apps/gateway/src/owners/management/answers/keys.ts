import {
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';

const members = {
  id: TEXT,
  // For If-Match, as the response to a GET of the key has it in ETag.
  etag: TEXT,
  purpose: enumOf(['live', 'management']),
  name: TEXT,
  hint: TEXT,
  createdAt: INSTANT,
  lastUsedAt: nullable(INSTANT),
  // The client's address then.
  lastUsedFrom: nullable(TEXT),
  rolledAt: nullable(INSTANT),
  // Until when the secret from before that works.
  previousUntil: nullable(INSTANT),
  revokedAt: nullable(INSTANT),
  operations: nullable(arrayOf(TEXT)),
  readOnly: BOOLEAN,
  addresses: nullable(arrayOf(TEXT)),
  callsPerMinute: nullable(INTEGER),
  callsPerPeriod: nullable(INTEGER),
  expiresAt: nullable(INSTANT),
  // The access tokens that the key stands for, in place of a secret.
  token: nullable(object({ issuer: TEXT, audience: nullable(TEXT), scopes: arrayOf(TEXT) })),
};

/** An API key without the key itself. */
export const KEY = component('Key', object(members));

/** `key` is null for a key that stands for access tokens. */
export const NEW_KEY = component('NewKey', object({ ...members, key: nullable(TEXT) }));
