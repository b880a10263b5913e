import { OLD_XSD, SOAP11_ENCODING, SOAP12_ENCODING, XSD } from '@soapstone/soap-model/namespaces';

const OBSOLETE_XSD: ReadonlySet<string> = new Set(OLD_XSD);

/** The SOAP encodings, whose `Array` makes a SOAP-encoded array (EN-2): SOAP 1.1, SOAP 1.2 and its drafts. */
const SOAP_ENCODINGS: ReadonlySet<string> = new Set([
  SOAP11_ENCODING,
  'http://schemas.xmlsoap.org/soap/encoding',
  SOAP12_ENCODING,
  'http://www.w3.org/2002/12/soap-encoding',
  'http://www.w3.org/2002/06/soap-encoding',
  'http://www.w3.org/2001/12/soap-encoding',
  'http://www.w3.org/2001/09/soap-encoding',
  'http://www.w3.org/2001/06/soap-encoding',
]);

/** Whether `namespace` is XML Schema, its obsolete drafts included. */
export function isXsdNamespace(namespace: string): boolean {
  return namespace === XSD || OBSOLETE_XSD.has(namespace);
}

/** Whether `namespace` is a draft of XML Schema, read as 2001 with a diagnostic (Annex A). */
export function isObsoleteXsdNamespace(namespace: string): boolean {
  return OBSOLETE_XSD.has(namespace);
}

/** Whether `namespace` is a SOAP encoding (SOAP 1.1 section 5, SOAP 1.2 Part 2 section 3). */
export function isSoapEncodingNamespace(namespace: string): boolean {
  return SOAP_ENCODINGS.has(namespace);
}
