import type { CredentialProblem } from '@soapstone/credentials';
import type { Pkcs12Error } from './pkcs12-error.js';

/**
 * Returns the problem of a profile with a PKCS#12 file that cannot be read: the passphrase is at fault, or the file.
 *
 * @param path of the member with the file: `/signature`
 */
export function pkcs12Problem(path: string, { code, message }: Pkcs12Error): CredentialProblem {
  return { path: `${path}/${code === 'PKCS12_PASSWORD' ? 'passphrase' : 'pfx'}`, expected: message };
}
