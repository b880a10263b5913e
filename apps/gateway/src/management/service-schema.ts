import { MOST_ORIGINS } from '../domain/cors-origins.js';
import { METHOD_POLICIES } from '../domain/registered-service.js';
import type { Schema } from './json-schema.js';

/** An address, shown to whoever sees the service: a user name and a password belong into the credentials, which nobody sees. */
const WITHOUT_USER = '^https?://[^@/?#]+([/?#]|$)';
/** A URL that calls can be sent to. What may be reached is decided when it is called. */
const endpoint = { type: 'string', maxLength: 2048, pattern: WITHOUT_USER };

/** The settings of a service, as its owner sends them. */
export const SETTINGS_SCHEMA: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    endpoint: { anyOf: [endpoint, { type: 'null' }] },
    methodPolicy: { enum: METHOD_POLICIES.filter((policy) => policy !== 'Inherit') },
    numbers: { enum: ['number', 'string'] },
    unwrap: { enum: ['record', 'payload', 'none'] },
    strictResponses: { type: 'boolean' },
    allowUndeclaredHeaders: { type: 'boolean' },
    wildcards: { enum: ['known', 'lax', 'strict'] },
    addressing: { enum: ['auto', 'always', 'never'] },
    mock: { type: 'boolean' },
    // What each entry has to be is checked where it is read, with a message of its own.
    corsOrigins: { type: 'array', maxItems: MOST_ORIGINS, items: { type: 'string', maxLength: 300 } },
    select: {
      anyOf: [
        {
          type: 'object',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            service: { type: 'string', minLength: 1, maxLength: 1024 },
            port: { type: 'string', minLength: 1, maxLength: 1024 },
            soapVersion: { enum: ['1.1', '1.2'] },
          },
        },
        { type: 'null' },
      ],
    },
    timeoutMs: { anyOf: [{ type: 'integer', minimum: 100, maximum: 3_600_000 }, { type: 'null' }] },
    // Bodies of calls are kept for so long from now on, for the owner to look at; 0 = no longer.
    captureHours: { type: 'integer', minimum: 0, maximum: 24 },
  },
};

/** JSON as text: a page would round its numbers. The gateway's own limit is in bytes, and checked where it is read. */
export const JSON_TEXT: Schema = { type: 'string', maxLength: 1_500_000 };

/** The settings of an operation. */
export const OPERATION_SCHEMA: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    methodPolicy: { enum: [...METHOD_POLICIES] },
    cacheSeconds: { type: 'integer', minimum: 0, maximum: 86_400 },
    unwrap: { enum: ['record', 'payload', 'none', null] },
  },
};

const path = { type: 'string', minLength: 1, maxLength: 1024 };
const base64 = { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' };

/** Where the documents of a service come from. */
export const SOURCE_PROPERTIES: Readonly<Record<string, Schema>> = {
  url: { type: 'string', maxLength: 2048, pattern: WITHOUT_USER },
  files: {
    type: 'array',
    minItems: 1,
    maxItems: 200,
    items: {
      type: 'object',
      required: ['path', 'content'],
      additionalProperties: false,
      properties: { path, content: base64 },
    },
  },
  archive: base64,
  main: path,
};

const secret = { type: 'string', minLength: 1, maxLength: 8192 };
const pem = { type: 'string', maxLength: 65_536 };

/** What a service shows its upstream. Write-only: no answer ever holds any of it. */
export const CREDENTIALS_SCHEMA: Schema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    basic: {
      type: 'object',
      required: ['username', 'password'],
      additionalProperties: false,
      properties: { username: secret, password: secret },
    },
    headers: { type: 'object', maxProperties: 20, additionalProperties: secret },
    clientCertificate: {
      type: 'object',
      additionalProperties: false,
      properties: { certificate: pem, privateKey: pem, pfx: base64, passphrase: secret },
      anyOf: [{ required: ['certificate', 'privateKey'] }, { required: ['pfx'] }],
    },
    ca: pem,
    usernameToken: {
      type: 'object',
      required: ['username', 'password', 'type'],
      additionalProperties: false,
      properties: {
        username: secret,
        password: secret,
        type: { enum: ['text', 'digest'] },
        nonce: { type: 'boolean' },
        created: { type: 'boolean' },
      },
    },
    timestamp: {
      type: 'object',
      additionalProperties: false,
      properties: { ttlSeconds: { type: 'integer', minimum: 1, maximum: 86_400 } },
    },
    signature: {
      type: 'object',
      required: ['certificate', 'privateKey'],
      additionalProperties: false,
      properties: {
        certificate: pem,
        privateKey: pem,
        passphrase: secret,
        algorithm: { enum: ['rsa-sha256', 'rsa-sha512', 'rsa-sha1'] },
        signUsernameToken: { type: 'boolean' },
      },
    },
    mustUnderstand: { type: 'boolean' },
    actor: { type: 'string', maxLength: 1024 },
  },
};

/** Header blocks that every call carries (HD-3). */
export const STORED_HEADERS_SCHEMA: Schema = {
  type: 'object',
  required: ['blocks'],
  additionalProperties: false,
  properties: {
    blocks: { type: 'object', minProperties: 1, maxProperties: 50, additionalProperties: true },
    locked: { type: 'array', maxItems: 50, items: { type: 'string' } },
  },
};
