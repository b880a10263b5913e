import { createHash, X509Certificate } from 'node:crypto';
import type { CredentialProfile, SignatureProfile, UsernameTokenProfile } from '@soapstone/credentials';
import { assertCredentialProfile } from '../credentials/credential-profile.js';
import { BASE64_BINARY, X509_V3 } from '../namespaces.js';
import { assertionOf } from '../saml/attach-assertion.js';
import { unusableRequest } from '../security-error.js';
import { assertHeaderContext, createId, type HeaderContext } from './header-context.js';
import { printSecurityBlock, printTimestamp } from './security-block.js';
import { createTokenValues, digestInput, printUsernameToken } from './username-token.js';

/**
 * Returns the header blocks that a profile asks for, for the envelope writer to insert (WA-2, WA-3): one `wsse:Security` block, or
 * none. Each block declares its own prefixes. Blocks are created per message, because they contain a nonce and times. A profile
 * with a signature, encryption or an assertion returns the block into which `secureEnvelope` puts them. Throws `SecurityError` `INVALID_REQUEST`.
 *
 * @example
 * ```ts
 * const blocks = securityHeaders(profile, { soapVersion: '1.1', now: new Date(), random: randomBytes });
 * ```
 */
export function securityHeaders(profile: CredentialProfile | undefined, context: HeaderContext): string[] {
  if (profile === undefined) return [];
  assertCredentialProfile(profile);
  assertHeaderContext('securityHeaders', context, ['soapVersion', 'now', 'random']);
  const { timestamp, signature, usernameToken } = profile;
  // In the order of a strict layout: what the signature needs comes before it.
  const tokens = [
    timestamp === undefined ? '' : printTimestamp(timestamp, context),
    usesToken(signature) && !namesAssertion(profile)
      ? printBinarySecurityToken(signature.certificate, context)
      : '',
    usernameToken === undefined ? '' : printToken(usernameToken, context),
  ].join('');
  return printSecurityBlock(tokens, profile, context);
}

function usesToken(signature: SignatureProfile | undefined): signature is SignatureProfile {
  return (
    signature !== undefined &&
    (signature.keyIdentifier ?? 'binary-security-token') === 'binary-security-token'
  );
}

/** Whether the key of the signature is named by an assertion, so that the message needs no certificate. */
function namesAssertion({ saml, sts }: CredentialProfile): boolean {
  if (sts?.keyType === 'public-key') return true;
  try {
    return saml !== undefined && assertionOf(saml).confirmation === 'holder-of-key';
  } catch {
    // `secureEnvelope` says why it cannot be read.
    return false;
  }
}

function printToken(profile: UsernameTokenProfile, context: HeaderContext): string {
  const values = createTokenValues(profile, context);
  if (profile.type === 'text') return printUsernameToken(profile, values, context.random);
  const digest = createHash('sha1').update(digestInput(profile, values)).digest();
  return printUsernameToken(profile, values, context.random, digest);
}

function printBinarySecurityToken(certificate: string, { random }: HeaderContext): string {
  const id = createId('X509', random);
  const der = readCertificate(certificate).raw.toString('base64');
  return `<wsse:BinarySecurityToken EncodingType="${BASE64_BINARY}" ValueType="${X509_V3}" wsu:Id="${id}">${der}</wsse:BinarySecurityToken>`;
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw unusableRequest(
      'cannot use credential profile member "/signature/certificate": expected a certificate in PEM',
    );
  }
}
