import { attributeOf, namespacesAt, type XmlAttribute, type XmlElement } from './element.js';

/** The canonical form: exclusive or inclusive XML canonicalization 1.0, both without comments. */
export interface Canonicalization {
  readonly exclusive: boolean;
  /** Exclusive only: `InclusiveNamespaces/@PrefixList`, prefixes that are written where they are declared; `''` is the default. */
  readonly prefixes: readonly string[];
}

export const EXCLUSIVE: Canonicalization = { exclusive: true, prefixes: [] };
/** The URI of inclusive canonicalization. */
export const INCLUSIVE_URI = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const INCLUSIVE: Canonicalization = { exclusive: false, prefixes: [] };

/** The most prefixes that one `InclusiveNamespaces` may name. */
export const MAX_PREFIXES = 64;

/** Exclusive canonicalization with the prefixes of an `InclusiveNamespaces`; `undefined` if they are too many. */
export function exclusiveWith(inclusive: XmlElement): Canonicalization | undefined {
  const prefixes = (attributeOf(inclusive, 'PrefixList') ?? '')
    .split(/[ \t\r\n]+/)
    .filter((prefix) => prefix !== '');
  if (prefixes.length > MAX_PREFIXES) return undefined;
  return { exclusive: true, prefixes: prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)) };
}

/** Sees each element as it is written, with the namespaces that the output has declared so far. */
export type ElementVisitor = (element: XmlElement, written: ReadonlyMap<string, string>) => void;

/**
 * Returns the canonical form of an element and its content. Comments are not part of it, and the trees that it is given hold none.
 *
 * @param visit called for each element; what it throws is thrown
 * @see https://www.w3.org/TR/2001/REC-xml-c14n-20010315
 * @see https://www.w3.org/TR/2002/REC-xml-exc-c14n-20020718/
 */
export function canonicalize(element: XmlElement, form: Canonicalization, visit?: ElementVisitor): string {
  return new Writer(element, form, visit).write();
}

/**
 * The octets of the STR-Transform (WS-Security 1.1 §8.3) for the token that is signed instead of the reference to it: its canonical
 * form, which always declares a default namespace.
 */
export function canonicalizeToken(token: XmlElement, form: Canonicalization): string {
  const octets = canonicalize(token, form);
  const [start = ''] = /^<[^>]*/.exec(octets) ?? [];
  return / xmlns="/.test(start) ? octets : octets.replace(/^<[^\s>]+/, (name) => `${name} xmlns=""`);
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

class Writer {
  readonly #apex: XmlElement;
  readonly #form: Canonicalization;
  readonly #listed: ReadonlySet<string>;
  readonly #visit: ElementVisitor | undefined;
  /** The namespaces in scope in the document, and those that the output declares; both change from element to element. */
  readonly #scope: Map<string, string>;
  readonly #written = new Map<string, string>();
  #out = '';

  constructor(apex: XmlElement, form: Canonicalization, visit: ElementVisitor | undefined) {
    this.#apex = apex;
    this.#visit = visit;
    this.#form = form;
    this.#listed = new Set(form.prefixes);
    this.#scope = namespacesAt(apex.parent);
  }

  write(): string {
    this.#element(this.#apex);
    return this.#out;
  }

  #element(element: XmlElement): void {
    const { prefix, local, declarations, children } = element;
    const leaveScope = enter(this.#scope, declarations);
    const shown = this.#namespaces(element);
    const leaveWritten = enter(this.#written, shown);
    this.#visit?.(element, this.#written);
    const name = prefix === '' ? local : `${prefix}:${local}`;
    this.#out += `<${name}`;
    for (const [declared, uri] of shown) {
      this.#out += ` xmlns${declared === '' ? '' : `:${declared}`}="${escapeValue(uri)}"`;
    }
    for (const attribute of this.#attributes(element)) {
      const qualified = attribute.prefix === '' ? attribute.local : `${attribute.prefix}:${attribute.local}`;
      this.#out += ` ${qualified}="${escapeValue(attribute.value)}"`;
    }
    this.#out += '>';
    for (const child of children) {
      if (typeof child === 'string') this.#out += escapeContent(child);
      else this.#element(child);
    }
    this.#out += `</${name}>`;
    leaveWritten();
    leaveScope();
  }

  /** The namespaces that the start tag declares, in the order of their prefixes. */
  #namespaces(element: XmlElement): ReadonlyMap<string, string> {
    const shown = new Map<string, string>();
    for (const prefix of [...this.#candidates(element)].sort(compareCodePoints)) {
      if (prefix === 'xml') continue;
      const uri = this.#scope.get(prefix) ?? '';
      // An empty default namespace is only written to undo another one.
      if ((this.#written.get(prefix) ?? '') !== uri) shown.set(prefix, uri);
    }
    return shown;
  }

  #candidates(element: XmlElement): Set<string> {
    const { exclusive } = this.#form;
    const declared = element === this.#apex ? this.#scope.keys() : element.declarations.keys();
    if (!exclusive) return new Set(declared);
    const candidates = new Set([element.prefix]);
    for (const { prefix } of element.attributes) if (prefix !== '') candidates.add(prefix);
    if (this.#listed.size > 0) {
      for (const prefix of declared) if (this.#listed.has(prefix)) candidates.add(prefix);
    }
    return candidates;
  }

  #attributes(element: XmlElement): XmlAttribute[] {
    const inherited = element === this.#apex && !this.#form.exclusive ? inheritedXmlAttributes(element) : [];
    const attributes = [...element.attributes, ...inherited];
    if (attributes.length < 2) return attributes;
    return attributes.sort(
      (one, other) => compareCodePoints(one.uri, other.uri) || compareCodePoints(one.local, other.local),
    );
  }
}

/** Adds bindings to `scope` and returns what takes them back. */
function enter(scope: Map<string, string>, bindings: ReadonlyMap<string, string>): () => void {
  if (bindings.size === 0) return nothing;
  const before = [...bindings.keys()].map((prefix) => [prefix, scope.get(prefix)] as const);
  for (const [prefix, uri] of bindings) scope.set(prefix, uri);
  return () => {
    for (const [prefix, uri] of before) {
      if (uri === undefined) scope.delete(prefix);
      else scope.set(prefix, uri);
    }
  };
}

const nothing = (): void => {};

/** The `xml:` attributes of the ancestors, such as `xml:lang`, which inclusive canonicalization writes at the top (C14N 1.0 §2.4). */
function inheritedXmlAttributes(element: XmlElement): XmlAttribute[] {
  const found: XmlAttribute[] = [];
  const known = new Set(
    element.attributes.filter(({ uri }) => uri === XML_NAMESPACE).map(({ local }) => local),
  );
  for (let at = element.parent; at !== undefined; at = at.parent) {
    for (const attribute of at.attributes) {
      if (attribute.uri !== XML_NAMESPACE || known.has(attribute.local)) continue;
      known.add(attribute.local);
      found.push(attribute);
    }
  }
  return found;
}

/** The order of UTF-8. That of JavaScript differs if one side has surrogates. */
function compareCodePoints(one: string, other: string): number {
  if (one === other) return 0;
  if (!/[\ud800-\udfff]/.test(one + other)) return one < other ? -1 : 1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

const VALUE: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const CONTENT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };

function escapeValue(text: string): string {
  return /[&<"\t\n\r]/.test(text) ? text.replace(/[&<"\t\n\r]/g, (found) => VALUE[found] ?? found) : text;
}

function escapeContent(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (found) => CONTENT[found] ?? found) : text;
}
