/** WSDL 1.1 §3.5: the attribute that states the item type of a SOAP-encoded array (EN-2). */
export const WSDL_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://schemas.xmlsoap.org/wsdl/">
  <xs:attribute name="arrayType" type="xs:string"/>
</xs:schema>`;
