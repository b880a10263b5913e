import { assertOptions } from '@soapstone/options';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../algorithms.js';
import type { Door } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { anObject, choice, flag, integer, list, pems, text } from '../members.js';
import { type SignedPart, signedPart } from '../parts.js';

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
  /** The greatest age of a response in seconds, 1 to 86,400, regardless of what its Timestamp says. Default 300. */
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

/**
 * Whether a profile trusts anything but the session key of a request.
 *
 * @example
 * ```ts
 * trustsCertificates({ authorities: [pem] }); // true
 * trustsCertificates({ parts: ['body'] }); // false: only the session key can have signed the response
 * ```
 */
export function trustsCertificates(profile: VerifyProfile): boolean {
  assertOptions(anObject, profile, 'trustsCertificates');
  const { authorities, certificates } = profile;
  return [authorities ?? [], certificates ?? []].flat().length > 0;
}

/** Verification of the signature of every response. */
export const verify: Kind<VerifyProfile> = kind<VerifyProfile>('verify', {
  runsOn: 'crypto',
  members: {
    parts: list(signedPart, 32, 1),
    authorities: pems(),
    certificates: pems(),
    subjects: list(text(1024), 20),
    subjectAltNames: list(text(1024), 20),
    revocationLists: pems(1_048_576),
    algorithms: list(choice(...SIGNATURE_ALGORITHMS), 10, 1),
    allowSha1: flag,
    clockSkewSeconds: integer(0, 3600),
    maxAgeSeconds: integer(1, 86_400),
    signatureConfirmation: flag,
    unsignedPrefixes: flag,
    allowUnsignedFaults: flag,
  },
});

/** The texts for people. */
export const verifyDoor: Door = {
  title: 'Signed responses',
  description: 'Refuse responses without a valid WS-Security signature of the service',
  client: 'verifyResponses',
  cli: [
    {
      flags: '--verify-cert <file>',
      help: 'require responses that the owner of this certificate in PEM has signed',
      at: '',
      value: 'file',
      group: 'message',
    },
    {
      flags: '--verify-ca <file>',
      help: 'require responses that are signed with a certificate of these authorities',
      at: '/authorities',
      value: 'file',
      group: 'message',
    },
  ],
  form: { own: true },
};
