/** A service with one operation, whose input and output are decimals. */
export const BANK_WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:bank" targetNamespace="urn:bank">
  <types><xs:schema targetNamespace="urn:bank" elementFormDefault="qualified">
    <xs:complexType name="Amounts"><xs:sequence>
      <xs:element name="amount" type="xs:decimal" maxOccurs="unbounded"/>
      <xs:element name="slip" type="xs:base64Binary" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:element name="Pay" type="t:Amounts"/><xs:element name="PayResponse" type="t:Amounts"/>
  </xs:schema></types>
  <message name="Pay"><part name="p" element="t:Pay"/></message>
  <message name="PayResponse"><part name="p" element="t:PayResponse"/></message>
  <portType name="Bank"><operation name="Pay"><input message="t:Pay"/><output message="t:PayResponse"/></operation></portType>
  <binding name="Bank" type="t:Bank"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Pay"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Bank"><port name="Bank" binding="t:Bank"><soap:address location="http://soap.example.com/bank"/></port></service>
</definitions>`;
