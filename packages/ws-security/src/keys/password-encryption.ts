import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import type { DigestAlgorithm } from '@soapstone/credentials';
import { type DerValue, derChildren, integerOf, oidOf, TAG } from '../certificates/der.js';
import type { DerivationBudget } from './derivation-budget.js';
import { Pkcs12Error } from './pkcs12-error.js';
import { decryptRc2 } from './rc2.js';

/** RFC 7292 §C: the PBE schemes of PKCS#12, with SHA-1. */
const PKCS12_SCHEMES: Readonly<Record<string, { readonly cipher: string; readonly keyBytes: number }>> = {
  '1.2.840.113549.1.12.1.3': { cipher: 'des-ede3-cbc', keyBytes: 24 },
  '1.2.840.113549.1.12.1.4': { cipher: 'des-ede-cbc', keyBytes: 16 },
  '1.2.840.113549.1.12.1.5': { cipher: 'rc2', keyBytes: 16 },
  '1.2.840.113549.1.12.1.6': { cipher: 'rc2', keyBytes: 5 },
};
const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
/** RFC 8018 §B.1. */
const PRFS: Readonly<Record<string, DigestAlgorithm>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
/** RFC 8018 §B.2. */
const CIPHERS: Readonly<Record<string, { readonly cipher: string; readonly keyBytes: number }>> = {
  '2.16.840.1.101.3.4.1.2': { cipher: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { cipher: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { cipher: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { cipher: 'des-ede3-cbc', keyBytes: 24 },
};

/**
 * Decrypts data as an `AlgorithmIdentifier` of a PKCS#12 file says, within the budget of the file. Throws `Pkcs12Error` for an algorithm
 * that is not supported, `ExpensiveKeyError`, and the errors that a wrong password leads to.
 */
export function decryptWithPassword(
  algorithm: DerValue,
  encrypted: Uint8Array,
  password: string | undefined,
  budget: DerivationBudget,
): Buffer {
  const [oid, parameters] = derChildren(algorithm);
  if (oid === undefined || parameters === undefined) throw unsupported('none');
  const name = oidOf(oid);
  if (name === PBES2) return decryptPbes2(parameters, encrypted, password ?? '', budget);
  const scheme = PKCS12_SCHEMES[name];
  if (scheme === undefined) throw unsupported(name);
  const [salt, count] = derChildren(parameters);
  const iterations = iterationsOf(count);
  const derive = (id: 1 | 2, length: number): Buffer =>
    pkcs12Key('sha1', password, { salt: contentOf(salt), iterations, id, length }, budget);
  const key = derive(1, scheme.keyBytes);
  const iv = derive(2, 8);
  if (scheme.cipher === 'rc2') return decryptRc2(key, iv, encrypted);
  const decipher = createDecipheriv(scheme.cipher, key, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

/** RFC 8018 §6.2. */
function decryptPbes2(
  parameters: DerValue,
  encrypted: Uint8Array,
  password: string,
  budget: DerivationBudget,
): Buffer {
  const [derivation, encryption] = derChildren(parameters);
  const [kdf, kdfParameters] = derivation === undefined ? [] : derChildren(derivation);
  const [cipher, iv] = encryption === undefined ? [] : derChildren(encryption);
  if (kdf === undefined || oidOf(kdf) !== PBKDF2) throw unsupported(kdf && oidOf(kdf));
  const method = cipher && CIPHERS[oidOf(cipher)];
  if (method === undefined) throw unsupported(cipher && oidOf(cipher));
  const [salt, count, ...more] = kdfParameters === undefined ? [] : derChildren(kdfParameters);
  const prf = more.find(({ tag }) => tag === TAG.sequence);
  const [prfOid] = prf === undefined ? [] : derChildren(prf);
  const hash = prfOid === undefined ? 'sha1' : PRFS[oidOf(prfOid)];
  if (hash === undefined) throw unsupported(prfOid && oidOf(prfOid));
  const iterations = iterationsOf(count);
  budget.take(iterations);
  const key = pbkdf2Sync(Buffer.from(password, 'utf8'), contentOf(salt), iterations, method.keyBytes, hash);
  const decipher = createDecipheriv(method.cipher, key, contentOf(iv));
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

/** Octets of the values of hash functions. */
export const DIGEST_BYTES: Readonly<Record<DigestAlgorithm, number>> = {
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};
/** Octets of the blocks that a hash function works on. */
const BLOCK: Readonly<Record<DigestAlgorithm, number>> = { sha1: 64, sha256: 64, sha384: 128, sha512: 128 };

/**
 * Derives a key as RFC 7292 §B.2 says, from a password in UTF-16 with a zero at its end.
 *
 * @param password `undefined` for none, not even the zero
 * @param use.id 1: a key, 2: an initialisation vector, 3: the key of a MAC
 */
export function pkcs12Key(
  hash: DigestAlgorithm,
  password: string | undefined,
  use: {
    readonly salt: Uint8Array;
    readonly iterations: number;
    readonly id: 1 | 2 | 3;
    readonly length: number;
  },
  budget: DerivationBudget,
): Buffer {
  budget.takeHashes(use.iterations, Math.ceil(use.length / DIGEST_BYTES[hash]));
  const block = BLOCK[hash];
  const fill = (bytes: Uint8Array): Buffer =>
    Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes.length === 0 ? 0 : bytes);
  const secret = password === undefined ? Buffer.alloc(0) : Buffer.from(`${password}\0`, 'utf16le').swap16();
  const input = Buffer.concat([fill(use.salt), fill(secret)]);
  const diversifier = Buffer.alloc(block, use.id);
  const made: Buffer[] = [];
  for (let length = 0; length < use.length; ) {
    let digest: Buffer = createHash(hash).update(diversifier).update(input).digest();
    for (let count = 1; count < use.iterations; count += 1) digest = createHash(hash).update(digest).digest();
    made.push(digest);
    length += digest.length;
    addToBlocks(input, fill(digest).subarray(0, block), block);
  }
  return Buffer.concat(made).subarray(0, use.length);
}

/** Adds a number and one to each block, without the carry out of it (RFC 7292 §B.2, step 6C). */
function addToBlocks(input: Buffer, number: Uint8Array, block: number): void {
  for (let start = 0; start < input.length; start += block) {
    let carry = 1;
    for (let at = block - 1; at >= 0; at -= 1) {
      carry += (input[start + at] ?? 0) + (number[at] ?? 0);
      input[start + at] = carry & 0xff;
      carry >>= 8;
    }
  }
}

function contentOf(value: DerValue | undefined): Uint8Array {
  if (value?.tag !== TAG.octetString)
    throw new Pkcs12Error('PKCS12_UNREADABLE', 'its encryption has no parameters');
  return value.content;
}

/** Reads an iteration count, which the budget of the file judges. */
export function iterationsOf(value: DerValue | undefined): number {
  return value?.tag === TAG.integer ? Number.parseInt(integerOf(value), 16) : 0;
}

function unsupported(oid = 'unknown'): Pkcs12Error {
  return new Pkcs12Error(
    'PKCS12_UNSUPPORTED',
    `the algorithm ${oid.slice(0, 60)} is not supported; write it again with "openssl pkcs12 -export -keypbe AES-256-CBC -certpbe AES-256-CBC"`,
  );
}
