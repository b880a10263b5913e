import { CERTIFICATE_FILES, type Door } from '../door.js';
import { type Kind, valueKind } from '../kind.js';
import { pems } from '../members.js';

/** PEM certificate authorities that sign the server's certificate, in place of the public ones. */
export type CertificateAuthorities = string | readonly string[];

/** The authorities for the certificate of the server. */
export const certificateAuthority: Kind<CertificateAuthorities> = valueKind<CertificateAuthorities>('ca', {
  runsOn: 'node',
  value: pems(),
});

/** The texts for people. */
export const certificateAuthorityDoor: Door = {
  title: 'Certificate authority',
  description: 'For a service whose certificate is signed by a private authority',
  client: 'certificateAuthority',
  cli: [
    {
      flags: '--ca <file>',
      help: 'trust these certificate authorities (PEM) instead of the public ones',
      at: '',
      value: 'file',
      group: 'access',
    },
  ],
  form: {
    fields: [
      {
        member: '',
        label: 'Certificate of the authority (PEM)',
        input: 'text-file',
        accept: CERTIFICATE_FILES,
        missing: 'Choose the certificate of the authority',
      },
    ],
  },
};
