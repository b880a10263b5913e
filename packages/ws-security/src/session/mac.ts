import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DigestAlgorithm, MAC_ALGORITHMS, type MacAlgorithm } from '@soapstone/credentials';
import { DS } from '../namespaces.js';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

const MAC_METHODS: Readonly<Record<MacAlgorithm, { readonly uri: string; readonly hash: DigestAlgorithm }>> =
  {
    'hmac-sha1': { uri: `${DS}hmac-sha1`, hash: 'sha1' },
    'hmac-sha256': { uri: `${MORE}hmac-sha256`, hash: 'sha256' },
    'hmac-sha384': { uri: `${MORE}hmac-sha384`, hash: 'sha384' },
    'hmac-sha512': { uri: `${MORE}hmac-sha512`, hash: 'sha512' },
  };

/** The hash that goes with an algorithm. */
export function macHashOf(algorithm: MacAlgorithm): DigestAlgorithm {
  return MAC_METHODS[algorithm].hash;
}

/** The `SignatureMethod` of an algorithm. */
export function macUri(algorithm: MacAlgorithm): string {
  return MAC_METHODS[algorithm].uri;
}

/** The algorithm of a `SignatureMethod`; `undefined` for every one with a key pair. */
export function macAlgorithm(uri: string | undefined): MacAlgorithm | undefined {
  return MAC_ALGORITHMS.find((name) => MAC_METHODS[name].uri === uri);
}

/**
 * The MAC of the octets of a canonical `SignedInfo`. Takes bytes and no `KeyObject`, so that a public key can never be used as a
 * shared secret.
 */
export function macOf(algorithm: MacAlgorithm, secret: Uint8Array, octets: string): Buffer {
  return createHmac(MAC_METHODS[algorithm].hash, secret).update(octets).digest();
}

/** Whether `value` is the complete MAC of the octets. A truncated one is not. */
export function isMacOf(
  algorithm: MacAlgorithm,
  secret: Uint8Array,
  octets: string,
  value: Uint8Array,
): boolean {
  const expected = macOf(algorithm, secret, octets);
  return value.length === expected.length && timingSafeEqual(value, expected);
}
