import { hideTexts, redactSecrets } from '@soapstone/soap-transport';
import type { ServiceSecrets } from './service-secrets.js';

/** Removes the owner's secrets from a text of the upstream, which may echo what it received. */
export function hideSecrets(text: string, { credentials, headers }: ServiceSecrets): string {
  return hideTexts(redactSecrets(text, credentials), textsOf(headers?.blocks));
}

/** Does the same in JSON text, string by string, because JSON escapes some characters. */
export function hideSecretsInJson(json: string, secrets: ServiceSecrets): string {
  if (secrets.credentials === undefined && secrets.headers === undefined) return json;
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (token) => {
    const text = JSON.parse(token) as string;
    const hidden = hideSecrets(text, secrets);
    return hidden === text ? token : JSON.stringify(hidden);
  });
}

/** The strings in a JSON value. */
function textsOf(value: unknown): Set<string> {
  const found = new Set<string>();
  const work = [value];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') found.add(next);
    if (typeof next === 'object' && next !== null) work.push(...Object.values(next));
  }
  return found;
}
