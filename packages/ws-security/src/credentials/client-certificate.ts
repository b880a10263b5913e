import { bytes, type Check, members, text } from '@soapstone/options';

/** A TLS client certificate: PEM, or one PKCS#12 file. */
export type ClientCertificate =
  | { readonly certificate: string; readonly privateKey: string; readonly passphrase?: string | undefined }
  | { readonly pfx: Uint8Array; readonly passphrase?: string | undefined };

const pem = { certificate: text, privateKey: text, passphrase: text };
const pemPair: Check = members<Extract<ClientCertificate, { readonly privateKey: string }>>(pem, [
  'certificate',
  'privateKey',
]);
const pkcs12: Check = members<Extract<ClientCertificate, { readonly pfx: Uint8Array }>>(
  { pfx: bytes, passphrase: text },
  ['pfx'],
);

/** A pair of PEM texts, or the bytes of a PKCS#12 file. */
export const clientCertificate: Check = (value) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'pfx') ? pkcs12(value) : pemPair(value);
