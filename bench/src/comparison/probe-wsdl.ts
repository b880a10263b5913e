/** The constructs that a description in JSON terms most often gets wrong, one member of the response each. */
export const PROBE_WSDL = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Probe" targetNamespace="urn:probe" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:probe"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>
    <xs:schema targetNamespace="urn:probe" elementFormDefault="qualified">
      <xs:element name="Find"><xs:complexType><xs:sequence><xs:element name="key" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="FindResponse"><xs:complexType><xs:sequence>
        <xs:element name="manyOf" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="nilOf" type="xs:int" nillable="true"/>
        <xs:element name="maybe" type="xs:string" minOccurs="0"/>
        <xs:element name="exactly" type="xs:long"/>
        <xs:element name="pick" type="tns:Pick"/>
        <xs:element name="mixedUp" type="tns:MixedUp"/>
        <xs:element name="shape" type="tns:Shape"/>
        <xs:element name="price" type="tns:Price"/>
        <xs:element name="level" type="tns:Level"/>
        <xs:element name="sizes" type="tns:Sizes"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Pick"><xs:choice><xs:element name="byCard" type="xs:string"/><xs:element name="byBank" type="xs:string"/></xs:choice></xs:complexType>
      <xs:complexType name="MixedUp"><xs:choice maxOccurs="unbounded"><xs:element name="left" type="xs:int"/><xs:element name="right" type="xs:int"/></xs:choice></xs:complexType>
      <xs:complexType name="Shape"><xs:sequence><xs:element name="colour" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType>
      <xs:complexType name="Circle"><xs:complexContent><xs:extension base="tns:Shape"><xs:sequence><xs:element name="radius" type="xs:double"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:simpleType name="Level"><xs:restriction base="xs:string"><xs:enumeration value="low"/><xs:enumeration value="high"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="Sizes"><xs:list itemType="xs:int"/></xs:simpleType>
    </xs:schema>
  </types>
  <message name="Find"><part name="parameters" element="tns:Find"/></message>
  <message name="FindResponse"><part name="parameters" element="tns:FindResponse"/></message>
  <portType name="ProbePort"><operation name="Find"><input message="tns:Find"/><output message="tns:FindResponse"/></operation></portType>
  <binding name="ProbeSoap" type="tns:ProbePort"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find"><soap:operation soapAction="urn:probe/Find"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="ProbeService"><port name="ProbePort" binding="tns:ProbeSoap"><soap:address location="http://localhost/"/></port></service>
</definitions>
`;
