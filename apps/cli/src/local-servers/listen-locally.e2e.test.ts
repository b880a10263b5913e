import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalServer, serveLocally } from './listen-locally.js';

describe('the listener of all local servers', () => {
  let server: LocalServer;
  beforeAll(async () => {
    server = await serveLocally(async (incoming, response) => {
      const request = createRequest(incoming, response);
      if (request.url.includes('fail')) throw new Error('a fault of the command');
      await sendResponse(response, new Response(`${request.method} ${request.url}`));
    }, 0);
  });
  afterAll(() => server?.close());

  const port = () => Number(new URL(server.url).port);
  /** Sends bytes, and returns the status and the body of the response. */
  async function ask(head: string): Promise<string> {
    const socket = connect(port(), '127.0.0.1');
    socket.end(`${head.replaceAll('PORT', String(port()))}\r\nConnection: close\r\n\r\n`);
    const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return `${top.split(' ')[1]} ${body.trim()}`.replaceAll(String(port()), 'PORT');
  }
  const HOST = '\r\nHost: 127.0.0.1:PORT';

  test.each<[string, string, RegExp]>([
    ['a path', `GET /a?b=c HTTP/1.1${HOST}`, /^200 .*GET http:\/\/127\.0\.0\.1:PORT\/a\?b=c/s],
    // RFC 9112 §3.2.2: a server accepts the absolute form, whose host replaces that of the Host header.
    [
      'an absolute target',
      `GET http://127.0.0.1:PORT/a?b=c HTTP/1.1${HOST}`,
      /^200 .*GET http:\/\/127\.0\.0\.1:PORT\/a\?b=c/s,
    ],
    [
      'an absolute target, the Host header in vain',
      'GET http://localhost:PORT/a HTTP/1.1\r\nHost: evil.example',
      /^200 .*http:\/\/localhost:PORT\/a/s,
    ],
    ['an absolute target of another host', `GET http://evil.example/a HTTP/1.1${HOST}`, /^403 /],
    ['an absolute target that is no URL', `GET http://[::1/a HTTP/1.1${HOST}`, /^400 /],
    ['TRACE', `TRACE / HTTP/1.1${HOST}`, /^405 /],
    ['TRACE with an absolute target', `TRACE http://127.0.0.1:PORT/ HTTP/1.1${HOST}`, /^405 /],
    ['CONNECT', `CONNECT 127.0.0.1:80 HTTP/1.1${HOST}`, /^405 /],
    ['OPTIONS *', `OPTIONS * HTTP/1.1${HOST}`, /^200 /],
    ['a Host that is no host', 'GET / HTTP/1.1\r\nHost: a b', /^403 /],
    ['a fault', `GET /fail HTTP/1.1${HOST}`, /^500 .*could not be processed/s],
  ])('answers %s', async (_what, head, expected) => {
    expect(await ask(head)).toMatch(expected);
    expect(await ask(`GET / HTTP/1.1${HOST}`)).toMatch(/^200 /);
  });
});

describe('a server that others may call', () => {
  let server: LocalServer;
  beforeAll(async () => {
    const exposure = { host: '0.0.0.0', names: ['mock-svc', 'other:1'] };
    server = await serveLocally(async (_, response) => void response.end('ok'), 0, undefined, exposure);
  });
  afterAll(() => server?.close());

  test.each<[host: string, more: string, status: string]>([
    ['mock-svc', '', '200'],
    ['MOCK-SVC:8090', '', '200'],
    ['other:1', '', '200'],
    ['other:2', '', '403'],
    ['localhost', '', '200'],
    ['172.17.0.2:8090', '', '200'],
    ['[fd00::1]', '', '200'],
    ['evil.example', '', '403'],
    ['mock-svc.evil.example', '', '403'],
    ['mock-svc', '\r\nOrigin: http://evil.example', '403'],
    ['172.17.0.2', '\r\nOrigin: http://6.6.6.6', '403'],
    ['172.17.0.2', '\r\nSec-Fetch-Site: cross-site', '403'],
  ])('Host: %s%s is answered with %s', async (host, more, status) => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end(`GET / HTTP/1.1\r\nHost: ${host}${more}\r\nConnection: close\r\n\r\n`);
    expect((await text(socket)).split(' ')[1]).toBe(status);
  });
});
