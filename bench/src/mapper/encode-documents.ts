/** The service and the requests of the encoding bench: flat records and nested orders, with facets. */
const NAMESPACE = 'urn:bench:store';

/** `facets: false` leaves out every pattern, enumeration and bound, to measure structure alone. */
export function storeWsdl(facets: boolean): string {
  const facet = (text: string): string => (facets ? text : '');
  const operation = (name: string): string =>
    `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Store" targetNamespace="${NAMESPACE}" xmlns:t="${NAMESPACE}" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
    <xs:element name="PutRecords"><xs:complexType><xs:sequence>
      <xs:element name="record" type="t:Record" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="PutOrders"><xs:complexType><xs:sequence>
      <xs:element name="order" type="t:Order" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Done"><xs:complexType/></xs:element>
    <xs:simpleType name="Sku"><xs:restriction base="xs:token">${facet('<xs:pattern value="SKU-\\d{4,9}"/><xs:maxLength value="13"/>')}</xs:restriction></xs:simpleType>
    <xs:simpleType name="Title"><xs:restriction base="xs:string">${facet('<xs:minLength value="1"/><xs:maxLength value="200"/>')}</xs:restriction></xs:simpleType>
    <xs:simpleType name="Currency"><xs:restriction base="xs:token">${facet(['EUR', 'USD', 'GBP', 'DKK', 'SEK'].map((code) => `<xs:enumeration value="${code}"/>`).join(''))}</xs:restriction></xs:simpleType>
    <xs:simpleType name="Quantity"><xs:restriction base="xs:int">${facet('<xs:minInclusive value="0"/><xs:maxInclusive value="100000"/>')}</xs:restriction></xs:simpleType>
    <xs:simpleType name="Amount"><xs:restriction base="xs:decimal">${facet('<xs:minInclusive value="0"/><xs:maxExclusive value="1000000"/><xs:fractionDigits value="2"/>')}</xs:restriction></xs:simpleType>
    <xs:simpleType name="Status"><xs:restriction base="xs:token">${facet('<xs:enumeration value="open"/><xs:enumeration value="shipped"/>')}</xs:restriction></xs:simpleType>
    <xs:complexType name="Record"><xs:sequence>
      <xs:element name="id" type="xs:long"/><xs:element name="sku" type="t:Sku"/><xs:element name="title" type="t:Title"/>
      <xs:element name="quantity" type="t:Quantity"/><xs:element name="price" type="t:Amount"/><xs:element name="currency" type="t:Currency"/>
      <xs:element name="weight" type="xs:double"/><xs:element name="active" type="xs:boolean"/><xs:element name="created" type="xs:dateTime"/>
      <xs:element name="updated" type="xs:date" minOccurs="0"/><xs:element name="category" type="xs:string"/><xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Order"><xs:sequence>
      <xs:element name="number" type="xs:long"/><xs:element name="reference" type="xs:string"/><xs:element name="customer" type="t:Customer"/>
      <xs:element name="placed" type="xs:dateTime"/><xs:element name="status" type="t:Status"/><xs:element name="amount" type="t:Money"/><xs:element name="paid" type="xs:boolean"/>
      <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/><xs:element name="address" type="t:Address"/>
      <xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence><xs:attribute name="id" type="xs:string" use="required"/><xs:attribute name="active" type="xs:boolean" use="required"/></xs:complexType>
    <xs:complexType name="Customer"><xs:sequence>
      <xs:element name="name" type="t:Title"/><xs:element name="email" type="xs:string"/><xs:element name="phone" type="xs:string" nillable="true"/><xs:element name="score" type="xs:int"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Address"><xs:sequence>
      <xs:element name="street" type="xs:string"/><xs:element name="city" type="xs:string"/><xs:element name="zip" type="xs:string"/><xs:element name="country" type="xs:string"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Line"><xs:sequence>
      <xs:element name="sku" type="t:Sku"/><xs:element name="quantity" type="t:Quantity"/><xs:element name="price" type="t:Amount"/><xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence><xs:attribute name="no" type="xs:int" use="required"/></xs:complexType>
    <xs:complexType name="Money"><xs:simpleContent><xs:extension base="t:Amount"><xs:attribute name="currency" type="t:Currency" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
  </xs:schema></types>
  <message name="PutRecords"><part name="parameters" element="t:PutRecords"/></message><message name="PutOrders"><part name="parameters" element="t:PutOrders"/></message>
  <message name="Done"><part name="parameters" element="t:Done"/></message>
  <portType name="Store">
    <operation name="PutRecords"><input message="t:PutRecords"/><output message="t:Done"/></operation>
    <operation name="PutOrders"><input message="t:PutOrders"/><output message="t:Done"/></operation>
  </portType>
  <binding name="Store" type="t:Store"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('PutRecords')}${operation('PutOrders')}</binding>
  <service name="Store"><port name="Store" binding="t:Store"><soap:address location="http://localhost/store"/></port></service>
</definitions>`;
}

