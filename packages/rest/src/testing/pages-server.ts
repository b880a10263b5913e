import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Design } from '@soapstone/json-xml-mapper/design';

const OPERATIONS = ['ListUsers', 'ListRows', 'SearchUsers', 'QueryUsers', 'QueryMore'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const member = (name: string, type: string, more = 'minOccurs="0"') =>
  `<xs:element name="${name}" type="${type}" ${more}/>`;
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const USERS =
  '<xs:element name="Users" minOccurs="0"><xs:complexType><xs:sequence><xs:element name="User" type="t:User" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>';

/** A directory with four ways to divide a list into pages; one of them takes criteria that no query string can carry. */
const wsdlAt = (address: string): string => `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" targetNamespace="urn:users" name="Users">
  <wsdl:types><xs:schema targetNamespace="urn:users" elementFormDefault="qualified">
    <xs:complexType name="User"><xs:sequence>${member('UserID', 'xs:long', '')}${member('Name', 'xs:string')}</xs:sequence></xs:complexType>
    <xs:complexType name="Criterion"><xs:sequence>${member('Field', 'xs:string', '')}${member('Value', 'xs:string', '')}</xs:sequence></xs:complexType>
    <xs:complexType name="Paging"><xs:sequence>${member('Page', 'xs:int', '')}${member('Size', 'xs:int')}</xs:sequence></xs:complexType>
    ${message('ListUsers', member('Dept', 'xs:string') + member('MaxRows', 'xs:int') + member('StartRow', 'xs:int'))}
    ${message('ListUsersResponse', USERS + member('NextRow', 'xs:int'))}
    ${message('ListRows', member('Page', 'xs:int'))}
    ${message('ListRowsResponse', USERS + member('Pages', 'xs:int'))}
    ${message('SearchUsers', member('Criterion', 't:Criterion', 'maxOccurs="unbounded"') + member('Paging', 't:Paging', ''))}
    ${message('SearchUsersResponse', USERS + member('Total', 'xs:int'))}
    ${message('QueryUsers', member('Query', 'xs:string'))}
    ${message('QueryUsersResponse', USERS + member('Locator', 'xs:string') + member('Done', 'xs:boolean'))}
    ${message('QueryMore', member('Locator', 'xs:string', ''))}
    ${message('QueryMoreResponse', USERS + member('Locator', 'xs:string') + member('Done', 'xs:boolean'))}
  </xs:schema></wsdl:types>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="UsersPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="UsersBinding" type="t:UsersPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Users"><wsdl:port name="UsersPort" binding="t:UsersBinding"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** The pages of that directory. */
export const PAGES_DESIGN: Design = {
  names: 'camel',
  base: '/v1',
  operations: {
    ListUsers: {
      route: 'GET /users',
      page: { items: 'Users/User', size: 'MaxRows', after: 'StartRow', next: 'NextRow', most: 3 },
    },
    ListRows: { route: 'GET /rows', page: { items: 'Users/User', number: 'Page', from: 1, pages: 'Pages' } },
    SearchUsers: {
      route: 'POST /users/search',
      page: { items: 'Users/User', size: 'Paging/Size', number: 'Paging/Page', from: 0, total: 'Total' },
    },
    QueryUsers: {
      route: 'GET /found',
      page: { items: 'Users/User', after: 'Locator', next: 'Locator', done: 'Done', continue: 'QueryMore' },
    },
  },
};

/** The id of a user: wide, so that a lost digit shows. */
export const idOf = (index: number): string => String(9007199254740993n + BigInt(index));
const usersFrom = (from: number, to: number): string =>
  `<Users>${Array.from({ length: Math.max(0, to - from) }, (_, at) => `<User><UserID>${idOf(from + at)}</UserID></User>`).join('')}</Users>`;

/** The text of an element of a request. */
export const textIn = (body: string, name: string): string | undefined =>
  new Map([...body.matchAll(/<(?:\w+:)?(\w+)>([^<]*)/g)].map(([, key, text]) => [key, text])).get(name);

/** A SOAP server of the directory. */
export interface PagesServer {
  readonly wsdl: string;
  readonly bodies: readonly string[];
  /** The number of users. */
  total: number;
  /** The number of the call from which on the server fails. */
  failsFrom: number;
  /** The response of the server in place of its lists. */
  answer: ((body: string) => string) | undefined;
  stop(): Promise<void>;
}

function answerOf(body: string, total: number): string {
  if (body.includes('ListUsers')) {
    const from = Number(textIn(body, 'StartRow') ?? 1);
    const to = Math.min(from + Number(textIn(body, 'MaxRows') ?? 2), total + 1);
    return `<ListUsersResponse xmlns="urn:users">${usersFrom(from - 1, to - 1)}<NextRow>${to > total ? -1 : to}</NextRow></ListUsersResponse>`;
  }
  if (body.includes('ListRows')) {
    const page = Number(textIn(body, 'Page'));
    return `<ListRowsResponse xmlns="urn:users">${usersFrom(page * 2 - 2, Math.min(page * 2, total))}<Pages>${Math.ceil(total / 2)}</Pages></ListRowsResponse>`;
  }
  if (body.includes('SearchUsers')) {
    const size = Number(textIn(body, 'Size') ?? 2);
    const from = Number(textIn(body, 'Page')) * size;
    return `<SearchUsersResponse xmlns="urn:users">${usersFrom(from, Math.min(from + size, total))}<Total>${total}</Total></SearchUsersResponse>`;
  }
  const name = body.includes('QueryMore') ? 'QueryMore' : 'QueryUsers';
  const from = name === 'QueryMore' ? Number((textIn(body, 'Locator') ?? '').split('&amp;')[1]) : 0;
  const to = Math.min(from + 2, total);
  const isDone = to >= total;
  return `<${name}Response xmlns="urn:users">${usersFrom(from, to)}${isDone ? '' : `<Locator>q&amp;${to}</Locator>`}<Done>${isDone}</Done></${name}Response>`;
}

export async function startPagesServer(): Promise<PagesServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    if (bodies.length > state.failsFrom) return void response.writeHead(503).end();
    const content = state.answer?.(body) ?? answerOf(body, state.total);
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: PagesServer = {
    wsdl: wsdlAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    bodies,
    total: 5,
    failsFrom: Number.POSITIVE_INFINITY,
    answer: undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}
