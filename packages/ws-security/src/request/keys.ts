import type { KeyObject } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import { type Certificate, readCertificate } from '../certificates/certificate.js';
import { ExpensiveKeyError } from '../keys/derivation-budget.js';
import { DerivedValues } from '../keys/derived-values.js';
import { openPrivateKey, type PrivateKeyText } from '../keys/private-key.js';
import { unusableRequest } from '../security-error.js';
import { cannotSecure } from './message-parts.js';

/** The keys that were used last. Opening one with a passphrase takes as long as its file says. */
const opened = new DerivedValues(openPrivateKey);

/** Reads a private key of a profile. Throws `SecurityError` `INVALID_REQUEST`, which holds nothing of it. */
export function readPrivateKey({ privateKey, passphrase }: PrivateKeyText): KeyObject {
  try {
    return opened.get({ privateKey, ...defined({ passphrase }) });
  } catch (error) {
    const why =
      error instanceof ExpensiveKeyError
        ? error.message
        : 'it is not readable as PEM, or the passphrase is wrong';
    throw unusableRequest(`cannot use the private key of the credential profile: ${why}`);
  }
}

/** The certificate of a member of a profile. Throws `SecurityError`. */
export function certificateOf(
  pem: string,
  member: 'signature' | 'elementSignature' | 'encryption',
): Certificate {
  try {
    return readCertificate(pem);
  } catch {
    throw cannotSecure(`credential profile member "/${member}/certificate" is not a certificate in PEM`);
  }
}
