import { XSD } from '@soapstone/soap-model/namespaces';
import { meantAttribute, meantElement, VOCABULARIES } from '@soapstone/wsdl-parser/internal';
import type { XmlAttribute, XmlElement } from 'libxml2-wasm';

const ELEMENTS = VOCABULARIES.get(XSD)?.elements ?? new Map<string, readonly string[]>();

/** The name of an element of a schema as the parser reads it: `sequence` for `Sequence`. */
export function nameOf({ name }: XmlElement): string {
  return ELEMENTS.has(name) ? name : (meantElement(name, ELEMENTS) ?? name);
}

/** The attribute of an element of a schema that has this name, or means it for the parser. */
export function attributeOf(element: XmlElement, name: string): XmlAttribute | null {
  return element.attr(name) ?? element.attrs.find((each) => meantName(each, element) === name) ?? null;
}

/**
 * The name of an attribute in no namespace as the parser reads it: `minOccurs` for `minOccur` and for `xs:minOccurs`. `undefined` if it belongs to another
 * vocabulary, and if the right one is present.
 */
export function meantName({ name, namespaceUri }: XmlAttribute, element: XmlElement): string | undefined {
  if (namespaceUri !== '' && namespaceUri !== XSD) return undefined;
  // The drafts have other attributes.
  const admitted = element.namespaceUri === XSD ? ELEMENTS.get(nameOf(element)) : undefined;
  if (admitted === undefined || (namespaceUri === '' && admitted.includes(name)))
    return namespaceUri === '' ? name : undefined;
  const meant = admitted.includes(name) ? name : meantAttribute(name, admitted);
  return meant === undefined || element.attr(meant) !== null ? undefined : meant;
}
