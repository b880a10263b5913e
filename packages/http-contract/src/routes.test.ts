import { describe, expect, test } from 'vitest';
import {
  addRouteHeaders,
  findRoute,
  hasNoBody,
  headersOfFile,
  isRouteProblem,
  jsonOfFiles,
  methodsOfPath,
  partsOfForm,
  routeProblem,
  typeOfFile,
  typeOfResponse,
} from './routes.js';

const route = { status: 200, faults: [] };
const table = {
  match: (path: string) => {
    if (path === '/bad') return { kind: 'malformed' as const, problem: 'is bad' };
    if (path !== '/users') return { kind: 'none' as const };
    const methods = new Map(['GET', 'PUT', '__proto__'].map((method) => [method, { route, values: [] }]));
    return { kind: 'found' as const, methods };
  },
};
const noGet = (method: string) => (method === 'GET' ? 'no GET here' : undefined);

describe('the route of a request', () => {
  test.each<[method: string, path: string, expected: object]>([
    ['GET', '/users', { route }],
    ['HEAD', '/users', { route }],
    ['PUT', '/users', { route }],
    [
      'POST',
      '/users',
      { code: 'METHOD_NOT_ALLOWED', headers: { Allow: 'GET, HEAD, PUT, __proto__, OPTIONS' } },
    ],
    ['constructor', '/users', { code: 'METHOD_NOT_ALLOWED' }],
    ['GET', '/bad', { code: 'MALFORMED_REQUEST', message: 'The path is bad' }],
    ['GET', '/none', { code: 'OPERATION_NOT_FOUND' }],
  ])('%s %s', (method, path, expected) => {
    const found = findRoute(table, path, method);
    expect(found).toMatchObject(expected);
    expect(isRouteProblem(found)).toBe('code' in expected);
  });

  test('a method that the caller may not use is not allowed, with the reason', () => {
    expect(findRoute(table, '/users', 'HEAD', noGet)).toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'This operation takes PUT, __proto__, OPTIONS, not HEAD: no GET here',
      headers: { Allow: 'PUT, __proto__, OPTIONS' },
    });
    expect(methodsOfPath(table, '/users', noGet)).toEqual(['PUT', '__proto__', 'OPTIONS']);
    expect(methodsOfPath(undefined, '/users')).toMatchObject({ code: 'OPERATION_NOT_FOUND' });
  });

  test.each<[headers: Record<string, string>, expected: boolean]>([
    [{}, true],
    [{ 'content-length': '0' }, true],
    [{ 'content-length': '0', 'content-type': 'application/json' }, false],
    [{ 'content-length': '2' }, false],
    [{ 'transfer-encoding': 'chunked' }, false],
  ])('%j has no body: %s', (headers, expected) => {
    expect(hasNoBody((name) => headers[name])).toBe(expected);
  });
});

