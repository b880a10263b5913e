import type { CredentialProfile } from './credential-profile.js';
import { escapeText } from './xml-text.js';

/** Shorter values would black out half of an innocent text. */
const MIN_SECRET = 4;

/** Takes the secrets of a profile out of a text of others, such as a fault that echoes its request (C10). */
export function redactSecrets(text: string, profile: CredentialProfile | undefined): string {
  if (profile === undefined) return text;
  let redacted = text;
  for (const secret of secretsOf(profile)) {
    if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, '[redacted]');
  }
  return redacted;
}

/** Every form in which a secret of the profile travels, longest first. */
function secretsOf(profile: CredentialProfile): string[] {
  const { basic, usernameToken, clientCertificate, signature } = profile;
  const plain = [
    basic?.password,
    usernameToken?.password,
    clientCertificate?.passphrase,
    signature?.passphrase,
    signature?.privateKey,
    clientCertificate !== undefined && 'privateKey' in clientCertificate
      ? clientCertificate.privateKey
      : undefined,
    ...Object.values(profile.headers ?? {}),
  ].filter((secret) => secret !== undefined);
  const forms = new Set(plain.flatMap((secret) => [secret, escapeText(secret)]));
  if (basic !== undefined)
    forms.add(Buffer.from(`${basic.username}:${basic.password}`, 'utf8').toString('base64'));
  return [...forms].filter((secret) => secret.length >= MIN_SECRET).sort((a, b) => b.length - a.length);
}
