import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import type { InputDesign } from '@soapstone/json-xml-mapper/design';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { wsdlAround } from '../material/wsdl-around.js';

/** A service with a place of every kind that takes text or names of a caller. */
const schema = `<xs:schema targetNamespace="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:complexType name="Do"><xs:sequence>
    <xs:element name="text" type="xs:string" minOccurs="0"/>
    <xs:element name="__proto__" type="xs:string" minOccurs="0"/>
    <xs:element name="constructor" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="price" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="list" minOccurs="0"><xs:simpleType><xs:list itemType="xs:string"/></xs:simpleType></xs:element>
    <xs:element name="qname" type="xs:QName" minOccurs="0"/>
    <xs:element name="para" minOccurs="0"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="xs:string"/></xs:choice></xs:complexType></xs:element>
    <xs:element name="anything" type="xs:anyType" minOccurs="0"/>
    <xs:element name="simple" type="xs:anySimpleType" minOccurs="0"/>
    <xs:element name="log" minOccurs="0"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="info" type="xs:string"/><xs:element name="warning" type="xs:string"/></xs:choice></xs:complexType></xs:element>
    <xs:element name="inner" type="t:Do" minOccurs="0"/>
    <xs:element name="letter" type="xs:string" minOccurs="0"/>
    <xs:element name="section" type="xs:string" minOccurs="0"/>
    <xs:any namespace="##any" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence><xs:attribute name="note" type="xs:string"/><xs:attribute name="flag" type="xs:QName"/><xs:anyAttribute processContents="skip"/></xs:complexType>
  <xs:element name="Do" type="t:Do"/><xs:element name="DoResponse" type="t:Do"/>
  <xs:element name="DoHeader"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const SOAPENC = 'http://schemas.xmlsoap.org/soap/encoding/';
const encodedWsdl = `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:e="${SOAPENC}" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t">
    <xs:complexType name="Texts"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[]"/></xs:restriction></xs:complexContent></xs:complexType>
    <xs:complexType name="Record"><xs:sequence><xs:element name="text" type="xs:string"/></xs:sequence></xs:complexType>
  </xs:schema></types>
  <message name="I"><part name="text" type="xs:string"/><part name="texts" type="t:Texts"/><part name="record" type="t:Record"/></message><message name="O"/>
  <portType name="P"><operation name="put"><input message="t:I"/><output message="t:O"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="put"><soap:operation soapAction=""/>
    <input><soap:body use="encoded" namespace="urn:t" encodingStyle="${SOAPENC}"/></input><output><soap:body use="encoded" namespace="urn:t" encodingStyle="${SOAPENC}"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

/** The operations that bodies are drawn for. */
export interface HostileServices {
  /** document/literal: everything that XML Schema has. */
  readonly literal: CompiledOperation;
  /** rpc/encoded: a text, a SOAP array and a record. */
  readonly encoded: CompiledOperation;
}

/** Texts that are documents of any element (XM-12), escaped and in CDATA sections. */
const DOCUMENTS: InputDesign = { documents: { letter: '*', section: { element: '*', as: 'cdata' } } };

/** Reads and compiles both services. */
export async function compileHostileServices(): Promise<HostileServices> {
  return {
    literal: await compile({ 'service.wsdl': wsdlAround(schema), 'schema.xsd': schema }, DOCUMENTS),
    encoded: await compile({ 'service.wsdl': encodedWsdl }),
  };
}

async function compile(
  documents: Readonly<Record<string, string>>,
  input?: InputDesign,
): Promise<CompiledOperation> {
  const files = Object.entries(documents).map(
    ([name, document]) => [name, new TextEncoder().encode(document)] as const,
  );
  const { model } = await parseWsdl('service.wsdl', { resolve: bundleResolver(new Map(files)) });
  const name = model.exposed[0]?.name as string;
  const options = input === undefined ? {} : { design: { operations: { [name]: { input } } } };
  return createMapper(model, options).compile(name);
}
