/** An attribute that is not a namespace declaration. */
export interface XmlAttribute {
  readonly prefix: string;
  readonly local: string;
  /** `''` for an attribute without a prefix. */
  readonly uri: string;
  readonly value: string;
}

/** An element with its content. Comments are left out: no signature of a SOAP message covers them. */
export interface XmlElement {
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: XmlAttribute[];
  /** The namespaces that this start tag declares, by prefix; `''` is the default namespace. */
  readonly declarations: Map<string, string>;
  children: (XmlElement | string)[];
  parent: XmlElement | undefined;
}

/** Whether `node` is the element `local` of the namespace `uri`. */
export function isNamed(node: XmlElement | string, uri: string, local: string): node is XmlElement {
  return typeof node !== 'string' && node.local === local && node.uri === uri;
}

/** The child elements, without text. */
export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** The children with this name. */
export function childrenNamed(parent: XmlElement, uri: string, local: string): XmlElement[] {
  return parent.children.filter((child) => isNamed(child, uri, local));
}

/** The value of an attribute; without `uri`, of one that has no namespace. */
export function attributeOf({ attributes }: XmlElement, local: string, uri = ''): string | undefined {
  return attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;
}

/** The text of an element that holds only text; `undefined` if it holds an element. */
export function textOnly({ children }: XmlElement): string | undefined {
  return children.every((child) => typeof child === 'string') ? children.join('') : undefined;
}

/** Every element of the tree in document order. */
export function* walk(element: XmlElement): Generator<XmlElement, void, undefined> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* walk(child);
}

/** The namespaces that are in scope at an element, by prefix. */
export function namespacesAt(element: XmlElement | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = element; at !== undefined; at = at.parent) {
    for (const [prefix, uri] of at.declarations) if (!found.has(prefix)) found.set(prefix, uri);
  }
  return found;
}
