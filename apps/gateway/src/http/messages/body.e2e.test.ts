import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBody } from './body.js';

const LIMIT = 1_000;

/** A server whose handler waits before it reads the body. */
let server: ReturnType<typeof createServer>;
let delay: number;
let read: Promise<string>;
let settle: (body: string | Promise<string>) => void;
const sockets: Socket[] = [];

beforeEach(async () => {
  read = new Promise((resolve) => {
    settle = resolve;
  });
  server = createServer((request, response) => {
    const body = textOf(request);
    settle(body);
    void body.then(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  if (delay > 0) await wait(delay);
  try {
    return Buffer.from(await readBody(request, LIMIT)).toString();
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const head = (field: string) => `POST / HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe.each([0, 50])('a body that is read after %i ms', (after) => {
  beforeEach(() => {
    delay = after;
  });

  test.each([
    ['arrives with the header section', [`${head('Content-Length: 5')}hello`], 'hello'],
    ['arrives in pieces', [head('Content-Length: 5'), 'he', 'llo'], 'hello'],
    [
      'arrives in chunks at once',
      [`${head('Transfer-Encoding: chunked')}${chunk('he')}${chunk('llo')}0\r\n\r\n`],
      'hello',
    ],
    [
      'arrives in chunks',
      [head('Transfer-Encoding: chunked'), chunk('he'), chunk('llo'), '0\r\n\r\n'],
      'hello',
    ],
    ['is empty', [head('Content-Length: 0')], ''],
    [
      'has exactly the maximum length',
      [`${head('Content-Length: 1000')}${'x'.repeat(LIMIT)}`],
      'x'.repeat(LIMIT),
    ],
    ['declares a Content-Length over the limit', [head('Content-Length: 1001')], 'BODY_TOO_LARGE'],
    [
      'exceeds the limit in one chunk',
      [`${head('Transfer-Encoding: chunked')}${chunk('x'.repeat(1_001))}0\r\n\r\n`],
      'BODY_TOO_LARGE',
    ],
    [
      'exceeds the limit with a later chunk',
      [head('Transfer-Encoding: chunked'), chunk('x'.repeat(600)), chunk('x'.repeat(600))],
      'BODY_TOO_LARGE',
    ],
  ])('%s', async (_name, pieces, expected) => {
    const socket = await open();
    for (const piece of pieces) {
      socket.write(piece);
      await wait(20);
    }
    expect(await read).toBe(expected);
  });

  test('a body is incomplete if the client disconnects, even before it is read', async () => {
    const socket = await open();
    socket.write(`${head('Content-Length: 5')}he`);
    await wait(20);
    socket.destroy();
    expect(await read).toBe('REQUEST_INCOMPLETE');
  });
});
