/** Namespaces that the mapping rules name. */
export const XSD: string = 'http://www.w3.org/2001/XMLSchema';
export const XSI: string = 'http://www.w3.org/2001/XMLSchema-instance';
export const XML: string = 'http://www.w3.org/XML/1998/namespace';
export const SOAP11_ENVELOPE: string = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12_ENVELOPE: string = 'http://www.w3.org/2003/05/soap-envelope';
export const SOAP11_ENCODING: string = 'http://schemas.xmlsoap.org/soap/encoding/';
export const SOAP12_ENCODING: string = 'http://www.w3.org/2003/05/soap-encoding';
export const WSI_SWAREF: string = 'http://ws-i.org/profiles/basic/1.1/xsd';
export const MS_SERIALIZATION: string = 'http://schemas.microsoft.com/2003/10/Serialization/';

export const ADDRESSING_2005: string = 'http://www.w3.org/2005/08/addressing';
export const ADDRESSING_2004: string = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

/**
 * Namespaces whose schemas come with the parser rather than with the service. Their types never take a bare `$type`
 * away from a type of the service (PY-4).
 */
export const BUNDLED: ReadonlySet<string> = new Set([
  XSD,
  XML,
  SOAP11_ENVELOPE,
  SOAP12_ENVELOPE,
  SOAP11_ENCODING,
  SOAP12_ENCODING,
  WSI_SWAREF,
  'http://schemas.xmlsoap.org/wsdl/',
  'http://www.w3.org/2004/08/xop/include',
  'http://www.w3.org/2005/05/xmlmime',
  'http://www.w3.org/2004/11/xmlmime',
  'http://www.w3.org/2004/06/xmlmime',
  MS_SERIALIZATION,
  'http://microsoft.com/wsdl/types/',
  'http://xml.apache.org/xml-soap',
  ADDRESSING_2005,
  ADDRESSING_2004,
]);
