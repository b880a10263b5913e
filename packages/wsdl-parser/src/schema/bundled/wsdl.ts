/** WSDL 1.1 §3.5: the attribute that says what a SOAP-encoded array holds (EN-2). */
export const WSDL_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://schemas.xmlsoap.org/wsdl/">
  <xs:attribute name="arrayType" type="xs:string"/>
</xs:schema>`;