describe('the response to a call', () => {
  const reply = (more: object) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    const hasBody = addRouteHeaders(headers, { status: 200, latencyMs: 7, ...more });
    return { hasBody, headers };
  };

  test('headers carry what the body has no place for', () => {
    expect(reply({})).toEqual({
      hasBody: true,
      headers: { 'Content-Type': 'application/json', 'Server-Timing': 'total;dur=7' },
    });
    expect(reply({ status: 204, cache: 'hit', location: '/a' })).toEqual({
      hasBody: false,
      headers: { 'Server-Timing': 'total;dur=7', 'Cache-Status': 'soapstone; hit', Location: '/a' },
    });
    expect(reply({ location: `/${'a'.repeat(2047)}` }).headers['Location']).toHaveLength(2048);
    expect(reply({ location: `/${'a'.repeat(2048)}` }).headers['Location']).toBeUndefined();
    expect(reply({ cache: 'stored' }).headers['Cache-Status']).toBe('soapstone; fwd=uri-miss; stored');
  });

  test('SOAP headers and warnings are JSON in ASCII for any text of a SOAP service', () => {
    const block = { Trace: 'ü\u007f\u2028\ud800\r\nX: y' };
    const { headers } = reply({
      soapHeaders: '{"Trace":"ü\u007f\u2028\\ud800\\r\\nX: y"}',
      warnings: [{ message: '\r\né' }],
    });
    expect(headers['X-SOAP-Headers']).toBe('{"Trace":"\\u00fc\\u007f\\u2028\\ud800\\r\\nX: y"}');
    expect(JSON.parse(headers['X-SOAP-Headers'] as string)).toEqual(block);
    expect(headers['X-Warnings']).toBe('[{"message":"\\r\\n\\u00e9"}]');
    expect(reply({ warnings: [] }).headers).not.toHaveProperty('X-Warnings');
  });

  test('a header has at most 2,048 characters: longer blocks are left out, and the last warnings', () => {
    expect(reply({ soapHeaders: JSON.stringify('x'.repeat(2_046)) }).headers).toHaveProperty(
      'X-SOAP-Headers',
    );
    expect(reply({ soapHeaders: JSON.stringify('x'.repeat(2_047)) }).headers).not.toHaveProperty(
      'X-SOAP-Headers',
    );
    expect(reply({ soapHeaders: JSON.stringify('ü'.repeat(400)) }).headers).not.toHaveProperty(
      'X-SOAP-Headers',
    );
    const warnings = Array.from({ length: 20 }, (_, index) => ({
      path: `/${index}`,
      message: 'm'.repeat(900),
    }));
    const { headers } = reply({ warnings });
    expect(JSON.parse(headers['X-Warnings'] as string)).toEqual(warnings.slice(0, 2));
    expect((headers['X-Warnings'] as string).length).toBeLessThanOrEqual(2_048);
  });
});

test('a fault has the status and the name of its route; others keep theirs', () => {
  const fault = { code: 'Server', reason: 'gone', name: '__proto__' };
  const problem = { type: 'UPSTREAM_ERROR', code: 'SOAP_FAULT', message: 'gone', fault } as const;
  expect(routeProblem(problem, 502, [{ name: '__proto__', status: 410 }], 'r1')).toEqual({
    status: 410,
    body: { title: '__proto__', status: 410, detail: 'gone', code: 'SOAP_FAULT', fault, requestId: 'r1' },
  });
  expect(routeProblem(problem, 502, [{ name: 'constructor', status: 410 }])).toMatchObject({
    status: 502,
    body: { title: 'SOAP service failed', status: 502 },
  });
});

describe('PG-9: media types of files', () => {
  const place = { encoding: 'base64', mediaTypes: ['image/png', 'image/*'] } as const;
  const only = { encoding: 'base64', mediaTypes: ['image/png'] } as const;

  test.each([
    ['application/octet-stream; x=1', undefined, 'application/octet-stream'],
    ['Image/PNG; a=b', undefined, 'Image/PNG; a=b'],
    ['image/webp', undefined, 'image/webp'],
    ['image/*', undefined, undefined],
    ['application/json', undefined, undefined],
    ['', undefined, undefined],
    ['image/png', 'gzip', undefined],
  ])('a body with Content-Type %s and Content-Encoding %s', (type, coding, expected) => {
    const header = (name: string) => (name === 'content-type' ? type : coding);
    expect(typeOfFile(header, place)).toBe(expected);
  });

  test.each([
    ['bytes', place, 'image/png', 'application/octet-stream'],
    ['typed', place, 'text/html; charset=utf-8', 'text/html; charset=utf-8'],
    ['typed', place, 'image/png\r\nSet-Cookie: a=b', 'application/octet-stream'],
    ['typed', only, 'é/png', 'image/png'],
    ['typed', only, 'x'.repeat(256), 'image/png'],
    ['typed', only, undefined, 'image/png'],
    ['typed', place, undefined, 'application/octet-stream'],
  ] as const)('a response: %s, %j, the service says %j', (accepted, of, named, expected) => {
    expect(typeOfResponse(accepted, of, named)).toBe(expected);
  });

  test('is not shown as a page', () => {
    expect(headersOfFile('text/html')).toEqual({
      'Content-Type': 'text/html',
      'Content-Disposition': 'attachment',
    });
    expect(headersOfFile('application/octet-stream')).toEqual({ 'Content-Type': 'application/octet-stream' });
  });
});

