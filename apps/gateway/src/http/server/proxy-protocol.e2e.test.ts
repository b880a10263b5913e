import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConnectionLimit } from '../limits/connection-limit.js';
import { ensureSelfSigned } from './certificate.js';
import { type ListeningServer, type ListenOptions, listen } from './server.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');

/** A header of version 2, as section 2.2 of the protocol draws it. */
function version2(command: number, family: number, payload: readonly number[]): Buffer {
  return Buffer.concat([SIGNATURE, Buffer.from([command, family, 0, payload.length, ...payload])]);
}
const IPV4 = [198, 51, 100, 7, 10, 0, 0, 1, 0x9c, 0x41, 0x01, 0xbb];
const IPV6 = [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 7, ...Array(16).fill(1), 0x9c, 0x41, 0x01, 0xbb];
const MAPPED = [
  ...Array(10).fill(0),
  255,
  255,
  198,
  51,
  100,
  7,
  ...Array(16).fill(1),
  0x9c,
  0x41,
  0x01,
  0xbb,
];

/** Headers, and the client that the server must see; undefined: the proxy itself. */
const VALID: readonly (readonly [name: string, header: Buffer, client: string | undefined])[] = [
  ['version 1, IPv4', Buffer.from('PROXY TCP4 198.51.100.7 10.0.0.1 40001 443\r\n'), '198.51.100.7 40001'],
  ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 40001 443\r\n'), '2001:db8::7 40001'],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
  ['version 2, IPv4', version2(0x21, 0x11, IPV4), '198.51.100.7 40001'],
  ['version 2, IPv6', version2(0x21, 0x21, IPV6), '2001:db8:0:0:0:0:0:7 40001'],
  ['version 2, IPv4 in IPv6', version2(0x21, 0x21, MAPPED), '198.51.100.7 40001'],
  ['version 2, with additions', version2(0x21, 0x11, [...IPV4, 4, 0, 3, 0, 0, 0]), '198.51.100.7 40001'],
  ['version 2, a health check', version2(0x20, 0x00, []), undefined],
];
const INVALID: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['none', Buffer.from(REQUEST)],
  ['an address that is none', Buffer.from('PROXY TCP4 198.51.100.777 10.0.0.1 40001 443\r\n')],
  ['an address of the other family', Buffer.from('PROXY TCP4 2001:db8::7 10.0.0.1 40001 443\r\n')],
  ['another family', Buffer.from('PROXY UDP4 198.51.100.7 10.0.0.1 40001 443\r\n')],
  ['no end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
  ['another version', version2(0x31, 0x11, IPV4)],
  ['another command', version2(0x22, 0x11, IPV4)],
  ['addresses cut short', version2(0x21, 0x21, IPV4)],
  ['60,000 bytes of additions', Buffer.concat([SIGNATURE, Buffer.from([0x21, 0x11, 0xea, 0x60])])],
];

describe.each(['TLS', 'plain'])('PROXY protocol, %s', (transport) => {
  const secure = transport === 'TLS';
  let dataDir: string;
  let server: ListeningServer;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
    const options: ListenOptions = {
      host: '127.0.0.1',
      port: 0,
      pace: {
        headersTimeout: 2_000,
        requestTimeout: 60_000,
        keepAlive: 60_000,
        minBodyRate: 0,
        bodyGrace: 60_000,
        writeStall: 60_000,
      },
      connections: createConnectionLimit({ total: 100, perAddress: 1 }),
      proxyProtocol: true,
      fail: (_request: unknown, response: ServerResponse) => void response.destroy(),
      log: { error: () => {} },
      now: Date.now,
      ...(secure && { certificate: await ensureSelfSigned(dataDir, ['localhost'], Date.now()) }),
    };
    server = await listen(({ socket }, response) => {
      response.end(`${socket.remoteAddress} ${socket.remotePort}`);
    }, options);
  });
  afterAll(async () => {
    await server?.close(0);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Sends the pieces one after the other, then a request, and returns the body of the response and the port that it was sent from. */
  async function exchange(pieces: readonly Buffer[]): Promise<{ body: string; from: string }> {
    const socket = connect(server.port, '127.0.0.1').setNoDelay(true);
    for (const piece of pieces) {
      await new Promise((resolve) => socket.write(piece, resolve));
      await new Promise(setImmediate);
    }
    const from = `127.0.0.1 ${socket.localPort}`;
    const stream: Socket = secure ? connectTls({ socket, rejectUnauthorized: false }) : socket;
    stream.write(REQUEST);
    const response = await text(stream);
    return { body: response.slice(response.indexOf('\r\n\r\n') + 4), from };
  }

  test.each(VALID)('%s: the server sees the client', async (_name, header, client) => {
    const whole = await exchange([header]);
    expect(whole.body).toContain(client ?? whole.from);
    const bytewise = await exchange([...header].map((byte) => Buffer.from([byte])));
    expect(bytewise.body).toContain(client ?? bytewise.from);
  });

  test('a header in one segment with what follows', async () => {
    if (secure) return;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`PROXY TCP4 198.51.100.7 10.0.0.1 40001 443\r\n${REQUEST}`);
    expect(await text(socket)).toContain('198.51.100.7 40001');
  });

  test.each(INVALID)('%s: the connection is closed without a response', async (_name, bytes) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    expect(await text(socket).catch(() => '')).toBe('');
  });

  test('no header: the connection is closed after the timeout for headers', async () => {
    const socket = connect(server.port, '127.0.0.1');
    expect(await text(socket)).toBe('');
  });

  test('connections are counted by client', async () => {
    const held = connect(server.port, '127.0.0.1');
    held.write('PROXY TCP4 198.51.100.9 10.0.0.1 1 443\r\n');
    await expect
      .poll(async () => (await exchange([Buffer.from('PROXY TCP4 198.51.100.9 10.0.0.1 2 443\r\n')])).body)
      .toContain('TOO_MANY_CONNECTIONS');
    const other = await exchange([Buffer.from('PROXY TCP4 198.51.100.10 10.0.0.1 2 443\r\n')]);
    expect(other.body).toContain('198.51.100.10 2');
    held.destroy();
  });
});
