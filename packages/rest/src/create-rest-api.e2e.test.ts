import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { createRestApi, OptionError, problemDetails, type RestOptions } from './index.js';
import { toNodeHandler } from './node.js';
import { listen } from './testing/mounts.js';
import { postTo, setRestScene } from './testing/rest-scene.js';

const scene = setRestScene();
const { open } = scene;

describe('paths', () => {
  test('the path option sets the path of operations, and the document is next to them', async () => {
    const { fetch } = await open({ path: '/api/users/{operation}' });
    expect((await fetch(postTo('http://x/api/users/GetUser', '{"userId":1001}'))).status).toBe(200);
    expect((await fetch(postTo('http://x/GetUser', '{"userId":1001}'))).status).toBe(404);
    const document = (await (await fetch(new Request('http://x/api/users/openapi.json'))).json()) as object;
    expect(document).toMatchObject({ servers: [{ url: '.' }] });
    expect(Object.keys((document as { paths: object }).paths)).toContain('/api/users/GetUser');
  });

  test.each(['/', '//', '/a/b', '/%', '/%ff', '/__proto__', '/constructor'])('%s is 404', async (path) => {
    const { fetch } = await open();
    const response = await fetch(postTo(`http://x${path}`, '{}'));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'OPERATION_NOT_FOUND' } });
  });

  test('openapiPath false serves no document', async () => {
    const { fetch } = await open({ openapiPath: false });
    expect((await fetch(new Request('http://x/openapi.json'))).status).toBe(404);
  });
});

describe('a design that fills a member with an HTTP header of the request (DF-3)', () => {
  const client = { design: { fill: { 'GetUser/userId': { header: 'X-User' } } } };

  test('the header of each request is used with every form of numbers', async () => {
    const { fetch, openapi } = await open({ client });
    for (const accept of ['application/json', 'application/json;IEEE754Compatible=true']) {
      const headers = { 'X-User': '1001', Accept: accept };
      const response = await fetch(postTo('http://x/GetUser', '{}', headers));
      expect(await response.json()).toMatchObject({ name: 'Ada Lovelace' });
    }
    expect(openapi()).not.toContain('X-User');
  });

  test.each([
    ['no header', {}, 'needs the HTTP header X-User'],
    ['one that the type refuses', { 'X-User': 'Ada' }, 'has an unusable HTTP header X-User'],
  ])('%s is 400', async (_what, headers, message) => {
    const { fetch } = await open({ client });
    const response = await fetch(postTo('http://x/GetUser', '{}', headers));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('a SOAP service that is busy', () => {
  test.each<[status: number, retryAfter: string | undefined, expected: unknown[]]>([
    [503, '120', [503, 'UPSTREAM_BUSY', '120']],
    [429, '7', [503, 'UPSTREAM_BUSY', '7']],
    [429, undefined, [503, 'UPSTREAM_BUSY', null]],
    [503, undefined, [502, 'UPSTREAM_BAD_RESPONSE', null]],
    [503, 'soon', [502, 'UPSTREAM_BAD_RESPONSE', null]],
    [500, '7', [502, 'UPSTREAM_BAD_RESPONSE', null]],
  ])('%i with Retry-After %s', async (status, retryAfter, expected) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end('busy');
    });
    const { address, close } = await listen(server, '/');
    const { fetch } = await open({ client: { endpoint: address } });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":1001}'));
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code, response.headers.get('retry-after')]).toEqual(expected);
    await close();
  });
});

