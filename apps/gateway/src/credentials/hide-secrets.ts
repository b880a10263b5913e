import { secretTexts } from '@soapstone/credentials';
import { createRedactor } from '@soapstone/ws-security';
import type { ServiceSecrets } from './service-secrets.js';

/** Removes the owner's secrets from a text of the upstream, which may echo what it received. */
export function hideSecrets(text: string, secrets: ServiceSecrets): string {
  return redactorOf(secrets, text.length)(text);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Does the same in JSON text, string by string, because JSON escapes some characters. */
export function hideSecretsInJson(json: string, secrets: ServiceSecrets): string {
  if (Object.keys(secrets).length === 0) return json;
  const hide = redactorOf(secrets, json.length);
  const parts: string[] = [];
  let written = 0;
  // Not a regular expression, which would overflow its stack on a string of several megabytes.
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', written)) {
    const end = endOfString(json, start);
    const token = json.slice(start, end);
    const text = JSON.parse(token) as string;
    const hidden = hide(text);
    parts.push(json.slice(written, start), hidden === text ? token : JSON.stringify(hidden));
    written = end;
  }
  parts.push(json.slice(written));
  return parts.join('');
}

/** The index after the string that begins at `start` in a JSON text; after its end if the string is cut off. */
export function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function redactorOf(
  { credentials, headers, design, proxyLogin, wsdlLogin }: ServiceSecrets,
  longest: number,
): (text: string) => string {
  const texts = textsOf(headers?.blocks);
  for (const secret of design?.values() ?? []) texts.add(secret);
  for (const login of [proxyLogin, wsdlLogin?.credentials]) {
    for (const secret of login === undefined ? [] : secretTexts(login)) texts.add(secret);
  }
  return createRedactor(credentials, texts, longest);
}

/** The strings in a JSON value. */
function textsOf(value: unknown): Set<string> {
  const found = new Set<string>();
  const work = [value];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') found.add(next);
    if (typeof next === 'object' && next !== null) {
      for (const each of Object.values(next)) work.push(each);
    }
  }
  return found;
}
