import { KINDS, SETTINGS } from '@soapstone/credentials';
import { objectSchema } from '@soapstone/credentials/schema';
import { type TUnsafe, Type } from 'typebox';
import { PROXY_LOGIN_KINDS } from '../../../credentials/service-proxies.js';
import { object } from '../../../domain/json-schema.js';
import { WITHOUT_USER } from '../../../domain/services/service-settings.js';

/** JSON as text, because a page would round its numbers. The gateway's own limit is in bytes and is checked when the text is read. */
export const JSON_TEXT = Type.String({ maxLength: 1_500_000 });

/** The name of an account, a service or a key. */
export const NAME = Type.String({ minLength: 1, maxLength: 100 });

/** The id of a service or a key in a query. */
export const ID = Type.String({ minLength: 1, maxLength: 64 });

/** The slug of a service. */
export const SLUG = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

/** The operations that a key may call: each of a service, or all of one. */
export const KEY_OPERATIONS = Type.Array(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{1,64}/.{1,300}$',
    description: '`service/operation`, or `service/*` for all operations of the service',
  }),
  {
    maxItems: 500,
    uniqueItems: true,
    description:
      'The only operations that the key may call, as the JSON API and as tools of agents; null for all',
  },
);

/** A time as clients send it: RFC 3339, UTC, at least to the second. `format` rejects days and hours that do not exist. */
export const SENT_INSTANT = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
});

const path = Type.String({ minLength: 1, maxLength: 1024 });
const base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' });

const secret = Type.String({ minLength: 1, maxLength: 8192 });

/** Uploaded documents. */
export const SENT_FILES = Type.Array(object({ path, content: base64 }), { minItems: 1, maxItems: 200 });

/** A folder in the format of `soapstone record`: its files, or a zip archive of it. */
export const RECORDING_FILES = {
  files: Type.Array(object({ path, content: base64 }), { minItems: 1, maxItems: 3_200 }),
  archive: base64,
};

const FETCH_CREDENTIALS = {
  basic: object({ username: secret, password: secret }),
  headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: secret,
    minProperties: 1,
    maxProperties: 20,
  }),
  // The authorities of its certificate (PEM), if they are not those of Node.
  ca: Type.String({ minLength: 1, maxLength: 65_536 }),
};

/** The stored login at the server of the WSDL of a service. Write-only, like the credentials of the service. */
export const WSDL_LOGIN_SCHEMA = object({}, FETCH_CREDENTIALS, { minProperties: 1 });

/** The source of a service's documents. */
export const SOURCE_PROPERTIES = {
  url: Type.String({ maxLength: 2048, pattern: WITHOUT_USER }),
  credentials: object({}, FETCH_CREDENTIALS, {
    minProperties: 1,
    description:
      'The credentials that the server of `url` requires, and the authorities (PEM) that are trusted there. Used only for its origin while the documents are fetched, and never stored.',
  }),
  files: SENT_FILES,
  archive: base64,
  main: path,
};

/** The upstream credentials of a service. Write-only: no response ever contains any part of them. */
export const CREDENTIALS_SCHEMA: TUnsafe<Record<string, unknown>> = Type.Unsafe<Record<string, unknown>>(
  objectSchema(KINDS, SETTINGS),
);

/** The login of a service at its proxy: one kind of credentials. Write-only, like those of the service. */
export const PROXY_LOGIN_SCHEMA: TUnsafe<Record<string, unknown>> = Type.Unsafe<Record<string, unknown>>({
  ...objectSchema(Object.fromEntries(PROXY_LOGIN_KINDS.map((name) => [name, KINDS[name]])), {}),
  maxProperties: 1,
});

/** A design file as JSON (docs/design.md). The mapper says what is wrong with it. */
export const DESIGN_SCHEMA = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  maxProperties: 100,
  additionalProperties: true,
  description: 'A design file as JSON: what the owner fills into requests. See the documentation of designs.',
});
/** The maximum size of a body with a design, in bytes: more than its limits allow. */
export const DESIGN_BYTES: number = 1024 * 1024;

/** Header blocks added to every call (HD-3). */
export const STORED_HEADERS_SCHEMA = object(
  {
    blocks: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      minProperties: 1,
      maxProperties: 50,
      additionalProperties: true,
    }),
  },
  { locked: Type.Array(Type.String(), { maxItems: 50 }) },
);
