/** Namespaces defined by the specifications that a description builds on. */

/** XML 1.0: the prefix `xml`, always bound. */
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** XML Schema 1.0. */
export const XSD = 'http://www.w3.org/2001/XMLSchema';
/** Drafts of XML Schema that old toolkits wrote; read as 2001. */
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
/** Direct Internet Message Encapsulation, withdrawn; recognised so that it can be named. */
export const WSDL11_DIME = 'http://schemas.xmlsoap.org/ws/2002/04/dime/wsdl/';

/** WSDL 2.0 (https://www.w3.org/TR/wsdl20/, https://www.w3.org/TR/wsdl20-adjuncts/). */
export const WSDL20 = 'http://www.w3.org/ns/wsdl';
export const WSDL20_SOAP = 'http://www.w3.org/ns/wsdl/soap';
export const WSDL20_HTTP = 'http://www.w3.org/ns/wsdl/http';
export const WSDL20_EXTENSIONS = 'http://www.w3.org/ns/wsdl-extensions';

/** SOAP envelopes. */
export const SOAP11_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12_ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
