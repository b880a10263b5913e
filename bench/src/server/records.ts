/** A service that returns the records that it receives, for servers. */
const NAMESPACE = 'urn:bench:records';

const list = (name: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="record" type="t:Record" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`;

export const RECORDS_WSDL: string = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Records" targetNamespace="${NAMESPACE}" xmlns:t="${NAMESPACE}" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="${NAMESPACE}" elementFormDefault="qualified">${list('Store')}${list('StoreResponse')}
    <xs:complexType name="Record"><xs:sequence>
      <xs:element name="id" type="xs:long"/><xs:element name="sku" type="xs:string"/><xs:element name="title" type="xs:string"/>
      <xs:element name="quantity" type="xs:int"/><xs:element name="price" type="xs:decimal"/><xs:element name="active" type="xs:boolean"/>
      <xs:element name="created" type="xs:date"/><xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType>
  </xs:schema></types>
  <message name="Store"><part name="parameters" element="t:Store"/></message>
  <message name="StoreResponse"><part name="parameters" element="t:StoreResponse"/></message>
  <portType name="Records"><operation name="Store"><input message="t:Store"/><output message="t:StoreResponse"/></operation></portType>
  <binding name="Records" type="t:Records"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Store"><soap:operation soapAction="urn:bench:records/Store"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Records"><port name="Records" binding="t:Records"><soap:address location="http://127.0.0.1:1/"/></port></service>
</definitions>`;

/** The envelope of a request with about as many bytes. */
export function storeRequest(bytes: number): string {
  const record = (i: number): string =>
    `<t:record><t:id>${1000 + i}</t:id><t:sku>SKU-${i}</t:sku><t:title>fragile &amp; heavy</t:title><t:quantity>${i % 9}</t:quantity>` +
    `<t:price>${i}.50</t:price><t:active>true</t:active><t:created>2026-03-01</t:created><t:note>none</t:note></t:record>`;
  const count = Math.max(1, Math.round(bytes / record(0).length));
  return (
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` +
    `<t:Store xmlns:t="${NAMESPACE}">${Array.from({ length: count }, (_, i) => record(i)).join('')}</t:Store></soap:Body></soap:Envelope>`
  );
}
