import { redactSecrets } from '@soapstone/soap-transport';
import type { ServiceSecrets } from '../catalog/service-secrets.js';

/** Shorter values would black out half of an innocent text. */
const SHORTEST = 4;

/** A text of the upstream without what only the owner may know: an upstream may echo what it was shown. */
export function hideSecrets(text: string, { credentials, headers }: ServiceSecrets): string {
  let hidden = redactSecrets(text, credentials);
  for (const secret of textsOf(headers?.blocks)) {
    for (const form of [secret, secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')]) {
      hidden = hidden.replaceAll(form, '[redacted]');
    }
  }
  return hidden;
}

/** The texts in a JSON value, the longest first. */
function textsOf(value: unknown): string[] {
  const found = new Set<string>();
  const work = [value];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string' && next.length >= SHORTEST) found.add(next);
    if (typeof next === 'object' && next !== null) work.push(...Object.values(next));
  }
  return [...found].sort((one, other) => other.length - one.length);
}
