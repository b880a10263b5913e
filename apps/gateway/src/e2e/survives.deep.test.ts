import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GatewayProcess } from '../testing/gateway-process.js';
import { openRawClient } from '../testing/raw-client.js';
import { type SurvivingGateway, startSurvivor } from '../testing/surviving-gateway.js';

/**
 * Input of strangers and of Free accounts that once ended the process, each against one gateway in its own process. A further one is one
 * more test between the first and the last, which ends with `expectServing`. The files are those of a built dashboard.
 */
const hasDashboard = existsSync(new URL('../../../dashboard/dist/index.html', import.meta.url));

let dataDir: string;
let survivor: SurvivingGateway;
let gateway: GatewayProcess;
let ca: string;
let file: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-survives-'));
  survivor = await startSurvivor(dataDir);
  ({ gateway, ca } = survivor);
  const page = await survivor.send('', { headers: { Accept: 'text/html' } });
  file = /\/assets\/[\w.-]+\.js/.exec(page.text)?.[0] ?? '/icon.svg';
});
afterAll(async () => {
  await gateway?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const expectServing = (): Promise<void> => survivor.expectServing();
const descriptors = (): Promise<number> => survivor.descriptors();

test.skipIf(!hasDashboard)(
  '1,000 aborted downloads leave no open descriptor',
  { timeout: 300_000 },
  async () => {
    await survivor.send(file);
    const before = await descriptors();
    for (let count = 0; count < 1_000; count += 1) {
      const { socket } = openRawClient(gateway.port, ca);
      socket.write(`GET ${file} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
    }
    await expectServing();
    await expect.poll(descriptors, { timeout: 60_000 }).toBeLessThan(before + 20);
  },
);

test.each([
  ['reads the responses', true],
  ['reads nothing', false],
])('5,000 pipelined GETs of a file, from a client that %s', { timeout: 300_000 }, async (_name, reads) => {
  const before = await descriptors();
  const { socket } = openRawClient(gateway.port, ca);
  let received = 0;
  socket.removeAllListeners('data');
  if (reads) {
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1');
      received += text.split('HTTP/1.1 ').length - 1;
      rest = text.slice(Math.max(text.lastIndexOf('HTTP/1.1 ') + 9, text.length - 8));
    });
  } else {
    socket.pause();
  }
  socket.write(`GET /icon.svg HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5_000));
  await expectServing();
  // Over TLS, Node's parser fails with HPE_PAUSED on a connection with so many responses, which costs that connection.
  if (reads) await expect.poll(() => received === 5_000 || socket.closed, { timeout: 120_000 }).toBe(true);
  socket.destroy();
  const large = openRawClient(gateway.port, ca);
  large.socket.pause();
  large.socket.write(`GET ${file} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5_000));
  await expectServing();
  large.socket.destroy();
  await expectServing();
  await expect.poll(descriptors, { timeout: 60_000 }).toBeLessThan(before + 20);
});

test('clients that reset their connection after CONNECT, an upgrade or nonsense', {
  timeout: 120_000,
}, async () => {
  const beginnings = [
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'nonsense\r\n\r\n',
  ];
  for (let count = 0; count < 300; count += 1) {
    const { socket } = openRawClient(gateway.port, ca);
    await once(socket, 'secureConnect');
    socket.write(beginnings[count % 3]!);
    socket.write(Buffer.alloc(64 * 1024));
    // Resets, because the response is unread.
    socket.destroy();
  }
  // Bytes and resets before, and instead of, a handshake.
  for (let count = 0; count < 100; count += 1) {
    const socket: Socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(count % 2 === 0 ? 'GET / HTTP/1.1\r\n\r\n' : Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252]));
    socket.resetAndDestroy();
  }
  await expectServing();
});

test('no exception reached the process, which stops with 0', async () => {
  expect(gateway.output()).not.toContain('was not caught');
  expect(gateway.output()).not.toContain('was not handled');
  expect(await gateway.terminate()).toBe(0);
});
