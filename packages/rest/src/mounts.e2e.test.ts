import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRestApi, type RestApi } from './index.js';
import { MOUNTS, type Mounted } from './testing/mounts.js';

let directory: UserDirectory;
let api: RestApi;
beforeAll(async () => {
  directory = await startUserDirectory();
  api = await createRestApi(directory.wsdlAddress, {
    faultStatuses: { UserNotFound: 404 },
    defaultPolicy: 'GET + POST',
    maxBodyBytes: 10_000,
  });
});
afterAll(async () => {
  await api.close();
  await directory.stop();
});

describe.each(Object.entries(MOUNTS))('%s', (name, mount) => {
  let mounted: Mounted;
  beforeAll(async () => {
    mounted = await mount(api);
  });
  afterAll(async () => await mounted.close());

  const post = async (operation: string, body: string | ReadableStream, contentType = 'application/json') =>
    await fetch(`${mounted.address}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      ...{ duplex: 'half' },
    });

  test('POST returns the result', async () => {
    const response = await post('GetUser', '{"userId": 1001}');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ '@id': 1001, name: 'Ada Lovelace' });
  });

  // Not after `express.json()`, which parses numbers into doubles.
  if (name !== 'express after express.json()') {
    test('keeps every digit in both directions', async () => {
      const text = await (await post('GetUser', '{"userId": 9007199254740993}')).text();
      expect(text).toContain('"@id":9007199254740993');
      expect(text).toContain('120000.123456789012345678');
    });
  }

  test('GET takes the query', async () => {
    const response = await fetch(`${mounted.address}/ListUsers?department=engines&limit=1`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ user: [{ '@id': 1001 }] });
  });

  test('an invalid input is 400, with every problem and its place', async () => {
    const response = await post('GetUser', '{"userId": "abc", "more": 1}');
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { details: { path: string }[] } };
    expect(error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'SCHEMA_VIOLATION' });
    expect(error.details.map(({ path }) => path).sort()).toEqual(['/more', '/userId']);
  });

  test('a declared fault has the status from the options, and its typed detail', async () => {
    const response = await post('GetUser', '{"userId": 5}');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: {
        type: 'UPSTREAM_ERROR',
        code: 'SOAP_FAULT',
        fault: { name: 'UserNotFound', detail: { UserNotFound: { userId: 5, suggestion: [1001] } } },
      },
    });
  });

  test('an unknown operation is 404 and names the nearest one', async () => {
    const response = await post('GetUsr', '{}');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('similar names: GetUser');
  });

  test('another method is 405 and lists the allowed ones', async () => {
    const response = await fetch(`${mounted.address}/GetUser`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
  });

  // RFC 9112, section 3.2: a server responds with 400 to an invalid Host. Express would answer 500 with a stack.
  test.each([
    ['TRACE', 'x', 400],
    ['POST', 'a b', 400],
    ['POST', '[::1', 400],
    ['POST', 'x:99999', 400],
    ['POST', 'x', 200],
  ])('%s with the Host %s is %i', async (method, host, expected) => {
    const { request } = await import('node:http');
    const { status, text } = await new Promise<{ status: number | undefined; text: string }>((resolve) => {
      const headers = { host, 'content-type': 'application/json' };
      const sent = request(`${mounted.address}/GetUser`, { method, headers }, async (response) => {
        let body = '';
        for await (const chunk of response) body += String(chunk);
        resolve({ status: response.statusCode, text: body });
      });
      sent.on('error', (error) => resolve({ status: undefined, text: error.message }));
      sent.end(method === 'POST' ? '{"userId": 1001}' : undefined);
    });
    expect(status, text).toBe(expected);
    if (expected === 400) expect(text).toBe('The method or the Host header of this request cannot be used\n');
  });

  // RFC 9112 §3.2.2: a server accepts the absolute form of a target.
  test('an absolute target is read', async () => {
    const { request } = await import('node:http');
    const { port } = new URL(mounted.address);
    const status = await new Promise((resolve, reject) => {
      const path = `${mounted.address}/GetUser`;
      const headers = { 'content-type': 'application/json' };
      request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end('{"userId": 1001}');
    });
    expect(status).toBe(200);
  });

  test('a body over the limit is 413, even without a Content-Length', async () => {
    const large = JSON.stringify({ userId: 'x'.repeat(20_000) });
    const announced = await post('GetUser', large);
    expect(announced.status).toBe(413);
    expect(await announced.json()).toMatchObject({ error: { code: 'BODY_TOO_LARGE' } });
    const streamed = await post('GetUser', new Blob([large]).stream());
    expect(streamed.status).toBe(413);
  });

  test('a body of another media type is 415', async () => {
    const response = await post('GetUser', 'userId=1001', 'text/plain');
    expect(response.status).toBe(415);
    expect(await response.text()).toContain('application/json');
  });

  test('serves the OpenAPI document', async () => {
    const response = await fetch(`${mounted.address}/openapi.json`);
    expect(response.status).toBe(200);
    const document = (await response.json()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(['/GetUser', '/ListUsers', '/CreateUser']);
  });
});
