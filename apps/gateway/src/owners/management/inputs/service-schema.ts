import {
  CLIENT_ASSERTION_ALGORITHMS,
  CONTENT_CIPHERS,
  DERIVED_KEYS,
  DIGEST_ALGORITHMS,
  KEY_IDENTIFIERS,
  KEY_TRANSPORTS,
  KEY_TYPES,
  MAC_ALGORITHMS,
  PASSWORD_KEY_CIPHERS,
  REQUEST_PARTS,
  SIGNATURE_ALGORITHMS,
  TOKEN_TYPES,
  TRUST_VERSIONS,
} from '@soapstone/ws-security';
import { Type } from 'typebox';
import { object, oneOfThese } from '../../../domain/json-schema.js';
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

/** The source of a service's documents. */
export const SOURCE_PROPERTIES = {
  url: Type.String({ maxLength: 2048, pattern: WITHOUT_USER }),
  credentials: object(
    {},
    {
      basic: object({ username: secret, password: secret }),
      headers: Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: secret,
        minProperties: 1,
        maxProperties: 20,
      }),
    },
    {
      minProperties: 1,
      description:
        'The credentials that the server of `url` requires. Sent only to its origin while the documents are fetched, and never stored.',
    },
  ),
  files: SENT_FILES,
  archive: base64,
  main: path,
};

const pem = Type.String({ maxLength: 65_536 });
const name = Type.String({ minLength: 1, maxLength: 1024 });
const windowsName = Type.String({ minLength: 1, maxLength: 256 });
/** Parts of a message: given by kind, or header blocks by name. */
const partsOf = <Kind extends string>(kinds: readonly Kind[]) =>
  Type.Array(
    Type.Union([oneOfThese(kinds), object({ namespace: name }, { name, optional: Type.Boolean() })]),
    {
      minItems: 1,
      maxItems: 32,
    },
  );
/** An object with any names and these values. */
const mapOf = (values: object, options: object) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: values, ...options });

