import type { BundleFiles } from '@soapstone/wsdl-parser';

/** A bundle with a small description that uses many constructs of WSDL and XML Schema; its first file is the WSDL. */
export interface BaseDocuments {
  readonly name: string;
  readonly location: string;
  readonly files: BundleFiles;
}

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const SOAP = 'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"';
const WSDL = 'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"';

const documentLiteral: BaseDocuments = {
  name: 'document/literal in several documents',
  location: 'api/service.wsdl',
  files: {
    'api/service.wsdl': `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Orders" targetNamespace="urn:orders" xmlns:t="urn:orders" xmlns:m="urn:model" ${WSDL} ${SOAP} ${XS}>
  <wsdl:import namespace="urn:orders" location="abstract.wsdl"/>
  <wsdl:binding name="B" type="t:Orders">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Find"><soap:operation soapAction="urn:find"/>
      <wsdl:input><soap:header message="t:Auth" part="auth" use="literal"><soap:headerfault message="t:Auth" part="auth" use="literal"/></soap:header><soap:body use="literal" parts="body"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
      <wsdl:fault name="Bad"><soap:fault name="Bad" use="literal"/></wsdl:fault></wsdl:operation>
    <wsdl:operation name="Tell"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="OrderService"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/orders"/></wsdl:port></wsdl:service>
</wsdl:definitions>`,
    'api/abstract.wsdl': `<definitions targetNamespace="urn:orders" xmlns:t="urn:orders" ${WSDL} ${XS}>
  <types><xs:schema targetNamespace="urn:orders" xmlns:m="urn:model" elementFormDefault="qualified">
    <xs:import namespace="urn:model" schemaLocation="../schemas/model.xsd"/>
    <xs:element name="Find"><xs:complexType><xs:sequence><xs:element name="id" type="m:Id" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindResponse" type="m:Orders"/><xs:element name="Auth" type="xs:string"/><xs:element name="Bad" type="m:Problem"/>
  </xs:schema></types>
  <message name="Find"><part name="body" element="t:Find"/></message>
  <message name="Found"><part name="body" element="t:FindResponse"/></message>
  <message name="Auth"><part name="auth" element="t:Auth"/></message>
  <message name="Bad"><part name="fault" element="t:Bad"/></message>
  <portType name="Orders">
    <operation name="Find"><documentation>Finds.</documentation><input message="t:Find"/><output message="t:Found"/><fault name="Bad" message="t:Bad"/></operation>
    <operation name="Tell"><input message="t:Find"/></operation>
  </portType>
</definitions>`,
    'schemas/model.xsd': `<xs:schema targetNamespace="urn:model" xmlns="urn:model" ${XS} elementFormDefault="qualified" blockDefault="#all" finalDefault="">
  <xs:include schemaLocation="chameleon.xsd"/>
  <xs:redefine schemaLocation="old.xsd"><xs:complexType name="Problem"><xs:complexContent><xs:extension base="Problem"><xs:sequence><xs:element name="more" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>
  <xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
  <xs:simpleType name="Id"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}\\d+"/><xs:maxLength value="10"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Ids"><xs:list itemType="Id"/></xs:simpleType>
  <xs:simpleType name="Any"><xs:union memberTypes="Id Ids xs:int"><xs:simpleType><xs:restriction base="xs:token"><xs:enumeration value="none"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>
  <xs:complexType name="Orders"><xs:sequence><xs:element ref="Item" minOccurs="0" maxOccurs="unbounded"/><xs:group ref="Tail"/></xs:sequence><xs:attributeGroup ref="Common"/><xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
  <xs:group name="Tail"><xs:choice maxOccurs="3"><xs:element name="a" type="Any" nillable="true"/><xs:sequence><xs:element name="b" type="Orders"/><xs:any namespace="##any" processContents="skip"/></xs:sequence></xs:choice></xs:group>
  <xs:attributeGroup name="Common"><xs:attribute name="n" type="xs:decimal" default="1.0"/><xs:attribute ref="xml:lang" use="required"/></xs:attributeGroup>
  <xs:element name="Item" type="Base" abstract="true"/><xs:element name="Book" substitutionGroup="Item" type="Book"/>
  <xs:complexType name="Base" abstract="true"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="x" type="xs:int" use="optional"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Book"><xs:simpleContent><xs:restriction base="Base"><xs:length value="3"/><xs:attribute name="x" use="prohibited"/></xs:restriction></xs:simpleContent></xs:complexType>
</xs:schema>`,
    'schemas/chameleon.xsd': `<xs:schema ${XS}><xs:complexType name="Tree" mixed="true"><xs:sequence><xs:element name="child" type="Tree" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType><xs:complexType name="Bag"><xs:all><xs:element name="one" type="xs:date" minOccurs="0"/><xs:element name="two" type="Tree"/></xs:all></xs:complexType></xs:schema>`,
    'schemas/old.xsd': `<xs:schema targetNamespace="urn:model" ${XS}><xs:complexType name="Problem"><xs:sequence><xs:element name="code" type="xs:int" fixed="7"/></xs:sequence></xs:complexType></xs:schema>`,
  },
};