/** A kind of request. */
export interface RequestKind {
  readonly name: string;
  readonly operation: 'PutRecords' | 'PutOrders';
  readonly key: 'record' | 'order';
  item(i: number): object;
}

export const REQUEST_KINDS: readonly RequestKind[] = [
  { name: 'records', operation: 'PutRecords', key: 'record', item: record },
  { name: 'nested orders', operation: 'PutOrders', key: 'order', item: order },
];

/** A request of about `bytes` bytes of JSON. */
export function makeRequest(kind: RequestKind, bytes: number): Record<string, object[]> {
  const items: object[] = [];
  for (let length = 0, i = 0; length < bytes; i++) {
    const item = kind.item(i);
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return { [kind.key]: items };
}

function record(i: number): object {
  return {
    id: 1000000007 * (i + 1),
    sku: `SKU-${100000 + i}`,
    title: `Widget number ${i} with a title of usual length`,
    quantity: i % 900,
    price: cents(((i * 7) % 1000) * 100 + (i % 90)),
    currency: i % 3 === 0 ? 'USD' : 'EUR',
    weight: (i % 50) + 0.25,
    active: i % 3 !== 0,
    created: `2026-0${(i % 9) + 1}-1${i % 9}T0${i % 9}:15:30Z`,
    ...(i % 4 === 0 ? {} : { updated: `2026-11-2${i % 9}` }),
    category: 'hardware/fasteners',
    ...(i % 5 === 0 ? { note: 'fragile & "heavy", see § 4' } : {}),
  };
}

function order(i: number): object {
  return {
    '@id': `o-${i}`,
    '@active': i % 3 !== 0,
    number: 1007199254740 + i,
    reference: `REF/${i}/2026`,
    customer: {
      name: `Ærø & Søn ${i}`,
      email: `customer${i}@example.com`,
      phone: i % 2 === 1 ? null : `+49 30 ${1000 + i}`,
      score: -1 - (i % 100),
    },
    placed: `2026-03-1${i % 9}T10:00:00.5+01:00`,
    status: i % 2 === 1 ? 'open' : 'shipped',
    amount: { '@currency': 'EUR', $value: i * 3 + 0.5 },
    paid: i % 2 === 0,
    tag: i % 3 === 0 ? ['new'] : ['new', 'gift'],
    address: { street: `Lange Straße ${i}`, city: 'Berlin', zip: `1${1000 + (i % 9000)}`, country: 'DE' },
    line: [1, 2, 3].slice(0, 2 + (i % 2)).map((no) => line(i, no)),
  };
}

function line(i: number, no: number): object {
  const note = no === 3 ? { note: 'last one' } : {};
  return {
    '@no': no,
    sku: `SKU-${1000 + i}`,
    quantity: (i % 9) + 1,
    price: cents(i * 100 + 10 + no),
    ...note,
  };
}

/** The double nearest to an amount, which prints with two digits; a sum of doubles may have seventeen. */
function cents(count: number): number {
  return count / 100;
}
