import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, sendRaw } from '../../testing/https-client.js';
import { openRawClient } from '../../testing/raw-client.js';
import { mountDashboard } from './dashboard.js';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))});`;
/** Larger than what the buffers of a connection hold. */
const LARGE = Buffer.alloc(8 * 1024 * 1024, '0123456789');
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const PAGE = '<!doctype html><script nonce="__CSP_NONCE__"></script><meta content="__CSP_NONCE__">';

let folder: string;
let reports = 0;
const warnings: unknown[] = [];
const servers: Server[] = [];

/** Starts a server with the dashboard of `dir` behind an API with one route. */
async function serve(dir: string): Promise<string> {
  const app = express();
  app.get('/api/known', (_request, response) => void response.json({}));
  mountDashboard(app, {
    baseUrl: 'https://localhost',
    dashboardDir: dir,
    log: { warn: (_message, fields) => void warnings.push(fields) },
    metrics: {
      cspReport: () => {
        reports += 1;
      },
    },
  });
  app.use((_request, response) => void response.status(404).json({ error: 'none' }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soapstone-'));
  const assets = join(folder, 'dist', 'assets');
  await mkdir(assets, { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'secret.txt'), 'do not tell'),
    writeFile(join(folder, 'dist', 'index.html'), PAGE),
    writeFile(join(folder, 'dist', 'icon.svg'), ICON),
    writeFile(join(folder, 'dist', 'index.html.br'), brotliCompressSync(PAGE)),
    writeFile(join(folder, 'dist', '.env'), 'do not tell'),
    writeFile(join(assets, 'app-a1b2.js'), SCRIPT),
    writeFile(join(assets, 'large-c3d4.woff2'), LARGE),
    writeFile(join(assets, 'app-a1b2.js.br'), brotliCompressSync(SCRIPT)),
    writeFile(join(assets, 'app-a1b2.js.gz'), gzipSync(SCRIPT)),
  ]);
  base = await serve(join(folder, 'dist'));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, from = base) =>
  send(from + path, { headers }, '');
const HTML = { Accept: 'text/html,application/xhtml+xml' };

describe('the page', () => {
  test.each(['/', '/services/8d1f', '/log-in?next=%2F', '/index.html'])('serves %s', async (path) => {
    const answer = await get(path, HTML);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    const policy = String(answer.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{24}$/);
    expect(answer.text).toBe(PAGE.replaceAll('__CSP_NONCE__', nonce));
  });

  test('content security policy: every response has a new nonce', async () => {
    const [one, two] = [await get('/', HTML), await get('/', HTML)];
    expect(one.text).not.toBe(two.text);
  });

  test('allows only its own content, and cannot be framed', async () => {
    const { headers } = await get('/', HTML);
    const policy = String(headers['content-security-policy']).replace(/nonce-[^']+/, 'nonce-N');
    expect(policy.split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-N'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'report-uri /api/csp-reports',
    ]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
  });

  test.each([
    ['/api/unknown', HTML],
    ['/API/unknown', HTML],
    ['/metrics', HTML],
    ['/services', { Accept: 'application/json' }],
    ['/assets/missing-c3d4.js', { Accept: '*/*' }],
  ])('is not returned for %s', async (path, headers) => {
    const answer = await get(path, headers);
    expect([answer.status, answer.text]).toEqual([404, '{"error":"none"}']);
  });

  test('is read-only', async () => {
    const answer = await send(`${base}/`, { method: 'POST', headers: HTML }, '');
    expect(answer.status).toBe(404);
    const head = await send(`${base}/`, { method: 'HEAD', headers: HTML }, '');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('files', () => {
  test.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('are sent as %s if the client accepts it', async (coding, accepted) => {
    const answer = await get('/assets/app-a1b2.js', { 'Accept-Encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers['content-type']).toBe('text/javascript');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers.vary).toBe('Accept-Encoding');
  });

  test('are revalidated if their names have no hash', async () => {
    const first = await get('/icon.svg');
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    const again = await get('/icon.svg', { 'If-None-Match': String(first.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    ['"of another version"', 200],
    ['*', 304],
    ['"a", ETAG, "b"', 304],
    ['W/ETAG', 304],
  ])('with the condition If-None-Match: %s', async (condition, status) => {
    const { etag, vary } = (await get('/icon.svg')).headers;
    expect(vary).toBe('Accept-Encoding');
    const answer = await get('/icon.svg', { 'If-None-Match': condition.replace('ETAG', String(etag)) });
    expect([answer.status, answer.text === '']).toEqual([status, status === 304]);
    expect(answer.headers).toMatchObject({ etag, vary, 'cache-control': 'no-cache' });
  });

  test('have another tag for each form', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (coding) => (await get('/assets/app-a1b2.js', { 'Accept-Encoding': coding })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test('are not sent in a form that the client excludes', async () => {
    const answer = await get('/assets/app-a1b2.js', { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
  });

  test('HEAD: returns the headers of GET and no body', async () => {
    const answer = await send(`${base}/icon.svg`, { method: 'HEAD' }, '');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers).toMatchObject({ 'content-length': '41', 'content-type': 'image/svg+xml' });
  });

  test.each([
    ['bytes=0-3', 206, '<svg', 'bytes 0-3/41'],
    ['bytes=-2', 206, '/>', 'bytes 39-40/41'],
    ['bytes=39-', 206, '/>', 'bytes 39-40/41'],
    ['bytes=39-1000', 206, '/>', 'bytes 39-40/41'],
    ['bytes=41-', 416, '', 'bytes */41'],
    ['bytes=3-1', 416, '', 'bytes */41'],
    ['bytes=0-1,4-5', 200, ICON, undefined],
    ['lines=0-3', 200, ICON, undefined],
    ['nonsense', 200, ICON, undefined],
  ])('with Range: %s', async (range, status, text, contentRange) => {
    const answer = await get('/icon.svg', { Range: range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  test('If-Range: the whole file is sent if it is another version', async () => {
    const { etag } = (await get('/icon.svg')).headers;
    const Range = 'bytes=0-3';
    expect((await get('/icon.svg', { Range, 'If-Range': String(etag) })).status).toBe(206);
    expect((await get('/icon.svg', { Range, 'If-Range': '"another"' })).text).toBe(ICON);
  });

  test.each(['/%69ndex.html', '/index.html.br', '/assets'])('%s is no file', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('aborted downloads leave no open descriptor', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let count = 0; count < 50; count += 1) {
      const { socket } = openRawClient(Number(new URL(base).port), undefined);
      socket.write('GET /assets/large-c3d4.woff2 HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      socket.destroy();
    }
    await expect.poll(open, { timeout: 10_000 }).toBeLessThan(before + 10);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '//secret.txt',
    '/.env',
    '/%2eenv',
    '/\0secret.txt',
    '/%00/../secret.txt',
    '/%c0%ae%c0%ae/secret.txt',
  ])('outside the build cannot be reached by %s', async (path) => {
    const answer = await sendRaw(base, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, '');
    expect(answer).not.toContain('do not tell');
    expect(answer).toMatch(/^HTTP\/1\.1 (404|400) /);
  });
});

describe('without a build', () => {
  test('the page explains how to build one, and the API works', async () => {
    const from = await serve(join(folder, 'nothing'));
    const answer = await get('/', HTML, from);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('pnpm run build');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get('/api/known', {}, from)).status).toBe(200);
  });
});

describe('browser reports', () => {
  const report = (body: string) => send(`${base}/api/csp-reports`, { method: 'POST', body }, '');

  test('are counted, and two members of each are logged', async () => {
    const before = reports;
    const body = {
      'csp-report': { 'violated-directive': 'script-src', 'blocked-uri': 'inline', other: 'x' },
    };
    expect((await report(JSON.stringify(body))).status).toBe(204);
    expect(reports).toBe(before + 1);
    expect(warnings.at(-1)).toEqual({ directive: 'script-src', blocked: 'inline' });
  });

  test.each([
    ['https://user:pass@evil.example/path?token=secret#x', 'https://evil.example'],
    ['wss://evil.example:8443/a', 'wss://evil.example:8443'],
    ['/services?token=secret', 'unknown'],
    ['data:text/html,secret', 'unknown'],
    ['a b\nlog line', 'unknown'],
    ['trusted-types-policy', 'trusted-types-policy'],
  ])('reduce the blocked URL %j to its origin in the log', async (url, logged) => {
    await report(
      JSON.stringify({ 'csp-report': { 'violated-directive': `img-src ${url}`, 'blocked-uri': url } }),
    );
    expect(warnings.at(-1)).toEqual({ directive: 'img-src', blocked: logged });
  });

  test.each(['', 'null', '[]', '{"csp-report":7}', 'x'.repeat(20_000)])(
    'that are invalid do no harm',
    async (body) => {
      expect((await report(body)).status).toBe(204);
    },
  );

  test('do not flood the log', async () => {
    const before = warnings.length;
    for (let count = 0; count < 30; count += 1) await report('{}');
    expect(warnings.length - before).toBeLessThanOrEqual(10);
  });
});
