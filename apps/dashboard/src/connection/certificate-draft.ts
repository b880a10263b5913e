/** The form values of a certificate and its key. */
export interface CertificateDraft {
  /** PEM, or PKCS#12 with its key. */
  readonly certificate: File | null;
  readonly privateKey: File | null;
  readonly passphrase: string;
}

export const NO_CERTIFICATE: CertificateDraft = { certificate: null, privateKey: null, passphrase: '' };

/** A certificate and its key: two PEM files, or one of PKCS#12. */
export async function readPair({
  certificate,
  privateKey,
  passphrase,
}: CertificateDraft): Promise<
  | { readonly certificate: string; readonly privateKey: string; readonly passphrase?: string }
  | { readonly pfx: string; readonly passphrase?: string }
  | { readonly problem: string }
> {
  const secret = passphrase === '' ? {} : { passphrase };
  if (certificate === null) return { problem: 'Choose a certificate file' };
  if (isPkcs12(certificate)) return { pfx: await base64Of(certificate), ...secret };
  if (privateKey === null)
    return { problem: 'Choose the private key too: a PEM certificate does not hold it' };
  return { certificate: await certificate.text(), privateKey: await privateKey.text(), ...secret };
}

/** Whether a file contains a certificate together with its key, judging by its name. */
export function isPkcs12({ name }: Pick<File, 'name'>): boolean {
  return /\.(p12|pfx)$/i.test(name);
}

/** Reads a file as Base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