describe('PG-11, PG-12: forms', () => {
  const write = {
    file: (_place: object, bytes: Uint8Array, mediaType?: string) =>
      new TextEncoder().encode(`${bytes.length} ${mediaType}`),
    form: (_parts: readonly string[], given: readonly { readonly name: string }[]) =>
      given.length > 2
        ? { problem: 'is too much' }
        : new TextEncoder().encode(given.map(({ name }) => name).join()),
  };
  const read = (parts: readonly (readonly [string, string | Blob])[], files: object) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    const sent = new Response(form);
    const type = sent.headers.get('content-type') ?? '';
    const body = async () => new Uint8Array(await sent.arrayBuffer());
    return jsonOfFiles((name) => (name === 'content-type' ? type : undefined), body, files, 'data', write);
  };
  const textOf = (json: unknown) => (json instanceof Uint8Array ? new TextDecoder().decode(json) : json);
  const png = new Blob(['abc'], { type: 'image/png' });

  test('with one file or with several members', async () => {
    const body = { encoding: 'base64', key: 'photo' } as const;
    expect(textOf(await read([['photo', png]], { body }))).toBe('3 image/png');
    expect(textOf(await read([['data', 'ab']], { body: { encoding: 'base64' } }))).toBe('2 undefined');
    const parts = [
      ['a', png],
      ['__proto__', 'b'],
    ] as const;
    expect(textOf(await read(parts, { form: ['a'] }))).toBe('a,__proto__');
  });

  test.each<[string, readonly (readonly [string, string | Blob])[], object]>([
    ['must have one part, "photo"', [['Photo', png]], { body: { encoding: 'base64', key: 'photo' } }],
    [
      'is too much',
      [
        ['a', ''],
        ['a', ''],
        ['a', ''],
      ],
      { form: [] },
    ],
    ['has more than 1000 parts', Array.from({ length: 1001 }, () => ['a', ''] as const), { form: [] }],
  ])('refuses: %s', async (problem, parts, files) => {
    expect(await read(parts, files)).toMatchObject({
      code: 'MALFORMED_REQUEST',
      message: `The form ${problem}`,
    });
  });

  const formOf = (boundary: string, text: string) =>
    partsOfForm(`multipart/form-data; Boundary="${boundary}"`, Buffer.from(text, 'latin1'));

  test('reads forms as RFC 7578 has them: short boundaries, bytes without a file name, escaped names', () => {
    const head =
      'Content-Disposition: form-data; filename="a;name=\\"b"; name="q%22"\r\ncontent-type: image/png\r\n';
    const text = `preamble\r\n--b \r\n${head}\r\n\xff\r\n-\r\n\r\n--b\r\nContent-Disposition: form-data; name=e\r\n\r\n\r\n--b--\r\nepilogue`;
    expect(formOf('b', text)).toEqual([
      { name: 'q"', bytes: Buffer.from('\xff\r\n-\r\n', 'latin1'), mediaType: 'image/png' },
      { name: 'e', bytes: Buffer.from('') },
    ]);
    expect(formOf('b', '--b--')).toEqual([]);
  });

  test.each([
    ['cannot be read', 'b', ''],
    ['cannot be read', 'b', '--b'],
    ['cannot be read', 'b', '--b\r\n\r\n--b--'],
    ['cannot be read', 'b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc'],
    ['cannot be read', 'b', '--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--'],
    [
      'cannot be read',
      'b',
      `--b\r\nContent-Disposition: form-data; name=a\r\nX: ${'y'.repeat(17_000)}\r\n\r\nabc\r\n--b--`,
    ],
    [
      'cannot be read',
      'b',
      `--b\r\nContent-Disposition: form-data; name=a\r\n${'X: y\r\n'.repeat(40)}\r\nabc\r\n--b--`,
    ],
    ['has no boundary that can be used', '', '--\r\n'],
    ['has no boundary that can be used', 'a'.repeat(71), ''],
    [
      'must not encode its parts',
      'b',
      '--b\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj\r\n--b--',
    ],
  ])('a form that %s: %#', (problem, boundary, text) => {
    expect(formOf(boundary, text)).toEqual({ problem });
  });

  test('reads no other body', async () => {
    const unread = () => Promise.reject(new Error('read'));
    const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
    expect(await jsonOfFiles(header, unread, { form: [] }, undefined, write)).toBeUndefined();
    expect(await jsonOfFiles(header, unread, undefined, undefined, write)).toBeUndefined();
  });
});
