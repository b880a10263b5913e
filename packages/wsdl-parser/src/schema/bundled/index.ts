import {
  ADDRESSING_2004,
  ADDRESSING_2005,
  APACHE_SOAP,
  MS_SERIALIZATION,
  MS_WSDL_TYPES,
  SOAP11_ENCODING,
  SOAP11_ENVELOPE,
  SOAP12_ENCODING,
  SOAP12_ENVELOPE,
  WSDL11,
  WSI_SWAREF,
  XML,
  XOP,
  XSD,
} from '@soapstone/soap-model/namespaces';
import type { SchemaDocument } from '../../schema-document.js';
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
import {
  baseFaultsSchema,
  notificationSchema,
  resourceSchema,
  topicsSchema,
  WSN_BASE,
  WSN_TOPICS,
  WSRF_FAULTS,
  WSRF_RESOURCE,
} from './notification.js';
import {
  SAML11_ASSERTION,
  SAML11_PROTOCOL,
  SAML20_ASSERTION,
  SAML20_PROTOCOL,
  saml11AssertionSchema,
  saml11ProtocolSchema,
  saml20AssertionSchema,
  saml20ProtocolSchema,
} from './saml.js';
import { SOAP11_ENCODING_SCHEMA, SOAP12_ENCODING_SCHEMA } from './soap-encoding.js';
import { SOAP11_ENVELOPE_SCHEMA, SOAP12_ENVELOPE_SCHEMA } from './soap-envelope.js';
import { securityHeaderSchema, utilitySchema, WSS_HEADER, WSS_UTILITY } from './ws-security.js';
import { WSDL_SCHEMA } from './wsdl.js';
import { XLINK_SCHEMA } from './xlink.js';
import { XML_SCHEMA } from './xml.js';
import { XML_SCHEMA_VOCABULARY } from './xml-schema.js';
import { XML_ENCRYPTION_SCHEMA, XML_SIGNATURE_SCHEMA } from './xml-security.js';

/** The prefix of the file name of a bundled schema; no document of a description can have such a name. */
export const BUNDLED_FILE_PREFIX = 'bundled:';

/**
 * The schemas of Annex A by namespace: vocabularies that descriptions use but rarely
 * include. Written for this package from the specifications; they declare what messages can contain and omit the rest.
 */
const BUNDLED_SCHEMAS: ReadonlyMap<string, string | (() => string)> = new Map<
  string,
  string | (() => string)
>([
  [XML, XML_SCHEMA],
  [XSD, XML_SCHEMA_VOCABULARY],
  [SOAP11_ENCODING, SOAP11_ENCODING_SCHEMA],
  [SOAP12_ENCODING, SOAP12_ENCODING_SCHEMA],
  [SOAP11_ENVELOPE, SOAP11_ENVELOPE_SCHEMA],
  [SOAP12_ENVELOPE, SOAP12_ENVELOPE_SCHEMA],
  [WSDL11, WSDL_SCHEMA],
  [XOP, XOP_INCLUDE_SCHEMA],
  ['http://www.w3.org/2005/05/xmlmime', XMLMIME_2005_SCHEMA],
  ['http://www.w3.org/2004/11/xmlmime', XMLMIME_2004_11_SCHEMA],
  ['http://www.w3.org/2004/06/xmlmime', XMLMIME_2004_06_SCHEMA],
  [WSI_SWAREF, SWAREF_SCHEMA],
  [MS_SERIALIZATION, SERIALIZATION_SCHEMA],
  [MS_WSDL_TYPES, WSDL_TYPES_SCHEMA],
  [APACHE_SOAP, APACHE_SOAP_SCHEMA],
  ['http://www.w3.org/1999/xlink', XLINK_SCHEMA],
  ['http://www.w3.org/2000/09/xmldsig#', XML_SIGNATURE_SCHEMA],
  ['http://www.w3.org/2001/04/xmlenc#', XML_ENCRYPTION_SCHEMA],
  [ADDRESSING_2005, ADDRESSING_2005_SCHEMA],
  [ADDRESSING_2004, ADDRESSING_2004_SCHEMA],
  // Large, and rarely used: written when a description refers to them.
  [WSN_BASE, notificationSchema],
  [WSN_TOPICS, topicsSchema],
  [WSRF_FAULTS, baseFaultsSchema],
  [WSRF_RESOURCE, resourceSchema],
  [WSS_UTILITY, utilitySchema],
  [WSS_HEADER, securityHeaderSchema],
  [SAML11_ASSERTION, saml11AssertionSchema],
  [SAML11_PROTOCOL, saml11ProtocolSchema],
  [SAML20_ASSERTION, saml20AssertionSchema],
  [SAML20_PROTOCOL, saml20ProtocolSchema],
]);

/** The schemas that have been written. */
const WRITTEN = new Map<string, string>();

/** The namespaces of all bundled schemas. */
export const BUNDLED_NAMESPACES: readonly string[] = [...BUNDLED_SCHEMAS.keys()];

/**
 * The text of the schema that is bundled for `namespace` (Annex A), or `undefined`.
 *
 * @example
 * ```ts
 * bundledSchema('http://schemas.xmlsoap.org/soap/encoding/')?.startsWith('<'); // true
 * ```
 */
export function bundledSchema(namespace: string): string | undefined {
  const found = BUNDLED_SCHEMAS.get(namespace);
  if (typeof found !== 'function') return found;
  const text = WRITTEN.get(namespace) ?? found();
  WRITTEN.set(namespace, text);
  return text;
}

/** Whether `document` is a bundled schema. A schema that the description supplies takes precedence over it (MO-3). */
export function isBundledSchema(document: SchemaDocument): boolean {
  return document.root.location.file.startsWith(BUNDLED_FILE_PREFIX);
}
