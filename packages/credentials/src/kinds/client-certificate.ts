import type { Door } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { pem, privateKey, secret } from '../members.js';

/** A TLS client certificate: PEM, or one PKCS#12 file. */
export type ClientCertificate =
  | { readonly certificate: string; readonly privateKey: string; readonly passphrase?: string | undefined }
  | { readonly pfx: Uint8Array; readonly passphrase?: string | undefined };

/** A TLS client certificate. */
export const clientCertificate: Kind<ClientCertificate> = kind<
  Extract<ClientCertificate, { readonly privateKey: string }>
>('clientCertificate', {
  runsOn: 'node',
  members: { certificate: pem, privateKey, passphrase: secret() },
  required: ['certificate', 'privateKey'],
  bundle: ['certificate', 'privateKey'],
  keepsBundle: true,
});

/** The texts for people. */
export const clientCertificateDoor: Door = {
  title: 'Client certificate',
  description: 'The service identifies the gateway by a certificate (mutual TLS)',
  client: 'clientCertificate',
  cli: [
    {
      flags: '--cert <file>',
      help: 'a TLS client certificate: PEM, or PKCS#12 (.p12, .pfx)',
      at: '',
      value: 'file',
      group: 'access',
    },
    {
      flags: '--key <file>',
      help: 'the private key of --cert in PEM (default: in the same file)',
      at: '/privateKey',
      value: 'file',
      group: 'access',
    },
  ],
  form: { own: true },
};
