import type { SchemaDocument } from '../../documents/schema-document.js';
import { ADDRESSING_2004_SCHEMA, ADDRESSING_2005_SCHEMA } from './addressing.js';
import { APACHE_SOAP_SCHEMA } from './apache-soap.js';
import {
  SWAREF_SCHEMA,
  XMLMIME_2004_06_SCHEMA,
  XMLMIME_2004_11_SCHEMA,
  XMLMIME_2005_SCHEMA,
  XOP_INCLUDE_SCHEMA,
} from './attachments.js';
import { SERIALIZATION_SCHEMA, WSDL_TYPES_SCHEMA } from './microsoft.js';
import { SOAP11_ENCODING_SCHEMA, SOAP12_ENCODING_SCHEMA } from './soap-encoding.js';
import { SOAP11_ENVELOPE_SCHEMA, SOAP12_ENVELOPE_SCHEMA } from './soap-envelope.js';
import { WSDL_SCHEMA } from './wsdl.js';
import { XLINK_SCHEMA } from './xlink.js';
import { XML_SCHEMA } from './xml.js';
import { XML_SCHEMA_VOCABULARY } from './xml-schema.js';
import { XML_ENCRYPTION_SCHEMA, XML_SIGNATURE_SCHEMA } from './xml-security.js';

/** How the file name of a bundled schema begins; no document of a description can be called so. */
export const BUNDLED_FILE_PREFIX = 'bundled:';

/**
 * The schemas of Annex A by namespace, with XLink, XML Signature and XML Encryption: the vocabularies that descriptions
 * use and rarely carry. Written for this package
 * from the specifications; they declare what messages can hold and leave out the rest.
 */
const BUNDLED_SCHEMAS: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/XML/1998/namespace', XML_SCHEMA],
  ['http://www.w3.org/2001/XMLSchema', XML_SCHEMA_VOCABULARY],
  ['http://schemas.xmlsoap.org/soap/encoding/', SOAP11_ENCODING_SCHEMA],
  ['http://www.w3.org/2003/05/soap-encoding', SOAP12_ENCODING_SCHEMA],
  ['http://schemas.xmlsoap.org/soap/envelope/', SOAP11_ENVELOPE_SCHEMA],
  ['http://www.w3.org/2003/05/soap-envelope', SOAP12_ENVELOPE_SCHEMA],
  ['http://schemas.xmlsoap.org/wsdl/', WSDL_SCHEMA],
  ['http://www.w3.org/2004/08/xop/include', XOP_INCLUDE_SCHEMA],
  ['http://www.w3.org/2005/05/xmlmime', XMLMIME_2005_SCHEMA],
  ['http://www.w3.org/2004/11/xmlmime', XMLMIME_2004_11_SCHEMA],
  ['http://www.w3.org/2004/06/xmlmime', XMLMIME_2004_06_SCHEMA],
  ['http://ws-i.org/profiles/basic/1.1/xsd', SWAREF_SCHEMA],
  ['http://schemas.microsoft.com/2003/10/Serialization/', SERIALIZATION_SCHEMA],
  ['http://microsoft.com/wsdl/types/', WSDL_TYPES_SCHEMA],
  ['http://xml.apache.org/xml-soap', APACHE_SOAP_SCHEMA],
  ['http://www.w3.org/1999/xlink', XLINK_SCHEMA],
  ['http://www.w3.org/2000/09/xmldsig#', XML_SIGNATURE_SCHEMA],
  ['http://www.w3.org/2001/04/xmlenc#', XML_ENCRYPTION_SCHEMA],
  ['http://www.w3.org/2005/08/addressing', ADDRESSING_2005_SCHEMA],
  ['http://schemas.xmlsoap.org/ws/2004/08/addressing', ADDRESSING_2004_SCHEMA],
]);

/** The namespaces of all bundled schemas. */
export const BUNDLED_NAMESPACES: readonly string[] = [...BUNDLED_SCHEMAS.keys()];

/** The text of the schema that is bundled for `namespace` (Annex A), or `undefined`. */
export function bundledSchema(namespace: string): string | undefined {
  return BUNDLED_SCHEMAS.get(namespace);
}

/** Whether `document` is one of the bundled schemas: it stands behind what a description supplies (MO-3). */
export function isBundledSchema(document: SchemaDocument): boolean {
  return document.root.location.file.startsWith(BUNDLED_FILE_PREFIX);
}
