import {
  OLD_XSD,
  SOAP11_ENVELOPE,
  SOAP12_ENVELOPE,
  WS_POLICY,
  WSDL11,
  WSDL20,
  XSD,
} from '@soapstone/soap-model/namespaces';
import type { XmlElement } from '../xml/element.js';

/** The kind of a document, as its root element shows it. */
export type DocumentKind = 'wsdl11' | 'wsdl20' | 'schema' | 'policy' | 'other';

/** Returns the kind of a document from its root element. */
export function documentKind(root: XmlElement): DocumentKind {
  const { namespace, localName } = root.name;
  if (namespace === WSDL11 && localName === 'definitions') return 'wsdl11';
  if (namespace === WSDL20 && localName === 'description') return 'wsdl20';
  if (isSchemaElement(root)) return 'schema';
  return WS_POLICY.includes(namespace) ? 'policy' : 'other';
}

/** True for `xs:schema`, including the namespaces of the drafts. */
export function isSchemaElement(element: XmlElement): boolean {
  return element.name.localName === 'schema' && isSchemaNamespace(element.name.namespace);
}

/** True for XML Schema and its drafts. */
export function isSchemaNamespace(namespace: string): boolean {
  return namespace === XSD || OLD_XSD.includes(namespace);
}

/** Well-known roots, by Clark name or, if a language has many namespaces, by local name. */
const ROOTS: ReadonlyMap<string, string> = new Map([
  [`{${SOAP11_ENVELOPE}}Envelope`, 'a SOAP 1.1 message'],
  [`{${SOAP12_ENVELOPE}}Envelope`, 'a SOAP 1.2 message'],
  ['{http://schemas.xmlsoap.org/disco/}discovery', 'a DISCO discovery document'],
  ['{http://wadl.dev.java.net/2009/02}application', 'a WADL description'],
  ['{http://docs.oasis-open.org/odata/ns/edmx}Edmx', 'an OData metadata document'],
  ['{http://schemas.microsoft.com/ado/2007/06/edmx}Edmx', 'an OData metadata document'],
  ['{http://www.w3.org/2007/app}service', 'an Atom service document'],
  ['{http://www.w3.org/2005/Atom}feed', 'an Atom feed'],
  ['rss', 'an RSS feed'],
  ['html', 'an HTML page'],
  ['definitions', 'a "definitions" element without the namespace of WSDL 1.1'],
  ['description', 'a "description" element without the namespace of WSDL 2.0'],
]);

/** Describes a well-formed document that is not a description. */
export function describeRoot(root: XmlElement): string {
  if (isSchemaElement(root)) return 'an XML Schema';
  const { namespace, localName } = root.name;
  const known = ROOTS.get(`{${namespace}}${localName}`) ?? ROOTS.get(localName.toLowerCase());
  const shown = namespace === '' ? localName : `{${namespace}}${localName}`;
  return known ?? `an XML document with the root element ${shown.slice(0, 200)}`;
}

/** Describes a text that is not XML; `undefined` if it looks like XML with a mistake in it. */
export function describeText(text: string): string | undefined {
  const start = text.slice(0, 4096).replace(/^[\s\uFEFF]+/, '');
  if (start === '') return text.trim() === '' ? 'empty' : undefined;
  if (/^(?:<!doctype\s+html|<html[\s>])/i.test(withoutComments(start.replace(/^<\?xml[^>]*>\s*/i, '')))) {
    return 'an HTML page';
  }
  if (/^[[{]/.test(start)) {
    if (/"openapi"\s*:/.test(start)) return 'an OpenAPI document';
    if (/"swagger"\s*:/.test(start)) return 'a Swagger document';
    return 'JSON';
  }
  if (/^openapi\s*:/m.test(start)) return 'an OpenAPI document';
  if (/^swagger\s*:/m.test(start)) return 'a Swagger document';
  return start.startsWith('<') ? undefined : 'plain text';
}

/** Describes bytes that are not text; `undefined` if they may be text. */
export function describeBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'empty';
  const [a, b, c, d] = bytes;
  if (a === 0x50 && b === 0x4b && c === 3 && d === 4) return 'a zip archive';
  if (a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46) return 'a PDF file';
  if (a === 0x1f && b === 0x8b) return 'a gzip file';
  return undefined;
}

/** The text after the comments with which it begins. */
export function withoutComments(text: string): string {
  let rest = text;
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) return rest;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}