describe('bodies', () => {
  test('the envelope option wraps the result', async () => {
    const { fetch } = await open({ envelope: 'data' });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":1001}'));
    expect(await response.json()).toMatchObject({ data: { name: 'Ada Lovelace' } });
  });

  test('no body counts as an empty object', async () => {
    const { fetch } = await open();
    expect((await fetch(new Request('http://x/ListUsers', { method: 'POST' }))).status).toBe(200);
    expect((await fetch(new Request('http://x/GetUser', { method: 'POST' }))).status).toBe(400);
  });

  test.each([
    ['{', 'INVALID_JSON'],
    ['{"userId":1,"userId":2}', 'DUPLICATE_KEY'],
    ['[]', 'SCHEMA_VIOLATION'],
    ['null', 'SCHEMA_VIOLATION'],
    [`${'['.repeat(1000)}`, 'LIMIT_EXCEEDED'],
  ])('%s is 400 %s', async (body, code) => {
    const { fetch } = await open();
    const response = await fetch(postTo('http://x/GetUser', body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test.each(['5', '[]', 'null', '"x"'])('SOAP headers that are no object (%s) are 400', async (text) => {
    const errors: unknown[] = [];
    const { fetch } = await open({
      soapHeadersHeader: 'X-SOAP-Headers',
      onError: (error) => errors.push(error),
    });
    const headers = { 'X-SOAP-Headers': text };
    const response = await fetch(postTo('http://x/GetUser', '{"userId":1001}', headers));
    expect([response.status, errors]).toEqual([400, []]);
    expect(await response.json()).toMatchObject({ error: { details: [{ path: '/$headers' }] } });
  });

  test('a compressed body is 415', async () => {
    const { fetch } = await open();
    const response = await fetch(postTo('http://x/GetUser', '{}', { 'content-encoding': 'gzip' }));
    expect(response.status).toBe(415);
  });
});

describe('errors', () => {
  test('problem details', async () => {
    const { fetch } = await open({ errors: problemDetails });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":5}'));
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      title: 'SOAP service failed',
      status: 502,
      code: 'SOAP_FAULT',
      fault: { name: 'UserNotFound' },
    });
  });

  test('an unreachable service is 502, and onError receives the error', async () => {
    const seen: unknown[] = [];
    const { fetch } = await open({
      client: { endpoint: 'http://127.0.0.1:9/' },
      onError: (error) => seen.push(error),
    });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":5}'));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'UPSTREAM_CONNECT', sent: false } });
    expect(seen).toHaveLength(1);
  });

  test('a service that does not answer in time is 504', async () => {
    const silent = await listen(
      createServer(() => undefined),
      '',
    );
    const { fetch } = await open({ client: { endpoint: silent.address, timeout: 300 } });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":5}'));
    await silent.close();
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: { code: 'UPSTREAM_TIMEOUT', sent: true } });
  });

  test('a client that disconnects ends the call and causes no error', async () => {
    const seen: unknown[] = [];
    const called = new EventEmitter();
    const arrived = once(called, 'call');
    const left = once(called, 'end');
    const silent = await listen(
      createServer((request) => {
        called.emit('call');
        request.socket.once('close', () => called.emit('end'));
      }),
      '',
    );
    const { fetch: answer } = await open({
      client: { endpoint: silent.address },
      onError: (error) => seen.push(error),
    });
    const api = await listen(createServer(toNodeHandler({ fetch: answer })), '');
    const caller = new AbortController();
    const asked = fetch(`${api.address}/ListUsers`, { method: 'POST', signal: caller.signal });
    await arrived;
    caller.abort();
    await expect(asked).rejects.toThrow('aborted');
    await left;
    await Promise.all([api.close(), silent.close()]);
    expect(seen).toEqual([]);
  });

  test('a `fetch` that throws: the request gets 500, and the next one is answered', async () => {
    let calls = 0;
    const answer = () => {
      calls += 1;
      if (calls === 1) throw new Error('of the app');
      return new Response('fine');
    };
    const api = await listen(createServer(toNodeHandler({ fetch: answer })), '');
    expect((await fetch(api.address)).status).toBe(500);
    expect(await (await fetch(api.address)).text()).toBe('fine');
    await api.close();
  });

  test('the body of a response to HEAD is cancelled', async () => {
    const cancelled = new EventEmitter();
    const body = new ReadableStream({ cancel: () => void cancelled.emit('cancel') });
    const over = once(cancelled, 'cancel');
    const api = await listen(createServer(toNodeHandler({ fetch: () => new Response(body) })), '');
    expect((await fetch(api.address, { method: 'HEAD' })).status).toBe(200);
    await over;
    await api.close();
  });

  test('a response that is not SOAP is 502', async () => {
    const broken = await listen(
      createServer((_, response) => void response.writeHead(500).end('<html>')),
      '',
    );
    const { fetch } = await open({ client: { endpoint: broken.address } });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":5}'));
    await broken.close();
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: { code: 'UPSTREAM_BAD_RESPONSE', upstreamStatus: 500 },
    });
  });

  test('a hook that throws is 500, and the response does not reveal its error', async () => {
    const seen: unknown[] = [];
    const { fetch } = await open({
      onRequest: () => {
        throw new Error('secret');
      },
      onError: (error) => seen.push(error),
    });
    const response = await fetch(postTo('http://x/GetUser', '{"userId":5}'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(seen).toEqual([new Error('secret')]);
  });
});

