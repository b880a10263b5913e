import { createPrivateKey, type KeyObject } from 'node:crypto';
import { defined } from '@soapstone/soap-model/defined';
import { invalidRequest } from '../../transport-error.js';
import { type Certificate, readCertificate } from '../certificates/certificate.js';
import { DerivedValues } from '../keys/derived-values.js';
import { cannotSecure } from './message-parts.js';

interface PrivateKey {
  readonly privateKey: string;
  readonly passphrase?: string | undefined;
}

/** The keys that were used last. Opening one with a passphrase takes as long as its file says. */
const opened = new DerivedValues(({ privateKey, passphrase }: PrivateKey) =>
  createPrivateKey({ key: privateKey, format: 'pem', ...defined({ passphrase }) }),
);

/** Reads a private key of a profile. Throws `TransportError` `INVALID_REQUEST`, which holds nothing of it. */
export function readPrivateKey({ privateKey, passphrase }: PrivateKey): KeyObject {
  try {
    return opened.get({ privateKey, ...defined({ passphrase }) });
  } catch {
    throw invalidRequest(
      'cannot use the private key of the credential profile: it is not readable as PEM, or the passphrase is wrong',
    );
  }
}

/** The certificate of a member of a profile. Throws `TransportError`. */
export function certificateOf(pem: string, member: 'signature' | 'encryption'): Certificate {
  try {
    return readCertificate(pem);
  } catch {
    throw cannotSecure(`credential profile member "/${member}/certificate" is not a certificate in PEM`);
  }
}
