import { assertCredentialProfile, type CredentialProfile } from './credential-profile.js';
import { hideTexts } from './hide-texts.js';
import { issuedSecrets, secretsOfAssertion } from './saml/assertion-secrets.js';

/**
 * Removes the secrets of a profile from a text of another party, such as a fault that echoes its request (C10). Throws
 * `TransportError` for a text that is not a string and for a profile that cannot be used.
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

/** Every secret text of the profile, as it is and as HTTP carries it. */
function secretsOf(profile: CredentialProfile): Set<string> {
  const { basic, oauth, ntlm, kerberos, usernameToken, saml, sts } = profile;
  const { clientCertificate, signature, decryption } = profile;
  const secrets = new Set(
    [
      basic?.password,
      ntlm?.password,
      kerberos?.password,
      kerberos?.keytab,
      oauth?.clientSecret,
      oauth?.privateKey,
      oauth?.passphrase,
      usernameToken?.password,
      profile.passwordKey?.password,
      ...(saml === undefined ? [] : secretsOfAssertion(saml)),
      ...(sts === undefined ? [] : [...issuedSecrets(sts), ...secretsOf(sts.credentials ?? {})]),
      clientCertificate?.passphrase,
      signature?.passphrase,
      signature?.privateKey,
      decryption?.passphrase,
      decryption?.privateKey,
      clientCertificate !== undefined && 'privateKey' in clientCertificate
        ? clientCertificate.privateKey
        : undefined,
      ...Object.values(profile.headers ?? {}),
    ].filter((secret) => typeof secret === 'string'),
  );
  if (basic !== undefined) {
    secrets.add(Buffer.from(`${basic.username}:${basic.password}`, 'utf8').toString('base64'));
  }
  return secrets;
}
