import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, ResponseError } from '../index.js';
import { envelope, type HttpServer, startHttpServer } from '../testing/echo-server.js';

const OPERATIONS = ['ListUsers', 'QueryUsers', 'QueryMore'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('');
const optional = (name: string, type: string) => `<xs:element name="${name}" type="${type}" minOccurs="0"/>`;
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const IDS = '<xs:element name="Id" type="xs:long" minOccurs="0" maxOccurs="unbounded"/>';
const LIST = `<xs:element name="Ids" minOccurs="0"><xs:complexType><xs:sequence>${IDS}</xs:sequence></xs:complexType></xs:element>`;
const PAGING = `<xs:element name="Paging" minOccurs="0"><xs:complexType><xs:sequence>${optional('Start', 'xs:int')}${optional('Size', 'xs:int')}</xs:sequence></xs:complexType></xs:element>`;
const wsdl = (address: string): string => `<definitions targetNamespace="urn:p" xmlns:t="urn:p"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">
    ${message('ListUsers', optional('Dept', 'xs:string') + PAGING)}
    ${message('ListUsersResponse', LIST + optional('Note', 'xs:string'))}
    ${message('QueryUsers', optional('Query', 'xs:string'))}
    ${message('QueryUsersResponse', LIST + optional('Locator', 'xs:string') + optional('Done', 'xs:boolean'))}
    ${message('QueryMore', '<xs:element name="Locator" type="xs:string"/>')}
    ${message('QueryMoreResponse', LIST + optional('Locator', 'xs:string') + optional('Done', 'xs:boolean'))}
  </xs:schema></types>
  ${each((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message><message name="${name}Response"><part name="p" element="t:${name}Response"/></message>`)}
  <portType name="P">${each((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/></operation>`)}</portType>
  <binding name="P" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (name) =>
      `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`,
  )}</binding>
  <service name="P"><port name="P" binding="t:P"><soap:address location="${address}"/></port></service>
</definitions>`;
const design = {
  names: 'camel',
  operations: {
    ListUsers: {
      route: 'GET /users',
      page: { items: 'Ids/Id', size: 'Paging/Size', start: 'Paging/Start', from: 0, most: 4 },
    },
    QueryUsers: {
      route: 'GET /found',
      page: { items: 'Ids/Id', after: 'Locator', next: 'Locator', done: 'Done', continue: 'QueryMore' },
    },
  },
} as const;

const IDS_OF_ALL = [9007199254740993n, 9007199254740994n, 9007199254740995n, 4n, 5n];
let server: HttpServer;
let endless = false;
const bodies = () => server.received.map(({ body }) => String(body));

beforeAll(async () => {
  server = await startHttpServer(({ body }) => {
    const text = String(body);
    const name = OPERATIONS.find((each) => text.includes(each)) ?? '';
    const from = Number(/(?:Start>|Locator>q&amp;)(\d+)</.exec(text)?.[1] ?? 0);
    const to = from + Number(/Size>(\d+)</.exec(text)?.[1] ?? 2);
    const ids = endless ? [1n] : IDS_OF_ALL.slice(from, to);
    const list = `<Ids>${ids.map((id) => `<Id>${id}</Id>`).join('')}</Ids>`;
    const isDone = !endless && to >= IDS_OF_ALL.length;
    const signs = `${isDone ? '' : `<Locator>q&amp;${to}</Locator>`}<Done>${isDone}</Done>`;
    return {
      body: envelope(
        `<${name}Response xmlns="urn:p">${list}${name === 'ListUsers' ? '' : signs}</${name}Response>`,
      ),
    };
  });
});
afterAll(() => server.stop());

const all = async (items: AsyncIterable<unknown>): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
};

test('items of a list with pages are those of all pages, from where the input says', async () => {
  await using client = await createClient(wsdl(server.address), { design, numbers: 'bigint' });
  const list = client.$operation('ListUsers');
  expect(await all(list.items({ dept: 'a' }, 'ids.id'))).toEqual(IDS_OF_ALL);
  const requests = bodies().slice(-4);
  expect(requests.map((body) => /Start>(\d+)</.exec(body)?.[1])).toEqual(['0', '2', '4', '5']);
  expect(requests.every((body) => /Dept>a</.test(body))).toBe(true);
  expect(await all(list.items({ paging: { start: 3, size: 4 } }, ['ids', 'id']))).toEqual(
    IDS_OF_ALL.slice(3),
  );
  expect(bodies().at(-1)).toMatch(/Start>5<.*Size>4</s);
  // The input of the program is not changed, and other calls are of single pages.
  expect(await list({})).toEqual({ ids: { id: IDS_OF_ALL.slice(0, 2) } });
  await expect(all(list.items({}, 'ids.no'))).rejects.toMatchObject({ name: 'OptionError' });
});

test('items follow an operation that continues, and leaving the loop ends the calls', async () => {
  await using client = await createClient(wsdl(server.address), { design });
  const query = client.$operation('QueryUsers');
  expect((await all(query.items({ query: 'x' }, 'ids.id'))).map(String)).toEqual(IDS_OF_ALL.map(String));
  expect(bodies().at(-1)).toMatch(/QueryMore.*Locator>q&amp;4</s);
  const calls = server.received.length;
  for await (const _id of query.items({}, 'ids.id')) break;
  expect(server.received.length - calls).toBe(1);
});

test('a list that the service never ends is an error after its ceiling', async () => {
  endless = true;
  try {
    await using client = await createClient(wsdl(server.address), { design });
    const found: unknown[] = [];
    const read = async () => {
      for await (const id of client.$operation('ListUsers').items({}, 'ids.id')) found.push(id);
    };
    await expect(read()).rejects.toThrow(
      new ResponseError({
        message:
          'The list of ListUsers has more than 4 pages; page: { most: … } of the design raises this limit',
        code: 'LIMIT',
        operation: 'ListUsers',
        status: 200,
      }),
    );
    expect(found).toHaveLength(4);
  } finally {
    endless = false;
  }
});
