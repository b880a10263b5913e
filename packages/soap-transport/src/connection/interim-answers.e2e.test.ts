import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createTransport } from '../index.js';

/**
 * Interim responses (RFC 9110 §15.2): a server may send any number of them before the final response, and a client must skip them.
 */
const FINAL = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>';

let server: Server | undefined;
afterEach(
  () => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))),
);

/** A server that answers each request with these pieces, one packet each. */
async function answerWith(...pieces: readonly string[]): Promise<string> {
  server = createServer((socket: Socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.endsWith('<q/>')) return;
      text = '';
      void writeEach(socket, pieces);
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

/** Waits for one piece before the next: separate timers may fire in any order when they are late. */
async function writeEach(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    await setTimeout(10);
    socket.write(piece);
  }
}

async function send(url: string): Promise<string> {
  const transport = createTransport({ egress: { allow: ['127.0.0.1'] } });
  try {
    const texts: string[] = [];
    // Twice over one connection: leftovers of an interim response must not be read as the next response.
    for (let call = 0; call < 2; call += 1) {
      const { status, body } = await transport.send({
        url,
        body: new TextEncoder().encode('<q/>'),
        contentType: 'text/xml',
        soapVersion: '1.1',
        account: 'acc_1',
      } as Parameters<typeof transport.send>[0]);
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      texts.push(`${status} ${Buffer.concat(chunks).toString()}`);
    }
    return texts.join(', ');
  } finally {
    await transport.close();
  }
}

describe('interim responses are skipped', () => {
  test.each<[string, string[]]>([
    ['100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n', FINAL]],
    ['100 Continue in one packet with the final response', [`HTTP/1.1 100 Continue\r\n\r\n${FINAL}`]],
    ['100 Continue in two packets', ['HTTP/1.1 100 Con', 'tinue\r\nX: y\r\n\r', `\n${FINAL}`]],
    ['102 Processing', ['HTTP/1.1 102 Processing\r\n\r\n', FINAL]],
    ['103 Early Hints', ['HTTP/1.1 103 Early Hints\r\nLink: </s>; rel=preload\r\n\r\n', FINAL]],
    ['100 Continue byte by byte', [...'HTTP/1.1 100 Continue\r\n\r\n', FINAL]],
    [
      'a body that begins like an interim response',
      [`HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n`, 'HTTP/1.1 100 C\r\n\r\n'],
    ],
    [
      'several',
      [
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.1 103 Early Hints\r\n\r\n',
        'HTTP/1.1 100 Continue\r\n\r\n',
        FINAL,
      ],
    ],
  ])('%s', async (_, pieces) => {
    const body = pieces.at(-1)!.endsWith(FINAL) || pieces.at(-1)!.endsWith('<a/>') ? '<a/>' : pieces.at(-1);
    expect(await send(await answerWith(...pieces))).toBe(`200 ${body}, 200 ${body}`);
  });
});
