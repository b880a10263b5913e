import { DIGEST_ALGORITHMS, type DigestAlgorithm, MAC_ALGORITHMS, type MacAlgorithm } from '../algorithms.js';
import { type Door, NAME_AND_PASSWORD } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { choice, integer, list, secret, type TextForm, text, XML_TEXT } from '../members.js';
import { type EncryptedPart, encryptedPart, keyedPart, type RequestPart } from '../parts.js';

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
  /** How many times the hash is repeated, 1,000 to 100,000. The service does the same for each message. Default 1000, that of the profile. */
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

const NOT_EMPTY: TextForm = {
  accepts: (password) => password !== '',
  expected: 'expected a password that is not empty',
};

/** Keys derived from a password, which is not sent. */
export const passwordKey: Kind<PasswordKeyProfile> = kind<PasswordKeyProfile>('passwordKey', {
  runsOn: 'crypto',
  members: {
    username: text(8192, XML_TEXT),
    password: secret(8192, NOT_EMPTY),
    iterations: integer(1000, 100_000),
    algorithm: choice(...MAC_ALGORITHMS),
    digest: choice(...DIGEST_ALGORITHMS),
    canonicalization: choice('exclusive', 'inclusive'),
    signedParts: list(keyedPart, 32),
    encryptedParts: list(encryptedPart, 32),
    cipher: choice(...PASSWORD_KEY_CIPHERS),
    order: choice('sign-then-encrypt', 'encrypt-then-sign'),
  },
  required: ['username', 'password'],
});

/** The texts for people. */
export const passwordKeyDoor: Door = {
  title: 'Key of a password',
  description: 'A key made from the password signs and encrypts each message; the password is not sent',
  client: 'passwordKey',
  cli: { why: 'Few services ask for it: --credentials reads it from a file.' },
  form: { fields: NAME_AND_PASSWORD, fixed: { encryptedParts: ['body'] } },
};
