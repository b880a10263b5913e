/** The signature algorithms. SHA-1 is broken: a profile must ask for `rsa-sha1`. */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** Every signature algorithm. */
export const SIGNATURE_ALGORITHMS = [
  'rsa-sha256',
  'rsa-sha384',
  'rsa-sha512',
  'rsa-pss-sha256',
  'rsa-pss-sha384',
  'rsa-pss-sha512',
  'ecdsa-sha256',
  'ecdsa-sha384',
  'ecdsa-sha512',
  'rsa-sha1',
] as const;

/** Algorithms of a signature with a key that both sides know. `hmac-sha1` is for old servers only. */
export type MacAlgorithm = (typeof MAC_ALGORITHMS)[number];

/** Every message authentication code. */
export const MAC_ALGORITHMS = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512', 'hmac-sha1'] as const;

/** Hash functions of signatures and digests. */
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/** Every hash function. */
export const DIGEST_ALGORITHMS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

/** The content encryption algorithms. CBC is not authenticated, so a response with it is only read if a profile allows it. */
export type ContentCipher = (typeof CONTENT_CIPHERS)[number];

/** Every content cipher. */
export const CONTENT_CIPHERS = ['aes-128-gcm', 'aes-256-gcm', 'aes-128-cbc', 'aes-256-cbc'] as const;

/**
 * How the key of the content is encrypted for its reader. `rsa-oaep`: SHA-1 and MGF1 with SHA-1; `rsa-oaep-sha256`: SHA-256 and MGF1
 * with SHA-1, as WSS4J writes it; `rsa-oaep-mgf1-sha256`: SHA-256 for both. `rsa-1_5` has a padding that is broken.
 */
export type KeyTransport = (typeof KEY_TRANSPORTS)[number];

/** Every key transport. */
export const KEY_TRANSPORTS = ['rsa-oaep', 'rsa-oaep-sha256', 'rsa-oaep-mgf1-sha256', 'rsa-1_5'] as const;
