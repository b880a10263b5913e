import { type Check, flag, listOf, members, oneOf, text } from '@soapstone/options';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  MAC_ALGORITHMS,
  type MacAlgorithm,
} from '../algorithms/algorithm-names.js';
import {
  CONTENT_CIPHERS,
  type ContentCipher,
  KEY_TRANSPORTS,
  type KeyTransport,
} from '../encryption/algorithm-names.js';
import { type EncryptedPart, encryptedPart } from './encryption-profile.js';
import { KEY_IDENTIFIERS, type KeyIdentifier, type RequestPart, requestPart } from './signature-profile.js';

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

/** The members of a `SessionProfile` and their types. */
export const sessionProfile: Check = members<SessionProfile>(
  {
    certificate: text,
    keyTransport: oneOf(...KEY_TRANSPORTS),
    keyIdentifier: oneOf(...KEY_IDENTIFIERS),
    derivedKeys: oneOf(...DERIVED_KEYS),
    algorithm: oneOf(...MAC_ALGORITHMS),
    digest: oneOf(...DIGEST_ALGORITHMS),
    canonicalization: oneOf('exclusive', 'inclusive'),
    signedParts: listOf(requestPart),
    encryptedParts: listOf(encryptedPart),
    cipher: oneOf(...CONTENT_CIPHERS),
    order: oneOf('sign-then-encrypt', 'encrypt-then-sign'),
    allowCbc: flag,
  },
  ['certificate'],
);
