import { type Check, flag, listOf, members, oneOf, text, wrong } from '@soapstone/options';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../algorithms/algorithm-names.js';
import { type HeaderPart, headerPart } from './signature-profile.js';

/** A part of a response that must be signed: the Body, the `wsu:Timestamp`, header blocks, or `headers`: every one that there is. */
export type SignedPart = 'body' | 'headers' | 'timestamp' | HeaderPart;

/**
 * The requirements for the signature of a response. A response that violates them is rejected, and nothing of it is returned. Needs at least
 * one of `authorities` and `certificates`, unless the profile has a `session`, whose key then signs responses.
 *
 * @example
 * ```ts
 * const credentials = { verify: { certificates: await readFile('bank.pem', 'utf8') } };
 * ```
 */
export interface VerifyProfile {
  /** The parts that must be signed in addition to the Body, which always must. Default `['body', 'timestamp']`. */
  readonly parts?: readonly SignedPart[] | undefined;
  /** PEM certificates of authorities: every certificate that they issue for signatures is accepted. */
  readonly authorities?: string | readonly string[] | undefined;
  /** PEM certificates of signers that are accepted themselves. Needed if a message only names its certificate. */
  readonly certificates?: string | readonly string[] | undefined;
  /** Accept only certificates with one of these subjects, as RFC 4514 writes them: `CN=payments,O=Bank,C=DE`. */
  readonly subjects?: readonly string[] | undefined;
  /** Accept only certificates with one of these alternative names: `DNS:pay.example.com`, `URI:urn:bank`. */
  readonly subjectAltNames?: readonly string[] | undefined;
  /** PEM revocation lists. If there are any, every issuer in a chain must have a current one. */
  readonly revocationLists?: string | readonly string[] | undefined;
  /** Default: all but `rsa-sha1`. */
  readonly algorithms?: readonly SignatureAlgorithm[] | undefined;
  /** Accept SHA-1, which is broken, in signatures, digests and certificates. Default false. */
  readonly allowSha1?: boolean | undefined;
  /** Seconds by which the clock of the server may differ, up to 3,600. Default 60. */
  readonly clockSkewSeconds?: number | undefined;
  /** The greatest age of a response in seconds, 1 to 86,400, whatever its Timestamp says. Default 300. */
  readonly maxAgeSeconds?: number | undefined;
  /**
   * Require that the response confirms the signatures of its request, and no others (`SignatureConfirmation` of WS-Security 1.1). A
   * response to another request is rejected then, however recent. Default false.
   */
  readonly signatureConfirmation?: boolean | undefined;
  /**
   * Accept prefixes in `xsi:type` whose namespace the signature does not cover. Many Java servers sign that way; someone on the path
   * can then give a value another type. Default false.
   */
  readonly unsignedPrefixes?: boolean | undefined;
  /** Return SOAP faults that are not signed. Anyone on the path can forge one. Default false. */
  readonly allowUnsignedFaults?: boolean | undefined;
}

const texts: Check = (value) => (Array.isArray(value) ? listOf(text)(value) : text(value));

const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? []
      : wrong(`expected an integer from ${least} to ${most}`);

const signedPart: Check = (value) =>
  typeof value === 'string' ? oneOf('body', 'headers', 'timestamp')(value) : headerPart(value);

/** Whether a profile trusts anything but the session key of a request. */
export function trustsCertificates({ authorities, certificates }: VerifyProfile): boolean {
  return [authorities ?? [], certificates ?? []].flat().length > 0;
}

/** The members of a `VerifyProfile` and their types. */
export const verifyProfile: Check = members<VerifyProfile>({
  parts: listOf(signedPart),
  authorities: texts,
  certificates: texts,
  subjects: listOf(text),
  subjectAltNames: listOf(text),
  revocationLists: texts,
  algorithms: listOf(oneOf(...SIGNATURE_ALGORITHMS)),
  allowSha1: flag,
  clockSkewSeconds: integer(0, 3600),
  maxAgeSeconds: integer(1, 86_400),
  signatureConfirmation: flag,
  unsignedPrefixes: flag,
  allowUnsignedFaults: flag,
});
