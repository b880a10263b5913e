import { createHmac, createPrivateKey, type KeyObject, timingSafeEqual, X509Certificate } from 'node:crypto';
import type { DigestAlgorithm } from '@soapstone/credentials';
import { assertOptions, bytes, text } from '@soapstone/options';
import { DerError, type DerValue, derChildren, oidOf, readDer, TAG } from '../certificates/der.js';
import { toDer } from './ber.js';
import { DerivationBudget, ExpensiveKeyError } from './derivation-budget.js';
import { DIGEST_BYTES, decryptWithPassword, iterationsOf, pkcs12Key } from './password-encryption.js';
import { Pkcs12Error } from './pkcs12-error.js';

/** A private key and the certificates that belong to it, in PEM. */
export interface KeyBundle {
  /** The certificate of the key, followed by the others in the file, such as those of its issuers. */
  readonly certificate: string;
  /** PKCS#8, not encrypted. */
  readonly privateKey: string;
}

const MAX_BYTES = 1_048_576;
const MAX_BAGS = 100;

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
/** RFC 7292 §4.2: the types of bags. */
const BAG = {
  key: '1.2.840.113549.1.12.10.1.1',
  encryptedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  bags: '1.2.840.113549.1.12.10.1.6',
};
const X509 = '1.2.840.113549.1.9.22.1';
/** The digests of the MAC. */
const DIGESTS: Readonly<Record<string, DigestAlgorithm>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Reads the one private key of a PKCS#12 file (RFC 7292; `.p12` or `.pfx`), its certificate, and the others. A file decides how
 * expensive its decryption is, within a bound of a few seconds: read a stranger's file in another process.
 *
 * @param file up to 1 MiB
 * @param password default none
 *
 * @throws {Pkcs12Error} with a `code`, for a wrong password, no key, several keys, and any other problem of the file
 * @throws {OptionError} for other arguments
 *
 * @example
 * ```ts
 * const security = x509Signature(readPkcs12(await readFile('us.p12'), password));
 * ```
 */
export function readPkcs12(file: Uint8Array, password = ''): KeyBundle {
  assertOptions(bytes, file, 'readPkcs12', 'file');
  assertOptions(text, password, 'readPkcs12', 'password');
  if (file.length > MAX_BYTES) {
    throw new Pkcs12Error('PKCS12_UNREADABLE', `it is larger than ${MAX_BYTES} bytes`);
  }
  try {
    const { keys, certificates } = readContent(file, password);
    return bundle(keys, certificates);
  } catch (error) {
    if (error instanceof DerError)
      throw new Pkcs12Error('PKCS12_UNREADABLE', 'it is damaged, or not a PKCS#12 file');
    if (error instanceof ExpensiveKeyError) throw new Pkcs12Error('PKCS12_UNSUPPORTED', error.message);
    throw error;
  }
}

/** `PFX`. The MAC is checked first, to distinguish a wrong password from a damaged file. */
function readContent(file: Uint8Array, password: string): Content {
  const [version, authSafe, mac] = derChildren(readDer(toDer(file)));
  if (version?.tag !== TAG.integer || authSafe === undefined) throw new DerError('no PFX');
  const safe = dataOf(authSafe);
  // Some programs write "no password" as an empty text, others as nothing at all.
  const spellings = password === '' ? ['', undefined] : [password];
  const work = new DerivationBudget();
  const known = mac === undefined ? { password } : findSpelling(mac, safe, spellings, work);
  const content: Content = { keys: [], certificates: [] };
  const budget: Budget = { left: MAX_BAGS, work };
  for (const part of derChildren(readDer(toDer(safe)))) {
    const [type] = derChildren(part);
    const isEncrypted = type !== undefined && oidOf(type) === ENCRYPTED_DATA;
    const bags = isEncrypted ? decryptBags(part, known.password, work) : dataOf(part);
    readBags(bags, known.password, content, budget);
  }
  return content;
}

type Password = string | undefined;

function findSpelling(
  mac: DerValue,
  safe: Uint8Array,
  spellings: readonly Password[],
  work: DerivationBudget,
): { readonly password: Password } {
  const right = spellings.findIndex((password) => hasMac(mac, safe, password, work));
  if (right < 0) throw wrongPassword();
  return { password: spellings[right] };
}

/** The remainder of the bounds on one file. */
interface Budget {
  left: number;
  readonly work: DerivationBudget;
}

interface Content {
  readonly keys: KeyObject[];
  readonly certificates: X509Certificate[];
}

/** The octets of a `ContentInfo` that is not encrypted. */
function dataOf(info: DerValue): Uint8Array {
  const [type, explicit] = derChildren(info);
  if (type === undefined || explicit === undefined || oidOf(type) !== DATA) {
    throw new Pkcs12Error('PKCS12_UNSUPPORTED', 'it is protected with a public key');
  }
  const [octets] = derChildren(explicit);
  if (octets?.tag !== TAG.octetString) throw new DerError('no octets');
  return octets.content;
}

