/** XML-binary Optimized Packaging §4.1: the element that replaces a binary value sent as an attachment. */
export const XOP_INCLUDE_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xop="http://www.w3.org/2004/08/xop/include"
           targetNamespace="http://www.w3.org/2004/08/xop/include">
  <xs:element name="Include" type="xop:Include"/>
  <xs:complexType name="Include">
    <xs:sequence><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:attribute name="href" type="xs:anyURI" use="required"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
</xs:schema>`;

/** Describing Media Content of Binary Data in XML: 2005/05, and the 2004 drafts that toolkits (gSOAP, WCF, Axis2) still name. */
export const XMLMIME_2005_SCHEMA: string = xmlmimeSchema('http://www.w3.org/2005/05/xmlmime');
export const XMLMIME_2004_11_SCHEMA: string = xmlmimeSchema('http://www.w3.org/2004/11/xmlmime');
export const XMLMIME_2004_06_SCHEMA: string = xmlmimeSchema('http://www.w3.org/2004/06/xmlmime');

function xmlmimeSchema(namespace: string): string {
  return `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xmime="${namespace}" targetNamespace="${namespace}">
  <xs:attribute name="contentType">
    <xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="3"/></xs:restriction></xs:simpleType>
  </xs:attribute>
  <xs:attribute name="expectedContentTypes" type="xs:string"/>
  <xs:attribute name="expectedMediaType" type="xs:string"/>
  <xs:complexType name="base64Binary">
    <xs:simpleContent>
      <xs:extension base="xs:base64Binary"><xs:attribute ref="xmime:contentType"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="hexBinary">
    <xs:simpleContent>
      <xs:extension base="xs:hexBinary"><xs:attribute ref="xmime:contentType"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
</xs:schema>`;
}

/** WS-I Attachments Profile 1.0 §4.4: a reference to a MIME part (AT-2). */
export const SWAREF_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://ws-i.org/profiles/basic/1.1/xsd">
  <xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType>
</xs:schema>`;
