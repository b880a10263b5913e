import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOf, runCommand, testTerminal } from '../testing/run-command.js';
import { startServing } from './serve.js';

const MEMBERS: Readonly<Record<string, string>> = {
  GetUser: 'UserID:long',
  GetUserResponse: 'UserID:long Name:string Balance:decimal',
  FindUsers: 'Dept:string:0 MaxRows:int:0',
  FindUsersResponse: 'Count:int',
  AddUser: 'Tenant:string Name:string',
  AddUserResponse: 'UserID:long',
  SaveNote: '__proto__:string constructor:int toString:string:0',
  SaveNoteResponse: '__proto__:string',
  RemoveUser: 'UserID:long',
  RemoveUserResponse: '',
  PutPhoto: 'UserID:long Photo:base64Binary',
  PutPhotoResponse: 'Photo:base64Binary',
  ListIds: 'After:string:0 Size:int:0',
  ListIdsResponse: 'Id:long:0:unbounded Next:string:0',
  SearchIds: 'Filter:string Page:int',
  SearchIdsResponse: 'Id:long:0:unbounded Total:int',
  UserNotFound: 'UserID:long',
};
const OPERATIONS = [
  'GetUser',
  'FindUsers',
  'AddUser',
  'SaveNote',
  'RemoveUser',
  'PutPhoto',
  'ListIds',
  'SearchIds',
];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('');
const element = ([name, members]: readonly [string, string]): string => {
  const children = members.split(' ').filter((member) => member !== '');
  const all = children.map((child) => {
    const [key, type, least = '1', most = '1'] = child.split(':');
    return `<xs:element name="${key}" type="xs:${type}" minOccurs="${least}" maxOccurs="${most}"/>`;
  });
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${all.join('')}</xs:sequence></xs:complexType></xs:element>`;
};
const WSDL = `<definitions targetNamespace="urn:u" xmlns:t="urn:u" xmlns="http://schemas.xmlsoap.org/wsdl/" name="Users"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:u" elementFormDefault="qualified">${Object.entries(MEMBERS).map(element).join('')}</xs:schema></types>
  <message name="UserNotFound"><part name="p" element="t:UserNotFound"/></message>
  ${each((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message><message name="${name}Response"><part name="p" element="t:${name}Response"/></message>`)}
  <portType name="Users">${each((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}Response"/><fault name="UserNotFound" message="t:UserNotFound"/></operation>`)}</portType>
  <binding name="Users" type="t:Users"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (name) =>
      `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="UserNotFound"><soap:fault name="UserNotFound" use="literal"/></fault></operation>`,
  )}</binding>
  <service name="Users"><port name="Users" binding="t:Users"><soap:address location="http://127.0.0.1:9/"/></port></service></definitions>`;
const DESIGN = `names: camel
base: /v1
operations:
  GetUser: { route: 'GET /users/{userId}', faults: { UserNotFound: 404 } }
  FindUsers: { route: GET /users }
  AddUser: { route: 'POST /tenants/{tenant}/users', status: 201, location: '/users/{result.userId}' }
  SaveNote: { route: 'PUT /notes/{__proto__}' }
  RemoveUser: { route: 'DELETE /users/{userId}', status: 204 }
  PutPhoto: { route: 'PUT /users/{userId}/photo' }
  ListIds: { route: GET /ids, page: { items: Id, size: Size, after: After, next: Next } }
  SearchIds: { route: POST /ids/search, page: { items: Id, number: Page, from: 1, total: Total, most: 2 } }
