import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { DS, SAML1, SAML2, XENC } from '../namespaces.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import {
  attributeOf,
  childrenNamed,
  elementsOf,
  isNamed,
  namespacesAt,
  textOnly,
  walk,
  type XmlElement,
} from '../xml/element.js';
import { readXml, UnreadableXml } from '../xml/read-xml.js';

/** How a receiver knows that the sender may use an assertion. */
export type Confirmation = 'bearer' | 'holder-of-key' | 'sender-vouches';

/**
 * A SAML assertion, and what its receiver will check. An encrypted one reveals none of this, and is treated as a bearer
 * assertion.
 */
export interface Assertion {
  readonly version: '1.1' | '2.0';
  /** `AssertionID` or `ID`; `undefined` for an encrypted assertion. */
  readonly id: string | undefined;
  /** The assertion as an XML document of its own, with every namespace that its values may use. */
  readonly xml: string;
  readonly element: XmlElement;
  /** Milliseconds since the Unix epoch, from which it is valid. */
  readonly notBefore: number | undefined;
  /** Milliseconds since the Unix epoch, at which it expires. */
  readonly notOnOrAfter: number | undefined;
  readonly confirmation: Confirmation;
  /** The key that a holder must prove; `undefined` if there is none, or one that the assertion only names. */
  readonly holder: KeyObject | undefined;
  /** Whether the holder proves a secret that the service shares. */
  readonly isSymmetric: boolean;
  /** Whether it may be sent only once. */
  readonly isSingleUse: boolean;
}

/** In characters. */
const MAX_ASSERTION_CHARACTERS = 262_144;

/**
 * Reads an assertion. Throws `UnreadableXml` for anything else.
 *
 * @param text XML with an `Assertion` of SAML 1.1 or 2.0 as its root, or with an encrypted one: `EncryptedAssertion` or `EncryptedData`
 */
export function readAssertion(text: string): Assertion {
  if (text.length > MAX_ASSERTION_CHARACTERS) {
    throw new UnreadableXml(`it is longer than ${MAX_ASSERTION_CHARACTERS} characters`);
  }
  return assertionAt(readXml(Buffer.from(text.trim(), 'utf8')));
}

/** Reads the assertion of an element. Throws `UnreadableXml`. */
export function assertionAt(source: XmlElement): Assertion {
  const { uri, local } = source;
  if (isNamed(source, SAML2, 'EncryptedAssertion') || isNamed(source, XENC, 'EncryptedData')) {
    return encryptedAt(source);
  }
  const version = uri === SAML2 ? '2.0' : uri === SAML1 ? '1.1' : undefined;
  if (local !== 'Assertion' || version === undefined) {
    throw new UnreadableXml('it is not an Assertion of SAML 1.1 or 2.0');
  }
  // Standalone, with the namespaces in scope where it was found, but without an inherited xml:lang, which would alter what was
  // signed.
  const element = detached(source);
  const id = attributeOf(element, version === '2.0' ? 'ID' : 'AssertionID');
  if (id === undefined || !/^[\p{L}_][\p{L}\p{N}_.-]{0,255}$/u.test(id)) {
    throw new UnreadableXml('its identifier is not an xs:ID');
  }
  const [conditions] = childrenNamed(element, uri, 'Conditions');
  const confirmations = confirmationsOf(element, uri);
  const keys = confirmations.flatMap(({ keyInfo }) => (keyInfo === undefined ? [] : [keyInfo]));
  return {
    version,
    id,
    xml: print(element),
    element,
    notBefore: instantOf(conditions, 'NotBefore'),
    notOnOrAfter: instantOf(conditions, 'NotOnOrAfter'),
    confirmation: strongest(confirmations),
    holder: keys.map(publicKeyOf).find((key) => key !== undefined),
    isSingleUse:
      conditions !== undefined &&
      elementsOf(conditions).some(({ local }) => local === 'OneTimeUse' || local === 'DoNotCacheCondition'),
    isSymmetric: keys.some((info) => elementsOf(info).some((part) => isNamed(part, XENC, 'EncryptedKey'))),
  };
}

function encryptedAt(source: XmlElement): Assertion {
  const element = detached(source);
  return {
    version: '2.0',
    id: undefined,
    xml: print(element),
    element,
    notBefore: undefined,
    notOnOrAfter: undefined,
    confirmation: 'bearer',
    holder: undefined,
    isSymmetric: false,
    isSingleUse: false,
  };
}

