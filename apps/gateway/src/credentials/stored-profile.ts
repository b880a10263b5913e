import type { CredentialProfile } from '@soapstone/soap-transport';

/** A profile in JSON form: a PKCS#12 file in base64. */
export type StoredProfile = Omit<CredentialProfile, 'clientCertificate'> & {
  readonly clientCertificate?:
    | { readonly certificate: string; readonly privateKey: string; readonly passphrase?: string }
    | { readonly pfx: string; readonly passphrase?: string };
};

export function readProfile({ clientCertificate, ...rest }: StoredProfile): CredentialProfile {
  if (clientCertificate === undefined) return rest;
  return {
    ...rest,
    clientCertificate:
      'pfx' in clientCertificate
        ? { ...clientCertificate, pfx: Buffer.from(clientCertificate.pfx, 'base64') }
        : clientCertificate,
  };
}
