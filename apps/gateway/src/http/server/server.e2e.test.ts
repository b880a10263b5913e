import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { send, sendRaw } from '../../testing/https-client.js';
import { openRawClient } from '../../testing/raw-client.js';
import { createProxyLane } from '../lanes/proxy-lane.js';
import { createConnectionLimit } from '../limits/connection-limit.js';
import { createUnreadResponses } from '../limits/unread-responses.js';
import { createFailRequest } from '../messages/fail-request.js';
import { type Handler, type ListeningServer, type ListenOptions, listen } from './server.js';

let server: ListeningServer | undefined;
afterEach(() => server?.close(0));

const failure = new Error('of the test');
const logged: unknown[] = [];
const log = { error: (_message: string, error: unknown) => void logged.push(error) };
const fail = createFailRequest(log, Date.now);

/** Listens with `handler`. Returns the address. */
async function serve(handler: Handler, options: Partial<ListenOptions> = {}): Promise<string> {
  logged.length = 0;
  server = await listen(handler, {
    host: '127.0.0.1',
    port: 0,
    pace: {
      headersTimeout: 60_000,
      requestTimeout: 60_000,
      keepAlive: 60_000,
      minBodyRate: 0,
      bodyGrace: 60_000,
      writeStall: 60_000,
    },
    connections: createConnectionLimit({ total: 100, perAddress: 100 }),
    proxyProtocol: false,
    fail,
    log,
    now: Date.now,
    ...options,
  });
  return `http://127.0.0.1:${server.port}`;
}

/** Returns a function that throws the first time, and then does what `rest` does. */
function failingOnce<Arguments extends readonly unknown[], Result>(
  rest: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let failed = false;
  return (...given) => {
    if (failed) return rest(...given);
    failed = true;
    throw failure;
  };
}

test('a handler that throws: the request gets 500, and the next one is answered', async () => {
  const url = await serve(failingOnce((_request, response) => void response.end('fine')));
  const answer = await send(url, {}, '');
  expect([answer.status, answer.json().error.type]).toEqual([500, 'INTERNAL_ERROR']);
  expect(logged).toEqual([failure]);
  expect((await send(url, {}, '')).text).toBe('fine');
});

test('a handler that throws in the middle of a response: the connection is closed', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('half');
    throw failure;
  });
  await expect(send(url, {}, '')).rejects.toThrow();
  await expect(send(url, {}, '')).rejects.toThrow();
  expect(logged).toEqual([failure, failure]);
});

test.each([
  ['rejects', () => Promise.reject(failure)],
  [
    'resolves to a response that cannot be written',
    async () => ({ status: 200, headers: { 'in valid': '' }, body: Buffer.of() }),
  ],
])('a call that %s: the request gets 500, and the next one is answered', async (_name, first) => {
  const fine = async () => ({ status: 200, headers: {}, body: Buffer.from('fine') });
  let calls = 0;
  const call = () => (++calls === 1 ? first() : fine());
  const url = await serve(
    createProxyLane(call, { refuses: () => false }, Date.now, createUnreadResponses(1e6), fail),
  );
  expect((await send(`${url}/api/v1/a/b/c`, {}, '')).status).toBe(500);
  expect(logged).toHaveLength(1);
  expect((await send(`${url}/api/v1/a/b/c`, {}, '')).text).toBe('fine');
});

