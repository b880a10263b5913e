import type { SamlProfile } from '@soapstone/credentials';
import { DS, XENC } from '../namespaces.js';
import { isNamed, textOnly, walk } from '../xml/element.js';
import { assertionOf } from './attach-assertion.js';

/** The maximum number of texts of an assertion that are hidden. */
const MAX_TEXTS = 500;

/**
 * The texts of an assertion that must not be shown: the value of its signature, without which nobody can use it, what it says
 * about its subject, and what is encrypted. Returns none for an assertion that cannot be read, which is never sent.
 */
export function secretsOfAssertion(profile: SamlProfile): string[] {
  try {
    const { element } = assertionOf(profile);
    return [...walk(element)]
      .filter(
        (part) =>
          isNamed(part, DS, 'SignatureValue') ||
          isNamed(part, XENC, 'CipherValue') ||
          isNamed(part, element.uri, 'AttributeValue') ||
          isNamed(part, element.uri, element.uri.includes(':2.0:') ? 'NameID' : 'NameIdentifier'),
      )
      .flatMap((part) => (textOnly(part) ?? '').split('\n'))
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .slice(0, MAX_TEXTS);
  } catch {
    return [];
  }
}

const issued = new WeakMap<object, SamlProfile>();

/**
 * Remembers the last assertion that was issued for a profile, so that it can be redacted in responses of the service.
 *
 * @param sts the `sts` member of a credential profile, by its identity
 */
export function rememberIssued(sts: object, token: SamlProfile): void {
  issued.set(sts, token);
}

/** The secret texts of the assertion that was last issued for a profile. */
export function issuedSecrets(sts: object): string[] {
  const token = issued.get(sts);
  return token === undefined ? [] : secretsOfAssertion(token);
}
