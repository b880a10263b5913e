import { hideSecrets } from '../catalog/hide-secrets.js';
import type { ServiceSecrets } from '../catalog/service-secrets.js';

/** Characters of a body that are kept. */
const LONGEST = 64 * 1024;

/** Members whose names say that their values are nobody's to read later. */
const PRIVATE_MEMBER =
  /("(?:[^"\\]|\\.)*?(?:password|passwd|passwort|secret|token|api[-_]?key|authorization|credential|cvv|cvc|pin)"\s*:\s*)("(?:[^"\\]|\\.)*"|[\w.+-]+)/gi;

/** A body as it is kept: cut to a length, without the owner's secrets and without values of members that are called like secrets. */
export function redactBody(text: string, secrets: ServiceSecrets): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return hideSecrets(cut, secrets).replace(PRIVATE_MEMBER, '$1"[redacted]"');
}