/** `EncryptedData` (RFC 5652 §8). */
function decryptBags(info: DerValue, password: Password, work: DerivationBudget): Uint8Array {
  const [, explicit] = derChildren(info);
  const [data] = explicit === undefined ? [] : derChildren(explicit);
  const [, content] = data === undefined ? [] : derChildren(data);
  const [, algorithm, encrypted] = content === undefined ? [] : derChildren(content);
  if (algorithm === undefined || encrypted === undefined) throw new DerError('no encrypted content');
  // An implicit tag: one octet string, or pieces of it.
  const isInPieces = (encrypted.tag & 0x20) !== 0;
  const octets = isInPieces
    ? Buffer.concat(derChildren(encrypted).map((piece) => piece.content))
    : encrypted.content;
  return decrypt(algorithm, octets, password, work);
}

function decrypt(
  algorithm: DerValue,
  encrypted: Uint8Array,
  password: Password,
  work: DerivationBudget,
): Buffer {
  try {
    return decryptWithPassword(algorithm, encrypted, password, work);
  } catch (error) {
    const isTyped =
      error instanceof Pkcs12Error || error instanceof DerError || error instanceof ExpensiveKeyError;
    if (isTyped) throw error;
    // Without a MAC, wrong padding is the only sign of a wrong password.
    throw wrongPassword();
  }
}

/** `MacData` (RFC 7292 §4). */
function hasMac(mac: DerValue, content: Uint8Array, password: Password, work: DerivationBudget): boolean {
  const [digestInfo, salt, count] = derChildren(mac);
  const [algorithm, expected] = digestInfo === undefined ? [] : derChildren(digestInfo);
  const [oid] = algorithm === undefined ? [] : derChildren(algorithm);
  if (oid === undefined || expected === undefined || salt === undefined) throw new DerError('no MAC');
  const hash = DIGESTS[oidOf(oid)];
  if (hash === undefined) {
    throw new Pkcs12Error('PKCS12_UNSUPPORTED', `the MAC ${oidOf(oid).slice(0, 60)} is not supported`);
  }
  const { length } = expected.content;
  const iterations = count === undefined ? 1 : iterationsOf(count);
  const use = { salt: salt.content, iterations, id: 3, length: DIGEST_BYTES[hash] } as const;
  const key = pkcs12Key(hash, password, use, work);
  const actual = createHmac(hash, key).update(content).digest();
  return length === actual.length && timingSafeEqual(actual, expected.content);
}

/** `SafeContents`. Nested bags are appended to the list that is being read. */
function readBags(
  safe: Uint8Array,
  password: Password,
  { keys, certificates }: Content,
  budget: Budget,
): void {
  const bags = [...derChildren(readSafe(safe))];
  for (const bag of bags) {
    budget.left -= 1;
    if (budget.left < 0) throw new Pkcs12Error('PKCS12_UNREADABLE', `it has more than ${MAX_BAGS} parts`);
    const [type, explicit] = derChildren(bag);
    const [value] = explicit === undefined ? [] : derChildren(explicit);
    if (type === undefined || value === undefined) throw new DerError('no bag');
    switch (oidOf(type)) {
      case BAG.bags:
        bags.push(...derChildren(value));
        break;
      case BAG.key:
        keys.push(readKey(value.raw));
        break;
      case BAG.encryptedKey: {
        const [algorithm, encrypted] = derChildren(value);
        if (algorithm === undefined || encrypted === undefined) throw new DerError('no encrypted key');
        keys.push(readKey(decrypt(algorithm, encrypted.content, password, budget.work)));
        break;
      }
      case BAG.certificate: {
        const [kind, holder] = derChildren(value);
        const [octets] = holder === undefined ? [] : derChildren(holder);
        if (kind !== undefined && oidOf(kind) === X509 && octets !== undefined) {
          certificates.push(readCertificate(octets.content));
        }
        break;
      }
      default:
      // Revocation lists and secrets: nothing that a connection needs.
    }
  }
}

/** Data decrypted with a wrong password can have valid padding by chance. */
function readSafe(safe: Uint8Array): DerValue {
  const value = readDer(toDer(safe));
  if (value.tag !== TAG.sequence) throw new DerError('no list');
  return value;
}

function readKey(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch {
    throw new Pkcs12Error('PKCS12_UNREADABLE', 'its private key is not readable, or the password is wrong');
  }
}

function readCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(der));
  } catch {
    throw new Pkcs12Error('PKCS12_UNREADABLE', 'one of its certificates is not readable');
  }
}

function bundle(keys: readonly KeyObject[], certificates: readonly X509Certificate[]): KeyBundle {
  const [key, ...others] = keys;
  if (key === undefined) throw new Pkcs12Error('PKCS12_NO_KEY', 'it has no private key, only certificates');
  if (others.length > 0) {
    throw new Pkcs12Error(
      'PKCS12_SEVERAL_KEYS',
      `it has ${keys.length} private keys; export the one to use into a separate file`,
    );
  }
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined) {
    throw new Pkcs12Error('PKCS12_NO_CERTIFICATE', 'it has no certificate of its private key');
  }
  const rest = certificates.filter((certificate) => certificate !== own);
  return {
    certificate: [own, ...rest].map((certificate) => certificate.toString()).join(''),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function wrongPassword(): Pkcs12Error {
  return new Pkcs12Error('PKCS12_PASSWORD', 'the password is wrong or missing');
}
