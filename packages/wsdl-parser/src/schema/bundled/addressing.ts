/** The types that both versions of WS-Addressing share: values with attributes, and containers of anything. */
const SHARED_TYPES = `
  <xs:complexType name="AttributedURI">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="AttributedURIType">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="AttributedQName">
    <xs:simpleContent>
      <xs:extension base="xs:QName"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="ReferenceParametersType">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>`;

/** WS-Addressing 1.0 Core (https://www.w3.org/TR/ws-addr-core/). */
export const ADDRESSING_2005_SCHEMA: string = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsa="http://www.w3.org/2005/08/addressing"
           targetNamespace="http://www.w3.org/2005/08/addressing" elementFormDefault="qualified">
  <xs:element name="EndpointReference" type="wsa:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="wsa:AttributedURIType"/>
      <xs:element ref="wsa:ReferenceParameters" minOccurs="0"/>
      <xs:element ref="wsa:Metadata" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="ReferenceParameters" type="wsa:ReferenceParametersType"/>
  <xs:element name="Metadata" type="wsa:MetadataType"/>
  <xs:complexType name="MetadataType">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="MessageID" type="wsa:AttributedURIType"/>
  <xs:element name="RelatesTo" type="wsa:RelatesToType"/>
  <xs:complexType name="RelatesToType">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI">
        <xs:attribute name="RelationshipType" type="xs:anyURI" default="http://www.w3.org/2005/08/addressing/reply"/>
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="ReplyTo" type="wsa:EndpointReferenceType"/>
  <xs:element name="From" type="wsa:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="wsa:EndpointReferenceType"/>
  <xs:element name="To" type="wsa:AttributedURIType"/>
  <xs:element name="Action" type="wsa:AttributedURIType"/>
  <xs:element name="RetryAfter" type="wsa:AttributedUnsignedLongType"/>
  <xs:complexType name="AttributedUnsignedLongType">
    <xs:simpleContent>
      <xs:extension base="xs:unsignedLong"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="AttributedQNameType">
    <xs:simpleContent>
      <xs:extension base="xs:QName"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:attribute name="IsReferenceParameter" type="xs:boolean"/>
  <xs:element name="ProblemHeaderQName" type="wsa:AttributedQNameType"/>
  <xs:element name="ProblemIRI" type="wsa:AttributedURIType"/>
  <xs:element name="ProblemAction" type="wsa:ProblemActionType"/>
  <xs:complexType name="ProblemActionType">
    <xs:sequence>
      <xs:element ref="wsa:Action" minOccurs="0"/>
      <xs:element name="SoapAction" type="xs:anyURI" minOccurs="0"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>${SHARED_TYPES}
</xs:schema>`;

/** WS-Addressing, member submission of August 2004. */
export const ADDRESSING_2004_SCHEMA: string = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing"
           targetNamespace="http://schemas.xmlsoap.org/ws/2004/08/addressing" elementFormDefault="qualified">
  <xs:element name="EndpointReference" type="wsa:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="wsa:AttributedURI"/>
      <xs:element name="ReferenceProperties" type="wsa:ReferencePropertiesType" minOccurs="0"/>
      <xs:element name="ReferenceParameters" type="wsa:ReferenceParametersType" minOccurs="0"/>
      <xs:element name="PortType" type="wsa:AttributedQName" minOccurs="0"/>
      <xs:element name="ServiceName" type="wsa:ServiceNameType" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:complexType name="ReferencePropertiesType">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:complexType name="ServiceNameType">
    <xs:simpleContent>
      <xs:extension base="xs:QName">
        <xs:attribute name="PortName" type="xs:NCName"/>
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="MessageID" type="wsa:AttributedURI"/>
  <xs:element name="RelatesTo" type="wsa:Relationship"/>
  <xs:complexType name="Relationship">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI">
        <xs:attribute name="RelationshipType" type="xs:QName"/>
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="To" type="wsa:AttributedURI"/>
  <xs:element name="Action" type="wsa:AttributedURI"/>
  <xs:element name="From" type="wsa:EndpointReferenceType"/>
  <xs:element name="ReplyTo" type="wsa:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="wsa:EndpointReferenceType"/>
  <xs:attribute name="Action" type="xs:anyURI"/>${SHARED_TYPES}
</xs:schema>`;
