import {
  CONTENT_CIPHERS,
  type ContentCipher,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  KEY_TRANSPORTS,
  type KeyTransport,
  MAC_ALGORITHMS,
  type MacAlgorithm,
} from '../algorithms.js';
import { type Door, SERVICE_CERTIFICATE } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { choice, flag, list, pem } from '../members.js';
import {
  type EncryptedPart,
  encryptedPart,
  KEY_IDENTIFIERS,
  type KeyIdentifier,
  keyedPart,
  type RequestPart,
} from '../parts.js';

/** Versions of WS-SecureConversation: its namespace of 2005/02 or of 1.3, which 1.4 has too. */
export const DERIVED_KEYS = ['1.3', '2005-02'] as const;

/**
 * The symmetric binding of WS-SecurityPolicy: each request has a new session key, encrypted for the certificate of the service,
 * which signs (HMAC) and encrypts the request and its response. It replaces `encryption`; a `signature` in addition to it
 * endorses the message signature. With `verify`, responses must be signed with the session key or by a trusted certificate;
 * without, they are not opened.
 *
 * @example
 * ```ts
 * const credentials = { timestamp: {}, session: { certificate: theirs, encryptedParts: ['body'] }, verify: {} };
 * ```
 */
export interface SessionProfile {
  /** The certificate of the service, PEM. */
  readonly certificate: string;
  /** How the session key is encrypted. Default `rsa-oaep`. */
  readonly keyTransport?: KeyTransport | undefined;
  /** The reference by which the message names the certificate. Default `issuer-serial`. */
  readonly keyIdentifier?: KeyIdentifier | undefined;
  /** Sign and encrypt with keys derived from the session key, in a version of WS-SecureConversation. Default: with the session key itself. */
  readonly derivedKeys?: (typeof DERIVED_KEYS)[number] | undefined;
  /** Default `hmac-sha256`. */
  readonly algorithm?: MacAlgorithm | undefined;
  /** The digest of what is signed. Default: the hash of `algorithm`. */
  readonly digest?: DigestAlgorithm | undefined;
  /** The canonical form of what is signed. Default `exclusive`. */
  readonly canonicalization?: 'exclusive' | 'inclusive' | undefined;
  /** The parts to sign; none for an empty list. Default: the Body and, if present, the Timestamp. */
  readonly signedParts?: readonly RequestPart[] | undefined;
  /** The parts to encrypt. Default: none. */
  readonly encryptedParts?: readonly EncryptedPart[] | undefined;
  /** Default `aes-256-gcm`. */
  readonly cipher?: ContentCipher | undefined;
  /** The order of the two steps. Default `sign-then-encrypt`. */
  readonly order?: 'sign-then-encrypt' | 'encrypt-then-sign' | undefined;
  /** Accept responses that are encrypted with AES-CBC, whose errors can reveal what is encrypted. Default false. */
  readonly allowCbc?: boolean | undefined;
}

/** A session key for each request and its response. */
export const session: Kind<SessionProfile> = kind<SessionProfile>('session', {
  runsOn: 'crypto',
  members: {
    certificate: pem,
    keyTransport: choice(...KEY_TRANSPORTS),
    keyIdentifier: choice(...KEY_IDENTIFIERS),
    derivedKeys: choice(...DERIVED_KEYS),
    algorithm: choice(...MAC_ALGORITHMS),
    digest: choice(...DIGEST_ALGORITHMS),
    canonicalization: choice('exclusive', 'inclusive'),
    signedParts: list(keyedPart, 32),
    encryptedParts: list(encryptedPart, 32),
    cipher: choice(...CONTENT_CIPHERS),
    order: choice('sign-then-encrypt', 'encrypt-then-sign'),
    allowCbc: flag,
  },
  required: ['certificate'],
});

/** The texts for people. */
export const sessionDoor: Door = {
  title: 'Session key',
  description: 'A new key signs and encrypts each request and its response (symmetric binding)',
  client: 'sessionKey',
  cli: [
    {
      flags: '--session-cert <file>',
      help: 'sign and encrypt with a session key (HMAC) for the owner of this certificate in PEM',
      at: '',
      value: 'file',
      group: 'message',
    },
  ],
  form: { fields: [SERVICE_CERTIFICATE], fixed: { encryptedParts: ['body'] } },
};
