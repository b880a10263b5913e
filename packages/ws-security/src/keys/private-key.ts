import { createPrivateKey, type KeyObject } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import { DerError, type DerValue, derChildren, integerOf, oidOf, readDer, TAG } from '../certificates/der.js';
import { toDer } from './ber.js';
import { DerivationBudget, ExpensiveKeyError } from './derivation-budget.js';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';
/** RFC 8018 §A.3 and RFC 7292 §C: the schemes whose parameters are a salt and an iteration count. */
const SALT_AND_COUNT = /^1\.2\.840\.113549\.1\.(?:5|12\.1)\.\d{1,2}$/;
/** The product of the three costs of scrypt (RFC 7914 §2); OpenSSL writes 131,072. About two seconds. */
const MAX_SCRYPT_COST = 4_194_304;
const LABEL = 'ENCRYPTED PRIVATE KEY';
const BLOCK = /-----BEGIN ENCRYPTED PRIVATE KEY-----([^-]*)-----END/g;

/** A private key in PEM. */
export interface PrivateKeyText {
  readonly privateKey: string;
  readonly passphrase?: string | undefined;
}

/**
 * Opens a private key in PEM, whose author decides how much work that is. Throws `ExpensiveKeyError` before doing too much of it, and
 * the error of Node for a key that is not readable.
 */
export function openPrivateKey({ privateKey, passphrase }: PrivateKeyText): KeyObject {
  assertAffordable(privateKey);
  return createPrivateKey({ key: privateKey, format: 'pem', ...defined({ passphrase }) });
}

/**
 * Checks the work of opening the encrypted keys (PKCS#8, RFC 5958 §3) in a PEM text. Throws `ExpensiveKeyError`, also for parameters that cannot
 * be read, because Node might read them. The older form of PEM (`Proc-Type`) has a single iteration.
 */
export function assertAffordable(pem: string): void {
  const budget = new DerivationBudget();
  let blocks = 0;
  for (const [, base64 = ''] of pem.matchAll(BLOCK)) {
    blocks += 1;
    try {
      const [algorithm] = derChildren(readDer(toDer(Buffer.from(base64, 'base64'))));
      takeAlgorithm(algorithm, budget);
    } catch (error) {
      if (error instanceof DerError) throw unreadable();
      throw error;
    }
  }
  if (pem.split(`BEGIN ${LABEL}`).length - 1 > blocks) throw unreadable();
}

function takeAlgorithm(algorithm: DerValue | undefined, budget: DerivationBudget): void {
  const [oid, parameters] = algorithm === undefined ? [] : derChildren(algorithm);
  if (oid === undefined || parameters === undefined) throw unreadable();
  const name = oidOf(oid);
  if (name === PBES2) {
    const [derivation] = derChildren(parameters);
    takeAlgorithm(derivation, budget);
  } else if (name === PBKDF2 || SALT_AND_COUNT.test(name)) {
    const [, count] = derChildren(parameters);
    budget.take(numberOf(count));
  } else if (name === SCRYPT) {
    const [, cost, size, parallel] = derChildren(parameters);
    const work = numberOf(cost) * numberOf(size) * numberOf(parallel);
    if (!(work <= MAX_SCRYPT_COST)) {
      throw new ExpensiveKeyError(
        `the product of its scrypt parameters is more than ${MAX_SCRYPT_COST}; write it again with smaller ones`,
      );
    }
  } else throw unreadable();
}

function numberOf(value: DerValue | undefined): number {
  return value?.tag === TAG.integer ? Number.parseInt(integerOf(value), 16) : Number.NaN;
}

function unreadable(): ExpensiveKeyError {
  return new ExpensiveKeyError(
    'the parameters of its encryption are not readable; write it again with "openssl pkcs8 -topk8 -v2 aes-256-cbc"',
  );
}
