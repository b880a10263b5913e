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
