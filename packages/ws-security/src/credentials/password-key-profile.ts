import { type Check, listOf, members, oneOf, text, wrong } from '@soapstone/options';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  MAC_ALGORITHMS,
  type MacAlgorithm,
} from '../algorithms/algorithm-names.js';
import { type EncryptedPart, encryptedPart } from './encryption-profile.js';
import { type RequestPart, requestPart } from './signature-profile.js';

/** The ciphers whose key can be derived from a password: a derived key has 160 bits. */
export const PASSWORD_KEY_CIPHERS = ['aes-128-gcm', 'aes-128-cbc'] as const;

/**
 * A UsernameToken whose password is not sent: keys that are derived from it sign (HMAC) and encrypt the request (UsernameToken Profile
 * 1.1 §4). The derivation is iterated SHA-1, which the profile fixes: anyone who sees a message can try passwords against it
 * cheaply, so it is for services that ask for it, with a password that nobody can guess, over TLS. Responses are signed and encrypted by other keys.
 *
 * @example
 * ```ts
 * const credentials = { timestamp: {}, passwordKey: { username: 'ada', password, encryptedParts: ['body'] } };
 * ```
 */
export interface PasswordKeyProfile {
  readonly username: string;
  readonly password: string;
  /** How many times the hash is repeated, 1,000 to 1,000,000. The service does the same for each message. Default 1000, that of the profile. */
  readonly iterations?: number | undefined;
  /** Default `hmac-sha256`. The profile, of 2006, defines `hmac-sha1` only. */
  readonly algorithm?: MacAlgorithm | undefined;
  /** The digest of what is signed. Default: the hash of `algorithm`. */
  readonly digest?: DigestAlgorithm | undefined;
  /** The canonical form of what is signed. Default `exclusive`. */
  readonly canonicalization?: 'exclusive' | 'inclusive' | undefined;
  /** The parts to sign; none for an empty list. Default: the Body and, if present, the Timestamp. */
  readonly signedParts?: readonly RequestPart[] | undefined;
  /** The parts to encrypt, with their own key. Default: none. */
  readonly encryptedParts?: readonly EncryptedPart[] | undefined;
  /** Default `aes-128-gcm`. */
  readonly cipher?: (typeof PASSWORD_KEY_CIPHERS)[number] | undefined;
  /** The order of the two steps. Default `sign-then-encrypt`. */
  readonly order?: 'sign-then-encrypt' | 'encrypt-then-sign' | undefined;
}

const iterations: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 1000 && (value as number) <= 1_000_000
    ? []
    : wrong('expected an integer from 1000 to 1000000');

/** The members of a `PasswordKeyProfile` and their types. */
export const passwordKeyProfile: Check = members<PasswordKeyProfile>(
  {
    username: text,
    password: text,
    iterations,
    algorithm: oneOf(...MAC_ALGORITHMS),
    digest: oneOf(...DIGEST_ALGORITHMS),
    canonicalization: oneOf('exclusive', 'inclusive'),
    signedParts: listOf(requestPart),
    encryptedParts: listOf(encryptedPart),
    cipher: oneOf(...PASSWORD_KEY_CIPHERS),
    order: oneOf('sign-then-encrypt', 'encrypt-then-sign'),
  },
  ['username', 'password'],
);
