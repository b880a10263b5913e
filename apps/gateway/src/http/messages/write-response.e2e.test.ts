import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayError } from '../../errors/errors.js';
import { type Answer, send } from '../../testing/https-client.js';
import { certificateFiles, ensureSelfSigned } from '../server/certificate.js';
import { readBody } from './body.js';
import { writeResponse } from './write-response.js';

const LIMIT = 1_000;

/** Responds with 400 as soon as a body is known to be longer than 1,000 bytes. */
let server: Server;
let port: number;
let ca: string;
let certFile: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-'));
  const { cert, key } = await ensureSelfSigned(folder, ['localhost', '127.0.0.1'], Date.now());
  ca = cert;
  ({ certFile } = certificateFiles(folder));
  server = createServer({ cert, key }, (request, response) => {
    const answer = (status: number, body: string): void =>
      writeResponse(request, response, { status, headers: {}, body });
    readBody(request, LIMIT).then(
      (body) => answer(200, String(body.length)),
      (error: GatewayError) => answer(error.status, error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (bytes: number): Promise<Answer> =>
  send(`https://localhost:${port}/`, { method: 'POST', body: Buffer.alloc(bytes) }, ca);

describe('writeResponse: a body that is too long', () => {
  test.each([
    ['with a Content-Length', ''],
    ['in chunks', 'new Blob([body]).stream()'],
  ])('a client that sends 10 MB %s gets the response, not a reset connection', async (_name, stream) => {
    // Node's fetch fails if the connection is reset before it has sent everything.
    const program = `
      const body = Buffer.alloc(10 * 1024 * 1024);
      for (let i = 0; i < 10; i++) {
        const options = { method: 'POST', duplex: 'half', body: ${stream === '' ? 'body' : stream} };
        const told = await fetch('https://localhost:${port}/', options).then(
          async (response) => response.status + ' ' + (await response.text()),
          (error) => error.cause?.code ?? error.message,
        );
        console.log(told);
      }`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: certFile } },
    );
    expect(stdout.trim().split('\n')).toEqual(Array(10).fill('400 The body is longer than 1000 bytes'));
  });

  test('a client that never stops sending is cut off after 16 MiB', async () => {
    const socket = connect({ port, host: '127.0.0.1', ca, servername: 'localhost' });
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
    const chunk = Buffer.alloc(1024 * 1024);
    const go = (): void => void (socket.destroyed || socket.write(chunk, () => setImmediate(go)));
    go();
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    await new Promise((resolve) => socket.on('close', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // Bytes in the buffers of the operating system count as sent.
    expect(socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
  });

  test('the connection is kept after a short body that was read', async () => {
    const { status, text } = await post(10);
    expect([status, text]).toEqual([200, '10']);
  });
});
