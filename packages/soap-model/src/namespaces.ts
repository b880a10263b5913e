/** Namespaces of the specifications that descriptions and messages use. */

/** XML 1.0: the prefix `xml`, which is always bound. */
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** XML Schema 1.0. */
export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Drafts of XML Schema that old toolkits wrote, read as 2001. */
export const OLD_XSD: readonly string[] = [
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
];

/** WSDL 1.1 and its bindings (https://www.w3.org/TR/2001/NOTE-wsdl-20010315). */
export const WSDL11 = 'http://schemas.xmlsoap.org/wsdl/';
export const WSDL11_SOAP11 = 'http://schemas.xmlsoap.org/wsdl/soap/';
export const WSDL11_SOAP12 = 'http://schemas.xmlsoap.org/wsdl/soap12/';
export const WSDL11_HTTP = 'http://schemas.xmlsoap.org/wsdl/http/';
export const WSDL11_MIME = 'http://schemas.xmlsoap.org/wsdl/mime/';
/** Direct Internet Message Encapsulation, withdrawn; recognised only for error messages. */
export const WSDL11_DIME = 'http://schemas.xmlsoap.org/ws/2002/04/dime/wsdl/';

/** WSDL 2.0 (https://www.w3.org/TR/wsdl20/, https://www.w3.org/TR/wsdl20-adjuncts/). */
export const WSDL20 = 'http://www.w3.org/ns/wsdl';
export const WSDL20_SOAP = 'http://www.w3.org/ns/wsdl/soap';
export const WSDL20_HTTP = 'http://www.w3.org/ns/wsdl/http';
export const WSDL20_EXTENSIONS = 'http://www.w3.org/ns/wsdl-extensions';

/** SOAP envelopes, encodings and the rpc representation of SOAP 1.2. */
export const SOAP11_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12_ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
export const SOAP11_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
export const SOAP12_ENCODING = 'http://www.w3.org/2003/05/soap-encoding';
export const SOAP12_RPC = 'http://www.w3.org/2003/05/soap-rpc';

/** Attachments: XOP, the media types of binary content, and references to MIME parts. */
export const XOP = 'http://www.w3.org/2004/08/xop/include';
export const XMLMIME: readonly string[] = [
  'http://www.w3.org/2005/05/xmlmime',
  'http://www.w3.org/2004/11/xmlmime',
  'http://www.w3.org/2004/06/xmlmime',
];
export const WSI_SWAREF = 'http://ws-i.org/profiles/basic/1.1/xsd';

/** WS-Addressing 1.0 and the 2004 submission. */
export const ADDRESSING_2005 = 'http://www.w3.org/2005/08/addressing';
export const ADDRESSING_2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

/** Types of Microsoft's serialisers. */
export const MS_SERIALIZATION = 'http://schemas.microsoft.com/2003/10/Serialization/';
export const MS_WSDL_TYPES = 'http://microsoft.com/wsdl/types/';
/** Types of Apache's `xml-soap`. */
export const APACHE_SOAP = 'http://xml.apache.org/xml-soap';

/** WS-Policy 1.5 and its predecessors. */
export const WS_POLICY: readonly string[] = [
  'http://www.w3.org/ns/ws-policy',
  'http://www.w3.org/2006/07/ws-policy',
  'http://schemas.xmlsoap.org/ws/2004/09/policy',
  'http://schemas.xmlsoap.org/ws/2002/12/policy',
];
/** WS-SecurityPolicy 1.2, 1.3, 1.1 and predecessors. */
export const WS_SECURITY_POLICY: readonly string[] = [
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200512',
  'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  'http://schemas.xmlsoap.org/ws/2002/12/secext',
];
/** The namespaces of `Action`, `UsingAddressing` and `Addressing`: wsam, wsaw with its drafts, and WS-Addressing of 2004. */
export const WS_ADDRESSING_METADATA: readonly string[] = [
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2007/02/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://www.w3.org/2006/02/addressing/wsdl',
  'http://www.w3.org/2005/08/addressing/wsdl',
  'http://www.w3.org/2005/03/addressing/wsdl',
  'http://www.w3.org/2005/02/addressing/wsdl',
  'http://www.w3.org/2004/12/addressing/wsdl',
  ADDRESSING_2005,
  ADDRESSING_2004,
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy',
];
/** The namespaces of the MTOM assertions (AT-1): `OptimizedMimeSerialization`, and `MTOM` of WS-MTOMPolicy. */
export const MTOM_POLICY: readonly string[] = [
  'http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization',
  'http://www.w3.org/2007/08/soap12-mtom-policy',
];