`;
const RESULTS: Readonly<Record<string, string>> = {
  GetUser: '<UserID>9007199254740993</UserID><Name>Ann</Name><Balance>12.50</Balance>',
  FindUsers: '<Count>2</Count>',
  AddUser: '<UserID>9007199254740993</UserID>',
  SaveNote: '<__proto__>n</__proto__>',
  RemoveUser: '',
  PutPhoto: '<Photo>AP+A</Photo>',
};
const IDS = ['9007199254740993', '9007199254740994', '9007199254740995'];
/** One id on each page. */
const pageOfIds = (name: string, body: string): string | undefined => {
  const at = Number(/(?:After|Page)>[a-z]*(\d+)</.exec(body)?.[1] ?? 1);
  const id = `<Id>${IDS[at - 1]}</Id>`;
  if (name === 'ListIds') return at < IDS.length ? `${id}<Next>t${at + 1}</Next>` : id;
  return name === 'SearchIds' ? `${id}<Total>${IDS.length}</Total>` : undefined;
};
const FAULT =
  '<s:Fault><faultcode>s:Client</faultcode><faultstring>No such user</faultstring><detail><UserNotFound xmlns="urn:u"><UserID>4</UserID></UserNotFound></detail></s:Fault>';

const cwd = directoryOf({ 'users.wsdl': WSDL, 'design.yaml': DESIGN });
const bodies: string[] = [];
let upstream: Server;
let gateway: Awaited<ReturnType<typeof startServing>>;

beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const name = OPERATIONS.find((each) => body.includes(`${each} `) || body.includes(`${each}>`)) ?? '';
    const isFault = body.includes('UserID>4<');
    const content = isFault
      ? FAULT
      : `<${name}Response xmlns="urn:u">${pageOfIds(name, body) ?? RESULTS[name]}</${name}Response>`;
    response
      .writeHead(isFault ? 500 : 200, { 'Content-Type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const context = { terminal: testTerminal({ cwd }).terminal, exitCode: 0 as const };
  const options = { port: 0, endpoint, header: {}, design: 'design.yaml' };
  gateway = await startServing(['users.wsdl'], options, context);
});
afterAll(async () => {
  await gateway.close();
  upstream.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a path as it is: `fetch` would correct it. */
const send = (
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(gateway.url);
    const sent = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
const BASE = '/apis/local/users/v1';
const problemOf = ({ headers, status, text }: Answer): Record<string, unknown> => {
  expect(headers['content-type']).toBe('application/problem+json');
  const problem = JSON.parse(text) as Record<string, unknown>;
  expect([problem['status'], problem['requestId']]).toEqual([status, headers['x-request-id']]);
  return problem;
};

describe('soapstone serve with the routes of a design', () => {
  test('a GET returns the result itself, with the headers of the gateway', async () => {
    const answer = await send('GET', `${BASE}/users/9007199254740993`);
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"userId":9007199254740993,"name":"Ann","balance":12.5}',
    ]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'server-timing': expect.stringMatching(/^total;dur=\d+$/),
      'x-request-id': expect.any(String),
      'x-ratelimit-limit': '1000000',
      'cache-control': 'no-store',
    });
    const head = await send('HEAD', `${BASE}/users/1`);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '55']);
    const accept = 'application/json;IEEE754Compatible=true';
    const strings = await send('GET', `${BASE}/users/1`, undefined, { accept });
    expect(JSON.parse(strings.text)).toMatchObject({ userId: '9007199254740993' });
    expect(strings.headers['content-type']).toBe('application/json; charset=utf-8; IEEE754Compatible=true');
  });

  test('query parameters, a body, Location and 204', async () => {
    expect((await send('GET', `${BASE}/users?dept=R%26D&maxRows=5`)).text).toBe('{"count":2}');
    expect(bodies.at(-1)).toMatch(/Dept>R&amp;D<.*MaxRows>5</s);
    const added = await send('POST', `${BASE}/tenants/a%20b/users`, '{"name":"Bo"}');
    expect([added.status, added.text, added.headers['location']]).toEqual([
      201,
      '{"userId":9007199254740993}',
      `${BASE}/users/9007199254740993`,
    ]);
    expect(bodies.at(-1)).toMatch(/Tenant>a b<.*Name>Bo</s);
    const removed = await send('DELETE', `${BASE}/users/7`);
    expect([removed.status, removed.text, removed.headers['content-type']]).toEqual([204, '', undefined]);
  });

  test('a declared fault has the status of its route', async () => {
    expect(problemOf(await send('GET', `${BASE}/users/4`))).toMatchObject({
      title: 'UserNotFound',
      status: 404,
      code: 'SOAP_FAULT',
      fault: { name: 'UserNotFound', detail: { userNotFound: { userId: 4 } } },
    });
    expect((await send('DELETE', `${BASE}/users/4`)).status).toBe(502);
  });

  test('OPTIONS, and 405 with Allow', async () => {
    const options = await send('OPTIONS', `${BASE}/users/7`);
    expect([options.status, options.headers['allow'], options.text]).toEqual([
      204,
      'GET, HEAD, DELETE, OPTIONS',
      '',
    ]);
    const refused = await send('PATCH', `${BASE}/users/7`, '{}');
    expect([problemOf(refused)['code'], refused.headers['allow']]).toEqual([
      'METHOD_NOT_ALLOWED',
      'GET, HEAD, DELETE, OPTIONS',
    ]);
  });

  test('problems name parameters and point into the designed input', async () => {
    const refused = await send('POST', `${BASE}/tenants/a/users`, '{"tenant":"b","Name":1}');
    expect(problemOf(refused)).toMatchObject({
      status: 400,
      code: 'DUPLICATE_KEY',
      errors: expect.arrayContaining([expect.objectContaining({ path: '/tenant', parameter: 'tenant' })]),
    });
  });

  test.each<[method: string, status: number, path: string, body?: string]>([
    ['GET', 400, `${BASE}/users/__proto__`],
    ['GET', 404, `${BASE}/__proto__`],
    ['GET', 404, `${BASE}//users`],
    ['GET', 404, `${BASE}/users/..`],
    ['GET', 400, `${BASE}/users/%zz`],
    ['GET', 400, `${BASE}/users/%ff`],
    ['GET', 400, `${BASE}/users/1%2F2`],
    ['GET', 404, `${BASE}/users${'/x'.repeat(2_000)}`],
    ['GET', 400, `${BASE}/users/${'9'.repeat(8_000)}`],
    ['GET', 400, `${BASE}/users?__proto__=1`],
    ['GET', 400, `${BASE}/users?maxRows=1&maxRows=2`],
    ['GET', 400, `${BASE}/users?%ff=%zz&=&&%`],
    ['GET', 404, '/apis'],
    ['GET', 404, '/apis/local/__proto__/v1/users/1'],
    ['GET', 404, '/apis/other/users/v1/users/1'],
    ['POST', 400, `${BASE}/tenants/a/users`],
    ['POST', 400, `${BASE}/tenants/a/users`, '{"__proto__":{"name":"x"}}'],
    ['POST', 400, `${BASE}/tenants/a/users`, '{"name":"x","name":"y"}'],
    ['POST', 400, `${BASE}/tenants/a/users`, '[1'],
    ['POST', 400, `${BASE}/tenants/a/users`, '['.repeat(100_000)],
    ['PUT', 400, `${BASE}/notes/x`, '{"constructor":1,"__proto__":"y"}'],
  ])('%s is %d (%#)', async (method, status, path, body) => {
    const calls = bodies.length;
    expect(problemOf(await send(method, path, body))['status']).toBe(status);
    expect(bodies.length).toBe(calls);
  });

  test('members with the names of JavaScript’s own are members', async () => {
    const saved = await send('PUT', `${BASE}/notes/a%3Cb`, '{"constructor":1,"toString":"t"}');
    expect([saved.status, saved.text]).toEqual([200, '{"__proto__":"n"}']);
    expect(bodies.at(-1)).toMatch(/__proto__>a&lt;b<.*constructor>1<.*toString>t</s);
  });

  test('PG-7: a body and a result that are one binary value can be files', async () => {
    const put = (headers: Record<string, string>) =>
      fetch(new URL(`${BASE}/users/7/photo`, gateway.url), {
        method: 'PUT',
        headers: { 'Content-Type': 'application/octet-stream', ...headers },
        body: Uint8Array.of(0xff, 0, 0x7b),
      });
    const file = await put({ Accept: 'application/octet-stream' });
    expect([
      file.status,
      file.headers.get('content-type'),
      [...new Uint8Array(await file.arrayBuffer())],
    ]).toEqual([200, 'application/octet-stream', [0, 0xff, 0x80]]);
    expect(bodies.at(-1)).toMatch(/Photo>\/wB7</);
    expect(await (await put({})).json()).toEqual({ photo: 'AP+A' });
    const form = (name: string) =>
      send(
        'PUT',
        `${BASE}/users/7/photo`,
        `--bound\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc\r\n--bound--\r\n`,
        { 'Content-Type': 'multipart/form-data; boundary=bound' },
      );
    expect((await form('photo')).status).toBe(200);
    expect(bodies.at(-1)).toContain('Photo>YWJj<');
    expect(problemOf(await form('file'))).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
  });

  test('envelope: true keeps {result, meta}, and documents are generated once', async () => {
    const own = directoryOf({ 'users.wsdl': WSDL, 'design.yaml': `envelope: true\n${DESIGN}` });
    const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    const context = { terminal: testTerminal({ cwd: own }).terminal, exitCode: 0 as const };
    const serving = await startServing(
      ['users.wsdl'],
      { port: 0, endpoint, header: {}, design: 'design.yaml' },
      context,
    );
    try {
      const at = `${serving.url}/apis/local/users`;
      const found = await fetch(`${at}/v1/users/1`);
      expect((await found.text()).replace(/"latencyMs":\d+/, '"latencyMs":0')).toBe(
        '{"result":{"userId":9007199254740993,"name":"Ann","balance":12.5},"meta":{"service":"users","operation":"GetUser","latencyMs":0,"cached":false}}',
      );
      expect(await (await fetch(`${at}/v1/users/4`)).json()).toMatchObject({ status: 404 });
      const [one, two] = await Promise.all(
        [1, 2].map(async () => (await fetch(`${at}/openapi.json`)).text()),
      );
      expect(one).toBe(two);
      expect(one).toContain('"GetUserResponse"');
    } finally {
      await serving.close();
    }
  });

  test('the document of the routes is below the service, and the page links to it', async () => {
    const document = JSON.parse((await send('GET', '/apis/local/users/openapi.json')).text);
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    expect(document.servers).toEqual([{ url: `${gateway.url}/apis/local/users` }]);
    expect(Object.keys(document.paths)).toEqual([
      '/v1/users/{userId}',
      '/v1/users',
      '/v1/tenants/{tenant}/users',
      '/v1/notes/{__proto__}',
      '/v1/users/{userId}/photo',
      '/v1/ids',
      '/v1/ids/search',
    ]);
    expect((await send('GET', '/')).text).toContain('href="/apis/local/users/openapi.json"');
  });

  test('the command prints where the routes are', async () => {
    const argv = ['serve', 'users.wsdl', '--port', '0', '--design', 'design.yaml'];
    const { out } = await runCommand(argv, { cwd });
    expect(out).toMatch(
      /\n {2}users {2}8 routes {2}http:\/\/127\.0\.0\.1:\d+\/apis\/local\/users\/openapi\.json\n$/,
    );
    const json = await runCommand([...argv, '--format', 'json'], { cwd });
    expect(JSON.parse(json.out).services[0].routes[0]).toBe('GET /apis/local/users/v1/users/{userId}');
  });

  test('PG-5, PG-6: pages have links with cursors of this process, and all pages are lines', async () => {
    const lines = { Accept: 'application/x-ndjson' };
    const texts: string[] = [];
    let next: string | undefined = `${BASE}/ids?size=1`;
    while (next !== undefined && texts.length < 9) {
      const page: Answer = await send('GET', next);
      texts.push(page.text);
      next = /^<([^>]*)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    expect(texts.map((text) => /\d{3,}/.exec(text)?.[0])).toEqual(IDS);
    const all = await send('GET', `${BASE}/ids`, undefined, lines);
    expect([all.status, all.headers['content-type'], all.headers['link'], all.text]).toEqual([
      200,
      'application/x-ndjson',
      undefined,
      `${IDS.join('\n')}\n`,
    ]);
    const calls = bodies.length;
    for (const at of ['/ids?cursor=c1.AAAA', '/ids?cursor=__proto__', '/ids/search?cursor=x']) {
      const method = at.includes('search') ? 'POST' : 'GET';
      const refused = await send(method, `${BASE}${at}`, method === 'POST' ? '{"filter":"a"}' : undefined);
      expect([at, refused.status, JSON.parse(refused.text)]).toEqual([
        at,
        400,
        expect.objectContaining({ code: 'CURSOR_INVALID' }),
      ]);
    }
    expect(bodies).toHaveLength(calls);
  });

  test('PG-8: a POST is divided into pages, whose cursor belongs to its body', async () => {
    const lines = { Accept: 'application/x-ndjson' };
    const at = `${BASE}/ids/search`;
    const some = await send('POST', at, '{"filter":"a"}', lines);
    const [one, two, last = ''] = some.text.split('\n');
    const { $next } = JSON.parse(last) as { $next: string };
    expect([one, two, $next]).toEqual([IDS[0], IDS[1], expect.stringContaining(`${at}?cursor=c1.`)]);
    expect((await send('POST', $next, '{"filter":"a"}', lines)).text).toBe(`${IDS[2]}\n`);
    const other = await send('POST', $next, '{"filter":"b"}');
    expect([other.status, JSON.parse(other.text)]).toEqual([
      400,
      expect.objectContaining({ code: 'CURSOR_INVALID' }),
    ]);
    const given = await send('POST', at, '{"filter":"a","page":2}');
    expect([given.status, JSON.parse(given.text)]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ path: '/page' })] }),
    ]);
  });
});
