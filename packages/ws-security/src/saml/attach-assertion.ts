import { X509Certificate } from 'node:crypto';
import type { SamlProfile, SignatureProfile } from '@soapstone/credentials';
import { SAML_TYPES, WSSE, WSSE11, WSU } from '../namespaces.js';
import { unusableRequest } from '../security-error.js';
import { UnreadableXml } from '../xml/read-xml.js';
import { type Assertion, readAssertion } from './assertion.js';

const known = new WeakMap<SamlProfile, Assertion>();

/** The assertion of a profile, read once. Throws `UnreadableXml`. */
export function assertionOf(profile: SamlProfile): Assertion {
  let assertion = known.get(profile);
  if (assertion === undefined) {
    assertion = readAssertion(profile.assertion);
    known.set(profile, assertion);
  }
  return assertion;
}

/**
 * Why a request cannot carry an assertion, as what is expected of `path` in a profile; `undefined` if it can.
 *
 * @param now milliseconds since the Unix epoch
 */
export function findAssertionProblem(
  saml: SamlProfile,
  signature: Pick<SignatureProfile, 'certificate'> | undefined,
  now: number,
): { readonly path: string; readonly expected: string } | undefined {
  const path = '/saml/assertion';
  let assertion: Assertion;
  try {
    assertion = assertionOf(saml);
  } catch (error) {
    const why = error instanceof UnreadableXml ? `: ${error.message}` : '';
    return { path, expected: `expected a SAML 1.1 or 2.0 assertion as its issuer wrote it${why}` };
  }
  const { notOnOrAfter, confirmation, holder, isSymmetric } = assertion;
  const { clockSkewSeconds = 60 } = saml;
  if (notOnOrAfter !== undefined && notOnOrAfter + clockSkewSeconds * 1000 <= now) {
    const ended = new Date(notOnOrAfter).toISOString();
    return { path, expected: `expected an assertion that is still valid: this one expired at ${ended}` };
  }
  if (confirmation === 'bearer') return undefined;
  if (isSymmetric && confirmation === 'holder-of-key') {
    return { path, expected: 'expected an assertion for a public key: this one is for a shared secret' };
  }
  if (signature === undefined) {
    return {
      path: '/signature',
      expected: `the assertion says ${confirmation}, so the message must be signed`,
    };
  }
  const isHolder = holder === undefined || confirmation !== 'holder-of-key' || holds(signature, holder);
  return isHolder
    ? undefined
    : {
        path: '/signature/certificate',
        expected: 'expected the certificate of the key that the assertion names',
      };
}

function holds(
  { certificate }: Pick<SignatureProfile, 'certificate'>,
  holder: NonNullable<Assertion['holder']>,
) {
  try {
    return new X509Certificate(certificate).publicKey.equals(holder);
  } catch {
    // Another check names a certificate that cannot be read.
    return true;
  }
}

/** A `wsse:SecurityTokenReference` to the assertion of a message. Throws `SecurityError` for an encrypted one. */
export function printAssertionReference({ version, id }: Assertion, wsuId?: string): string {
  if (id === undefined) {
    throw unusableRequest(
      'cannot secure the envelope: an encrypted assertion has no visible identifier, so no signature can cover it or use its key',
    );
  }
  const { reference, token } = SAML_TYPES[version];
  const identifier = wsuId === undefined ? '' : ` xmlns:wsu="${WSU}" wsu:Id="${wsuId}"`;
  return `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}" xmlns:wsse11="${WSSE11}" wsse11:TokenType="${token}"${identifier}><wsse:KeyIdentifier ValueType="${reference}">${id}</wsse:KeyIdentifier></wsse:SecurityTokenReference>`;
}
