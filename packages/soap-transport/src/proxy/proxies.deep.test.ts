import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../ws-security/src/testing/installed.js';
import { ended, freePort } from '../testing/apache.js';
import { type LoopbackServer, serveHttp, serveHttps } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

const folder = mkdtempSync(join(tmpdir(), 'soapstone-proxies-'));
const PASSWORD = 'CANARY-pass';

/** A proxy of Debian: its program, and its configuration for a port. All ask for a login, and let nobody at port 1. */
interface Product {
  readonly name: string;
  readonly program: string;
  readonly package: string;
  start(port: number): ChildProcess;
}

const write = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

const products: readonly Product[] = [
  {
    name: 'tinyproxy',
    program: '/usr/bin/tinyproxy',
    package: 'tinyproxy-bin',
    start: (port) =>
      spawn(
        '/usr/bin/tinyproxy',
        [
          '-d',
          '-c',
          write('tinyproxy.conf', [
            `Port ${port}`,
            'Listen 127.0.0.1',
            'Allow 127.0.0.1',
            'Timeout 60',
            'BasicAuth svc CANARY-pass',
          ]),
        ],
        { stdio: 'ignore' },
      ),
  },
];

let plain: LoopbackServer;
let secure: LoopbackServer;
let ca: string;
beforeAll(async () => {
  const authority = await createAuthority('authority');
  const identity = await createIdentity('localhost', { authority });
  ca = authority.certificate;
  const answer = (headers: object): string =>
    JSON.stringify(headers).includes('proxy-auth') ? 'leaked' : 'answered';
  plain = await serveHttp(({ headers }, reply) => void reply.end(answer(headers)));
  secure = await serveHttps(
    { cert: identity.certificate, key: identity.privateKey },
    ({ headers }, reply) => void reply.end(answer(headers)),
  );
});
afterAll(async () => {
  await plain?.close();
  await secure?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(products)('$name', (product) => {
  const isInstalled = existsSync(product.program);

  describe.skipIf(!isInstalled)(
    suiteName('between a program and its servers', isInstalled, product.package),
    () => {
      let child: ChildProcess;
      let port: number;
      const opened: Transport[] = [];
      beforeAll(async () => {
        port = await freePort();
        child = product.start(port);
        await vi.waitFor(() => reach(port), { timeout: 60_000, interval: 100 });
      });
      afterAll(async () => {
        for (const transport of opened) await transport.close();
        await ended(child);
      });

      function transportWith(password: string | undefined, options: TransportOptions = {}): Transport {
        const credentials = password === undefined ? undefined : { username: 'svc', password };
        const transport = createTransport({
          egress: 'unguarded',
          proxy: { url: `http://127.0.0.1:${port}`, ...(credentials && { credentials }) },
          limits: { connectMs: 30_000 },
          ...options,
        });
        opened.push(transport);
        return transport;
      }

      async function call(transport: Transport, url: string): Promise<string> {
        return await textOf(await transport.send(soapRequest(url, { credentials: { ca } })));
      }

      test('plain calls are forwarded, those over TLS are tunnelled, and neither server sees the login', async () => {
        const transport = transportWith(PASSWORD);
        for (let turn = 0; turn < 5; turn += 1) {
          expect(await call(transport, `http://localhost:${plain.port}/users`)).toBe('answered');
          expect(await call(transport, `https://localhost:${secure.port}/users`)).toBe('answered');
        }
      });

      test('with an egress policy, it is asked for the checked address', async () => {
        const transport = transportWith(PASSWORD, {
          egress: { allow: ['127.0.0.1'] },
          resolver: async () => [{ address: '127.0.0.1', family: 4 }],
        });
        expect(await call(transport, `https://localhost:${secure.port}/users`)).toBe('answered');
        expect(await call(transport, `http://no-such-host.invalid:${plain.port}/users`)).toBe('answered');
      });

      test.each([
        [undefined, 407, 'asks for a login (407)'],
        // RFC 9110 §11.7.1 would have it answer 407 here too.
        ['wrong', 401, '401'],
      ])('the password %j: the error is the proxy’s', async (password, status, message) => {
        for (const url of [`http://localhost:${plain.port}/`, `https://localhost:${secure.port}/`]) {
          const error = await failureOf(() => call(transportWith(password), url));
          expect([error.code, error.proxyStatus, error.sent], url).toEqual([
            'UPSTREAM_CONNECT',
            status,
            false,
          ]);
          expect(error.message, url).toContain(message);
        }
      });

      test('a host that it cannot resolve, and a server that it cannot reach', async () => {
        const closed = await freePort();
        for (const host of ['no-such-host.invalid', `localhost:${closed}`])
          for (const scheme of ['http', 'https']) {
            const error = await failureOf(() => call(transportWith(PASSWORD), `${scheme}://${host}/`));
            expect(error.code, `${scheme}://${host}`).toBe('UPSTREAM_CONNECT');
            expect(error.proxyStatus, `${scheme}://${host}`).toBeGreaterThanOrEqual(500);
            expect(error.message).toContain('the proxy of option "proxy"');
            expect(error.message).not.toContain('CANARY');
          }
      });
    },
  );
});

/** Resolves once something listens. */
function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
