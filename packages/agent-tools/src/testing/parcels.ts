import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';

/** The name of an element that is longer than a property of a tool may be. */
export const LONG: string = `reason${'ForTheReturnOfTheParcel'.repeat(3)}`;

/** A service whose members have keys that model APIs do not take: attributes, header blocks, other scripts, long names, namespaces. */
const PARCELS = `<definitions name="Parcels" targetNamespace="urn:p" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:p" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">
    <xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
    <xs:complexType name="Parcel"><xs:sequence>
      <xs:element name="id" type="xs:long"/>
      <xs:element name="id" type="xs:string" form="unqualified" minOccurs="0"/>
      <xs:element name="名前" type="xs:string"/>
      <xs:element name="Größe" type="xs:decimal" minOccurs="0"/>
      <xs:element name="${LONG}" type="xs:string" minOccurs="0"/>
      <xs:element name="attr__version" type="xs:string" minOccurs="0"/>
      <xs:element name="plain-name.v2" type="xs:string" minOccurs="0"/>
      <xs:element name="part" type="t:Parcel" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence><xs:attribute name="version" type="xs:long" use="required"/><xs:attribute ref="xml:lang"/></xs:complexType>
    <xs:element name="Send" type="t:Parcel"/>
    <xs:element name="SendResponse" type="t:Parcel"/>
    <xs:element name="Find"><xs:complexType><xs:choice>
      <xs:element name="orderId" type="xs:long"/><xs:element name="customerRef" type="xs:string"/></xs:choice></xs:complexType></xs:element>
    <xs:element name="FindResponse"><xs:complexType><xs:sequence/></xs:complexType></xs:element>
    <xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Send"><part name="p" element="t:Send"/></message>
  <message name="SendResponse"><part name="p" element="t:SendResponse"/></message>
  <message name="Find"><part name="p" element="t:Find"/></message>
  <message name="FindResponse"><part name="p" element="t:FindResponse"/></message>
  <message name="Auth"><part name="p" element="t:Auth"/></message>
  <portType name="Parcels">
    <operation name="Send"><input message="t:Send"/><output message="t:SendResponse"/></operation>
    <operation name="Find"><input message="t:Find"/><output message="t:FindResponse"/></operation>
  </portType>
  <binding name="ParcelsSoap" type="t:Parcels"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Send"><soap:operation soapAction="urn:p/Send"/><input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output></operation>
    <operation name="Find"><soap:operation soapAction="urn:p/Find"/><input><soap:header message="t:Auth" part="p" use="literal"/>
      <soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="ParcelService"><port name="ParcelsSoap" binding="t:ParcelsSoap"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

/** The mapper of the parcels. */
export async function parcelsMapper(): Promise<Mapper> {
  const files = new Map([['parcels.wsdl', new TextEncoder().encode(PARCELS)]]);
  const { model } = await parseWsdl('parcels.wsdl', { resolve: bundleResolver(files) });
  return createMapper(model);
}
