import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { ErrorBody } from '../testing/https-client.js';

let under: GatewayUnderTest;
let account: Account;
let key: string;
beforeAll(async () => {
  under = await startUnderTest();
  account = await under.createAccount();
  ({ key } = await under.createKey(account.id));
});
afterAll(() => under?.stop());

/** Parses a raw response; throws if the bytes are not exactly one response. */
function parse(text: string) {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  expect(body.length).toBe(Number(headers.get('content-length')));
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

describe('malformed HTTP', () => {
  const host = 'Host: localhost\r\n';
  test.each<[string, string]>([
    ['garbage', 'hello there\r\n\r\n'],
    ['no version', `GET /api/v1/a/b/c\r\n${host}\r\n`],
    ['no Host', 'GET /api/v1/a/b/c HTTP/1.1\r\n\r\n'],
    ['two Hosts', `GET /api/v1/a/b/c HTTP/1.1\r\n${host}Host: other\r\n\r\n`],
    ['an unknown method', `BREW /api/v1/a/b/c HTTP/1.1\r\n${host}\r\n`],
    [
      'Content-Length and Transfer-Encoding',
      `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n${host}\r\n`,
    ],
    [
      'two Content-Lengths',
      `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    ],
    ['a negative Content-Length', `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    ['a space before the colon', `GET /api/v1/a/b/c HTTP/1.1\r\n${host}X-API-Key : x\r\n\r\n`],
    ['a folded header', `GET /api/v1/a/b/c HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n`],
    ['a bare line feed', `GET /api/v1/a/b/c HTTP/1.1\n${host}\n\n`],
    ['a NUL in a header', `GET /api/v1/a/b/c HTTP/1.1\r\n${host}X-A: \0\r\n\r\n`],
    ['headers that are too long', `GET /api/v1/a/b/c HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a target with another scheme', `GET ftp://localhost/api/v1/a/b/c HTTP/1.1\r\n${host}\r\n`],
    ['a target without an authority', `GET http:///api/v1/a/b/c HTTP/1.1\r\n${host}\r\n`],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
    ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`],
    [
      'an unknown expectation',
      `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    ['a bad chunk', `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [
      'HTTP/1.0 with a transfer coding',
      `POST /api/v1/a/b/c HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'another transfer coding before chunked',
      `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'transfer codings on two lines',
      `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'two content types',
      `POST /api/v1/a/b/c HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      'a second Host after more headers than Node keeps',
      `GET /api/v1/a/b/c HTTP/1.1\r\n${host}${'A:\r\n'.repeat(2_100)}Host: other\r\n\r\n`,
    ],
    ['HTTP/9', `GET /api/v1/a/b/c HTTP/9.9\r\n${host}\r\n`],
  ])('%s: the error body with the constant limit headers, and the connection closes', async (_, bytes) => {
    const { status, headers, body } = parse(await under.sendRaw(bytes));
    // A bad chunk is found only after the key is checked.
    expect([400, 401]).toContain(status);
    const { error } = JSON.parse(body) as ErrorBody;
    expect(error.type).toBe(status === 400 ? 'VALIDATION_ERROR' : 'AUTHENTICATION_ERROR');
    expect(error.requestId).toBe(headers.get('x-request-id'));
    expect(headers.get('x-ratelimit-limit')).toBe('0');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test.each(['https://localhost', 'HTTP://evil.example:1', 'http://user@localhost'])(
    'the absolute form of a target is accepted, and its host ignored (RFC 9112, section 3.2.2): %s',
    async (origin) => {
      const path = `/api/v1/${account.id}/none/Op`;
      const bytes = `POST ${origin}${path} HTTP/1.1\r\n${host}X-API-Key: ${key}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
      const { status, body } = parse(await under.sendRaw(bytes));
      expect(status).toBe(404);
      expect(body).toContain('SERVICE_NOT_FOUND');
    },
  );

  test.each([
    [
      'h2c',
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
    ],
    ['WebSocket', 'Connection: close, upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'],
    ['TLS', 'Connection: upgrade, close\r\nUpgrade: TLS/1.2\r\n'],
    ['two protocols', 'Connection: Upgrade, close\r\nUpgrade: foo/2, h2c\r\n'],
  ])('an offer of another protocol is ignored (RFC 9110, section 7.8): %s', async (_, lines) => {
    const bytes = `POST /api/v1/${account.id}/none/Op HTTP/1.1\r\n${host}X-API-Key: ${key}\r\n${lines}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    const { status, headers, body } = parse(await under.sendRaw(bytes));
    expect([status, headers.get('upgrade') ?? undefined]).toEqual([404, undefined]);
    expect(body).toContain('SERVICE_NOT_FOUND');
  });

  test('TRACE is not echoed', async () => {
    const text = await under.sendRaw(
      `TRACE /api/v1/a/b/c HTTP/1.1\r\n${host}X-Secret: abc\r\nConnection: close\r\n\r\n`,
    );
    expect(text).not.toContain('abc');
    expect(parse(text).status).toBe(401);
  });

  test('a body that stops in the middle does not harm the gateway', async () => {
    const head = `POST /api/v1/${account.id}/none/Op HTTP/1.1\r\n${host}X-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a"`;
    const text = await under.sendRaw(head);
    expect(parse(text).status).toBe(404);
    expect((await under.send('/healthz')).status).toBe(200);
  });
});

describe('paths', () => {
  test.each([
    '/API/V1/a/b/c',
    '/api/v1x',
    '/',
    '/nothing',
    '/api/services',
    '/api/services/x/openapi/',
    '/%',
  ])('%s is unknown and gets the error body', async (path) => {
    const answer = await under.send(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.json().error.requestId).toBe(answer.headers['x-request-id']);
  });

  test.each(['/api/v1', '/api/v1/', '/api/v1/a', '/api/v1?x', '/api/v1/a/b/c/d/e'])(
    '%s belongs to the proxy, which requires a key first',
    async (path) => {
      const answer = await under.send(path);
      expect(answer.status).toBe(401);
      expect(answer.headers['x-ratelimit-limit']).toBe('0');
    },
  );
});

describe('plain HTTP', () => {
  test.each<[string, string]>([
    ['/api/v1/a/b/c?x=1', '/api/v1/a/b/c?x=1'],
    ['/', '/'],
    ['//evil.example/', '//evil.example/'],
    ['/a%0d%0aSet-Cookie:x', '/a%0d%0aSet-Cookie:x'],
  ])('%s is redirected to HTTPS with 308', async (path, target) => {
    for (const Host of ['localhost', 'evil.example', 'localhost:1']) {
      const answer = await under.sendPlain(path, { method: 'POST', headers: { Host }, body: '{}' });
      expect(answer.status).toBe(308);
      expect(answer.headers.location).toBe(under.baseUrl + target);
      expect(answer.headers['x-ratelimit-limit']).toBe('0');
      expect(answer.text).toBe('');
    }
  });

  test('a key sent in the clear is logged, without its value', async () => {
    await under.sendPlain('/api/v1/a/b/c', { headers: { 'X-API-Key': key } });
    const lines = under.logLines.filter((line) => line.includes('plain HTTP'));
    expect(lines).toHaveLength(1);
    expect(under.logLines.join('')).not.toContain(key);
  });
});

describe('health', () => {
  test('needs no key', async () => {
    expect((await under.send('/healthz')).json<unknown>()).toEqual({ status: 'ok' });
    expect((await under.send('/readyz')).json<unknown>()).toEqual({ status: 'ready' });
  });
});

describe('behind a proxy that terminates TLS', () => {
  let proxied: GatewayUnderTest;
  beforeAll(async () => {
    proxied = await startUnderTest({ TRUST_PROXY: '1', BASE_URL: 'https://soap.example.com' });
  });
  afterAll(() => proxied?.stop());

  test.each([
    ['https', 200],
    ['http', 308],
    ['https, http', 308],
    ['http, https', 200],
  ])('X-Forwarded-Proto: %s is %i', async (proto, status) => {
    const { port } = proxied.gateway.config.tls;
    const answer = await proxied.sendTo(`http://127.0.0.1:${port}/healthz`, {
      headers: { 'X-Forwarded-Proto': proto },
    });
    expect(answer.status).toBe(status);
    if (status === 308) expect(answer.headers.location).toBe('https://soap.example.com/healthz');
  });

  test('a missing header is not HTTPS', async () => {
    const { port } = proxied.gateway.config.tls;
    expect((await proxied.sendTo(`http://127.0.0.1:${port}/healthz`)).status).toBe(308);
  });
});
