import { CONTENT_CIPHERS, type ContentCipher, KEY_TRANSPORTS, type KeyTransport } from '../algorithms.js';
import { type Door, SERVICE_CERTIFICATE } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { choice, list, pem } from '../members.js';
import { type EncryptedPart, encryptedPart, KEY_IDENTIFIERS, type KeyIdentifier } from '../parts.js';

/** XML Encryption of requests for the owner of a certificate. */
export interface EncryptionProfile {
  /** The certificate of the server, PEM. */
  readonly certificate: string;
  /** Default `['body']`. */
  readonly parts?: readonly EncryptedPart[] | undefined;
  /** Default `aes-256-gcm`. */
  readonly cipher?: ContentCipher | undefined;
  /** Default `rsa-oaep`. */
  readonly keyTransport?: KeyTransport | undefined;
  /** The reference by which the message names the certificate. Default `issuer-serial`. */
  readonly keyIdentifier?: KeyIdentifier | undefined;
  /** The order of the two steps. Default `sign-then-encrypt`. */
  readonly order?: 'sign-then-encrypt' | 'encrypt-then-sign' | undefined;
}

/** XML Encryption of requests. */
export const encryption: Kind<EncryptionProfile> = kind<EncryptionProfile>('encryption', {
  runsOn: 'crypto',
  members: {
    certificate: pem,
    parts: list(encryptedPart, 32, 1),
    cipher: choice(...CONTENT_CIPHERS),
    keyTransport: choice(...KEY_TRANSPORTS),
    keyIdentifier: choice(...KEY_IDENTIFIERS),
    order: choice('sign-then-encrypt', 'encrypt-then-sign'),
  },
  required: ['certificate'],
});

/** The texts for people. */
export const encryptionDoor: Door = {
  title: 'Encrypted requests',
  description: 'XML Encryption of the body for the certificate of the service',
  client: 'encryptRequests',
  cli: [
    {
      flags: '--encrypt-cert <file>',
      help: 'encrypt the body (XML Encryption) for the owner of this certificate in PEM',
      at: '',
      value: 'file',
      group: 'message',
    },
  ],
  form: { fields: [SERVICE_CERTIFICATE] },
};
