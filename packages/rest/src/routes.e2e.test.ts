import { Validator } from '@seriousme/openapi-schema-validator';
import { ROUTES_DESIGN, type RoutesServer, startRoutesServer } from '@soapstone/testing/routes-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRestApi, OptionError, type RestApi, type RestOptions } from './index.js';
import { MOUNTS, type Mounted } from './testing/mounts.js';

let server: RoutesServer;
let api: RestApi;
const opened: RestApi[] = [];
const failures: unknown[] = [];
const open = async (options: RestOptions = {}): Promise<RestApi> => {
  const { client, ...others } = options;
  const made = await createRestApi(server.wsdl, {
    onError: (error) => failures.push(error),
    client: { design: ROUTES_DESIGN, ...client },
    ...others,
  });
  opened.push(made);
  return made;
};

beforeAll(async () => {
  server = await startRoutesServer();
  api = await open();
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await server.stop();
});

const BASE = 'http://x/apis/v1';
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return api.fetch(
    new Request(`${BASE}${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: text }),
    }),
  );
};
const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as { status: number; code: string };
  expect(problem.status).toBe(response.status);
  return problem;
};
const lastBody = () => server.bodies.at(-1) ?? '';

describe('routes of a design', () => {
  test('PG-7: a body and a result that are one binary value can be files', async () => {
    const put = (headers: Record<string, string>) =>
      api.fetch(
        new Request(`${BASE}/users/7/photo`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream', ...headers },
          body: Uint8Array.of(0xff, 0, 0x7b),
        }),
      );
    const file = await put({ accept: 'application/octet-stream' });
    expect([
      file.status,
      file.headers.get('content-type'),
      [...new Uint8Array(await file.arrayBuffer())],
    ]).toEqual([200, 'application/octet-stream', [0, 0xff, 0x80]]);
    expect(lastBody()).toMatch(/UserID>7<.*Photo>\/wB7</s);
    expect(await (await put({})).json()).toEqual({ photo: 'AP+A' });
    expect((await put({ 'content-type': 'image/png' })).status).toBe(415);
  });

  test('PG-11: a form with one part is a file; any other form is refused', async () => {
    const put = (parts: readonly (readonly [string, string | Blob])[]) => {
      const body = new FormData();
      for (const [name, value] of parts)
        typeof value === 'string' ? body.append(name, value) : body.append(name, value, '../a"b');
      return api.fetch(new Request(`${BASE}/users/7/photo`, { method: 'PUT', body }));
    };
    expect((await put([['photo', new Blob([Uint8Array.of(0xff, 0, 0x7b)])]])).status).toBe(200);
    expect(lastBody()).toMatch(/Photo>\/wB7</);
    expect((await put([['photo', 'abc']])).status).toBe(200);
    expect(lastBody()).toMatch(/Photo>YWJj</);
    const calls = server.bodies.length;
    for (const parts of [
      [],
      [['__proto__', 'a']],
      [
        ['photo', 'a'],
        ['photo', 'b'],
      ],
    ] as const)
      expect(await problemOf(await put(parts))).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    const headers = { 'content-type': 'multipart/form-data' };
    const none = await api.fetch(new Request(`${BASE}/users/7/photo`, { method: 'PUT', headers, body: 'x' }));
    expect(await problemOf(none)).toMatchObject({
      status: 400,
      detail: 'The form has no boundary that can be used',
    });
    expect(server.bodies.length).toBe(calls);
  });

  test('PG-9: a file has the media types that the service declares', async () => {
    const put = (headers: Record<string, string>) =>
      api.fetch(
        new Request(`${BASE}/users/7/scan`, { method: 'PUT', headers, body: Uint8Array.of(0xff, 0, 0x7b) }),
      );
    const file = await put({ 'content-type': 'image/webp', accept: 'image/*' });
    expect([file.status, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      200,
      'image/tiff',
      'attachment',
    ]);
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 0xff, 0x80]);
    expect(lastBody()).toMatch(/Scan [^>]*:contentType="image\/webp"[^>]*>\/wB7</);
    const json = await put({ 'content-type': 'application/octet-stream' });
    expect(await json.json()).toEqual({ scan: { '@contentType': 'image/tiff', $value: 'AP+A' } });
    expect(lastBody()).not.toContain('contentType=');
    expect((await put({ 'content-type': 'text/plain' })).status).toBe(415);
    const { paths } = JSON.parse(api.openapi('routes'));
    const { requestBody, responses } = paths['/v1/users/{userId}/scan'].put;
    expect(Object.keys(requestBody.content)).toEqual([
      'application/json',
      'application/octet-stream',
      'image/*',
      'multipart/form-data',
    ]);
    expect(Object.keys(responses['200'].content)).toEqual([
      'application/json',
      'application/octet-stream',
      'image/png',
      'image/tiff',
    ]);
  });

  test('PG-12: a form with the members of a body', async () => {
    const body = new FormData();
    body.append('title', 'ü');
    body.append('file', new Blob([Uint8Array.of(0xff, 0, 0x7b)]), 'a');
    body.append('file', 'abc');
    const made = await api.fetch(new Request(`${BASE}/users/7/files`, { method: 'POST', body }));
    expect([made.status, await made.text()]).toEqual([200, '{"count":2}']);
    expect(lastBody()).toMatch(/UserID>7<.*Title>ü<.*File>\/wB7<.*File>YWJj</s);
    const refused = new FormData();
    refused.append('constructor', 'a');
    const answer = await api.fetch(new Request(`${BASE}/users/7/files`, { method: 'POST', body: refused }));
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
    const { requestBody } = JSON.parse(api.openapi('routes')).paths['/v1/users/{userId}/files'].post;
    expect(requestBody.content['multipart/form-data'].schema).toEqual({
      type: 'object',
      required: ['title', 'file'],
      properties: {
        title: { type: 'string' },
        file: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
      additionalProperties: false,
    });
  });

  test('a GET returns the result itself, with its digits', async () => {
    const response = await send('GET', '/users/9007199254740993');
    expect([response.status, await response.text()]).toEqual([
      200,
      '{"id":9007199254740993,"name":"Ann","balance":12.5}',
    ]);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('server-timing')).toMatch(/^total;dur=\d+$/);
    expect(lastBody()).toMatch(/UserID>9007199254740993</);
  });

  test('envelope: true keeps {result, meta}, also in the document; problems and files are as without it', async () => {
    const own = await open({ client: { design: { ...ROUTES_DESIGN, envelope: true } } });
    const get = (path: string, headers: Record<string, string> = {}) =>
      own.fetch(new Request(`${BASE}${path}`, { headers }));
    const found = await get('/users/6');
    expect(JSON.parse((await found.text()).replace(/"latencyMs":\d+/, '"latencyMs":0'))).toEqual({
      result: { id: 9007199254740992, name: 'Ann', balance: 12.5 },
      meta: {
        service: 'Users',
        operation: 'GetUser',
        latencyMs: 0,
        cached: false,
        soapHeaders: { Trace: 'é 1' },
        warnings: [expect.objectContaining({ code: 'UNKNOWN_ELEMENT' })],
      },
    });
    const fault = (await (await get('/users/4')).json()) as object;
    expect(fault).toMatchObject({ status: 404, code: 'SOAP_FAULT' });
    expect(fault).not.toHaveProperty('result');
    const removed = await own.fetch(new Request(`${BASE}/users/1`, { method: 'DELETE' }));
    expect([removed.status, await removed.text()]).toEqual([204, '']);
    const file = await own.fetch(
      new Request(`${BASE}/users/7/photo`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream', accept: 'application/octet-stream' },
        body: Uint8Array.of(1),
      }),
    );
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 0xff, 0x80]);
    expect(JSON.parse(own.openapi('routes')).components.schemas).toMatchObject({
      GetUserResponse: { required: ['result', 'meta'] },
    });
  });

  test('a HEAD has the headers of the GET', async () => {
    const response = await send('HEAD', '/users/1');
    expect([response.status, await response.text(), response.headers.get('content-length')]).toEqual([
      200,
      '',
      '51',
    ]);
  });

  test('Accept selects strings for wide numbers (NM-2)', async () => {
    const accept = 'application/json;IEEE754Compatible=true';
    const response = await send('GET', '/users/1', undefined, { accept });
    expect(await response.json()).toMatchObject({ id: '9007199254740993' });
    expect(response.headers.get('content-type')).toBe('application/json; IEEE754Compatible=true');
    const refused = await send('GET', '/users/1', undefined, {
      accept: 'application/json;IEEE754Compatible=2',
    });
    expect((await problemOf(refused)).status).toBe(406);
  });

  test('members that are not in the path of a GET are query parameters, by their designed names', async () => {
    const response = await send('GET', '/users?department=R%26D&maxRows=5');
    expect([response.status, await response.json()]).toMatchObject([200, { user: [{ name: 'Ann' }] }]);
    expect(lastBody()).toMatch(/Dept>R&amp;D<.*MaxRows>5</s);
    const refused = await send('GET', '/users?Dept=x&maxRows=many');
    expect(await problemOf(refused)).toMatchObject({
      status: 400,
      code: 'SCHEMA_VIOLATION',
      errors: [
        { path: '/Dept', keyword: 'additionalProperties', parameter: 'Dept' },
        { path: '/maxRows', keyword: 'type', parameter: 'maxRows' },
      ],
    });
  });

  test('a POST takes what the path leaves from its body, and Location leads to the new user', async () => {
    const response = await send('POST', '/tenants/a%20b/users', { user: { userId: 1, name: 'Bo' } });
    expect([response.status, await response.text()]).toEqual([201, '{"userId":9007199254740993}']);
    expect(lastBody()).toMatch(/Tenant>a b<.*Name>Bo</s);
    const location = response.headers.get('location') ?? '';
    expect(location).toBe('../../users/9007199254740993');
    const found = await api.fetch(new Request(new URL(location, `${BASE}/tenants/a%20b/users`)));
    expect(found.status).toBe(200);
    const twice = await send('POST', '/tenants/a/users', { tenant: 'b', user: { userId: 1 } });
    expect(await problemOf(twice)).toMatchObject({
      status: 400,
      code: 'DUPLICATE_KEY',
      errors: [{ path: '/tenant', parameter: 'tenant' }],
    });
  });

  test('the body of a PUT can be one member, and problems point into the designed input', async () => {
    const response = await send('PUT', '/users/7?notify=true', '{"userId":8,"balance":0.10}');
    expect([response.status, await response.json()]).toMatchObject([200, { name: 'Ann' }]);
    expect(lastBody()).toMatch(/UserID>7<.*UserID>8<.*Balance>0\.10?<.*Notify>true</s);
    const refused = await send('PUT', '/users/x', { userId: 'y', Name: 'z' });
    expect(await problemOf(refused)).toMatchObject({
      status: 400,
      errors: [
        { path: '/userId', keyword: 'type', parameter: 'userId' },
        { path: '/user/userId', keyword: 'type' },
        { path: '/user/Name', keyword: 'additionalProperties' },
      ],
    });
  });

  test('SOAP headers and warnings have headers of their own, in ASCII', async () => {
    const response = await send('GET', '/users/6');
    expect(await response.json()).toMatchObject({ name: 'Ann' });
    expect(response.headers.get('x-soap-headers')).toBe('{"Trace":"\\u00e9 1"}');
    const warnings = response.headers.get('x-warnings') ?? '';
    expect(warnings).toContain('N\\u00e4me');
    expect(JSON.parse(warnings)).toEqual([
      { code: expect.any(String), path: '', message: expect.stringContaining('Näme') },
    ]);
    const plain = await send('GET', '/users/1');
    expect([plain.headers.get('x-soap-headers'), plain.headers.get('x-warnings')]).toEqual([null, null]);
  });

  test('a DELETE answers 204 without a body', async () => {
    const response = await send('DELETE', '/users/7');
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      204,
      '',
      null,
    ]);
    expect(lastBody()).toMatch(/UserID>7</);
  });

  test('a declared fault has the status of its route, and its detail the designed names', async () => {
    expect(await problemOf(await send('GET', '/users/4'))).toEqual({
      title: 'UserNotFound',
      status: 404,
      detail: 'No such user',
      code: 'SOAP_FAULT',
      fault: expect.objectContaining({ name: 'UserNotFound', detail: { userNotFound: { userId: 4 } } }),
      upstreamStatus: 500,
      sent: true,
    });
    expect((await problemOf(await send('DELETE', '/users/4'))).status).toBe(410);
    // The route of UpdateUser gives the fault no status.
    expect((await problemOf(await send('PUT', '/users/4', { userId: 4 }))).status).toBe(502);
  });

  test('methods: OPTIONS, and 405 with Allow', async () => {
    const options = await send('OPTIONS', '/users/7');
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([
      204,
      'GET, HEAD, PUT, DELETE, OPTIONS',
      '',
    ]);
    const refused = await send('PATCH', '/users/7', {});
    expect(refused.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, OPTIONS');
    expect(await problemOf(refused)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect((await send('HEAD', '/tenants/a/users')).status).toBe(405);
    expect((await problemOf(await send('OPTIONS', '/nothing'))).status).toBe(404);
  });

  test('operations by name are served as without routes', async () => {
    const post = (path: string) =>
      new Request(`http://x${path}`, {
        method: 'POST',
        body: '{"userId":1}',
        headers: { 'content-type': 'application/json' },
      });
    expect(await (await api.fetch(post('/GetUser'))).json()).toMatchObject({ name: 'Ann' });
    expect(await (await api.fetch(post('/apisx'))).json()).toMatchObject({
      error: { code: 'OPERATION_NOT_FOUND' },
    });
  });

  test('onRequest sees calls by routes, and can answer them', async () => {
    const seen: string[] = [];
    const guarded = await open({
      onRequest(request, operation) {
        seen.push(`${request.method} ${operation}`);
        return request.headers.has('authorization') ? undefined : new Response('who?', { status: 401 });
      },
    });
    const request = new Request(`${BASE}/users/7`);
    expect((await guarded.fetch(request)).status).toBe(401);
    const known = new Request(`${BASE}/users/7`, { headers: { authorization: 'x' } });
    expect((await guarded.fetch(known)).status).toBe(200);
    expect(seen).toEqual(['GET GetUser', 'GET GetUser']);
  });

  test('routesPath is the path of the routes; at / there are no operations by name', async () => {
    const alone = await open({ routesPath: '/' });
    expect((await alone.fetch(new Request('http://x/v1/users/7'))).status).toBe(200);
    const byName = await alone.fetch(new Request('http://x/GetUser', { method: 'POST', body: '{}' }));
    expect(byName.status).toBe(404);
    const document = (await (await alone.fetch(new Request('http://x/openapi.json'))).json()) as {
      paths: object;
    };
    expect(Object.keys(document.paths)).toContain('/v1/users/{userId}');
    await expect(open({ routesPath: 'apis/' })).rejects.toThrow(OptionError);
  });

  test('the document of the routes is next to them', async () => {
    const response = await api.fetch(new Request('http://x/apis/openapi.json'));
    const text = await response.text();
    expect(text).toBe(api.openapi('routes'));
    const document = JSON.parse(text);
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    expect(document.servers).toEqual([{ url: '.' }]);
    expect(Object.keys(document.paths)).toEqual([
      '/v1/users/{userId}',
      '/v1/users',
      '/v1/tenants/{tenant}/users',
      '/v1/notes/{__proto__}',
      '/v1/users/{userId}/photo',
      '/v1/users/{userId}/scan',
      '/v1/users/{userId}/files',
    ]);
    const headersAt = (path: string, status: string) =>
      Object.keys(document.paths[path].get.responses[status].headers);
    expect(headersAt('/v1/users/{userId}', '200')).toEqual(['Server-Timing', 'X-SOAP-Headers', 'X-Warnings']);
    expect(headersAt('/v1/users', '200')).toEqual(['Server-Timing', 'X-Warnings']);
    expect(JSON.parse(api.openapi()).paths).toHaveProperty(['/GetUser']);
    const plain = await open({ client: { design: undefined } });
    expect(() => plain.openapi('routes')).toThrow('expected a design with routes');
    expect((await plain.fetch(new Request('http://x/apis/openapi.json'))).status).toBe(404);
    const silent = await open({ openapiPath: false });
    expect((await silent.fetch(new Request('http://x/apis/openapi.json'))).status).toBe(404);
  });
});

