import { type Check, flag, listOf, members, oneOf, text } from '@soapstone/options';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../algorithms/algorithm-names.js';
import { type Signer, signingKey } from './key-holder.js';

/**
 * How a message names the certificate of a key: inside the message (`binary-security-token`, `embedded`, `x509-data`), or by what
 * the reader can look it up with (`issuer-serial`, `subject-key-identifier`, `thumbprint-sha1`).
 */
export type KeyIdentifier = (typeof KEY_IDENTIFIERS)[number];

/** Every way to name a certificate. */
export const KEY_IDENTIFIERS = [
  'binary-security-token',
  'issuer-serial',
  'subject-key-identifier',
  'thumbprint-sha1',
  'x509-data',
  'embedded',
] as const;

/** Header blocks by their name, or every one of a namespace. */
export interface HeaderPart {
  readonly namespace: string;
  /** Default: any name. */
  readonly name?: string | undefined;
  /** Whether a message may have none. Default false. */
  readonly optional?: boolean | undefined;
}

/**
 * A part of a request that can be signed: the Body, a token of the `wsse:Security` block, the SAML assertion, header blocks,
 * `headers`: all of them, `signature`: the one with the session key, or `encrypted-key`: the encrypted session key itself.
 */
export type RequestPart = (typeof REQUEST_PARTS)[number] | HeaderPart;

/** Every part with its own name. */
export const REQUEST_PARTS = [
  'body',
  'headers',
  'timestamp',
  'username-token',
  'binary-security-token',
  'saml-assertion',
  'signature',
  'encrypted-key',
] as const;

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

/** The members of a `HeaderPart` and their types. */
export const headerPart: Check = members<HeaderPart>({ namespace: text, name: text, optional: flag }, [
  'namespace',
]);

/** A part that can be signed. */
export const requestPart: Check = (value) =>
  typeof value === 'string' ? oneOf(...REQUEST_PARTS)(value) : headerPart(value);

/** The members of a `SignatureProfile` and their types. */
export const signatureProfile: Check = members<SignatureProfile>(
  {
    certificate: text,
    privateKey: signingKey,
    passphrase: text,
    algorithm: oneOf(...SIGNATURE_ALGORITHMS),
    canonicalization: oneOf('exclusive', 'inclusive'),
    keyIdentifier: oneOf(...KEY_IDENTIFIERS),
    parts: listOf(requestPart),
    signUsernameToken: flag,
  },
  ['certificate', 'privateKey'],
);
