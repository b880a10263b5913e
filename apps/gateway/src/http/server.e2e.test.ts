import { afterEach, expect, test } from 'vitest';
import { send, sendRaw } from '../testing/https-client.js';
import { createConnectionLimit } from './connection-limit.js';
import { createFailRequest } from './fail-request.js';
import { createProxyLane } from './proxy-lane.js';
import { type Handler, type ListeningServer, type ListenOptions, listen } from './server.js';
import { createUnreadResponses } from './unread-responses.js';

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
