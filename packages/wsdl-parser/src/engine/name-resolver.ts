import type { ExpandedName } from '@soapstone/soap-model';
import {
  WSDL11,
  WSDL11_SOAP11,
  WSDL11_SOAP12,
  WSDL20,
  XML,
  XMLNS,
  XSD,
} from '@soapstone/soap-model/namespaces';
import type { NamespaceScope, XmlAttribute } from '../xml/element.js';
import { nearest } from '../xml/nearest.js';

/** Expands names as written and enforces the rules of XML Namespaces 1.0. */
export interface NameResolver {
  /** The prefix that an attribute of this name declares (`''` for the default namespace); `undefined` for other attributes. */
  declaredPrefix(rawName: string): string | undefined;
  /** The namespace that a declaration binds, if the declaration is allowed. */
  checkDeclaration(prefix: string, namespace: string): string;
  elementName(rawName: string, scope: NamespaceScope): ExpandedName;
  /** The first `count` entries of `raw` are alternating names and values. */
  attributes(raw: readonly string[], count: number, scope: NamespaceScope): readonly XmlAttribute[];
}

interface SplitName {
  readonly prefix: string;
  readonly localName: string;
}

/** Characters that may occur in a name but not start one (XML Namespaces 1.0 §4, NCName). */
const NO_NAME_START = /^(?:[-.0-9\u00B7]|[\u0300-\u036F]|[\u203F-\u2040])/;

/** The longest value, and the number of attributes per document, worth caching. */
const SHARED_LENGTH = 40;
const SHARED_COUNT = 20_000;

/**
 * Creates a resolver for one document. Documents repeat few names many times, so each is split once, and all elements of a name
 * share one expanded name while the scope stays the same.
 *
 * A name with an unbound prefix belongs to no known vocabulary; `unbound` is called once per prefix. XML Namespaces calls that an
 * error, but published WSDLs have such prefixes on extension attributes that no tool reads. The namespaces of XML Schema and WSDL are
 * meant by names that differ from them in the scheme, case or the end, or in one character (MO-4).
 *
 * @see https://www.w3.org/TR/xml-names/
 */
