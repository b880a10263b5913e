import { endOfString, hideSecrets } from '../credentials/hide-secrets.js';
import type { ServiceSecrets } from '../credentials/service-secrets.js';
import { PRIVATE_NAME } from '../domain/calls/private-names.js';

/** The maximum number of characters of a body that are recorded. */
const MAX_BODY_CHARACTERS = 64 * 1024;

/** The text after the name of a member: its value, or the beginning of its value if that is a string. */
const VALUE = /\s{0,100}:\s{0,100}("|[\w.+-]+)/y;

/**
 * Returns the recorded form of a body: truncated, without the owner's secrets, and without the values of members with secret-like names.
 */
export function redactBody(text: string, secrets: ServiceSecrets): string {
  const cut = text.length > MAX_BODY_CHARACTERS ? `${text.slice(0, MAX_BODY_CHARACTERS)}…` : text;
  return redactMembers(hideSecrets(cut, secrets));
}

/** Reads every string once. A pattern for a whole member would start again at each escaped quote. */
function redactMembers(json: string): string {
  let made = '';
  let written = 0;
  for (let start = json.indexOf('"'); start !== -1; ) {
    const end = endOfString(json, start);
    VALUE.lastIndex = end;
    const value = PRIVATE_NAME.test(json.slice(start + 1, end - 1)) ? VALUE.exec(json) : null;
    let next = end;
    if (value?.[1] !== undefined) {
      const from = VALUE.lastIndex - value[1].length;
      next = value[1] === '"' ? endOfString(json, from) : VALUE.lastIndex;
      made += `${json.slice(written, from)}"[redacted]"`;
      written = next;
    }
    start = json.indexOf('"', next);
  }
  return made + json.slice(written);
}
