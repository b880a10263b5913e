/** The service of the gateway bench: its WSDL, the request, and responses of two sizes, written by hand. */
const NAMESPACE = 'urn:bench:orders';

/** Members that a partner sends with each request, and the login whose token is one of them. */
const PARTNER =
  '<xs:element name="account" type="xs:string" minOccurs="0"/><xs:element name="requestId" type="xs:string" minOccurs="0"/><xs:element name="sentAt" type="xs:dateTime" minOccurs="0"/><xs:element name="token" type="xs:string" minOccurs="0"/>';

/** The design that fills these members, with a login for all calls. */
export const PARTNER_DESIGN = {
  fill: {
    'ListOrders/account': '510087100',
    'ListOrders/requestId': { generate: 'uuid' },
    'ListOrders/sentAt': { generate: 'timestamp' },
  },
  session: {
    login: { operation: 'Login', input: { user: 'bench' } },
    token: { result: 'token' },
    send: { member: 'ListOrders/token' },
    renew: { after: '12h', faults: ['INVALID_SESSION'] },
  },
} as const;

/** The token that the upstream returns to a login. */
export const PARTNER_TOKEN = '00D5e000000IZ3Z!AQsAQHyT4vCq';

/**
 * The WSDL, for an upstream at `address`, with `further` operations like the first.
 *
 * @param partner whether requests have the members of a partner, and there is a login
 */
