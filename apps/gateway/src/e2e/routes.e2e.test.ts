import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer, SentRequest } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const OPERATIONS = ['GetUser', 'ListUsers', 'CreateUser', 'UpdateUser', 'DeleteUser'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const member = (name: string, type: string, more = '') =>
  `<xs:element name="${name}" type="${type}" ${more}/>`;
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;

/** The user directory, as a service of its kind usually is: with names in Pascal case, and five operations. */
const WSDL = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" targetNamespace="urn:users" name="Users">
  <wsdl:types><xs:schema targetNamespace="urn:users" elementFormDefault="qualified">
    <xs:complexType name="User"><xs:sequence>
      ${member('UserID', 'xs:long')}${member('Name', 'xs:string', 'minOccurs="0"')}${member('Balance', 'xs:decimal', 'minOccurs="0"')}
    </xs:sequence></xs:complexType>
    ${message('GetUser', member('UserID', 'xs:long'))}
    ${message('GetUserResponse', member('User', 't:User'))}
    ${message('ListUsers', member('Dept', 'xs:string', 'minOccurs="0"') + member('MaxRows', 'xs:int', 'minOccurs="0"'))}
    ${message('ListUsersResponse', member('User', 't:User', 'minOccurs="0" maxOccurs="unbounded"'))}
    ${message('CreateUser', member('Tenant', 'xs:string') + member('User', 't:User'))}
    ${message('CreateUserResponse', member('UserID', 'xs:long') + member('Slug', 'xs:string', 'minOccurs="0"'))}
    ${message('UpdateUser', member('UserID', 'xs:long') + member('User', 't:User') + member('Notify', 'xs:boolean', 'minOccurs="0"'))}
    ${message('UpdateUserResponse', member('User', 't:User'))}
    ${message('DeleteUser', member('UserID', 'xs:long'))}
    ${message('DeleteUserResponse', '')}
    ${message('UserNotFound', member('UserID', 'xs:long'))}
  </xs:schema></wsdl:types>
  <wsdl:message name="NotFound"><wsdl:part name="f" element="t:UserNotFound"/></wsdl:message>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="UsersPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/><wsdl:fault name="UserNotFound" message="t:NotFound"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="UsersBinding" type="t:UsersPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="UserNotFound"><soap:fault name="UserNotFound" use="literal"/></wsdl:fault></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Users"><wsdl:port name="UsersPort" binding="t:UsersBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const DESIGN = {
  names: 'camel',
  base: '/v1',
  operations: {
    GetUser: {
      route: 'GET /users/{userId}',
      result: { rename: { UserID: 'id' } },
      faults: { UserNotFound: 404 },
    },
    ListUsers: { route: 'GET /users', input: { rename: { Dept: 'department' } } },
    CreateUser: {
      route: 'POST /tenants/{tenant}/users',
      status: 201,
      location: '/users/{result.userId}',
    },
    UpdateUser: { route: 'PUT /users/{userId}', body: 'user' },
    DeleteUser: { route: 'DELETE /users/{userId}', status: 204, faults: { UserNotFound: 410 } },
  },
};

interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, object>>;
}

interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly {
    readonly path: string;
    readonly keyword: string;
    readonly parameter?: string;
  }[];
  readonly fault?: { readonly name?: string; readonly detail?: unknown };
}

const user = '<User><UserID>9007199254740993</UserID><Name>Ann</Name><Balance>12.50</Balance></User>';
const reply = (name: string, content: string): string =>
  envelope(`<${name}Response xmlns="urn:users">${content}</${name}Response>`);
const RESULTS: Readonly<Record<string, string>> = {
  GetUser: user,
  ListUsers: user,
  CreateUser: '<UserID>9007199254740993</UserID>',
  UpdateUser: user,
  DeleteUser: '',
};
const FAULT = envelope(
  '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>No such user</faultstring><detail><UserNotFound xmlns="urn:users"><UserID>4</UserID></UserNotFound></detail></soap:Fault>',
);