/** The members of credentials, without a token service. */
const CREDENTIAL_MEMBERS = {
  basic: object({ username: secret, password: secret }),
  oauth: object(
    { tokenEndpoint: Type.String({ minLength: 1, maxLength: 2048 }), clientId: secret },
    {
      clientSecret: secret,
      secretIn: oneOfThese(['basic', 'post']),
      privateKey: pem,
      pfx: base64,
      passphrase: secret,
      keyId: name,
      algorithm: oneOfThese(CLIENT_ASSERTION_ALGORITHMS),
      scope: name,
      resource: name,
      audience: name,
    },
    { anyOf: [{ required: ['clientSecret'] }, { required: ['privateKey'] }, { required: ['pfx'] }] },
  ),
  ntlm: object({ username: secret, password: secret }, { domain: windowsName, workstation: windowsName }),
  kerberos: object(
    { principal: name },
    { password: secret, keytab: base64, servicePrincipal: name },
    { anyOf: [{ required: ['password'] }, { required: ['keytab'] }] },
  ),
  headers: mapOf(secret, { maxProperties: 20 }),
  clientCertificate: object(
    {},
    { certificate: pem, privateKey: pem, pfx: base64, passphrase: secret },
    { anyOf: [{ required: ['certificate', 'privateKey'] }, { required: ['pfx'] }] },
  ),
  ca: pem,
  usernameToken: object(
    { username: secret, password: secret, type: oneOfThese(['text', 'digest']) },
    { nonce: Type.Boolean(), created: Type.Boolean() },
  ),
  saml: object(
    { assertion: Type.String({ minLength: 1, maxLength: 262_144 }) },
    { clockSkewSeconds: Type.Integer({ minimum: 0, maximum: 3600 }) },
  ),
  timestamp: object({}, { ttlSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }) }),
  signature: object(
    {},
    {
      certificate: pem,
      privateKey: pem,
      pfx: base64,
      passphrase: secret,
      algorithm: oneOfThese(SIGNATURE_ALGORITHMS),
      canonicalization: oneOfThese(['exclusive', 'inclusive']),
      keyIdentifier: oneOfThese(KEY_IDENTIFIERS),
      parts: partsOf(REQUEST_PARTS),
      signUsernameToken: Type.Boolean(),
    },
    { anyOf: [{ required: ['certificate', 'privateKey'] }, { required: ['pfx'] }] },
  ),
  session: object(
    { certificate: pem },
    {
      keyTransport: oneOfThese(KEY_TRANSPORTS),
      keyIdentifier: oneOfThese(KEY_IDENTIFIERS),
      derivedKeys: oneOfThese(DERIVED_KEYS),
      algorithm: oneOfThese(MAC_ALGORITHMS),
      digest: oneOfThese(DIGEST_ALGORITHMS),
      canonicalization: oneOfThese(['exclusive', 'inclusive']),
      signedParts: partsOf(REQUEST_PARTS.filter((part) => part !== 'signature')),
      encryptedParts: partsOf(['body', 'signature', 'username-token', 'saml-assertion']),
      cipher: oneOfThese(CONTENT_CIPHERS),
      order: oneOfThese(['sign-then-encrypt', 'encrypt-then-sign']),
      allowCbc: Type.Boolean(),
    },
  ),
  passwordKey: object(
    { username: secret, password: secret },
    {
      iterations: Type.Integer({ minimum: 1000, maximum: 100_000 }),
      algorithm: oneOfThese(MAC_ALGORITHMS),
      digest: oneOfThese(DIGEST_ALGORITHMS),
      canonicalization: oneOfThese(['exclusive', 'inclusive']),
      signedParts: partsOf(REQUEST_PARTS.filter((part) => part !== 'signature')),
      encryptedParts: partsOf(['body', 'signature', 'username-token', 'saml-assertion']),
      cipher: oneOfThese(PASSWORD_KEY_CIPHERS),
      order: oneOfThese(['sign-then-encrypt', 'encrypt-then-sign']),
    },
  ),
  encryption: object(
    { certificate: pem },
    {
      parts: partsOf(['body', 'signature', 'username-token', 'saml-assertion']),
      cipher: oneOfThese(CONTENT_CIPHERS),
      keyTransport: oneOfThese(KEY_TRANSPORTS),
      keyIdentifier: oneOfThese(KEY_IDENTIFIERS),
      order: oneOfThese(['sign-then-encrypt', 'encrypt-then-sign']),
    },
  ),
  decryption: object(
    {},
    {
      privateKey: pem,
      pfx: base64,
      passphrase: secret,
      allowCbc: Type.Boolean(),
      allowRsa15: Type.Boolean(),
    },
    { anyOf: [{ required: ['privateKey'] }, { required: ['pfx'] }] },
  ),
  verify: object(
    {},
    {
      parts: partsOf(['body', 'headers', 'timestamp']),
      authorities: pem,
      certificates: pem,
      subjects: Type.Array(name, { maxItems: 20 }),
      subjectAltNames: Type.Array(name, { maxItems: 20 }),
      revocationLists: Type.String({ maxLength: 1_048_576 }),
      algorithms: Type.Array(oneOfThese(SIGNATURE_ALGORITHMS), { minItems: 1, maxItems: 10 }),
      allowSha1: Type.Boolean(),
      clockSkewSeconds: Type.Integer({ minimum: 0, maximum: 3600 }),
      maxAgeSeconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
      signatureConfirmation: Type.Boolean(),
      unsignedPrefixes: Type.Boolean(),
      allowUnsignedFaults: Type.Boolean(),
    },
  ),
  mustUnderstand: Type.Boolean(),
  actor: Type.String({ maxLength: 1024 }),
};

/** A token service (WS-Trust), and the credentials for it. */
const STS = object(
  { endpoint: Type.String({ minLength: 1, maxLength: 2048 }) },
  {
    version: oneOfThese(TRUST_VERSIONS),
    soapVersion: oneOfThese(['1.1', '1.2']),
    addressing: Type.Boolean(),
    tokenType: oneOfThese(TOKEN_TYPES),
    keyType: oneOfThese(KEY_TYPES),
    appliesTo: Type.String({ minLength: 1, maxLength: 2048 }),
    lifetimeSeconds: Type.Integer({ minimum: 60, maximum: 86_400 }),
    claims: Type.Array(name, { maxItems: 50 }),
    renew: Type.Boolean(),
    cancel: Type.Boolean(),
    clockSkewSeconds: Type.Integer({ minimum: 0, maximum: 3600 }),
    credentials: object({}, CREDENTIAL_MEMBERS, { minProperties: 1 }),
  },
);

/** The upstream credentials of a service. Write-only: no response ever contains any part of them. */
export const CREDENTIALS_SCHEMA = object({}, { ...CREDENTIAL_MEMBERS, sts: STS }, { minProperties: 1 });

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
