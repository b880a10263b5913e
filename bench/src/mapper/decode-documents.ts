/**
 * The service and the documents of the decoding bench: flat records and nested orders, in the forms that servers
 * write (one prefix per namespace, declared once; no white space between elements).
 */
const NAMESPACE = 'urn:bench:shop';

export const SHOP_WSDL: string = `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Shop" targetNamespace="${NAMESPACE}" xmlns:t="${NAMESPACE}" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
    <xs:element name="ListRecords"><xs:complexType><xs:sequence><xs:element name="limit" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ListRecordsResponse"><xs:complexType><xs:sequence>
      <xs:element name="record" type="t:Record" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Record"><xs:sequence>
      <xs:element name="id" type="xs:long"/><xs:element name="sku" type="xs:string"/><xs:element name="title" type="xs:string"/>
      <xs:element name="quantity" type="xs:int"/><xs:element name="price" type="xs:decimal"/><xs:element name="currency" type="xs:string"/>
      <xs:element name="weight" type="xs:double"/><xs:element name="active" type="xs:boolean"/><xs:element name="created" type="xs:dateTime"/>
      <xs:element name="updated" type="xs:date" minOccurs="0"/><xs:element name="category" type="xs:string"/><xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:element name="ListOrders"><xs:complexType><xs:sequence><xs:element name="limit" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ListOrdersResponse"><xs:complexType><xs:sequence>
      <xs:element name="total" type="xs:int"/><xs:element name="order" type="t:Order" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Order"><xs:sequence>
      <xs:element name="number" type="xs:long"/><xs:element name="reference" type="xs:string"/>
      <xs:element name="customer" type="t:Customer"/><xs:element name="placed" type="xs:dateTime"/><xs:element name="status" type="t:Status"/>
      <xs:element name="amount" type="t:Money"/><xs:element name="paid" type="xs:boolean"/>
      <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="address" type="t:Address"/><xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence><xs:attribute name="id" type="xs:string" use="required"/><xs:attribute name="active" type="xs:boolean" use="required"/></xs:complexType>
    <xs:complexType name="Customer"><xs:sequence>
      <xs:element name="name" type="xs:string"/><xs:element name="email" type="xs:string"/>
      <xs:element name="phone" type="xs:string" nillable="true"/><xs:element name="score" type="xs:int"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Address"><xs:sequence>
      <xs:element name="street" type="xs:string"/><xs:element name="city" type="xs:string"/><xs:element name="zip" type="xs:string"/><xs:element name="country" type="xs:string"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Line"><xs:sequence>
      <xs:element name="sku" type="xs:string"/><xs:element name="quantity" type="xs:int"/><xs:element name="price" type="xs:decimal"/><xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence><xs:attribute name="no" type="xs:int" use="required"/></xs:complexType>
    <xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
    <xs:simpleType name="Status"><xs:restriction base="xs:string"><xs:enumeration value="open"/><xs:enumeration value="shipped"/></xs:restriction></xs:simpleType>
  </xs:schema></types>
  <message name="ListRecords"><part name="parameters" element="t:ListRecords"/></message><message name="ListRecordsResponse"><part name="parameters" element="t:ListRecordsResponse"/></message>
  <message name="ListOrders"><part name="parameters" element="t:ListOrders"/></message><message name="ListOrdersResponse"><part name="parameters" element="t:ListOrdersResponse"/></message>
  <portType name="Shop">
    <operation name="ListRecords"><input message="t:ListRecords"/><output message="t:ListRecordsResponse"/></operation>
    <operation name="ListOrders"><input message="t:ListOrders"/><output message="t:ListOrdersResponse"/></operation>
  </portType>
  <binding name="Shop" type="t:Shop"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="ListRecords"><soap:operation soapAction="r"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
    <operation name="ListOrders"><soap:operation soapAction="o"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Shop"><port name="Shop" binding="t:Shop"><soap:address location="http://localhost/shop"/></port></service>
</definitions>`;

/** A kind of document. */
export interface DocumentKind {
  readonly name: string;
  readonly operation: 'ListRecords' | 'ListOrders';
  readonly head: string;
  readonly tail: string;
  item(i: number): string;
}

export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  {
    name: 'records',
    operation: 'ListRecords',
    head: `${openEnvelope()}<t:ListRecordsResponse xmlns:t="${NAMESPACE}">`,
    tail: '</t:ListRecordsResponse></soap:Body></soap:Envelope>',
    item: (i) =>
      `<t:record><t:id>${1000000007 * (i + 1)}</t:id><t:sku>SKU-${100000 + i}</t:sku><t:title>Widget number ${i} with a title of usual length</t:title>` +
      `<t:quantity>${i % 900}</t:quantity><t:price>${(i * 7) % 1000}.${10 + (i % 90)}</t:price><t:currency>EUR</t:currency><t:weight>${i % 50}.25</t:weight>` +
      `<t:active>${i % 3 !== 0}</t:active><t:created>2026-0${(i % 9) + 1}-1${i % 9}T0${i % 9}:15:30Z</t:created>${i % 4 === 0 ? '' : `<t:updated>2026-11-2${i % 9}</t:updated>`}` +
      `<t:category>hardware/fasteners</t:category>${i % 5 === 0 ? '<t:note>fragile &amp; "heavy", see § 4</t:note>' : ''}</t:record>`,
  },
  {
    name: 'nested orders',
    operation: 'ListOrders',
    head: `${openEnvelope()}<t:ListOrdersResponse xmlns:t="${NAMESPACE}"><t:total>7</t:total>`,
    tail: '</t:ListOrdersResponse></soap:Body></soap:Envelope>',
    item: (i) =>
      `<t:order id="o-${i}" active="${i % 3 !== 0}"><t:number>${9007199254740000 + i}</t:number><t:reference>REF/${i}/2026</t:reference>` +
      `<t:customer><t:name>Ærø &amp; Søn ${i}</t:name><t:email>customer${i}@example.com</t:email>${i % 2 ? '<t:phone xsi:nil="true"/>' : `<t:phone>+49 30 ${1000 + i}</t:phone>`}<t:score>-${1 + (i % 100)}</t:score></t:customer>` +
      `<t:placed>2026-03-1${i % 9}T10:00:00.5+01:00</t:placed><t:status>${i % 2 ? 'open' : 'shipped'}</t:status><t:amount currency="EUR">${i * 3}.5</t:amount><t:paid>${i % 2 === 0}</t:paid>` +
      `<t:tag>new</t:tag>${i % 3 ? '<t:tag>gift</t:tag>' : ''}<t:address><t:street>Lange Straße ${i}</t:street><t:city>Berlin</t:city><t:zip>1${1000 + (i % 9000)}</t:zip><t:country>DE</t:country></t:address>` +
      `${line(i, 1)}${line(i, 2)}${i % 2 ? line(i, 3) : ''}</t:order>`,
  },
];

function line(i: number, no: number): string {
  const note = no === 3 ? '<t:note>last one</t:note>' : '';
  return `<t:line no="${no}"><t:sku>SKU-${1000 + i}</t:sku><t:quantity>${(i % 9) + 1}</t:quantity><t:price>${i}.${10 + no}</t:price>${note}</t:line>`;
}

function openEnvelope(): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>'
  );
}

/** A document of about `bytes` bytes. */
export function makeDocument(kind: DocumentKind, bytes: number): string {
  const parts = [kind.head];
  let length = kind.head.length + kind.tail.length;
  for (let i = 0; length < bytes; i++) {
    const item = kind.item(i);
    parts.push(item);
    length += item.length;
  }
  parts.push(kind.tail);
  return parts.join('');
}
