import type { UsernameTokenProfile } from '@soapstone/credentials';
import { escapeText } from '@soapstone/soap-model/xml';
import { BASE64_BINARY, PASSWORD_DIGEST, PASSWORD_TEXT } from '../namespaces.js';
import { base64Of } from '../print-bytes.js';
import { createId, drawBytes, type HeaderContext, printInstant } from './header-context.js';

/** The values that differ in each token. */
export interface TokenValues {
  readonly nonce: Uint8Array | undefined;
  /** `wsu:Created`. */
  readonly created: string | undefined;
}

/** Chooses the nonce and the time of a token. A digest always has both. */
export function createTokenValues(
  profile: UsernameTokenProfile,
  { now, random }: HeaderContext,
): TokenValues {
  const digest = profile.type === 'digest';
  return {
    nonce: digest || profile.nonce !== false ? drawBytes(random, 16) : undefined,
    created: digest || profile.created !== false ? printInstant(now) : undefined,
  };
}

/**
 * The bytes whose SHA-1 is the digest: nonce + created + password, the texts in UTF-8 (§3.1). SHA-1 is the profile's choice, not ours.
 */
export function digestInput(
  { password }: UsernameTokenProfile,
  { nonce, created = '' }: TokenValues,
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...(nonce ?? []), ...new TextEncoder().encode(`${created}${password}`)]);
}

/**
 * A `wsse:UsernameToken`. Expects the prefixes `wsse` and `wsu` in scope.
 *
 * @param digest the SHA-1 of `digestInput`; absent for a password as text
 *
 * @see https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-UsernameTokenProfile.pdf §3.1
 */
export function printUsernameToken(
  profile: UsernameTokenProfile,
  { nonce, created }: TokenValues,
  random: HeaderContext['random'],
  digest?: Uint8Array,
): string {
  const password = digest === undefined ? escapeText(profile.password) : base64Of(digest);
  return [
    `<wsse:UsernameToken wsu:Id="${createId('UT', random)}">`,
    `<wsse:Username>${escapeText(profile.username)}</wsse:Username>`,
    `<wsse:Password Type="${digest === undefined ? PASSWORD_TEXT : PASSWORD_DIGEST}">${password}</wsse:Password>`,
    nonce === undefined ? '' : `<wsse:Nonce EncodingType="${BASE64_BINARY}">${base64Of(nonce)}</wsse:Nonce>`,
    created === undefined ? '' : `<wsu:Created>${created}</wsu:Created>`,
    '</wsse:UsernameToken>',
  ].join('');
}
