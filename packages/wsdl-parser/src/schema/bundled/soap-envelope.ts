/** SOAP 1.1 section 4: the attributes that header blocks and encoded types refer to, and the envelope's own elements. */
export const SOAP11_ENVELOPE_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"
           targetNamespace="http://schemas.xmlsoap.org/soap/envelope/">
  <xs:attribute name="mustUnderstand">
    <xs:simpleType><xs:restriction base="xs:boolean"><xs:pattern value="0|1"/></xs:restriction></xs:simpleType>
  </xs:attribute>
  <xs:attribute name="actor" type="xs:anyURI"/>
  <xs:attribute name="encodingStyle" type="env:encodingStyle"/>
  <xs:simpleType name="encodingStyle"><xs:list itemType="xs:anyURI"/></xs:simpleType>
  <xs:attributeGroup name="encodingStyle"><xs:attribute ref="env:encodingStyle"/></xs:attributeGroup>
  <xs:element name="Envelope" type="env:Envelope"/>
  <xs:complexType name="Envelope">
    <xs:sequence>
      <xs:element ref="env:Header" minOccurs="0"/>
      <xs:element ref="env:Body"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Header" type="env:Header"/>
  <xs:complexType name="Header">
    <xs:sequence><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Body" type="env:Body"/>
  <xs:complexType name="Body">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##any" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Fault" type="env:Fault"/>
  <xs:complexType name="Fault" final="extension">
    <xs:sequence>
      <xs:element name="faultcode" type="xs:QName"/>
      <xs:element name="faultstring" type="xs:string"/>
      <xs:element name="faultactor" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="detail" type="env:detail" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="detail">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##any" processContents="lax"/>
  </xs:complexType>
</xs:schema>`;

/** SOAP 1.2 Part 1 section 5. */
export const SOAP12_ENVELOPE_SCHEMA = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:env="http://www.w3.org/2003/05/soap-envelope"
           targetNamespace="http://www.w3.org/2003/05/soap-envelope" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
  <xs:attribute name="mustUnderstand" type="xs:boolean"/>
  <xs:attribute name="role" type="xs:anyURI"/>
  <xs:attribute name="relay" type="xs:boolean"/>
  <xs:attribute name="encodingStyle" type="xs:anyURI"/>
  <xs:element name="Envelope" type="env:Envelope"/>
  <xs:complexType name="Envelope">
    <xs:sequence>
      <xs:element ref="env:Header" minOccurs="0"/>
      <xs:element ref="env:Body"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Header" type="env:Header"/>
  <xs:complexType name="Header">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Body" type="env:Body"/>
  <xs:complexType name="Body">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Fault" type="env:Fault"/>
  <xs:complexType name="Fault">
    <xs:sequence>
      <xs:element name="Code" type="env:faultcode"/>
      <xs:element name="Reason" type="env:faultreason"/>
      <xs:element name="Node" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="Role" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="Detail" type="env:detail" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="faultcode">
    <xs:sequence>
      <xs:element name="Value" type="xs:QName"/>
      <xs:element name="Subcode" type="env:subcode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="subcode">
    <xs:sequence>
      <xs:element name="Value" type="xs:QName"/>
      <xs:element name="Subcode" type="env:subcode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="faultreason">
    <xs:sequence><xs:element name="Text" type="env:reasontext" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="reasontext">
    <xs:simpleContent>
      <xs:extension base="xs:string"><xs:attribute ref="xml:lang" use="required"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="detail">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
</xs:schema>`;
