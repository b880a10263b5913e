import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryOf, runCommand, testTerminal } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';
import { startServing } from './serve.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="${SOAP}"><s:Body>${body}</s:Body></s:Envelope>`;

/** A SOAP server that knows user 42, the number of its calls, and a gateway in front of it. */
let upstream: Server;
let calls = 0;
let gateway: Awaited<ReturnType<typeof startServing>>;
const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });

beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    let body = '';
    calls += 1;
    for await (const chunk of request) body += String(chunk);
    if (body.includes('userId>503<')) {
      response.writeHead(503, { 'Retry-After': '120' }).end('later');
      return;
    }
    const isKnown = body.includes('userId>42<');
    const user =
      '<GetUserResponse xmlns="urn:users"><user><id>9007199254740993</id><name>Ada</name></user></GetUserResponse>';
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user</faultstring></s:Fault>';
    response
      .writeHead(isKnown ? 200 : 500, { 'Content-Type': 'text/xml' })
      .end(envelope(isKnown ? user : fault));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const context = { terminal: testTerminal({ cwd }).terminal, exitCode: 0 as const };
  gateway = await startServing(['users.wsdl', 'users.wsdl'], { port: 0, endpoint, header: {} }, context);
});

afterAll(async () => {
  await gateway.close();
  upstream.close();
});

const url = (path: string): string => `${gateway.url}${path}`;
const call = (path: string, init?: RequestInit): Promise<Response> => fetch(url(path), init);
const GET_USER = '/api/v1/local/user-service/GetUser';

