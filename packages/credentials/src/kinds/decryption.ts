import type { Door } from '../door.js';
import type { Decrypter } from '../external-key.js';
import { type Kind, kind } from '../kind.js';
import { decrypting, flag, secret } from '../members.js';

/** Options for decrypting responses. Unencrypted responses are read as well. */
export interface DecryptionProfile {
  /** The key of the certificate that servers encrypt for: RSA, in PEM, or a `Decrypter` that has it. */
  readonly privateKey: string | Decrypter;
  readonly passphrase?: string | undefined;
  /** Accept AES-CBC, whose errors can reveal what is encrypted. Default false. */
  readonly allowCbc?: boolean | undefined;
  /** Accept RSA 1.5, whose errors can reveal the key of a message. Default false. */
  readonly allowRsa15?: boolean | undefined;
}

/** Decryption of responses. */
export const decryption: Kind<DecryptionProfile> = kind<DecryptionProfile>('decryption', {
  runsOn: 'crypto',
  members: { privateKey: decrypting, passphrase: secret(), allowCbc: flag, allowRsa15: flag },
  required: ['privateKey'],
  bundle: ['privateKey'],
});

/** The texts for people. */
export const decryptionDoor: Door = {
  title: 'Encrypted responses',
  description: 'Read responses that the service encrypts for your certificate',
  client: 'decryptResponses',
  cli: [
    {
      flags: '--decrypt-key <file>',
      help: 'decrypt responses with this private key: PEM, or PKCS#12 (.p12, .pfx)',
      at: '',
      value: 'file',
      group: 'message',
    },
  ],
  form: { own: true },
};
