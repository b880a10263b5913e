import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../algorithms.js';
import { CERTIFICATE_FILES, type Door } from '../door.js';
import type { Signer } from '../external-key.js';
import { type Kind, kind } from '../kind.js';
import { choice, pem, secret, signing } from '../members.js';

/** The contents of the `KeyInfo` of a signed element. */
export const ELEMENT_KEY_INFOS = ['certificate', 'certificate-and-issuer'] as const;

/**
 * The key that signs elements inside requests (XML Signature), such as an invoice for a tax authority. A design says which elements.
 *
 * @example
 * ```ts
 * const credentials = { elementSignature: { certificate, privateKey, algorithm: 'rsa-sha256' } };
 * ```
 */
export interface ElementSignatureProfile {
  /** The certificate of the key, PEM. It is in each signature. */
  readonly certificate: string;
  /** PEM, or a `Signer` that has the key. */
  readonly privateKey: string | Signer;
  readonly passphrase?: string | undefined;
  /** `rsa-…` for an RSA key, `ecdsa-…` for an EC key. Its hash is that of the digest, too. SHA-1 is for services that refuse others. Default `rsa-sha256`. */
  readonly algorithm?: SignatureAlgorithm | undefined;
  /** The contents of `KeyInfo`: the certificate, or its issuer and serial number as well. Default `certificate`. */
  readonly keyInfo?: (typeof ELEMENT_KEY_INFOS)[number] | undefined;
}

/** The key that signs elements inside requests. */
export const elementSignature: Kind<ElementSignatureProfile> = kind<ElementSignatureProfile>(
  'elementSignature',
  {
    runsOn: 'crypto',
    members: {
      certificate: pem,
      privateKey: signing,
      passphrase: secret(),
      algorithm: choice(...SIGNATURE_ALGORITHMS),
      keyInfo: choice(...ELEMENT_KEY_INFOS),
    },
    required: ['certificate', 'privateKey'],
    bundle: ['certificate', 'privateKey'],
  },
);

/** The texts for people. */
export const elementSignatureDoor: Door = {
  title: 'Signature of an element',
  description: 'XML signature of the elements that the API design names, such as an invoice',
  client: 'elementSignature',
  cli: [
    {
      flags: '--sign-element-cert <file>',
      help: 'sign the elements that the design names with this certificate: PEM, or PKCS#12 (.p12, .pfx)',
      at: '',
      value: 'file',
      group: 'message',
    },
    {
      flags: '--sign-element-key <file>',
      help: 'the private key of --sign-element-cert in PEM (default: in the same file)',
      at: '/privateKey',
      value: 'file',
      group: 'message',
    },
  ],
  form: {
    fields: [
      {
        member: 'certificate',
        label: 'Certificate (PEM)',
        input: 'text-file',
        accept: CERTIFICATE_FILES,
        missing: 'Choose the certificate of the key',
      },
      {
        member: 'privateKey',
        label: 'Private key (PEM)',
        input: 'text-file',
        accept: '.pem,.key',
        missing: 'Choose the private key',
      },
      {
        member: 'passphrase',
        label: 'Passphrase',
        description: 'Empty: the key has none.',
        input: 'password',
      },
      {
        member: 'algorithm',
        label: 'Algorithm',
        input: 'choice',
        choices: [
          { value: 'rsa-sha256', label: 'RSA with SHA-256' },
          { value: 'ecdsa-sha256', label: 'ECDSA with SHA-256' },
          { value: 'rsa-sha512', label: 'RSA with SHA-512' },
          { value: 'ecdsa-sha384', label: 'ECDSA with SHA-384' },
          { value: 'rsa-sha1', label: 'RSA with SHA-1, for old services' },
        ],
      },
    ],
  },
};