export function ordersWsdl(address: string, further = 0, partner = false): string {
  const more = partner ? ['Login'] : [];
  const names = ['ListOrders', ...Array.from({ length: further }, (_, i) => `ListOrders${i}`), ...more];
  const messageOf = (name: string): string => (name === 'Login' ? name : 'ListOrders');
  const operations = names.map(
    (name) =>
      `<operation name="${name}"><input message="t:${messageOf(name)}"/><output message="t:${messageOf(name)}Response"/></operation>`,
  );
  const bound = names.map(
    (name) =>
      `<operation name="${name}"><soap:operation soapAction="urn:bench:orders/${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions name="Orders" targetNamespace="${NAMESPACE}" xmlns:t="${NAMESPACE}" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
    <xs:element name="ListOrders"><xs:complexType><xs:sequence>
      <xs:element name="customer" type="xs:string"/><xs:element name="limit" type="xs:int"/><xs:element name="since" type="xs:date" minOccurs="0"/><xs:element name="search" type="t:Search" minOccurs="0"/>${partner ? PARTNER : ''}
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="ListOrdersResponse"><xs:complexType><xs:sequence><xs:element name="order" type="t:Order" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="Order"><xs:sequence>
      <xs:element name="number" type="xs:long"/><xs:element name="placed" type="xs:dateTime"/><xs:element name="status" type="t:Status"/>
      <xs:element name="total" type="xs:decimal"/><xs:element name="paid" type="xs:boolean"/><xs:element name="note" type="xs:string" minOccurs="0"/>
      <xs:element name="line" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence><xs:attribute name="currency" type="xs:string" use="required"/></xs:complexType>
    <xs:complexType name="Line"><xs:sequence>
      <xs:element name="sku" type="xs:string"/><xs:element name="quantity" type="xs:int"/><xs:element name="price" type="xs:decimal"/>
    </xs:sequence></xs:complexType>
    <xs:simpleType name="Search"><xs:restriction base="xs:string"><xs:pattern value="(a|b)*a(a|b){9}"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Status"><xs:restriction base="xs:string"><xs:enumeration value="open"/><xs:enumeration value="shipped"/></xs:restriction></xs:simpleType>
${partner ? LOGIN : ''}  </xs:schema></types>
  <message name="ListOrders"><part name="parameters" element="t:ListOrders"/></message>
  <message name="ListOrdersResponse"><part name="parameters" element="t:ListOrdersResponse"/></message>
${partner ? LOGIN_MESSAGES : ''}  <portType name="Orders">${operations.join('')}</portType>
  <binding name="Orders" type="t:Orders"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${bound.join('')}</binding>
  <service name="Orders"><port name="Orders" binding="t:Orders"><soap:address location="${address}"/></port></service>
</definitions>`;
}

const LOGIN = `    <xs:element name="Login"><xs:complexType><xs:sequence><xs:element name="user" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="LoginResponse"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
`;
const LOGIN_MESSAGES = `  <message name="Login"><part name="parameters" element="t:Login"/></message>
  <message name="LoginResponse"><part name="parameters" element="t:LoginResponse"/></message>
`;

/** The answer to a login. */
export function loginEnvelope(): string {
  return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><t:LoginResponse xmlns:t="${NAMESPACE}"><t:token>${PARTNER_TOKEN}</t:token></t:LoginResponse></soap:Body></soap:Envelope>`;
}

/** The body of a call whose client sends the members of a partner itself. */
export function listOrdersByPartner(limit: number): string {
  return JSON.stringify({
    ...JSON.parse(listOrders(limit)),
    account: '510087100',
    requestId: '0b6d8f7e-6f0c-4f7c-9f0a-0d9f3c1b2a4e',
    sentAt: '2026-11-29T08:00:00.000Z',
    token: PARTNER_TOKEN,
  });
}

/** The JSON body of every call; `limit` is the number of orders that the upstream returns. */
export function listOrders(limit: number): string {
  return JSON.stringify({ customer: 'ACME & Sons', limit, since: '2026-01-01' });
}

/**
 * The same for one order, with a text that takes some milliseconds to check against its pattern: a call that is expensive for
 * the gateway and cheap for everything else.
 */
export function searchOrders(): string {
  let bits = 12_345;
  const text = Array.from({ length: 2_000 }, () => {
    bits = (bits * 1_103_515_245 + 12_345) >>> 0;
    return (bits >>> 16) & 1 ? 'a' : 'b';
  });
  return JSON.stringify({ customer: 'ACME & Sons', limit: 1, search: `${text.join('')}a${'b'.repeat(9)}` });
}

/** The envelope of a response with `count` orders of about 0.4 KB each. */
export function ordersEnvelope(count: number): string {
  const line = (i: number) =>
    `<t:line><t:sku>SKU-${1000 + i}</t:sku><t:quantity>${(i % 9) + 1}</t:quantity><t:price>${i}.50</t:price></t:line>`;
  const order = (i: number) =>
    `<t:order currency="EUR"><t:number>${9007199254740993n + BigInt(i)}</t:number><t:placed>2026-03-0${(i % 9) + 1}T10:00:00Z</t:placed>` +
    `<t:status>${i % 2 ? 'open' : 'shipped'}</t:status><t:total>${i * 3}.75</t:total><t:paid>${i % 3 === 0}</t:paid><t:note>fragile &amp; heavy</t:note>${line(i)}${line(i + 1)}</t:order>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` +
    `<t:ListOrdersResponse xmlns:t="${NAMESPACE}">${Array.from({ length: count }, (_, i) => order(i)).join('')}</t:ListOrdersResponse></soap:Body></soap:Envelope>`
  );
}

/** The same orders as JSON, in the form of the gateway's result. */
export function ordersJson(count: number): string {
  const line = (i: number) => `{"sku":"SKU-${1000 + i}","quantity":${(i % 9) + 1},"price":${i}.50}`;
  const order = (i: number) =>
    `{"@currency":"EUR","number":${9007199254740993n + BigInt(i)},"placed":"2026-03-0${(i % 9) + 1}T10:00:00Z",` +
    `"status":"${i % 2 ? 'open' : 'shipped'}","total":${i * 3}.75,"paid":${i % 3 === 0},"note":"fragile & heavy","line":[${line(i)},${line(i + 1)}]}`;
  return `{"order":[${Array.from({ length: count }, (_, i) => order(i)).join(',')}]}`;
}