const rpcEncoded: BaseDocuments = {
  name: 'rpc/encoded with arrays, policies and attachments',
  location: 'rpc.wsdl',
  files: {
    'rpc.wsdl': `<?xml version='1.0'?>
<!DOCTYPE definitions [ <!ENTITY ns "urn:rpc"> ]>
<definitions targetNamespace="&ns;" xmlns:t="&ns;" ${WSDL} ${SOAP} ${XS} xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
    xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"
    xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">
  <wsp:Policy wsu:Id="p"><wsp:ExactlyOne><wsp:All><wsam:Addressing wsp:Optional="true"/><wsp:PolicyReference URI="#q"/></wsp:All></wsp:ExactlyOne></wsp:Policy>
  <wsp:Policy wsu:Id="q"><wsp:PolicyReference URI="#p"/></wsp:Policy>
  <types><xs:schema targetNamespace="&ns;"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
    <xs:complexType name="Ints"><xs:complexContent><xs:restriction base="enc:Array"><xs:attribute ref="enc:arrayType" wsdl:arrayType="xs:int[,][]"/></xs:restriction></xs:complexContent></xs:complexType>
    <xs:complexType name="Person"><xs:all><xs:element name="name" type="enc:string" nillable="true"/><xs:element name="scores" type="t:Ints"/><xs:element name="boss" type="t:Person" minOccurs="0"/></xs:all></xs:complexType></xs:schema></types>
  <message name="In"><part name="a" type="xs:int"/><part name="b" type="t:Person"/><part name="file" type="xs:base64Binary"/></message>
  <message name="In2"><part name="a" type="t:Ints"/></message><message name="Out"><part name="return" type="t:Ints"/></message>
  <portType name="Calc"><operation name="add" parameterOrder="a b"><input name="one" message="t:In"/><output message="t:Out"/></operation>
    <operation name="add"><input name="two" message="t:In2" wsam:Action="urn:two"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:Calc" wsp:PolicyURIs="#p"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="add"><soap:operation soapAction="add"/><input name="one"><mime:multipartRelated><mime:part><soap:body use="encoded" namespace="&ns;" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" parts="a b"/></mime:part><mime:part><mime:content part="file" type="*/*"/></mime:part></mime:multipartRelated></input><output><soap:body use="encoded" namespace="&ns;"/></output></operation>
    <operation name="add"><soap:operation soapAction="add2"/><input name="two"><soap:body use="encoded" namespace="&ns;"/></input><output><soap:body use="encoded" namespace="&ns;"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`,
  },
};

const wsdl20: BaseDocuments = {
  name: 'WSDL 2.0',
  location: 'two.wsdl',
  files: {
    'two.wsdl': `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:two" xmlns:t="urn:two" xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" ${XS}>
  <include location="types.wsdl"/>
  <interface name="Base"><fault name="F" element="t:Fault"/><operation name="ping" pattern="http://www.w3.org/ns/wsdl/in-only"><input element="#none"/></operation></interface>
  <interface name="I" extends="t:Base"><operation name="get" pattern="http://www.w3.org/ns/wsdl/in-out" wsdlx:safe="true"><input element="t:In"/><output element="#any"/><outfault ref="t:F"/></operation></interface>
  <binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap" wsoap:version="1.2" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/"><operation ref="t:get" wsoap:action="urn:get"><input><wsoap:header element="t:In" required="true"/></input></operation></binding>
  <service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://localhost/"/></service>
</description>`,
    'types.wsdl': `<description xmlns="http://www.w3.org/ns/wsdl" targetNamespace="urn:two" ${XS}><types><xs:schema targetNamespace="urn:two"><xs:element name="In" type="xs:int"/><xs:element name="Fault"><xs:complexType><xs:sequence><xs:any maxOccurs="2"/></xs:sequence></xs:complexType></xs:element></xs:schema></types></description>`,
  },
};

/** The descriptions that need no corpus. */
export const BASE_DOCUMENTS: readonly BaseDocuments[] = [documentLiteral, rpcEncoded, wsdl20];
