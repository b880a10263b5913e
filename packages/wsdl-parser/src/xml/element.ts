import type { ExpandedName, SourceLocation } from '@soapstone/soap-model';

/** One element of a document, read: immutable, names expanded, positions kept. Comments and processing instructions are gone. */
export interface XmlElement {
  readonly name: ExpandedName;
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /**
   * The character data directly inside this element, concatenated; white space before the first other character data, and
   * between tags, is left out. An element called
   * `documentation` has the text of its descendants too, in document order: people write markup there.
   */
  readonly text: string;
  /** The namespaces in scope here: QNames inside attribute values are resolved with the scope of *their* element (MO-2). */
  readonly scope: NamespaceScope;
  readonly location: SourceLocation;
}

export interface XmlAttribute {
  readonly name: ExpandedName;
  readonly value: string;
}

/** Prefix to namespace, as a chain so that an element without declarations shares its parent's scope. */
export interface NamespaceScope {
  /** `undefined` where the prefix is not bound; `''` for "no namespace" of the empty prefix. */
  lookup(prefix: string): string | undefined;
}

/** The value of an attribute in no namespace. */
export function attribute(element: XmlElement, localName: string): string | undefined {
  // Asked a dozen times for every element of every schema: an iterator would allocate a result for each attribute looked at.
  const { attributes } = element;
  for (let at = 0; at < attributes.length; at += 1) {
    const { name, value } = attributes[at] as XmlAttribute;
    if (name.localName === localName && name.namespace === '') return value;
  }
  return undefined;
}

/** The children that have this expanded name, in document order. */
export function childrenNamed(
  element: XmlElement,
  namespace: string,
  localName: string,
): readonly XmlElement[] {
  return element.children.filter((c) => c.name.localName === localName && c.name.namespace === namespace);
}

/** The first child that has this expanded name. */
export function childNamed(
  element: XmlElement,
  namespace: string,
  localName: string,
): XmlElement | undefined {
  return element.children.find((c) => c.name.localName === localName && c.name.namespace === namespace);
}
