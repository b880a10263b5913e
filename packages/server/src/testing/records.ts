/** A service with an operation that takes a bounded list of records between two other members, and a one-way operation for notes. */
export const NAMESPACE = 'urn:example:records';
export const WSDL: string = `<definitions targetNamespace="${NAMESPACE}" xmlns:t="${NAMESPACE}" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
    <xs:element name="Key" type="xs:string"/>
    <xs:element name="Store"><xs:complexType><xs:sequence>
      <xs:element name="batch" type="xs:string"/>
      <xs:element name="record" minOccurs="2" maxOccurs="40000"><xs:complexType><xs:sequence>
        <xs:element name="id" type="xs:long"/><xs:element name="title"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="100"/></xs:restriction></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="sum" type="xs:long"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="StoreResponse"><xs:complexType><xs:sequence><xs:element name="stored" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Note"><xs:complexType><xs:sequence><xs:element name="line" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Store"><part name="p" element="t:Store"/></message><message name="StoreResponse"><part name="p" element="t:StoreResponse"/></message>
  <message name="Note"><part name="p" element="t:Note"/></message><message name="Key"><part name="k" element="t:Key"/></message>
  <portType name="Records"><operation name="Store"><input message="t:Store"/><output message="t:StoreResponse"/></operation>
    <operation name="Note"><input message="t:Note"/></operation></portType>
  <binding name="Records" type="t:Records"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Store"><input><soap:body use="literal"/><soap:header message="t:Key" part="k" use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="Note"><input><soap:body use="literal"/></input></operation></binding>
  <service name="Records"><port name="Records" binding="t:Records"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

export const record = (id: number | string, title = 'fragile &amp; heavy'): string =>
  `<t:record><t:id>${id}</t:id><t:title>${title}</t:title></t:record>`;
export const records = (count: number): string[] => Array.from({ length: count }, (_, at) => record(at));
/** The envelope of a request with these records. */
export const store = (
  list: readonly string[],
  {
    before = '<t:batch>b</t:batch>',
    after = '<t:sum>5</t:sum>',
  }: { readonly before?: string; readonly after?: string } = {},
): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="${NAMESPACE}"><s:Header><t:Key>k</t:Key></s:Header><s:Body><t:Store>${before}${list.join('')}${after}</t:Store></s:Body></s:Envelope>`;
