import { createHash } from 'node:crypto';
import { escapeText } from '@soapstone/soap-model/xml';
import type { UsernameTokenProfile } from './credential-profile.js';
import { createId, type HeaderContext, printInstant } from './header-context.js';
import { BASE64_BINARY, PASSWORD_DIGEST, PASSWORD_TEXT } from './namespaces.js';

/**
 * A `wsse:UsernameToken`. Expects the prefixes `wsse` and `wsu` in scope.
 *
 * @see https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-UsernameTokenProfile.pdf §3.1
 */
export function printUsernameToken(profile: UsernameTokenProfile, context: HeaderContext): string {
  const digest = profile.type === 'digest';
  const nonce = digest || profile.nonce !== false ? context.random(16) : undefined;
  const created = digest || profile.created !== false ? printInstant(context.now) : undefined;
  const password =
    digest && nonce !== undefined && created !== undefined
      ? passwordDigest(nonce, created, profile.password)
      : escapeText(profile.password);
  return [
    `<wsse:UsernameToken wsu:Id="${createId('UT', context.random)}">`,
    `<wsse:Username>${escapeText(profile.username)}</wsse:Username>`,
    `<wsse:Password Type="${digest ? PASSWORD_DIGEST : PASSWORD_TEXT}">${password}</wsse:Password>`,
    nonce === undefined
      ? ''
      : `<wsse:Nonce EncodingType="${BASE64_BINARY}">${Buffer.from(nonce).toString('base64')}</wsse:Nonce>`,
    created === undefined ? '' : `<wsu:Created>${created}</wsu:Created>`,
    '</wsse:UsernameToken>',
  ].join('');
}

/** Base64(SHA-1(nonce + created + password)), with the password in UTF-8 (§3.1). The profile prescribes SHA-1. */
export function passwordDigest(nonce: Uint8Array, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created, 'utf8').update(password, 'utf8').digest('base64');
}
