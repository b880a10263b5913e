import { type Check, kindOf, text, wrong } from '@soapstone/options';
import type { KeyTransport, SignatureAlgorithm } from './algorithms.js';

/**
 * A private key outside this process that signs: in a PKCS#11 module, a key management service (KMS), or another process. It
 * takes the place of a PEM text wherever a key signs. An object that is also a `Decrypter` can be used for both.
 *
 * @example
 * ```ts
 * const signer: Signer = {
 *   async sign(algorithm, data) {
 *     const { Signature } = await kms.send(
 *       new SignCommand({ KeyId, Message: data, MessageType: 'RAW', SigningAlgorithm: KMS_NAMES[algorithm] }),
 *     );
 *     return Signature;
 *   },
 * };
 * ```
 */
export interface Signer {
  /**
   * Hashes and signs. A rejection fails the call with `INVALID_REQUEST`, before anything is sent.
   *
   * @param algorithm `rsa-…`: RSASSA-PKCS1-v1_5; `rsa-pss-…`: a salt as long as the digest, MGF1 with the same hash; `ecdsa-…`
   * @param data the octets to hash, up to 64 KiB
   * @returns the signature. ECDSA: r and s one after the other (XML Signature §6.4.3), or the ASN.1 form that KMSs return
   */
  sign(algorithm: SignatureAlgorithm, data: Uint8Array): Promise<Uint8Array>;
}

/** A private RSA key outside this process that decrypts. It takes the place of a PEM text in `decryption`. */
export interface Decrypter {
  /**
   * Decrypts the key of a message. A rejection counts as a wrong key: the response is rejected, and its sender cannot tell why.
   *
   * @param algorithm the padding; the label of RSA-OAEP is empty
   * @param data as many bytes as the modulus of the key
   * @returns the key of the content
   */
  decrypt(algorithm: KeyTransport, data: Uint8Array): Promise<Uint8Array>;
}

/**
 * Whether a value is a `Signer`: an object with the method `sign`.
 *
 * @example
 * ```ts
 * if (isSigner(key)) await key.sign('rsa-sha256', bytes);
 * ```
 */
export function isSigner(key: unknown): key is Signer {
  return typeof key === 'object' && key !== null && typeof (key as Partial<Signer>).sign === 'function';
}

/**
 * Whether a value is a `Decrypter`: an object with the method `decrypt`.
 *
 * @example
 * ```ts
 * if (isDecrypter(key)) await key.decrypt('rsa-oaep', bytes);
 * ```
 */
export function isDecrypter(key: unknown): key is Decrypter {
  return typeof key === 'object' && key !== null && typeof (key as Partial<Decrypter>).decrypt === 'function';
}

/** A private key in PEM, or a `Signer`. */
export const signingKey: Check = (value) => keyOr(value, isSigner(value), 'sign');

/** A private key in PEM, or a `Decrypter`. */
export const decryptingKey: Check = (value) => keyOr(value, isDecrypter(value), 'decrypt');

function keyOr(value: unknown, isHolder: boolean, method: string): ReturnType<Check> {
  return isHolder || text(value).length === 0
    ? []
    : wrong(`expected a private key in PEM or an object with a ${method} method, not ${kindOf(value)}`);
}
