import { assertCredentialProfile, type CredentialProfile } from '@soapstone/ws-security/web';
import { asTransportError } from '../security-failure.js';

const NONE: readonly string[] = [];
const known = new WeakMap<CredentialProfile, readonly string[]>();

/**
 * Returns the HTTP headers of a profile as alternating names and values: Basic authentication and the owner's own headers. Throws
 * `TransportError` `INVALID_REQUEST` if the profile cannot be used.
 */
export function credentialHeaders(profile: CredentialProfile | undefined): readonly string[] {
  if (profile === undefined) return NONE;
  let headers = known.get(profile);
  if (headers === undefined) {
    assertUsable(profile);
    headers = Object.entries(profile.headers ?? {}).flat();
    if (profile.basic !== undefined) {
      const { username, password } = profile.basic;
      headers = [...headers, 'authorization', `Basic ${base64Of(`${username}:${password}`)}`];
    }
    known.set(profile, headers);
  }
  return headers;
}

function assertUsable(profile: CredentialProfile): void {
  try {
    assertCredentialProfile(profile);
  } catch (error) {
    throw asTransportError(error);
  }
}

function base64Of(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
