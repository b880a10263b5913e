import type { CredentialProfile, TimestampProfile } from '@soapstone/credentials';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import { ENVELOPE, WSSE, WSU } from '../namespaces.js';
import { createId, type HeaderContext, printInstant } from './header-context.js';

/** The `wsse:Security` block around the tokens of a profile, or for what secures the message; `[]` if there is neither. */
export function printSecurityBlock(
  tokens: string,
  profile: CredentialProfile,
  context: HeaderContext,
): string[] {
  if (tokens === '' && !isSecured(profile)) return [];
  return [
    `<wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}"${addressee(profile, context)}>${tokens}</wsse:Security>`,
  ];
}

/** Whether `secureEnvelope` changes the messages of a profile. */
export function isSecured(profile: CredentialProfile | undefined): profile is CredentialProfile {
  const { signature, session, passwordKey, encryption, saml, sts } = profile ?? {};
  return (signature ?? session ?? passwordKey ?? encryption ?? saml ?? sts) !== undefined;
}

/** A `wsu:Timestamp`. Expects the prefix `wsu` in scope. */
export function printTimestamp(
  { ttlSeconds = 300 }: TimestampProfile,
  { now, random }: HeaderContext,
): string {
  const expires = new Date(now.getTime() + ttlSeconds * 1000);
  return [
    `<wsu:Timestamp wsu:Id="${createId('TS', random)}">`,
    `<wsu:Created>${printInstant(now)}</wsu:Created><wsu:Expires>${printInstant(expires)}</wsu:Expires>`,
    '</wsu:Timestamp>',
  ].join('');
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