function detached(source: XmlElement): XmlElement {
  return { ...source, declarations: usedNamespaces(source), parent: undefined };
}

function print(element: XmlElement): string {
  const xml = canonicalize(element, INCLUSIVE);
  if (xml.length <= MAX_ASSERTION_CHARACTERS) return xml;
  throw new UnreadableXml(`it is longer than ${MAX_ASSERTION_CHARACTERS} characters`);
}

/** The namespaces in scope, without a default namespace that nothing uses: readers disagree about its place in what is signed. */
function usedNamespaces(source: XmlElement): Map<string, string> {
  const found = namespacesAt(source);
  const own = source.declarations.has('');
  if (!own && ![...walk(source)].some(({ prefix }) => prefix === '')) found.delete('');
  return found;
}

interface SubjectConfirmation {
  readonly methods: readonly string[];
  readonly keyInfo: XmlElement | undefined;
}

/** SAML 2.0 has them in its Subject, SAML 1.1 in the Subject of each statement. */
function confirmationsOf(assertion: XmlElement, uri: string): SubjectConfirmation[] {
  const holders = uri === SAML2 ? [assertion] : elementsOf(assertion);
  return holders
    .flatMap((holder) => childrenNamed(holder, uri, 'Subject'))
    .flatMap((subject) => childrenNamed(subject, uri, 'SubjectConfirmation'))
    .map((confirmation) => {
      const data = childrenNamed(confirmation, uri, 'SubjectConfirmationData');
      const [keyInfo] = [confirmation, ...data].flatMap((part) => childrenNamed(part, DS, 'KeyInfo'));
      const method = attributeOf(confirmation, 'Method');
      const methods =
        uri === SAML2
          ? [method ?? '']
          : childrenNamed(confirmation, uri, 'ConfirmationMethod').map(
              (each) => textOnly(each)?.trim() ?? '',
            );
      return { methods, keyInfo };
    });
}

/** A bearer assertion is valid for any sender, even if it has other confirmations as well. */
function strongest(confirmations: readonly SubjectConfirmation[]): Confirmation {
  const names = confirmations.flatMap(({ methods }) => methods.map((uri) => uri.split(':').at(-1)));
  if (names.includes('bearer')) return 'bearer';
  if (names.includes('holder-of-key')) return 'holder-of-key';
  return names.includes('sender-vouches') ? 'sender-vouches' : 'bearer';
}

function instantOf(conditions: XmlElement | undefined, name: string): number | undefined {
  const value = conditions && attributeOf(conditions, name);
  if (value === undefined) return undefined;
  return readInstant(value);
}

/** Milliseconds since the Unix epoch of an `xs:dateTime`, in UTC if it names no zone. Throws `UnreadableXml`. */
export function readInstant(text: string): number {
  const value = text.trim();
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,12})?)(Z|[+-]\d\d:\d\d)?$/.exec(value);
  const instant = parts === null ? Number.NaN : Date.parse(`${parts[1]}${parts[2] ?? 'Z'}`);
  if (Number.isNaN(instant)) throw new UnreadableXml('it has a time that is not an xs:dateTime');
  return instant;
}

function publicKeyOf(keyInfo: XmlElement): KeyObject | undefined {
  try {
    for (const part of walk(keyInfo)) {
      const value = textOnly(part)?.replaceAll(/\s/g, '');
      if (isNamed(part, DS, 'X509Certificate')) {
        return new X509Certificate(Buffer.from(value ?? '', 'base64')).publicKey;
      }
      if (isNamed(part, DS, 'RSAKeyValue')) return rsaKeyOf(part);
    }
  } catch {
    // A key that cannot be read is not compared; the service reads it itself.
  }
  return undefined;
}

function rsaKeyOf(value: XmlElement): KeyObject {
  const number = (name: string): string => {
    const [part] = childrenNamed(value, DS, name);
    return Buffer.from((part && textOnly(part)) ?? '', 'base64').toString('base64url');
  };
  return createPublicKey({
    key: { kty: 'RSA', n: number('Modulus'), e: number('Exponent') },
    format: 'jwk',
  });
}
