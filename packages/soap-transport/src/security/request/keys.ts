import { createPrivateKey, type KeyObject } from 'node:crypto';
import { defined } from '@soapstone/soap-model/defined';
import { invalidRequest } from '../../transport-error.js';
import { type Certificate, readCertificate } from '../certificates/certificate.js';
import { cannotSecure } from './message-parts.js';

/** Reads a private key of a profile. Throws `TransportError` `INVALID_REQUEST`, which holds nothing of it. */
export function readPrivateKey({
  privateKey,
  passphrase,
}: {
  readonly privateKey: string;
  readonly passphrase?: string | undefined;
}): KeyObject {
  try {
    return createPrivateKey({
      key: privateKey,
      format: 'pem',
      ...defined({ passphrase }),
    });
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
