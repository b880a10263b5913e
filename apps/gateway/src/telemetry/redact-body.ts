import { hideSecrets } from '../catalog/hide-secrets.js';
import type { ServiceSecrets } from '../catalog/service-secrets.js';
import { PRIVATE_ENDINGS } from '../domain/private-names.js';

/** The maximum number of characters of a body that are recorded. */
const LONGEST = 64 * 1024;

/** Matches members whose names suggest secret values. */
const PRIVATE_MEMBER = new RegExp(
  String.raw`("(?:[^"\\]|\\.)*?(?:${PRIVATE_ENDINGS})"\s*:\s*)("(?:[^"\\]|\\.)*"|[\w.+-]+)`,
  'gi',
);

/**
 * Returns the recorded form of a body: truncated, without the owner's secrets, and without the values of members with secret-like names.
 */
export function redactBody(text: string, secrets: ServiceSecrets): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return hideSecrets(cut, secrets).replace(PRIVATE_MEMBER, '$1"[redacted]"');
}