export function createNameResolver(found: {
  refuse(message: string): never;
  unbound(prefix: string): void;
  /** A declaration binds a misspelt name of `meant`, which counts. */
  misspelt(namespace: string, meant: string): void;
}): NameResolver {
  const split = new Map<string, SplitName>();
  const elementNames = new Map<string, { scope: NamespaceScope; name: ExpandedName }>();
  const plainNames = new Map<string, ExpandedName>();
  const unboundPrefixes = new Set<string>();
  /** Attributes by name and value. Schemas repeat a few of them many times (`minOccurs="0"`); sharing them halves the tree. */
  const shared = new Map<ExpandedName, Map<string, XmlAttribute>>();
  let sharedCount = 0;

  const attributeOf = (name: ExpandedName, value: string): XmlAttribute => {
    if (value.length > SHARED_LENGTH) return { name, value };
    let byValue = shared.get(name);
    const known = byValue?.get(value);
    if (known !== undefined) return known;
    const made = { name, value };
    if (sharedCount >= SHARED_COUNT) return made;
    sharedCount += 1;
    if (byValue === undefined) {
      byValue = new Map();
      shared.set(name, byValue);
    }
    byValue.set(value, made);
    return made;
  };

  const splitName = (rawName: string): SplitName => {
    const known = split.get(rawName);
    if (known !== undefined) return known;
    const colon = rawName.indexOf(':');
    const prefix = colon === -1 ? '' : rawName.slice(0, colon);
    const localName = rawName.slice(colon + 1);
    const malformed =
      colon === 0 || localName === '' || localName.includes(':') || NO_NAME_START.test(localName);
    if (malformed) found.refuse(`malformed name "${rawName.slice(0, 40)}"`);
    const parts = { prefix: internalized(prefix), localName: internalized(localName) };
    split.set(rawName, parts);
    return parts;
  };

  const namespaceOf = (prefix: string, scope: NamespaceScope): string => {
    const namespace = scope.lookup(prefix);
    if (namespace !== undefined) return namespace;
    if (!unboundPrefixes.has(prefix)) {
      unboundPrefixes.add(prefix);
      found.unbound(prefix);
    }
    return `unbound-prefix:${prefix}`;
  };

  /** An attribute without a prefix is in no namespace (§6.2), so its name does not depend on the scope. */
  const attributeName = (rawName: string, scope: NamespaceScope): ExpandedName => {
    const known = plainNames.get(rawName);
    if (known !== undefined) return known;
    const { prefix, localName } = splitName(rawName);
    if (prefix !== '') return { namespace: namespaceOf(prefix, scope), localName };
    const name = { namespace: '', localName };
    plainNames.set(rawName, name);
    return name;
  };

  return {
    declaredPrefix(rawName) {
      if (!rawName.startsWith('xmlns')) return undefined;
      if (rawName.length === 5) return '';
      return rawName[5] === ':' ? splitName(rawName).localName : undefined;
    },
    checkDeclaration(prefix, namespace) {
      if (prefix === 'xmlns') found.refuse('the prefix xmlns cannot be declared');
      if ((prefix === 'xml') !== (namespace === XML))
        found.refuse(`the prefix xml and ${XML} belong together`);
      if (namespace === XMLNS) found.refuse(`no prefix can be bound to ${XMLNS}`);
      if (namespace === '' && prefix !== '') {
        found.refuse(`the prefix "${prefix.slice(0, 40)}" cannot be bound to no namespace`);
      }
      const meant = meantNamespace(namespace);
      if (meant !== undefined) found.misspelt(namespace, meant);
      return internalized(meant ?? namespace);
    },
    elementName(rawName, scope) {
      const known = elementNames.get(rawName);
      if (known !== undefined && known.scope === scope) return known.name;
      const { prefix, localName } = splitName(rawName);
      if (prefix === 'xmlns') found.refuse('an element cannot have the prefix xmlns');
      const name = { namespace: namespaceOf(prefix, scope), localName };
      elementNames.set(rawName, { scope, name });
      return name;
    },
    attributes(raw, count, scope) {
      // Allocated with the final length: a growing array reserves room for sixteen, more than the rest of an element.
      const attributes = new Array<XmlAttribute>(count / 2);
      let prefixed = 0;
      for (let at = 0; at < count; at += 2) {
        const name = attributeName(raw[at] as string, scope);
        if (name.namespace !== '') prefixed += 1;
        attributes[at / 2] = attributeOf(name, raw[at + 1] as string);
      }
      // The engine rejects equal names as written; two prefixes of one namespace are detected here.
      if (prefixed > 1) refuseDuplicates(attributes, found.refuse);
      return attributes;
    },
  };
}

/** The namespaces of descriptions, by their plain names, and by others that can only mean one of them. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ...[XSD, WSDL11, WSDL11_SOAP11, WSDL11_SOAP12, WSDL20].map(
    (namespace) => [plainNamespace(namespace), namespace] as const,
  ),
  ['w3.org/xmlschema', XSD],
  ['schemas.xmlsoap.org/wsdl/soap11', WSDL11_SOAP11],
]);

/** The only namespace of XML Schema or WSDL that a name can mean; `undefined` for the namespaces themselves and all others. */
function meantNamespace(namespace: string): string | undefined {
  if (namespace.length > MAX_KNOWN) return undefined;
  const plain = plainNamespace(namespace);
  const known = KNOWN.get(plain) ?? (FAMILY.test(plain) ? nearest(plain, KNOWN, 1) : undefined);
  return known === namespace ? undefined : known;
}

/** Names that are worth a comparison, with one mistake. */
const FAMILY = /w3|xmls?o|schemas?/;

/** Longer than any name of `KNOWN` with what is wrong in it. */
const MAX_KNOWN = 60;

/** Without what authors get wrong: HTTPS in place of HTTP, capitals, `/`, `#` or `.xsd` at the end. */
function plainNamespace(namespace: string): string {
  return namespace
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\.xsd$/, '')
    .replace(/[/#]{0,2}$/, '');
}

/**
 * Returns the same text as an internalised string, as V8 keeps for property keys and literals. Readers compare names with literals
 * many times per element, and only two such strings can be distinguished without comparing characters.
 */
function internalized(text: string): string {
  return Object.keys({ [text]: true })[0] as string;
}

function refuseDuplicates(attributes: readonly XmlAttribute[], refuse: (message: string) => never): void {
  const seen = new Set<string>();
  for (const { name } of attributes) {
    const key = `{${name.namespace}}${name.localName}`;
    if (seen.has(key)) refuse(`duplicate attribute ${key}`);
    seen.add(key);
  }
}
