/** A service in rpc style with SOAP encoding: a record that refers to its own kind through an array. */
export const rpcEncodedWsdl = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="People" targetNamespace="urn:people" xmlns:t="urn:people" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:people">
    <xs:complexType name="Person"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="age" type="xs:int"/><xs:element name="friends" type="t:People"/></xs:sequence></xs:complexType>
    <xs:complexType name="People"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:Person[]"/></xs:restriction></xs:complexContent></xs:complexType>
  </xs:schema></types>
  <message name="I"/><message name="O"><part name="person" type="t:Person"/></message>
  <portType name="P"><operation name="get"><input message="t:I"/><output message="t:O"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="get"><soap:operation soapAction=""/>
    <input><soap:body use="encoded" namespace="urn:people" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input>
    <output><soap:body use="encoded" namespace="urn:people" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/p"/></port></service>
</definitions>`;
