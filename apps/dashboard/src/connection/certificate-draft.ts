/** The form values of a certificate and its key. */
export interface CertificateDraft {
  /** PEM, or PKCS#12 with its key. */
  readonly certificate: File | null;
  readonly privateKey: File | null;
  readonly passphrase: string;
}

export const NO_CERTIFICATE: CertificateDraft = { certificate: null, privateKey: null, passphrase: '' };