describe('soapstone serve', () => {
  test('passes on how long a busy server asks to wait', async () => {
    const busy = await call(GET_USER, { method: 'POST', body: '{"userId": 503}' });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '120']);
    expect(await busy.json()).toMatchObject({ error: { code: 'UPSTREAM_BUSY' } });
  });

  test('POST and GET call the SOAP server', async () => {
    const posted = await call(GET_USER, { method: 'POST', body: '{"userId": 42}' });
    expect(posted.status).toBe(200);
    const text = await posted.text();
    expect(text).toContain('"id":9007199254740993');
    expect(JSON.parse(text)).toMatchObject({
      result: { name: 'Ada', role: [] },
      meta: { service: 'user-service', operation: 'GetUser', cached: false },
    });
    const got = await call(`${GET_USER}?userId=42`);
    expect(await got.json()).toMatchObject({ result: { name: 'Ada' } });
  });

  test('Accept selects strings for wide numbers, as in the gateway (NM-2)', async () => {
    const ask = (accept: string) => call(`${GET_USER}?userId=42`, { headers: { accept } });
    const answer = await ask('application/json;IEEE754Compatible=true');
    expect(await answer.text()).toContain('"id":"9007199254740993"');
    expect(answer.headers.get('content-type')).toBe(
      'application/json; charset=utf-8; IEEE754Compatible=true',
    );
    expect(answer.headers.get('vary')).toBe('Accept');
    expect(await (await ask('application/json')).text()).toContain('"id":9007199254740993');
    expect((await ask('application/json;IEEE754Compatible=2')).status).toBe(406);
  });

  test.each<[string, string, RequestInit, number, object]>([
    [
      'a fault',
      GET_USER,
      { method: 'POST', body: '{"userId": 1}' },
      502,
      { type: 'UPSTREAM_ERROR', message: 'No such user', code: 'SOAP_FAULT' },
    ],
    [
      'an invalid input',
      GET_USER,
      { method: 'POST', body: '{}' },
      400,
      {
        type: 'VALIDATION_ERROR',
        code: 'SCHEMA_VIOLATION',
        message: 'The request does not match the input of operation GetUser (1 error)',
        details: [{ path: '/userId', keyword: 'required' }],
      },
    ],
    [
      'no JSON',
      GET_USER,
      { method: 'POST', body: '{' },
      400,
      { type: 'VALIDATION_ERROR', code: 'INVALID_JSON' },
    ],
    ['an empty body', GET_USER, { method: 'POST' }, 400, { type: 'VALIDATION_ERROR' }],
    [
      'a wrong method',
      GET_USER,
      { method: 'DELETE' },
      405,
      { type: 'VALIDATION_ERROR', code: 'METHOD_NOT_ALLOWED' },
    ],
    [
      'no such operation',
      '/api/v1/local/user-service/Nothing',
      {},
      404,
      { type: 'OPERATION_NOT_FOUND', code: 'OPERATION_NOT_FOUND' },
    ],
    ['no such service', '/api/v1/local/nothing/GetUser', {}, 404, { type: 'SERVICE_NOT_FOUND' }],
    ['no such path', '/elsewhere', {}, 404, { type: 'SERVICE_NOT_FOUND' }],
  ])('%s', async (_, path, init, status, error) => {
    const response = await call(path, init);
    expect(response.status).toBe(status);
    const body = (await response.json()) as { error: Record<string, unknown> };
    expect(body).toMatchObject({ error });
    // The body and headers of the gateway: a code, the request id and the rate limits; no caching.
    expect(body.error['code']).toMatch(/^[A-Z_]+$/);
    expect(body.error['requestId']).toBe(response.headers.get('x-request-id'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000000');
  });

  test('the rate-limit headers count down to the next month', async () => {
    const remaining = async (): Promise<number> => {
      const { headers } = await call(GET_USER, { method: 'POST', body: '{"userId": 42}' });
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
      return Number(headers.get('x-ratelimit-remaining'));
    };
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
  });

  test('the documentation page loads nothing from other servers', async () => {
    const page = await (await call('/')).text();
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(page).toContain('href="/user-service/openapi.json"');
  });

  test('two services with the same name get different slugs, each with its description', async () => {
    expect(gateway.services.map(({ slug }) => slug)).toEqual(['user-service', 'user-service-2']);
    const document = JSON.parse(await (await call('/user-service-2/openapi.json')).text());
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    expect(document.servers).toEqual([{ url: gateway.url }]);
    expect(Object.keys(document.paths)[0]).toBe('/api/v1/local/user-service-2/GetUser');
  });

  test('the page at / shows every operation', async () => {
    const response = await call('/');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).toContain('<h3>GetUser</h3>');
    expect(page).toContain('action="/api/v1/local/user-service/GetUser"');
  });

  test('a host name other than that of this machine is rejected', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      request(url('/'), { headers: { Host: 'evil.example.com' } }, (response) =>
        resolve(response.statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });

  // Fetch standard, "Origin": a page of another site can send a POST as text/plain without asking first; images and links send no Origin.
  test.each<[string, string, Record<string, string>, number]>([
    ['a form or script of another site', 'POST', { Origin: 'https://evil.example' }, 403],
    ['a sandboxed page', 'POST', { Origin: 'null' }, 403],
    ['a page whose host name starts like ours', 'POST', { Origin: 'http://localhost.evil.example' }, 403],
    ['an image of another site', 'GET', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    [
      'a page on this machine',
      'POST',
      { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'cross-site' },
      200,
    ],
    ['its own page', 'GET', { 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['an address that was typed in', 'GET', { 'Sec-Fetch-Site': 'none' }, 200],
  ])('a call from %s (%s, %o)', async (_who, method, headers, expected) => {
    const { request } = await import('node:http');
    const before = calls;
    const path = method === 'GET' ? `${GET_USER}?userId=42` : GET_USER;
    const status = await new Promise((resolve) => {
      request(url(path), { method, headers: { ...headers, 'Content-Type': 'text/plain' } }, (response) =>
        resolve(response.statusCode),
      ).end(method === 'GET' ? undefined : '{"userId": 42}');
    });
    expect([status, calls - before]).toEqual([expected, expected === 200 ? 1 : 0]);
  });

  test('a body that is too large', async () => {
    const response = await call(GET_USER, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }).catch(
      () => undefined,
    );
    expect(response === undefined || response.status === 400).toBe(true);
  });

  test('the command prints its address, and ends when interrupted', async () => {
    const { out, exitCode } = await runCommand(['serve', 'users.wsdl', '--port', '0'], { cwd });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n {2}user-service {2}2 operations {2}http/);
    const taken = await runCommand(['serve', 'users.wsdl', '--port', new URL(gateway.url).port], { cwd });
    expect(taken.err).toMatch(/port \d+ is taken/);
  });
});
