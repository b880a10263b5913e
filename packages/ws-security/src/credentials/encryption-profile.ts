import { type Check, flag, listOf, members, oneOf, text } from '@soapstone/options';
import {
  CONTENT_CIPHERS,
  type ContentCipher,
  KEY_TRANSPORTS,
  type KeyTransport,
} from '../encryption/algorithm-names.js';
import { type Decrypter, decryptingKey } from './key-holder.js';
import { type HeaderPart, headerPart, KEY_IDENTIFIERS, type KeyIdentifier } from './signature-profile.js';

/** A part of a request that can be encrypted: the content of the Body, a token or the signature as a whole, or header blocks. */
export type EncryptedPart = 'body' | 'signature' | 'username-token' | 'saml-assertion' | HeaderPart;

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

/** A part that can be encrypted. */
export const encryptedPart: Check = (value) =>
  typeof value === 'string'
    ? oneOf('body', 'signature', 'username-token', 'saml-assertion')(value)
    : headerPart(value);

/** The members of an `EncryptionProfile` and their types. */
export const encryptionProfile: Check = members<EncryptionProfile>(
  {
    certificate: text,
    parts: listOf(encryptedPart),
    cipher: oneOf(...CONTENT_CIPHERS),
    keyTransport: oneOf(...KEY_TRANSPORTS),
    keyIdentifier: oneOf(...KEY_IDENTIFIERS),
    order: oneOf('sign-then-encrypt', 'encrypt-then-sign'),
  },
  ['certificate'],
);

/** The members of a `DecryptionProfile` and their types. */
export const decryptionProfile: Check = members<DecryptionProfile>(
  { privateKey: decryptingKey, passphrase: text, allowCbc: flag, allowRsa15: flag },
  ['privateKey'],
);
