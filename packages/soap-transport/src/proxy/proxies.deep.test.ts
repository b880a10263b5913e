import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '@soapstone/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../ws-security/src/testing/installed.js';
import { ended } from '../testing/apache.js';
import { createProxyFolder, type ProxyFolder, reachable, squidHash } from '../testing/debian-proxies.js';
import { type LoopbackServer, serveHttp, serveHttps } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

let folder: ProxyFolder;
const PASSWORD = 'CANARY-pass';

/** A proxy of Debian: its program, and its configuration for a port. All ask for a login, and let nobody at port 1. */
interface Product {
  readonly name: string;
  readonly program: string;
  readonly package: string;
  /** The status for a wrong password. */
  readonly wrong: number;
  start(port: number): ChildProcess[] | Promise<ChildProcess[]>;
}

const tinyproxy = (port: number, ...lines: string[]): ChildProcess =>
  folder.start('/usr/bin/tinyproxy', (config) => ['-d', '-c', config], [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Allow 127.0.0.1',
    'Timeout 60',
    ...lines,
  ]);

const products: readonly Product[] = [
  {
    name: 'tinyproxy',
    program: '/usr/bin/tinyproxy',
    package: 'tinyproxy-bin',
    // RFC 9110 §11.7.1 would have it answer 407 here too.
    wrong: 401,
    start: (port) => [tinyproxy(port, 'BasicAuth svc CANARY-pass')],
  },
  {
    name: 'squid',
    program: '/usr/sbin/squid',
    package: 'squid',
    wrong: 407,
    start: (port) => [
      folder.startSquid(port, [
        `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${folder.write('users', [`svc:${squidHash(PASSWORD)}`])}`,
      ]),
    ],
  },
  {
    name: 'HAProxy before tinyproxy',
    program: '/usr/sbin/haproxy',
    package: 'haproxy',
    wrong: 407,
    async start(port) {
      const behind = await freePort();
      const proxy = tinyproxy(behind);
      await reachable(behind);
      const balancer = folder.start('/usr/sbin/haproxy', (config) => ['-db', '-f', config], [
        'defaults',
        '  mode http',
        '  timeout connect 10s',
        '  timeout client 60s',
        '  timeout server 60s',
        'frontend proxy',
        `  bind 127.0.0.1:${port}`,
        // Its own `http-request auth` asks for the login of a server.
        `  acl known req.hdr(Proxy-Authorization) -m str "Basic ${btoa(`svc:${PASSWORD}`)}"`,
        '  http-request return status 407 hdr Proxy-Authenticate "Basic realm=proxy" unless known',
        '  http-request del-header Proxy-Authorization',
        '  default_backend proxies',
        'backend proxies',
        `  server one 127.0.0.1:${behind}`,
      ]);
      return [proxy, balancer];
    },
  },
];

let plain: LoopbackServer;
let secure: LoopbackServer;
let ca: string;
beforeAll(async () => {
  folder = createProxyFolder();
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
  folder?.remove();
});

describe.each(products)('$name', (product) => {
  const isInstalled = existsSync(product.program);

  describe.skipIf(!isInstalled)(
    suiteName('between a program and its servers', isInstalled, product.package),
    () => {
      let children: readonly ChildProcess[] = [];
      let port: number;
      const opened: Transport[] = [];
      beforeAll(async () => {
        port = await freePort();
        children = await product.start(port);
        await reachable(port);
      });
      afterAll(async () => {
        for (const transport of opened) await transport.close();
        for (const child of children) await ended(child);
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
        ['wrong', product.wrong, String(product.wrong)],
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
