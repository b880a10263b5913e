import { KeyObject } from 'node:crypto';
import type { Decrypter, KeyTransport, SignatureAlgorithm, Signer } from '@soapstone/credentials';
import { bytes } from '@soapstone/options';
import { integerBytes, verifyOctets } from '../algorithms/algorithms.js';
import { DerError, derChildren, integerOf, readDer } from '../certificates/der.js';
import { SecurityError } from '../security-error.js';

/** The time limit for an external key (`Signer`, `Decrypter`), in milliseconds; a call also ends at its own deadline. */
const MAX_ANSWER_MS = 10_000;

/**
 * Signs with an external key, and checks the signature, because a server would only say that it is wrong. Rejects with
 * `SecurityError`.
 *
 * @param key the public key of the certificate; without one, `size`: the number of octets of r, and of s
 */
export async function signWithExternalKey(
  signer: Signer,
  algorithm: SignatureAlgorithm,
  octets: string,
  key: KeyObject | { readonly size: number | undefined },
): Promise<Buffer> {
  let value: Uint8Array;
  try {
    value = await withinLimit(signer.sign(algorithm, Buffer.from(octets)));
  } catch (cause) {
    throw unusable(
      cause instanceof TimeLimitError ? `did not answer within ${MAX_ANSWER_MS} ms` : 'failed',
      cause,
    );
  }
  if (bytes(value).length > 0) throw unusable('returned something other than a Uint8Array');
  try {
    const publicKey = key instanceof KeyObject ? key : undefined;
    const plain = plainSignature(value, key instanceof KeyObject ? integerBytes(key) : key.size);
    if (publicKey === undefined || verifyOctets(algorithm, publicKey, octets, plain))
      return Buffer.from(plain);
  } catch {
    // Not a signature in either form.
  }
  throw unusable(`returned no valid ${algorithm} signature by the key of the certificate`);
}

/** Decrypts with an external key. Returns `undefined` on failure, which later steps must not reveal. */
export async function decryptWithExternalKey(
  decrypter: Decrypter,
  algorithm: KeyTransport,
  data: Uint8Array,
): Promise<Uint8Array | undefined> {
  try {
    const secret = await withinLimit(decrypter.decrypt(algorithm, data));
    return bytes(secret).length === 0 ? secret : undefined;
  } catch {
    return undefined;
  }
}

class TimeLimitError extends Error {}

function withinLimit<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    // The process may have been suspended or busy: the event loop reads an answer that has arrived before the limit counts.
    timer = setTimeout(() => setImmediate(() => reject(new TimeLimitError())), MAX_ANSWER_MS);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

function unusable(why: string, cause?: unknown): SecurityError {
  const message = `cannot secure the envelope: the signer of the credential profile ${why}`;
  return new SecurityError('INVALID_REQUEST', message, cause);
}

/**
 * An ECDSA signature as r and s of equal length; any other as it is. Throws `DerError` for an ECDSA signature in another form.
 */
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
