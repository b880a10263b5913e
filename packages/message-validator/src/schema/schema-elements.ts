import { OLD_XSD, XSD } from '@soapstone/soap-model/namespaces';
import { type NamespaceMap, XmlElement } from 'libxml2-wasm';

/** XML Schema, and its drafts: libxml2 reads only the Recommendation. */
export const XSD_NAMESPACES: ReadonlySet<string> = new Set([XSD, ...OLD_XSD]);

/** The children that are elements of XML Schema. */
export function schemaElements(parent: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement && XSD_NAMESPACES.has(node.namespaceUri)) elements.push(node);
  }
  return elements;
}

/** The expanded name of a QName. An undeclared prefix matches nothing. */
export function resolveName(
  qname: string,
  scope: NamespaceMap,
): { readonly namespace: string; readonly localName: string } {
  const colon = qname.indexOf(':');
  const prefix = colon === -1 ? '' : qname.slice(0, colon);
  const namespace = scope[prefix] ?? (prefix === '' ? '' : `urn:soapstone:undeclared:${prefix}`);
  return { namespace, localName: qname.slice(colon + 1) };
}
