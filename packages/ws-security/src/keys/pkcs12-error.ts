/**
 * Why no key can be read from a PKCS#12 file.
 *
 * - `PKCS12_UNREADABLE`: it is not PKCS#12, damaged, or too large.
 * - `PKCS12_PASSWORD`: the password is wrong or missing.
 * - `PKCS12_NO_KEY`: it has no private key.
 * - `PKCS12_SEVERAL_KEYS`: it has more than one private key.
 * - `PKCS12_NO_CERTIFICATE`: it has no certificate for its key.
 * - `PKCS12_UNSUPPORTED`: it is protected in a way that is not supported, which the message names.
 */
export type Pkcs12ErrorCode =
  | 'PKCS12_UNREADABLE'
  | 'PKCS12_PASSWORD'
  | 'PKCS12_NO_KEY'
  | 'PKCS12_SEVERAL_KEYS'
  | 'PKCS12_NO_CERTIFICATE'
  | 'PKCS12_UNSUPPORTED';

/** A PKCS#12 file from which no key can be read. Its message repeats nothing from the file. */
export class Pkcs12Error extends Error {
  override readonly name = 'Pkcs12Error';
  readonly code: Pkcs12ErrorCode;

  constructor(code: Pkcs12ErrorCode, why: string) {
    super(`cannot read the PKCS#12 file: ${why}`);
    this.code = code;
  }
}
