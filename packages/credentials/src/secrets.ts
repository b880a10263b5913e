import { assertOptions } from '@soapstone/options';
import { anObject } from './members.js';
import { type CredentialProfile, KIND_NAMES, KINDS } from './profile.js';

/**
 * Returns every secret text of a profile and of its credentials at a token service. The texts inside an assertion are not among them, because
 * finding them takes an XML parser.
 *
 * @example
 * ```ts
 * secretTexts({ ntlm: { username: 'svc', password: 'geheim' } }); // ['geheim']
 * ```
 */
export function secretTexts(profile: CredentialProfile): string[] {
  assertOptions(anObject, profile, 'secretTexts');
  const texts: string[] = [];
  for (const name of KIND_NAMES) {
    const value = profile[name] as Readonly<Record<string, unknown>> | undefined;
    for (const member of value === undefined ? [] : KINDS[name].secrets) {
      const text = value?.[member];
      if (typeof text === 'string') texts.push(text);
    }
  }
  const headers = Object.values(profile.headers ?? {}).flatMap(withToken);
  const { credentials } = profile.sts ?? {};
  return [...texts, ...headers, ...(credentials === undefined ? [] : secretTexts(credentials))];
}

/** The value of a header, and the token in it if it is one of `Authorization` (`Bearer abc`): a server may repeat it alone. */
function withToken(value: string): string[] {
  const space = value.indexOf(' ');
  return space === -1 ? [value] : [value, value.slice(space + 1).trim()];
}
