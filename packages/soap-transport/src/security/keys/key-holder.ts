import { KeyObject } from 'node:crypto';
import { bytes, type Check, kindOf, text, wrong } from '@soapstone/soap-model/options';
import { invalidRequest, TransportError } from '../../transport-error.js';
import type { SignatureAlgorithm } from '../algorithm-names.js';
import { verifyOctets } from '../algorithms.js';
import { DerError, derChildren, integerOf, readDer } from '../certificates/der.js';
import type { KeyTransport } from '../encryption/algorithm-names.js';

/**
 * A private key that signs somewhere else: in a PKCS#11 module, a key management service (KMS), or another process. It takes the place of a
 * PEM text wherever a key signs. An object that is also a `Decrypter` can take both places.
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

/** A private RSA key that decrypts somewhere else. It takes the place of a PEM text in `decryption`. */
export interface Decrypter {
  /**
   * Decrypts the key of a message. A rejection counts as a key that does not fit: the response is refused, and its sender cannot tell why.
   *
   * @param algorithm the padding; the label of RSA-OAEP is empty
   * @param data as many bytes as the modulus of the key
   * @returns the key of the content
   */
  decrypt(algorithm: KeyTransport, data: Uint8Array): Promise<Uint8Array>;
}

/** The longest time in milliseconds that a key elsewhere may take; a call also ends at its own deadline. */
const LONGEST_MS = 10_000;

export function isSigner(key: unknown): key is Signer {
  return typeof key === 'object' && key !== null && typeof (key as Partial<Signer>).sign === 'function';
}

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

/**
 * Signs with a key elsewhere, and checks the signature, because a server would only say that it is wrong. Rejects with `TransportError`.
 *
 * @param key the public key of the certificate; where there is none, `size`: the octets of r and of s
 */
export async function signElsewhere(
  signer: Signer,
  algorithm: SignatureAlgorithm,
  octets: string,
  key: KeyObject | { readonly size: number | undefined },
): Promise<Buffer> {
  let value: Uint8Array;
  try {
    value = await soon(signer.sign(algorithm, Buffer.from(octets)));
  } catch (cause) {
    throw unusable(cause instanceof Overdue ? `did not answer within ${LONGEST_MS} ms` : 'failed', cause);
  }
  if (bytes(value).length > 0) throw unusable('returned something else than a Uint8Array');
  try {
    const publicKey = key instanceof KeyObject ? key : undefined;
    const plain = plainSignature(value, key instanceof KeyObject ? sizeOf(key) : key.size);
    if (publicKey === undefined || verifyOctets(algorithm, publicKey, octets, plain))
      return Buffer.from(plain);
  } catch {
    // Not a signature in either form.
  }
  throw unusable(`returned what is no ${algorithm} signature by the key of the certificate`);
}

/** Decrypts with a key elsewhere. `undefined` if it cannot: what comes after must not show that. */
export async function decryptElsewhere(
  decrypter: Decrypter,
  algorithm: KeyTransport,
  data: Uint8Array,
): Promise<Uint8Array | undefined> {
  try {
    const secret = await soon(decrypter.decrypt(algorithm, data));
    return bytes(secret).length === 0 ? secret : undefined;
  } catch {
    return undefined;
  }
}

class Overdue extends Error {}

function soon<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Overdue()), LONGEST_MS);
  });
  return Promise.race([promise, overdue]).finally(() => clearTimeout(timer));
}

function unusable(why: string, cause?: unknown): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: `cannot secure the envelope: the signer of the credential profile ${why}`,
    cause,
  });
}

/** The error of a function that returns its result at once. */
export function needsAsync(name: string): TransportError {
  return invalidRequest(`the key of the credential profile is not in this process: use ${name}`);
}

const CURVE_BYTES: Readonly<Record<string, number>> = { prime256v1: 32, secp384r1: 48, secp521r1: 66 };

/** Octets of r and of s; `undefined` for a key that is not elliptic. */
function sizeOf(key: KeyObject): number | undefined {
  return CURVE_BYTES[key.asymmetricKeyDetails?.namedCurve ?? ''];
}

/** An ECDSA signature as r and s of equal length; any other as it is. Throws `DerError` for neither form. */
function plainSignature(value: Uint8Array, size: number | undefined): Uint8Array {
  if (size === undefined || value.length === 2 * size) return value;
  const plain = new Uint8Array(2 * size);
  for (const [index, integer] of derChildren(readDer(value)).entries()) {
    const digits: Buffer = Buffer.from(integerOf(integer).padStart(2 * size, '0'), 'hex');
    if (index > 1 || digits.length !== size) throw new DerError('not two integers of the curve');
    plain.set(digits, index * size);
  }
  return plain;
}
