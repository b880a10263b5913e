import { type CredentialProfile, secretTexts } from '@soapstone/credentials';
import { assertCredentialProfile } from '../credentials/credential-profile.js';
import { issuedSecrets, secretsOfAssertion } from '../saml/assertion-secrets.js';
import { hideTexts, readSecrets, textHider } from './hide-texts.js';

/**
 * Removes the secrets of a profile from a text of another party, such as a fault that echoes its request (C10). Throws
 * `SecurityError` for a text that is not a string and for a profile that cannot be used.
 *
 * @example
 * ```ts
 * log(redactSecrets(envelope, profile));
 * ```
 */
export function redactSecrets(text: string, profile: CredentialProfile | undefined): string {
  if (profile !== undefined) assertCredentialProfile(profile);
  return hideTexts(text, profile === undefined ? [] : secretsOf(profile));
}

/**
 * Returns a function that does the same with the secrets that the profile has now, and with `texts`, for many texts: what depends only on
 * the secrets is done once. Throws `SecurityError` for a profile that cannot be used.
 *
 * @param longest the length of the longest text that the function receives
 *
 * @example
 * ```ts
 * const hide = createRedactor(profile);
 * log(lines.map(hide));
 * ```
 */
export function createRedactor(
  profile: CredentialProfile | undefined,
  texts: Iterable<string> = [],
  longest: number = Number.POSITIVE_INFINITY,
): (text: string) => string {
  if (profile !== undefined) assertCredentialProfile(profile);
  return textHider([...(profile === undefined ? [] : secretsOf(profile)), ...readSecrets(texts)], longest);
}

/** Every secret text of the profile, as it is and as HTTP carries it. */
function secretsOf(profile: CredentialProfile): Set<string> {
  const { basic, saml, sts } = profile;
  const secrets = new Set(secretTexts(profile));
  for (const text of saml === undefined ? [] : secretsOfAssertion(saml)) secrets.add(text);
  if (sts !== undefined) {
    for (const text of [...issuedSecrets(sts), ...secretsOf(sts.credentials ?? {})]) secrets.add(text);
  }
  if (basic !== undefined) {
    secrets.add(Buffer.from(`${basic.username}:${basic.password}`, 'utf8').toString('base64'));
  }
  return secrets;
}
