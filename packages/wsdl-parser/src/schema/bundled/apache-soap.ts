/** The types that Axis 1 and Apache SOAP name without declaring them: maps, vectors, DOM nodes and attachments (EN-7). */
export const APACHE_SOAP_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:apachesoap="http://xml.apache.org/xml-soap"
           targetNamespace="http://xml.apache.org/xml-soap">
  <xs:complexType name="mapItem">
    <xs:sequence>
      <xs:element name="key" type="xs:anyType" nillable="true"/>
      <xs:element name="value" type="xs:anyType" nillable="true"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Map">
    <xs:sequence><xs:element name="item" type="apachesoap:mapItem" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="Vector">
    <xs:sequence><xs:element name="item" type="xs:anyType" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="Document">
    <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="Element">
    <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:complexType>
  <xs:element name="Document" type="apachesoap:Document" nillable="true"/>
  <xs:element name="Element" type="apachesoap:Element" nillable="true"/>
  <xs:element name="Map" type="apachesoap:Map" nillable="true"/>
  <xs:simpleType name="DataHandler"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="Image"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="Multipart"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="Source"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="octet-stream"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:simpleType name="PlainText"><xs:restriction base="xs:string"/></xs:simpleType>
</xs:schema>`;
