import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../algorithms.js';
import type { Door } from '../door.js';
import type { Signer } from '../external-key.js';
import { type Kind, kind } from '../kind.js';
import { choice, flag, list, pem, secret, signing } from '../members.js';
import { KEY_IDENTIFIERS, type KeyIdentifier, type RequestPart, requestPart } from '../parts.js';

/** An X.509 signature of requests (WS-Security X.509 Token Profile 1.0). */
export interface SignatureProfile {
  /** The certificate of the key, PEM; those of its issuers may follow it. */
  readonly certificate: string;
  /** PEM, or a `Signer` that has the key. */
  readonly privateKey: string | Signer;
  readonly passphrase?: string | undefined;
  /** `rsa-…` for an RSA key, `ecdsa-…` for an EC key. SHA-1 is for old servers only. Default `rsa-sha256`. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The canonical form of what is signed. Default `exclusive`. */
  readonly canonicalization?: 'exclusive' | 'inclusive' | undefined;
  /** The reference by which the message names the certificate. Default `binary-security-token`. */
  readonly keyIdentifier?: KeyIdentifier | undefined;
  /** The parts to sign; each must be in the message, unless it is optional. Default: the Body and, if present, the Timestamp. */
  readonly parts?: readonly RequestPart[] | undefined;
  /** Whether to sign the UsernameToken as well, if there is one. Default false. */
  readonly signUsernameToken?: boolean | undefined;
}

/** An X.509 signature of requests. */
export const signature: Kind<SignatureProfile> = kind<SignatureProfile>('signature', {
  runsOn: 'crypto',
  members: {
    certificate: pem,
    privateKey: signing,
    passphrase: secret(),
    algorithm: choice(...SIGNATURE_ALGORITHMS),
    canonicalization: choice('exclusive', 'inclusive'),
    keyIdentifier: choice(...KEY_IDENTIFIERS),
    parts: list(requestPart, 32, 1),
    signUsernameToken: flag,
  },
  required: ['certificate', 'privateKey'],
  bundle: ['certificate', 'privateKey'],
});

/** The texts for people. */
export const signatureDoor: Door = {
  title: 'Signature of the message',
  description: 'WS-Security X.509 signature of the body and the timestamp',
  client: 'x509Signature',
  cli: [
    {
      flags: '--sign-cert <file>',
      help: 'sign body and timestamp (WS-Security X.509) with this certificate: PEM, or PKCS#12 (.p12, .pfx)',
      at: '',
      value: 'file',
      group: 'message',
    },
    {
      flags: '--sign-key <file>',
      help: 'the private key of --sign-cert in PEM (default: in the same file)',
      at: '/privateKey',
      value: 'file',
      group: 'message',
    },
  ],
  form: { own: true },
};
