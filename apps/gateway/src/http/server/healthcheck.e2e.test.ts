import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@soapstone/testing/free-port';
import { expect, test } from 'vitest';
import { startUnderTest } from '../../testing/gateway-under-test.js';

/** The program, as `scripts/bundle-processes.mjs` bundles it before the tests. */
const PROGRAM = fileURLToPath(new URL('../../../.processes/http/server/healthcheck.js', import.meta.url));

/** Runs the health check as a container does. Resolves to its exit code and what it wrote. */
async function check(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [PROGRAM], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const written = await text(child.stderr);
  return { code: await ended, written };
}

test.each<[string, Record<string, string>]>([
  ['with TLS', {}],
  ['behind a proxy', { TRUST_PROXY: '1', BASE_URL: 'https://gateway.example' }],
  ['with the PROXY protocol', { PROXY_PROTOCOL: 'required' }],
  [
    'behind a proxy that uses the PROXY protocol',
    { TRUST_PROXY: '1', BASE_URL: 'https://gateway.example', PROXY_PROTOCOL: 'required' },
  ],
])('health check: a gateway %s is ready', async (_how, settings) => {
  const { gateway, stop } = await startUnderTest(settings);
  try {
    const HTTPS_PORT = String(gateway.config.tls.port);
    expect(await check({ ...settings, HTTPS_PORT })).toEqual({ code: 0, written: '' });
  } finally {
    await stop();
  }
});

test('health check: says why no gateway answers', async () => {
  const { code, written } = await check({ HTTPS_PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(written).toMatch(/^connect ECONNREFUSED .*\n$/);
});

test.each(['0', '1'])('health check: does not wait for a silent server, TRUST_PROXY=%s', async (hops) => {
  const open: Socket[] = [];
  const server = createServer((socket) => void open.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await check({ HTTPS_PORT: String(port), TRUST_PROXY: hops })).toEqual({
    code: 1,
    written: 'no answer in time\n',
  });
  for (const socket of open) socket.destroy();
  server.close();
});
