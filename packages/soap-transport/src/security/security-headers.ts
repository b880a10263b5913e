import { X509Certificate } from 'node:crypto';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import { invalidRequest } from '../transport-error.js';
import {
  assertCredentialProfile,
  type CredentialProfile,
  type TimestampProfile,
} from './credential-profile.js';
import { assertHeaderContext, createId, type HeaderContext, printInstant } from './header-context.js';
import { BASE64_BINARY, ENVELOPE, WSSE, WSU, X509_V3 } from './namespaces.js';
import { printUsernameToken } from './username-token.js';

/**
 * Returns the header blocks that a profile asks for, for the envelope writer to insert (WA-2, WA-3): one `wsse:Security` block, or
 * none. Each block declares its own prefixes. Blocks are created per message, because they contain a nonce and times. A profile
 * with a signature gives the block into which `signEnvelope` puts the signature. Throws `TransportError` `INVALID_REQUEST`.
 */
export function securityHeaders(profile: CredentialProfile | undefined, context: HeaderContext): string[] {
  if (profile === undefined) return [];
  assertCredentialProfile(profile);
  assertHeaderContext('securityHeaders', context, ['soapVersion', 'now', 'random']);
  const { timestamp, signature, usernameToken } = profile;
  // In the order of a strict layout: what the signature needs comes before it.
  const tokens = [
    timestamp === undefined ? '' : printTimestamp(timestamp, context),
    signature === undefined ? '' : printBinarySecurityToken(signature.certificate, context),
    usernameToken === undefined ? '' : printUsernameToken(usernameToken, context),
  ].join('');
  if (tokens === '') return [];
  return [
    `<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}"${addressee(profile, context)}>${tokens}</wsse:Security>`,
  ];
}

function addressee(
  { mustUnderstand = true, actor }: CredentialProfile,
  { soapVersion }: HeaderContext,
): string {
  if (!mustUnderstand && actor === undefined) return '';
  const understood = mustUnderstand ? ' soapenv:mustUnderstand="1"' : '';
  const role =
    actor === undefined
      ? ''
      : ` soapenv:${soapVersion === '1.1' ? 'actor' : 'role'}="${escapeAttribute(actor)}"`;
  return ` xmlns:soapenv="${ENVELOPE[soapVersion]}"${understood}${role}`;
}

function printTimestamp({ ttlSeconds = 300 }: TimestampProfile, { now, random }: HeaderContext): string {
  const expires = new Date(now.getTime() + ttlSeconds * 1000);
  return [
    `<wsu:Timestamp wsu:Id="${createId('TS', random)}">`,
    `<wsu:Created>${printInstant(now)}</wsu:Created><wsu:Expires>${printInstant(expires)}</wsu:Expires>`,
    '</wsu:Timestamp>',
  ].join('');
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
    throw invalidRequest(
      'cannot use credential profile member "/signature/certificate": expected a certificate in PEM',
    );
  }
}