test('onRequest responds in place of a call, or adds headers to the call', async () => {
  const sent: Record<string, string>[] = [];
  const { fetch } = await open({
    onRequest: (request) => {
      const authorization = request.headers.get('authorization');
      return authorization === null ? new Response('who?', { status: 401 }) : { headers: { authorization } };
    },
    client: { hooks: { request: ({ headers }) => void sent.push({ ...headers }) } },
  });
  expect((await fetch(postTo('http://x/GetUser', '{"userId":1001}'))).status).toBe(401);
  const answered = await fetch(
    postTo('http://x/GetUser', '{"userId":1001}', { authorization: 'Bearer one' }),
  );
  expect(answered.status).toBe(200);
  expect(sent).toEqual([{ authorization: 'Bearer one' }]);
});

test('a member that a design fills is in no document and in no input, and is sent', async () => {
  const api = await open({
    client: {
      design: { fill: { 'GetUser/userId': { secret: 'user' } } },
      fills: { secret: (name) => (name === 'user' ? '1001' : undefined) },
    },
  });
  const { paths } = JSON.parse(api.openapi()) as { paths: Record<string, unknown> };
  expect(JSON.stringify(paths['/GetUser'])).not.toContain('userId');
  const answer = await api.fetch(postTo('http://x/GetUser', '{}'));
  expect(await answer.json()).toMatchObject({ name: 'Ada Lovelace' });
  const refused = await api.fetch(postTo('http://x/GetUser', '{"userId":1002}'));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { details: [{ path: '/userId' }] } });
});

test('the document is valid in both OpenAPI versions and describes what is served', async () => {
  for (const openapiVersion of ['3.0', '3.1'] as const) {
    const api = await open({ openapiVersion, envelope: 'data', examples: true, title: 'Users' });
    const document = JSON.parse(api.openapi()) as { openapi: string; paths: Record<string, unknown> };
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(document.openapi.startsWith(openapiVersion)).toBe(true);
    expect(document).toMatchObject({
      info: { title: 'Users' },
      paths: {
        '/GetUser': {
          post: { responses: { 200: { content: { 'application/json': { example: { data: {} } } } } } },
        },
      },
    });
  }
});

test.each<[options: object, option: string]>([
  [{ envelop: 'x' }, 'envelop'],
  [{ maxBodyBytes: 0 }, 'maxBodyBytes'],
  [{ path: '/users' }, 'path'],
  [{ errors: 'json' }, 'errors'],
  [{ client: { timeout: 'x' } }, 'client.timeout'],
  [{ client: { limits: { work: -1 } } }, 'client.limits.work'],
  [{ client: null }, 'client'],
  [{ openapiVersion: '2.0' }, 'openapiVersion'],
  [{ client: { binary: 'bytes' } }, 'client.binary'],
])('rejects %j', async (options, option) => {
  const error = await createRestApi(scene.directory.wsdlAddress, options as RestOptions).catch(
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ option });
  expect((error as Error).message).not.toContain('generateOpenApi');
});

test.each<[RestOptions, string, RegExp]>([
  [
    { faultStatuses: { UserNotFond: 404 } },
    'faultStatuses.UserNotFond',
    /no such fault; did you mean "UserNotFound"\?$/,
  ],
  [
    { faultStatuses: { zzz: 404 } },
    'faultStatuses.zzz',
    /^cannot use option "faultStatuses.zzz" of createRestApi: the service has no such fault; it has UserNotFound, NotPermitted$/,
  ],
  [
    { policies: new Map([['getuser', 'GET']]) },
    'policies.getuser',
    /no such operation; did you mean "GetUser"\?$/,
  ],
])('rejects names that the service does not have: %j', async (options, option, message) => {
  const error = await createRestApi(scene.directory.wsdlAddress, options).catch((e: unknown) => e);
  expect(error).toMatchObject({
    name: 'OptionError',
    option,
    message: expect.stringMatching(message) as string,
  });
});

test('a call whose onRequest returns something else fails, and onError says why', async () => {
  const seen: unknown[] = [];
  const api = await createRestApi(scene.directory.wsdlAddress, {
    onRequest: () => 5 as never,
    onError: (error) => seen.push(error),
  });
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/GetUser', {
    method: 'POST',
    headers,
    body: '{"userId":1001}',
  });
  expect((await api.fetch(request)).status).toBe(500);
  expect(seen).toMatchObject([{ name: 'OptionError', option: 'onRequest' }]);
  await api.close();
});

test('fetch rejects what is no Request with an error that names the argument', async () => {
  const api = await createRestApi(scene.directory.wsdlAddress);
  for (const wrong of [undefined, 'http://localhost/GetUser', {}])
    await expect(api.fetch(wrong as never)).rejects.toMatchObject({ name: 'OptionError', option: 'request' });
  await api.close();
});
