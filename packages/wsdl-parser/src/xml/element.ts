import type { ExpandedName, SourceLocation } from '@soapstone/soap-model';

/**
 * An element of a parsed document: immutable, with expanded names and positions. Comments and processing instructions are dropped.
 */
export interface XmlElement {
  readonly name: ExpandedName;
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /**
   * The character data directly inside this element, concatenated, without the white space before the first other character data
   * and between tags. An element called `documentation` includes the text of its descendants, in document order, because authors
   * write markup there.
   */
  readonly text: string;
  /** The namespaces in scope here. QNames in attribute values are resolved in the scope of *their* element (MO-2). */
  readonly scope: NamespaceScope;
  readonly location: SourceLocation;
}

export interface XmlAttribute {
  readonly name: ExpandedName;
  readonly value: string;
}

/** Prefix to namespace, as a chain, so that an element without declarations shares its parent's scope. */
export interface NamespaceScope {
  /** `undefined` if the prefix is unbound; `''` for "no namespace" of the empty prefix. */
  lookup(prefix: string): string | undefined;
}

/** The value of an attribute in no namespace. */
export function attribute(element: XmlElement, localName: string): string | undefined {
  // Called a dozen times per element of every schema: an iterator would allocate a result for each attribute.
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