test('requests to routes that fail before they are read get problem details, others the usual error', async () => {
  const call = () => Promise.reject(failure);
  let overload = false;
  const url = await serve(
    createProxyLane(call, { refuses: () => overload }, Date.now, createUnreadResponses(1e6), fail),
  );
  const typeOf = (answer: string): unknown => /content-type: *([^;\r]+)/i.exec(answer)?.[1];
  for (const [path, type] of [
    ['/apis/a/b/v1/users', 'application/problem+json'],
    ['/apis?x', 'application/problem+json'],
    ['/api/v1/a/b/c', 'application/json'],
  ] as const) {
    const failed = await send(`${url}${path}`, {}, '');
    expect([failed.status, failed.headers['content-type']]).toEqual([500, expect.stringContaining(type)]);
    overload = true;
    const busy = await send(`${url}${path}`, {}, '');
    overload = false;
    expect([busy.text, busy.headers['content-type']]).toEqual([
      expect.stringContaining('"OVERLOADED"'),
      expect.stringContaining(type),
    ]);
    const twice = await sendRaw(
      url,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nConnection: close\r\n\r\n`,
      '',
    );
    expect([twice.slice(0, 12), typeOf(twice)]).toEqual(['HTTP/1.1 400', type]);
  }
});

test.each([
  ['a body with a length', 'Content-Length: 10\r\n\r\n{"a'],
  ['a chunk', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a'],
  ['the headers', 'Content-Len'],
])(
  'a client that sends its last byte in the middle of %s reads that its request is incomplete',
  async (_, rest) => {
    await serve((request) => void request.resume());
    const client = openRawClient(server!.port, undefined);
    client.socket.end(`POST / HTTP/1.1\r\nHost: x\r\n${rest}`);
    await client.closed;
    expect(client.text()).toContain('HTTP/1.1 400 ');
    expect(client.text()).toContain('"REQUEST_INCOMPLETE"');
  },
);

test('an exception while a connection is counted: only that connection ends', async () => {
  const connections = createConnectionLimit({ total: 100, perAddress: 100 });
  const url = await serve((_request, response) => void response.end('fine'), {
    connections: { ...connections, count: failingOnce(connections.count) },
  });
  await expect(send(url, {}, '')).rejects.toThrow();
  expect(logged).toEqual([failure]);
  expect((await send(url, {}, '')).text).toBe('fine');
});

test.each([
  ['what is not HTTP', 'not HTTP\r\n\r\n'],
  ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
])('an exception in the response to %s: only that connection ends', async (_name, bytes) => {
  const url = await serve((_request, response) => void response.end('fine'), {
    now: failingOnce(Date.now),
  });
  expect(await sendRaw(url, bytes, '').catch(() => '')).toBe('');
  expect(logged).toEqual([failure]);
  expect((await send(url, {}, '')).text).toBe('fine');
});

describe('requests that a client sends without waiting for the responses', () => {
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  /** Writes requests and reads until the server closes, or until `ends` is in the text. */
  const pipeline = async (url: string, requests: string, ends: string): Promise<string> => {
    const { socket, text } = openRawClient(Number(new URL(url).port), undefined);
    socket.write(requests);
    await expect.poll(() => socket.closed || text().includes(ends), { timeout: 30_000 }).toBe(true);
    socket.destroy();
    return text();
  };
  const statuses = (text: string): string[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1] ?? '');

  test('100 are handled; the next is rejected after their responses, and further ones are ignored', async () => {
    const handled: ServerResponse[] = [];
    const url = await serve((_request, response) => void handled.push(response));
    const text = pipeline(url, get('/').repeat(400), 'no end');
    await expect.poll(() => handled.length).toBe(100);
    for (const response of handled) response.end('fine');
    const all = await text;
    expect(statuses(all)).toEqual([...Array.from({ length: 100 }, () => '200'), '429']);
    expect(all.split('\r\n\r\n').at(-1)).toContain('TOO_MANY_PIPELINED');
    expect(handled).toHaveLength(100);
  });

  test('a client that is never more than ten requests ahead sends as many as it likes', async () => {
    const url = await serve((_request, response) => void setImmediate(() => response.end('fine')));
    const { socket, text } = openRawClient(Number(new URL(url).port), undefined);
    let sent = 10;
    socket.write(get('/').repeat(10));
    let seen = 0;
    socket.on('data', () => {
      const received = statuses(text()).length;
      const more = Math.min(received - seen, 500 - sent);
      seen = received;
      sent += more;
      if (more > 0) socket.write(get('/').repeat(more));
    });
    await expect.poll(() => statuses(text()).length, { timeout: 30_000 }).toBe(500);
    expect(new Set(statuses(text()))).toEqual(new Set(['200']));
    socket.destroy();
  });

  test('responses of 1 MiB wait for a client that reads nothing; no further request is handled', async () => {
    let handled = 0;
    const body = 'x'.repeat(300_000);
    const url = await serve((_request, response) => {
      handled += 1;
      response.end(body);
    });
    const { socket } = openRawClient(Number(new URL(url).port), undefined);
    socket.pause();
    for (let count = 0; count < 20; count += 1) socket.write(get('/').repeat(500));
    await expect.poll(() => handled).toBeGreaterThan(2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Those that the buffers of the system take are sent; 60 times this size is more than they have.
    expect(handled).toBeLessThan(60);
    socket.destroy();
  });

  test('the bodies of requests after the rejected one are neither handled nor answered', async () => {
    const url = await serve((_request, response) => void setTimeout(() => response.end('fine'), 50));
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
    expect(statuses(await pipeline(url, post.repeat(300), 'no end')).at(-1)).toBe('429');
  });
});