describe('requests of strangers', () => {
  const huge = 'x'.repeat(1_048_577);
  test.each<[method: string, status: number, path: string, body?: string]>([
    ['GET', 400, '/users/__proto__'],
    ['GET', 400, '/users/constructor'],
    ['GET', 404, '/__proto__'],
    ['GET', 404, '/users/'],
    ['GET', 404, '//users'],
    ['GET', 400, '/users/%zz'],
    ['GET', 400, '/users/%ff'],
    ['GET', 400, '/users/%00'],
    ['GET', 400, '/users/1%2F2'],
    ['GET', 404, `/users${'/x'.repeat(5_000)}`],
    ['GET', 400, `/users/${'9'.repeat(60_000)}`],
    ['GET', 400, '/users?__proto__=1'],
    ['GET', 400, '/users?constructor.prototype=1'],
    ['GET', 400, '/users?maxRows=1&maxRows=2'],
    ['GET', 400, '/users/1?userId=2'],
    ['GET', 400, '/users?%ff=%zz&=&&%'],
    ['GET', 400, `/users?${'department=a&'.repeat(5_000)}`],
    ['PUT', 400, '/users/1?notify=1&notify=0', '{"userId":1}'],
    ['PUT', 400, '/users/1?user=x', '{"userId":1}'],
    ['PUT', 400, '/users/1', '{"__proto__":{"userId":1}}'],
    ['PUT', 400, '/users/1', '{"userId":1,"userId":2}'],
    ['PUT', 400, '/users/1', '{"userId":1},"userId":2'],
    ['PUT', 400, '/users/1', '[1'],
    ['PUT', 400, '/users/1', ''],
    ['PUT', 400, '/users/1', 'null'],
    ['PUT', 400, '/users/1', '['.repeat(100_000)],
    ['PUT', 413, '/users/1', huge],
    ['POST', 400, '/tenants/__proto__/users', '{"constructor":1}'],
    ['POST', 400, '/tenants/a/users', '{"$headers":1,"user":{"userId":1}}'],
    ['PATCH', 400, '/notes/x', '{"constructor":"x"}'],
    ['PATCH', 400, '/notes/x', '{"constructor":1,"__proto__":"y"}'],
    ['PATCH', 400, '/notes/x?toString=1', '{"constructor":1}'],
    ['PROPFIND', 405, '/users/1'],
  ])('%s is %d (%#)', async (method, status, path, body) => {
    const calls = server.bodies.length;
    const response = await send(method, path, body);
    expect((await problemOf(response)).status).toBe(status);
    expect([server.bodies.length, failures]).toEqual([calls, []]);
  });

  test('members with the names of JavaScript’s own are members', async () => {
    const response = await send('PATCH', '/notes/a%3Cb', '{"constructor":1,"toString":"t"}');
    expect([response.status, await response.text()]).toEqual([200, '{"__proto__":"n"}']);
    expect(lastBody()).toMatch(/__proto__>a&lt;b<.*constructor>1<.*toString>t</s);
    const created = await send('POST', '/tenants/__proto__/users', { user: { userId: 1 } });
    expect(created.status).toBe(201);
  });

  test('a body of another media type is 415', async () => {
    const response = await send('PUT', '/users/1', '{"userId":1}', { 'content-type': 'text/plain' });
    expect((await problemOf(response)).status).toBe(415);
  });
});

describe.each(Object.entries(MOUNTS))('%s', (_name, mount) => {
  let mounted: Mounted;
  beforeAll(async () => {
    mounted = await mount(api);
  });
  afterAll(async () => await mounted.close());

  test('serves routes wherever it is mounted', async () => {
    const at = `${mounted.address}/apis/v1`;
    const created = await fetch(`${at}/tenants/a/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"user":{"userId":1}}',
    });
    expect(created.status).toBe(201);
    const found = await fetch(new URL(created.headers.get('location') ?? '', created.url));
    expect([found.status, await found.json()]).toMatchObject([200, { name: 'Ann' }]);
    const head = await fetch(`${at}/users/1`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '51']);
    expect((await fetch(`${at}/users/1`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${at}/users/%zz`)).status).toBe(400);
    const options = await fetch(`${at}/users/1`, { method: 'OPTIONS' });
    expect(options.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, OPTIONS');
  });
});
