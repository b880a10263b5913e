import { flag as boolean, members, oneOf, text as string } from '@soapstone/options';
import type { Member, MemberOf, MemberSchema } from './members.js';

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

/** A part of a request that can be encrypted: the content of the Body, a token or the signature as a whole, or header blocks. */
export type EncryptedPart = 'body' | 'signature' | 'username-token' | 'saml-assertion' | HeaderPart;

/** A part of a response that must be signed: the Body, the `wsu:Timestamp`, header blocks, or `headers`: every one that there is. */
export type SignedPart = 'body' | 'headers' | 'timestamp' | HeaderPart;

const NAME: MemberSchema = { type: 'string', minLength: 1, maxLength: 1024 };
/** Header blocks by name, in a stored profile. */
const HEADER_PART: MemberSchema = {
  type: 'object',
  properties: { namespace: NAME, name: NAME, optional: { type: 'boolean' } },
  required: ['namespace'],
  additionalProperties: false,
};

/** A part with its own name, or header blocks. */
function partOf<const Name extends string>(...names: readonly Name[]): MemberOf<Name | HeaderPart> {
  const name = oneOf(...names);
  const block = members<HeaderPart>({ namespace: string, name: string, optional: boolean }, ['namespace']);
  return {
    check: (value) => (typeof value === 'string' ? name(value) : block(value)),
    schema: { anyOf: [{ enum: names }, HEADER_PART] },
  };
}

/** A part that can be signed. */
export const requestPart: MemberOf<RequestPart> = partOf(...REQUEST_PARTS);

/** A part that a session key, or the key of a password, can sign: it makes the signature that `signature` means. */
export const keyedPart: MemberOf<RequestPart> = partOf(
  ...REQUEST_PARTS.filter((part) => part !== 'signature'),
) as Member as MemberOf<RequestPart>;

/** A part that can be encrypted. */
export const encryptedPart: MemberOf<EncryptedPart> = partOf(
  'body',
  'signature',
  'username-token',
  'saml-assertion',
);

/** A part of a response that must be signed. */
export const signedPart: MemberOf<SignedPart> = partOf('body', 'headers', 'timestamp');