describe('routes of a design', { timeout: 300_000 }, () => {
  let under: GatewayUnderTest;
  let upstream: HostileUpstream;
  let owner: OwnerClient;
  let key: string;
  let base: string;
  let slug: string;
  let path: string;

  beforeAll(async () => {
    [upstream, under] = await Promise.all([startHostileUpstream(), startUnderTest()]);
    upstream.answer = (_request, response) => {
      const body = upstream.bodies.at(-1) ?? '';
      if (/UserID>4</.test(body)) return void response.writeHead(500).end(FAULT);
      const name = OPERATIONS.find(
        (operation) => body.includes(`:${operation}`) || body.includes(`<${operation}`),
      );
      response.end(reply(name ?? '', RESULTS[name ?? ''] ?? ''));
    };
    owner = await createOwner(under);
    await setPlan('Pro');
    const answer = await owner.send('POST', '/api/manage/services', {
      files: [{ path: 'users.wsdl', content: base64(WSDL) }],
      settings: { endpoint: upstream.address },
      design: DESIGN,
    });
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
    const registered = answer.json<{ serviceId: string; slug: string }>();
    slug = registered.slug;
    path = `/api/manage/services/${registered.serviceId}`;
    base = `/apis/${owner.accountId}/${slug}/v1`;
    ({ key } = await under.createKey(owner.accountId));
  });
  afterAll(() => Promise.all([under?.stop(), upstream?.stop()]));

  const setPlan = async (plan: 'Pro' | 'Free') => {
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan }));
    await under.gateway.changes.announce(owner.accountId);
  };
  const send = (method: string, at: string, { headers, ...more }: SentRequest = {}): Promise<Answer> =>
    under.send(at, { method, headers: { 'X-API-Key': key, ...headers }, ...more });
  const withJson = (value: unknown): SentRequest => ({
    headers: { 'Content-Type': 'application/json' },
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const problemOf = (answer: Answer): Problem => {
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const problem = answer.json<Problem>();
    expect([problem.status, problem.requestId]).toEqual([answer.status, answer.headers['x-request-id']]);
    return problem;
  };
  const lastBody = (): string => upstream.bodies.at(-1) ?? '';

  // First, because the Free plan allows few calls within a minute.
  test('the Free plan has no GET, as for calls by name', async () => {
    await setPlan('Free');
    const refused = await send('GET', `${base}/users/7`);
    expect(problemOf(refused)).toMatchObject({
      status: 405,
      detail: expect.stringContaining('the Free plan has no GET'),
    });
    expect(refused.headers['allow']).toBe('PUT, DELETE, OPTIONS');
    expect((await send('DELETE', `${base}/users/7`)).status).toBe(204);
    await setPlan('Pro');
  });

  test('a GET returns the result itself, with its digits; headers carry the rest', async () => {
    const answer = await send('GET', `${base}/users/9007199254740993`);
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"id":9007199254740993,"name":"Ann","balance":12.5}',
    ]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'server-timing': expect.stringMatching(/^total;dur=[0-9]+$/),
      'x-request-id': expect.any(String),
      'x-ratelimit-limit': expect.any(String),
      ratelimit: expect.any(String),
    });
    expect(lastBody()).toMatch(/UserID>9007199254740993</);
    const head = await send('HEAD', `${base}/users/9007199254740993`);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      `${answer.text.length}`,
    ]);
  });

  test('envelope: true keeps {result, meta}; problems, files and 204 are as without it', async () => {
    const created = await owner.send('POST', '/api/manage/services', {
      files: [{ path: 'users.wsdl', content: base64(WSDL) }],
      settings: { endpoint: upstream.address },
      design: { ...DESIGN, envelope: true },
    });
    expect([created.status, created.text.slice(0, 400)]).toEqual([201, expect.any(String)]);
    const at = `/apis/${owner.accountId}/${created.json<{ slug: string }>().slug}/v1`;
    const call = (method: string, to: string, more: SentRequest = {}) =>
      under.send(`${at}${to}`, { method, headers: { 'X-API-Key': key, ...more.headers } });
    const found = await call('GET', '/users/1');
    expect(found.text.replace(/"latencyMs":\d+/, '"latencyMs":0')).toBe(
      `{"result":{"id":9007199254740993,"name":"Ann","balance":12.5},"meta":{"service":"${created.json<{ slug: string }>().slug}","operation":"GetUser","latencyMs":0,"cached":false}}`,
    );
    expect(found.headers['server-timing']).toMatch(/^total;dur=\d+$/);
    const head = await call('HEAD', '/users/1');
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    const fault = await call('GET', '/users/4');
    expect(fault.json()).toMatchObject({ status: 404, title: 'UserNotFound' });
    const removed = await call('DELETE', '/users/1');
    expect([removed.status, removed.text]).toEqual([204, '']);
    const shown = await call('GET', '/users/1', { headers: { 'X-Dry-Run': 'true' } });
    expect(shown.json()).toMatchObject({ result: { method: 'POST' }, meta: { dryRun: true } });
    const document = await under.send(`${at.slice(0, -3)}/openapi.json`, { headers: { 'X-API-Key': key } });
    expect(document.json()).toMatchObject({
      components: { schemas: { GetUserResponse: { required: ['result', 'meta'] } } },
    });
  });

  test('members that are not in the path of a GET are query parameters, by their designed names', async () => {
    const answer = await send('GET', `${base}/users?department=R%26D&maxRows=5`);
    expect([answer.status, answer.json()]).toMatchObject([200, { user: [{ name: 'Ann' }] }]);
    expect(lastBody()).toMatch(/Dept>R&amp;D</);
    const refused = await send('GET', `${base}/users?Dept=x&maxRows=many`);
    expect(problemOf(refused)).toMatchObject({
      status: 400,
      code: 'SCHEMA_VIOLATION',
      errors: [
        { path: '/Dept', keyword: 'additionalProperties', parameter: 'Dept' },
        { path: '/maxRows', keyword: 'type', parameter: 'maxRows' },
      ],
    });
  });

  test('a POST takes what the path leaves from its body, and says where the new user is', async () => {
    const answer = await send(
      'POST',
      `${base}/tenants/a%20b/users`,
      withJson({ user: { userId: 1, name: 'Bo' } }),
    );
    expect([answer.status, answer.text, answer.headers['location']]).toEqual([
      201,
      '{"userId":9007199254740993}',
      `/apis/${owner.accountId}/${slug}/v1/users/9007199254740993`,
    ]);
    expect(lastBody()).toMatch(/Tenant>a b<.*Name>Bo</s);
    const found = await send('GET', answer.headers['location'] as string);
    expect(found.status).toBe(200);
    const twice = await send(
      'POST',
      `${base}/tenants/a/users`,
      withJson({ tenant: 'b', user: { userId: 1 } }),
    );
    expect(problemOf(twice)).toMatchObject({
      code: 'DUPLICATE_KEY',
      errors: [{ path: '/tenant', parameter: 'tenant' }],
    });
  });

  test('the body of a PUT can be one member, and problems point into the designed input', async () => {
    const answer = await send('PUT', `${base}/users/7?notify=true`, withJson('{"userId":8,"balance":0.10}'));
    expect([answer.status, answer.json()]).toMatchObject([200, { name: 'Ann' }]);
    expect(lastBody()).toMatch(/UserID>7<.*UserID>8<.*Balance>0\.1<.*Notify>true</s);
    const refused = await send('PUT', `${base}/users/x`, withJson({ userId: 'y', Name: 'z' }));
    expect(problemOf(refused).errors).toMatchObject([
      { path: '/userId', keyword: 'type', parameter: 'userId' },
      { path: '/user/userId', keyword: 'type' },
      { path: '/user/Name', keyword: 'additionalProperties' },
    ]);
  });

  test('a DELETE answers 204 without a body', async () => {
    const answer = await send('DELETE', `${base}/users/7`);
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
    expect(lastBody()).toMatch(/UserID>7</);
  });

  test('a declared fault has the status of its route, and its detail the designed names', async () => {
    const missing = await send('GET', `${base}/users/4`);
    expect(problemOf(missing)).toMatchObject({
      title: 'UserNotFound',
      status: 404,
      detail: 'No such user',
      code: 'SOAP_FAULT',
      fault: { name: 'UserNotFound', detail: { userNotFound: { userId: 4 } } },
    });
    expect((await send('DELETE', `${base}/users/4`)).status).toBe(410);
    // The route of UpdateUser gives the fault no status.
    expect((await send('PUT', `${base}/users/4`, withJson({ userId: 4 }))).status).toBe(502);
  });

  test('the path of the specification takes and returns what it did', async () => {
    const answer = await send('POST', `/api/v1/${owner.accountId}/${slug}/GetUser`, withJson({ userId: 4 }));
    expect([answer.status, answer.json()]).toMatchObject([502, { error: { code: 'SOAP_FAULT' } }]);
    const found = await send('POST', `/api/v1/${owner.accountId}/${slug}/GetUser`, withJson({ userId: 1 }));
    expect([found.status, found.json()]).toMatchObject([
      200,
      { result: { id: expect.anything() }, meta: { service: slug, operation: 'GetUser', cached: false } },
    ]);
    expect(found.headers).not.toHaveProperty('server-timing');
  });

  test('methods: OPTIONS, and 405 with Allow', async () => {
    const options = await send('OPTIONS', `${base}/users/7`);
    expect([options.status, options.headers['allow'], options.text]).toEqual([
      204,
      'GET, HEAD, PUT, DELETE, OPTIONS',
      '',
    ]);
    const refused = await send('PATCH', `${base}/users/7`, withJson({}));
    expect(problemOf(refused)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(refused.headers['allow']).toBe('GET, HEAD, PUT, DELETE, OPTIONS');
    expect((await send('HEAD', `${base}/tenants/a/users`)).status).toBe(405);
    const preflight = await under.send(`${base}/users/7`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PUT' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, undefined]);
  });

  test('a cached GET says so, and a client that has the result gets 304', async () => {
    const settings = { methodPolicy: 'Inherit', cacheSeconds: 60 };
    const set = await owner.send('PUT', `${path}/operations/ListUsers`, settings, { 'If-Match': '*' });
    expect([set.status, set.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const first = await send('GET', `${base}/users?maxRows=7`);
    expect(first.headers['cache-status']).toBe('soapstone; fwd=uri-miss; stored');
    const calls = upstream.calls;
    const second = await send('GET', `${base}/users?maxRows=%37`);
    expect([second.headers['cache-status'], second.text, upstream.calls]).toEqual([
      'soapstone; hit',
      first.text,
      calls,
    ]);
    const known = await send('GET', `${base}/users?maxRows=7`, {
      headers: { 'If-None-Match': first.headers['etag'] as string },
    });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('a dry run shows the request and creates nothing; strings for wide numbers', async () => {
    const calls = upstream.calls;
    const dry = await send('POST', `${base}/tenants/a/users`, {
      ...withJson({ user: { userId: 1 } }),
      headers: { 'Content-Type': 'application/json', 'X-Dry-Run': 'true' },
    });
    expect([dry.status, dry.headers['location'], dry.json<{ body: string }>().body, upstream.calls]).toEqual([
      200,
      undefined,
      expect.stringContaining('UserID'),
      calls,
    ]);
    const headers = { Accept: 'application/json;IEEE754Compatible=true' };
    const wide = await send('GET', `${base}/users/1`, { headers });
    expect([wide.json<{ id: unknown }>().id, wide.headers['content-type']]).toEqual([
      '9007199254740993',
      'application/json; charset=utf-8; IEEE754Compatible=true',
    ]);
    const refused = await send('GET', `${base}/users/x`, { headers });
    expect(problemOf(refused).status).toBe(400);
  });

  test.each<[string, number, string]>([
    ['/users/%zz', 400, 'MALFORMED_REQUEST'],
    ['/users/%ff', 400, 'MALFORMED_REQUEST'],
    ['/users/a%2Fb', 400, 'MALFORMED_REQUEST'],
    ['/users/%00', 400, 'MALFORMED_REQUEST'],
    ['/users/1%0d%0aX:y', 400, 'MALFORMED_REQUEST'],
    ['/users/', 404, 'OPERATION_NOT_FOUND'],
    ['//users', 404, 'OPERATION_NOT_FOUND'],
    ['/users/..', 404, 'OPERATION_NOT_FOUND'],
    ['/users/%2e%2e', 404, 'OPERATION_NOT_FOUND'],
    ['/Users', 404, 'OPERATION_NOT_FOUND'],
    ['/__proto__', 404, 'OPERATION_NOT_FOUND'],
    ['/constructor', 404, 'OPERATION_NOT_FOUND'],
    ['', 404, 'OPERATION_NOT_FOUND'],
    [`/users${'/1'.repeat(4_000)}`, 404, 'OPERATION_NOT_FOUND'],
    [`/users/${'9'.repeat(8_000)}`, 400, 'SCHEMA_VIOLATION'],
    ['/users/__proto__', 400, 'SCHEMA_VIOLATION'],
    ['/users?__proto__=1', 400, 'SCHEMA_VIOLATION'],
    ['/users?constructor=1&toString=2', 400, 'SCHEMA_VIOLATION'],
    ['/users/1?userId=2', 400, 'SCHEMA_VIOLATION'],
    ['/users/1?%zz=2', 400, 'SCHEMA_VIOLATION'],
  ])('hostile path %s: %i', async (at, status, code) => {
    const calls = upstream.calls;
    const answer = await send('GET', `${base}${at}`);
    expect(problemOf(answer)).toMatchObject({ status, code });
    expect(upstream.calls).toBe(calls);
  });

  test('a body that is too large for the event loop is written in the mapping thread', async () => {
    const name = 'ü'.repeat(100_000);
    const answer = await send('PUT', `${base}/users/7?notify=false`, withJson({ userId: 8, name }));
    expect(answer.status).toBe(200);
    expect(lastBody()).toContain(`Name>${name}<`);
    expect(lastBody()).toMatch(/UserID>7<.*Notify>false</s);
    const refused = await send('PUT', `${base}/users/x`, withJson({ userId: 8, name, other: 1 }));
    expect(problemOf(refused).errors).toMatchObject([
      { path: '/userId', keyword: 'type', parameter: 'userId' },
      { path: '/user/other', keyword: 'additionalProperties' },
    ]);
  });

  test('calls by a route are recorded, replayed and mocked as those by name', async () => {
    const setAnswers = async (settings: object) => {
      const set = await owner.send('PATCH', path, { settings }, { 'If-Match': '*' });
      expect([set.status, set.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    };
    const create = () =>
      send('POST', `${base}/tenants/recorded/users`, withJson({ user: { userId: 5, name: 'Cy' } }));
    await setAnswers({ answers: 'record' });
    const recorded = await create();
    expect([recorded.status, recorded.headers['x-answers']]).toEqual([201, 'record']);
    await setAnswers({ answers: 'replay' });
    const calls = upstream.calls;
    await vi.waitFor(async () => {
      const replayed = await create();
      expect([
        replayed.status,
        replayed.text,
        replayed.headers['location'],
        replayed.headers['x-answers'],
      ]).toEqual([201, recorded.text, recorded.headers['location'], 'replay']);
    }, 20_000);
    const unknown = await send('DELETE', `${base}/users/77`);
    expect(problemOf(unknown)).toMatchObject({ status: 502, code: 'NOT_RECORDED' });
    expect(upstream.calls).toBe(calls);
    await setAnswers({ answers: 'mock' });
    const mocked = await send('GET', `${base}/users/1`);
    expect([mocked.status, mocked.headers['x-answers'], upstream.calls]).toEqual([200, 'mock', calls]);
    expect(Object.keys(mocked.json<object>())).toContain('id');
    await setAnswers({ answers: 'live' });
  });

  test('dots in a path, which HTTP clients remove, are no route', async () => {
    for (const at of ['/users/./1', '/users/../users/1', '/./users', '/users/%2e/1']) {
      const raw = await under.sendRaw(
        `GET ${base}${at} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
      );
      expect(raw).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  test.each<[string, SentRequest, number]>([
    ['no JSON', withJson('{"user":'), 400],
    ['a list', withJson([]), 400],
    ['a text that would join the member of the path', withJson('{"user":{"userId":1},"x":"}'), 400],
    ['the path’s member again, by an escape', withJson('{"user":{"userId":1},"t\\u0065nant":"b"}'), 400],
    ['names of prototypes', withJson('{"user":{"userId":1,"__proto__":{}},"constructor":1}'), 400],
    ['another media type', { headers: { 'Content-Type': 'text/xml' }, body: '<a/>' }, 400],
    ['no body', {}, 400],
  ])('hostile body: %s', async (_name, request, status) => {
    const calls = upstream.calls;
    expect(problemOf(await send('POST', `${base}/tenants/a/users`, request)).status).toBe(status);
    expect(upstream.calls).toBe(calls);
  });

  test('another account, no key and no routes', async () => {
    const other = await createOwner(under);
    const { key: otherKey } = await under.createKey(other.accountId);
    const foreign = await under.send(`${base}/users/1`, { headers: { 'X-API-Key': otherKey } });
    expect(problemOf(foreign)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    const unlocked = await under.send(`${base}/users/1`);
    expect(problemOf(unlocked)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    const options = await under.send(`${base}/users/1`, { method: 'OPTIONS' });
    expect(problemOf(options).status).toBe(401);
    const none = await under.send(`/apis/${other.accountId}/${slug}/v1/users/1`, {
      headers: { 'X-API-Key': otherKey },
    });
    expect(problemOf(none)).toMatchObject({ status: 404, code: 'SERVICE_NOT_FOUND' });
    expect((await under.send('/apis')).status).toBe(401);
    expect((await under.send('/apis?x')).status).toBe(401);
  });

  test('the document of the routes is served below them and to the owner, and a route of its path wins', async () => {
    const at = `/apis/${owner.accountId}/${slug}/openapi.json`;
    const served = await send('GET', at);
    expect([served.status, served.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const document = served.json<OpenApiDocument>();
    const { valid, errors } = await new Validator().validate(served.json());
    expect({ valid, errors }).toEqual({ valid: true });
    expect(document.openapi).toBe('3.0.3');
    expect(document.servers).toEqual([{ url: `${under.baseUrl}/apis/${owner.accountId}/${slug}` }]);
    expect(Object.entries(document.paths).map(([each, item]) => [each, Object.keys(item)])).toEqual([
      ['/v1/users/{userId}', ['get', 'put', 'delete']],
      ['/v1/users', ['get']],
      ['/v1/tenants/{tenant}/users', ['post']],
    ]);
    const known = await send('GET', at, { headers: { 'If-None-Match': served.headers['etag'] as string } });
    expect(known.status).toBe(304);
    expect((await under.send(at, { method: 'HEAD', headers: { 'X-API-Key': key } })).status).toBe(200);
    // Every address of the document is one that the gateway serves.
    const [server] = document.servers;
    const called = await under.send(`${server?.url}/v1/users/1`.slice(under.baseUrl.length), {
      headers: { 'X-API-Key': key },
    });
    expect(called.status).toBe(200);

    const files = await Promise.all(
      ['routes-openapi-3.0.json', 'routes-openapi-3.1.yaml', 'routes-types.ts', 'routes-constructor'].map(
        (file) => owner.send('GET', `${path}/files/${file}`),
      ),
    );
    expect(files.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
    expect(files[0]?.text).toBe(served.text);
    expect(files[1]?.text).toContain('openapi: "3.1.0"');

    const register = async (name: string, design?: object): Promise<string> => {
      const answer = await owner.send('POST', '/api/manage/services', {
        files: [{ path: 'users.wsdl', content: base64(WSDL) }],
        slug: name,
        settings: { endpoint: upstream.address },
        ...(design && { design }),
      });
      expect(answer.status).toBe(201);
      return answer.json<{ serviceId: string }>().serviceId;
    };
    const plain = await register('plain');
    const none = await send('GET', `/apis/${owner.accountId}/plain/openapi.json`);
    expect(problemOf(none)).toMatchObject({ status: 404, code: 'OPERATION_NOT_FOUND' });
    const file = await owner.send('GET', `/api/manage/services/${plain}/files/routes-openapi-3.0.json`);
    expect(file.status).toBe(404);
    await register('taken', { operations: { ListUsers: { route: 'GET /openapi.json' } } });
    const users = await send('GET', `/apis/${owner.accountId}/taken/openapi.json`);
    expect(users.json<object>()).toHaveProperty('User');
    await register('member', { operations: { GetUser: { route: 'GET /{UserID}' } } });
    const refused = await send('GET', `/apis/${owner.accountId}/member/openapi.json`);
    expect(problemOf(refused)).toMatchObject({ status: 400, errors: [{ path: '/UserID' }] });
    expect(problemOf(await under.send(at))).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    await setPlan('Free');
    try {
      expect(problemOf(await send('GET', at))).toMatchObject({ status: 403, code: 'PLAN_REQUIRED' });
    } finally {
      await setPlan('Pro');
    }
  });

  test('a route that does not fit is refused with its line, and the live ones stay', async () => {
    const { headers } = await owner.send('GET', `${path}/design`);
    const operations = {
      GetUser: { route: 'GET /users/{userIdd}' },
      ListUsers: { route: 'GET /x', faults: { No: 404 } },
    };
    const refused = await owner.send(
      'PUT',
      `${path}/design`,
      { design: { operations } },
      { 'If-Match': headers['etag'] as string },
    );
    expect([refused.status, refused.json<{ error: unknown }>().error]).toMatchObject([
      400,
      {
        code: 'DESIGN_REFUSED',
        details: [
          { path: '/design/operations/GetUser/route' },
          { path: '/design/operations/ListUsers/faults/No' },
        ],
      },
    ]);
    expect((await send('GET', `${base}/users/1`)).status).toBe(200);
  });

  test('a changed or removed route breaks clients, and holds a revision that is published only if it is safe', async () => {
    const { DeleteUser: _, GetUser, ...others } = DESIGN.operations;
    const operations = { ...others, GetUser: { ...GetUser, route: 'GET /people/{userId}' } };
    const design = { ...DESIGN, operations };
    const expected = [
      {
        operation: 'GetUser',
        message: 'route',
        path: '',
        change: 'form',
        breaking: true,
        aspect: 'route',
        before: 'GET /v1/users/{userId}',
        after: 'GET /v1/people/{userId}',
      },
      {
        operation: 'DeleteUser',
        message: 'route',
        path: '',
        change: 'removed',
        breaking: true,
        before: 'DELETE /v1/users/{userId}',
      },
    ];
    const checked = await owner.send('POST', `${path}/design/check`, { design });
    expect(checked.json()).toMatchObject({ problems: [], breaking: true, changes: expected });
    const held = await owner.send('PUT', `${path}/design`, { design, activate: 'safe' }, { 'If-Match': '*' });
    expect([held.status, held.json()]).toMatchObject([
      200,
      { inForce: false, breaking: true, changes: expected },
    ]);
    expect((await send('GET', `${base}/users/1`)).status).toBe(200);
    expect((await send('GET', `${base}/people/1`)).status).toBe(404);
  });
});
