/** A WSDL with `count` operations, which share nested types and have long names. */
export function largeWsdl(count: number): string {
  const each = (write: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => write(index)).join('');
  const name = (index: number) => `ProcessPurchaseOrderConfirmation${index}`;
  const messages = (index: number) =>
    `<message name="in${index}"><part name="p" element="t:${name(index)}"/></message><message name="out${index}"><part name="p" element="t:${name(index)}Response"/></message>`;
  const elements = (index: number) => `<xs:element name="${name(index)}"><xs:complexType><xs:sequence>
    <xs:element name="order" type="t:Order"/><xs:element name="note${index}" type="xs:string" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="${name(index)}Response"><xs:complexType><xs:sequence>
    <xs:element name="order" type="t:Order" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:large" targetNamespace="urn:large" name="Large">
<types><xs:schema targetNamespace="urn:large" elementFormDefault="qualified">
<xs:complexType name="Address"><xs:sequence><xs:element name="street" type="xs:string"/><xs:element name="city" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="Line"><xs:sequence><xs:element name="article" type="xs:string"/><xs:element name="quantity" type="xs:int"/><xs:element name="parts" type="t:Line" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
<xs:complexType name="Order"><xs:sequence><xs:element name="number" type="xs:long"/><xs:element name="deliverTo" type="t:Address"/><xs:element name="lines" type="t:Line" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
${each(elements)}</xs:schema></types>
${each(messages)}
<portType name="Large">${each(
    (index) =>
      `<operation name="${name(index)}"><documentation>Confirms purchase orders of region ${index}.</documentation><input message="t:in${index}"/><output message="t:out${index}"/></operation>`,
  )}</portType>
<binding name="b" type="t:Large"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (index) =>
      `<operation name="${name(index)}"><soap:operation soapAction="urn:${index}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
  )}</binding>
<service name="Large"><port name="p" binding="t:b"><soap:address location="http://127.0.0.1:8080/"/></port></service>
</definitions>`;
}
