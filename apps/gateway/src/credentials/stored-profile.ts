import type { CredentialProfile, StsCredentials, StsProfile } from '@soapstone/ws-security';

/** Credentials in JSON form: a PKCS#12 file in base64. */
type Stored<Profile> = Omit<Profile, 'clientCertificate' | 'sts'> & {
  readonly clientCertificate?:
    | { readonly certificate: string; readonly privateKey: string; readonly passphrase?: string }
    | { readonly pfx: string; readonly passphrase?: string };
};

/** A profile in JSON form, with the credentials at its token service in the same form. */
export type StoredProfile = Stored<CredentialProfile> & {
  readonly sts?: Omit<StsProfile, 'credentials'> & { readonly credentials?: Stored<StsCredentials> };
};

export function readProfile({ sts, ...rest }: StoredProfile): CredentialProfile {
  const profile = readCredentials(rest);
  if (sts === undefined) return profile;
  const { credentials, ...options } = sts;
  return {
    ...profile,
    sts: credentials === undefined ? options : { ...options, credentials: readCredentials(credentials) },
  };
}

function readCredentials({ clientCertificate, ...rest }: Stored<StsCredentials>): StsCredentials {
  if (clientCertificate === undefined) return rest;
  return {
    ...rest,
    clientCertificate:
      'pfx' in clientCertificate
        ? { ...clientCertificate, pfx: Buffer.from(clientCertificate.pfx, 'base64') }
        : clientCertificate,
  };
}
