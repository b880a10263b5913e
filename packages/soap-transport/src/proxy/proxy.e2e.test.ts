import type { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { createCleanup } from '../testing/cleanup.js';
import { type LoggingProxyOptions, openLoggingProxy } from '../testing/logging-proxy.js';
import { type LoopbackServer, serveHttp, serveHttps, serveTcp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { printChallenge } from '../testing/ntlm-challenge.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

const cleanup = createCleanup();
const SECRET = 'CANARY-1';

async function kept<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  cleanup(() => opened.close());
  return opened;
}
const proxyOf = (options?: LoggingProxyOptions) => kept(openLoggingProxy(options));

function transportOf(options: TransportOptions): Transport {
  const made = createTransport({ egress: 'unguarded', ...options });
  cleanup(() => made.close());
  return made;
}

async function call(transport: Transport, url: string, more = {}): Promise<string> {
  return await textOf(await transport.send(soapRequest(url, more)));
}

/** A server whose response says what it received. */
const echo = () =>
  kept(
    serveHttp((message, reply) => {
      message.resume().on('end', () => {
        reply.end(
          JSON.stringify({ url: message.url, headers: message.headers, port: message.socket.remotePort }),
        );
      });
    }),
  );

async function secureEcho(requestCert = false) {
  const authority = await createAuthority('authority');
  const { certificate: cert, privateKey: key } = await createIdentity('erp.example', {
    authority,
    hosts: ['erp.example'],
  });
  const { certificate: ca } = authority;
  const options = { cert, key, ca, requestCert, rejectUnauthorized: requestCert };
  const server = await kept(
    serveHttps(options, (message, reply) => {
      const { servername, ...socket } = message.socket as TLSSocket & { servername: string };
      const peer = requestCert ? (message.socket as TLSSocket).getPeerCertificate().subject.CN : undefined;
      message.resume().on('end', () => {
        reply.end(JSON.stringify({ headers: message.headers, servername, peer, id: typeof socket }));
      });
    }),
  );
  return { server, ca, authority };
}

describe('plain HTTP through a proxy', () => {
  test('names the whole URL; the login is for the proxy alone; connections are kept', async () => {
    const server = await echo();
    const proxy = await proxyOf({ login: `ada:${SECRET}`, leadsTo: () => server.host });
    const transport = transportOf({ proxy: `http://ada:${SECRET}@${proxy.host}` });
    for (let turn = 0; turn < 3; turn += 1) {
      const seen = JSON.parse(await call(transport, 'http://erp.example:81/users?a=b%20c#d'));
      expect(seen.url).toBe('/users?a=b%20c');
      expect(seen.headers).toMatchObject({ host: 'erp.example:81' });
      expect(JSON.stringify(seen)).not.toContain('proxy-auth');
    }
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(
      Array.from({ length: 3 }, () => 'POST http://erp.example:81/users?a=b%20c'),
    );
    expect(proxy.connections()).toBe(1);
  });

  test('documents are fetched through it, redirects too', async () => {
    const server = await kept(
      serveHttp((message, reply) => {
        if (message.url === '/a') reply.writeHead(302, { location: 'http://other.example/b' }).end();
        else reply.end('<definitions/>');
      }),
    );
    const proxy = await proxyOf({ leadsTo: () => server.host });
    const transport = transportOf({ proxy: { url: proxy.host } });
    const { uri } = await transport.fetchDocument('http://erp.example/a');
    expect(uri).toBe('http://other.example/b');
    expect(proxy.requests.map(({ target }) => target)).toEqual([
      'http://erp.example/a',
      'http://other.example/b',
    ]);
  });

  test('errors that the proxy writes itself are those of the proxy', async () => {
    const proxy = await proxyOf({ leadsTo: () => '127.0.0.1:1' });
    const error = await failureOf(() => call(transportOf({ proxy: proxy.host }), 'http://erp.example/'));
    expect([error.code, error.proxyStatus, error.sent]).toEqual(['UPSTREAM_CONNECT', 502, true]);
    expect(error.message).toBe(
      'cannot connect to the upstream: the proxy of option "proxy" cannot reach the upstream (502): check the address of the service, or call it without the proxy by NO_PROXY',
    );
  });
});

describe('TLS through a proxy', () => {
  test('is a tunnel to the name; headers, and the login at the proxy, do not mix', async () => {
    const { server, ca } = await secureEcho();
    const proxy = await proxyOf({ login: `ada:${SECRET}`, leadsTo: () => server.host });
    const credentials = { ca, basic: { username: 'bea', password: 'CANARY-2' } };
    const transport = transportOf({
      proxy: { url: `http://${proxy.host}`, credentials: { username: 'ada', password: SECRET } },
    });
    const seen = JSON.parse(await call(transport, 'https://erp.example/users', { credentials }));
    expect(seen).toMatchObject({ servername: 'erp.example', headers: { host: 'erp.example' } });
    expect(seen.headers['proxy-authorization']).toBeUndefined();
    await call(transport, 'https://erp.example/users', { credentials });
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'CONNECT erp.example:443',
    ]);
    expect(Object.keys(proxy.requests[0]?.headers ?? {}).sort()).toEqual([
      'connection',
      'host',
      'proxy-authorization',
    ]);
  });

  test('client certificates reach the server', async () => {
    const { server, ca, authority } = await secureEcho(true);
    const { certificate, privateKey } = await createIdentity('anna', { authority, hosts: ['anna'] });
    const proxy = await proxyOf({ leadsTo: () => server.host });
    const credentials = { ca, clientCertificate: { certificate, privateKey } };
    const answer = await call(transportOf({ proxy: proxy.host }), 'https://erp.example/', { credentials });
    expect(JSON.parse(answer).peer).toBe('anna');
  });

  test('a proxy over TLS, whose authority is its own', async () => {
    const { server, ca } = await secureEcho();
    const own = await createAuthority('the proxy’s authority');
    const { certificate: cert, privateKey: key } = await createIdentity('localhost', { authority: own });
    const proxy = await proxyOf({ tls: { cert, key }, leadsTo: () => server.host });
    const settings = { url: `https://localhost:${proxy.port}`, ca: own.certificate };
    const credentials = { ca };
    const answer = await call(transportOf({ proxy: settings }), 'https://erp.example/', { credentials });
    expect(JSON.parse(answer).servername).toBe('erp.example');
    const stranger = transportOf({ proxy: { ...settings, ca } });
    const error = await failureOf(() => call(stranger, 'https://erp.example/', { credentials }));
    expect([error.code, error.sent]).toEqual(['UPSTREAM_CONNECT', false]);
    expect(error.message).toMatch(/the proxy of option "proxy" cannot be reached: .*check its setting$/);
  });
});

describe('requests with a proxy of their own', () => {
  test('go through it and share no connection with others; documents and tokens go the same way', async () => {
    const server = await kept(
      serveHttp((message, reply) => {
        message.resume().on('end', () => {
          if (message.url === '/token') {
            reply
              .writeHead(200, { 'content-type': 'application/json' })
              .end('{"access_token":"t","token_type":"Bearer","expires_in":300}');
          } else reply.end(String(message.socket.remotePort));
        });
      }),
    );
    const leadsTo = () => server.host;
    const [common, first, second] = [
      await proxyOf({ leadsTo }),
      await proxyOf({ leadsTo, login: `ada:${SECRET}` }),
      await proxyOf({ leadsTo }),
    ];
    const transport = transportOf({ proxy: common.host });
    const credentials = { username: 'ada', password: SECRET };
    const oauth = { tokenEndpoint: 'http://127.0.0.1:8999/token', clientId: 'c', clientSecret: 's' };
    const url = 'http://erp.example/users';
    const ways = [undefined, { url: first.host, credentials }, second.host];
    for (let turn = 0; turn < 3; turn += 1)
      for (const proxy of ways)
        await call(transport, url, {
          proxy,
          credentials: { oauth },
        });
    await transport.fetchDocument('http://erp.example/a', { proxy: { url: first.host, credentials } });
    const targets = (proxy: typeof first) => [...new Set(proxy.requests.map(({ target }) => target))];
    expect(targets(common)).toEqual(['http://127.0.0.1:8999/token', url]);
    expect(targets(first)).toEqual(['http://127.0.0.1:8999/token', url, 'http://erp.example/a']);
    expect(targets(second)).toEqual(['http://127.0.0.1:8999/token', url]);
    expect(JSON.stringify([...common.requests, ...second.requests])).not.toContain('proxy-authorization');
    const direct = await call(transport, `http://${server.host}/`, { proxy: 'none' });
    expect(direct).toMatch(/^\d+$/);
    expect([common.connections(), first.connections(), second.connections()]).toEqual([2, 3, 2]);
  });

  test('two logins at one proxy never share a connection, and a proxy that fails holds up no other', async () => {
    const server = await echo();
    const proxy = await proxyOf({ leadsTo: () => server.host, login: `ada:${SECRET}` });
    const transport = transportOf({ proxy: 'none', limits: { breakerFailures: 2 } });
    const as = (password: string) => ({
      proxy: { url: proxy.host, credentials: { username: 'ada', password } },
    });
    await call(transport, 'http://erp.example/', as(SECRET));
    for (let turn = 0; turn < 3; turn += 1)
      await failureOf(() => call(transport, 'http://erp.example/', as('wrong')));
    expect(transport.stats().breakersOpened).toBe(1);
    await call(transport, 'http://erp.example/', as(SECRET));
    expect(new Set(proxy.requests.map(({ connection }) => connection)).size).toBeGreaterThanOrEqual(2);
    const logins = proxy.requests.map(({ connection, headers }) => [
      connection,
      headers['proxy-authorization'],
    ]);
    expect(new Set(logins.map(String)).size).toBe(new Set(logins.map(([connection]) => connection)).size);
  });

  test.each([
    ['ftp://p', 'proxy'],
    [{ url: `http://ada:${SECRET}@p`, noproxy: '' }, 'proxy'],
    [{ url: 'https://p', ca: SECRET }, 'certificate authorities'],
  ])('%j is an error of the request that repeats no password', async (proxy, text) => {
    const transport = transportOf({});
    const error = await failureOf(() => call(transport, 'https://erp.example/', { proxy }));
    expect([error.code, error.sent]).toEqual(['INVALID_REQUEST', false]);
    expect(error.message).toContain(text);
    expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
  });
});

describe('NO_PROXY', () => {
  test('hosts that it names are called directly', async () => {
    const server = await echo();
    const proxy = await proxyOf();
    const settings = { url: proxy.host, noProxy: '127.0.0.0/8' };
    await call(transportOf({ proxy: settings }), `http://${server.host}/`);
    await call(transportOf({ proxy: 'none' }), `http://${server.host}/`);
    expect(proxy.connections()).toBe(0);
  });
});

test('NTLM towards a plain server has a tunnel of its own, and every login one connection', async () => {
  const loggedIn = new Set<unknown>();
  const server = await kept(
    serveHttp((message, reply) => {
      const token = Buffer.from((message.headers.authorization ?? '').replace(/^NTLM /, ''), 'base64');
      message.resume().on('end', () => {
        if (token[8] === 3) loggedIn.add(message.socket);
        if (loggedIn.has(message.socket)) reply.end('in');
        else
          reply
            .writeHead(401, {
              'www-authenticate': token[8] === 1 ? `NTLM ${printChallenge().toString('base64')}` : 'NTLM',
            })
            .end();
      });
    }),
  );
  const proxy = await proxyOf({ leadsTo: () => server.host });
  const transport = transportOf({ proxy: proxy.host });
  const profiles = ['ada', 'bea'].map((username) => ({
    ntlm: { domain: 'CORP', username, password: SECRET },
  }));
  for (let turn = 0; turn < 20; turn += 1) {
    const credentials = profiles[turn % 2];
    expect(await call(transport, 'http://erp.example/', { credentials })).toBe('in');
  }
  expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'CONNECT erp.example:80',
    'CONNECT erp.example:80',
  ]);
  expect(loggedIn.size).toBe(2);
});

describe('a proxy that does not do what it is for', () => {
  const head = (status: string, ...lines: string[]): string =>
    [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
  const answering = (text: string): Promise<LoopbackServer> =>
    kept(
      serveTcp((socket) => {
        socket.once('data', () => socket.end(text, 'latin1'));
      }),
    );

  test.each<[name: string, answer: string, status: number | undefined, message: RegExp]>([
    [
      'asks for a login',
      head('407 No', 'Proxy-Authenticate: Basic realm="x"'),
      407,
      /does not accept the user name and the password \(407\)/,
    ],
    [
      'asks for another login',
      head('407 No', 'Proxy-Authenticate: Negotiate', 'Proxy-Authenticate: NTLM'),
      407,
      /a login by NTLM or Negotiate \(407\), not by Basic: give its setting credentials of that kind/,
    ],
    ['refuses the port', head('403 Forbidden'), 403, /refuses this host or port \(403\)/],
    [
      'redirects',
      head('302 Found', 'Location: http://169.254.169.254/'),
      302,
      /answers with a redirect \(302\), which is not followed/,
    ],
    ['cannot resolve', head('503 No'), 503, /cannot reach the upstream \(503\)/],
    ['is a web server', head('404 Not Found', 'Content-Length: 0'), 404, /answers with status 404/],
    ['sends an interim response', head('100 Continue'), 100, /answers with status 100/],
    ['sends no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', undefined, /something that is not HTTP/],
    ['sends zeros', '\0'.repeat(100_000), undefined, /something that is not HTTP/],
    [
      'sends endless fields',
      `HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(100)}`,
      undefined,
      /something that is not HTTP/,
    ],
    ['closes', '', undefined, /closed the connection without an answer/],
  ])('%s', async (_name, answer, status, message) => {
    const proxy = await answering(answer);
    const settings = { url: proxy.host, credentials: { username: 'ada', password: SECRET } };
    const transport = transportOf({ proxy: settings, limits: { breakerFailures: 100 } });
    const error = await failureOf(() => call(transport, 'https://erp.example/'));
    expect([error.code, error.proxyStatus, error.sent, error.phase]).toEqual([
      'UPSTREAM_CONNECT',
      status,
      false,
      'connect',
    ]);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^cannot connect to the upstream: the proxy of option "proxy" /);
    const printed = inspect(error, { depth: 10, showHidden: true });
    expect(printed).not.toContain(SECRET);
    expect(printed).not.toContain(Buffer.from(`ada:${SECRET}`).toString('base64'));
  });

  test.each(['https://erp.example/', 'http://erp.example/'])(
    'a proxy that never answers is bounded: %s',
    async (url) => {
      const proxy = await kept(serveTcp((socket) => socket.resume()));
      const limits = { connectMs: 100, firstByteMs: 100 };
      const transport = transportOf({ proxy: { url: proxy.host, name: 'OUTBOUND_PROXY' }, limits });
      const error = await failureOf(() => call(transport, url));
      if (url.startsWith('https:')) {
        expect(error.code).toBe('UPSTREAM_CONNECT');
        expect(error.message).toMatch(/the proxy of OUTBOUND_PROXY does not answer within 100 ms/);
      } else expect(error.code).toBe('UPSTREAM_TIMEOUT');
      await expect.poll(() => proxy.open()).toBe(0);
    },
  );

  test('a tunnel that ends in garbage is a failure of TLS', async () => {
    const proxy = await answering(`${head('200 OK')}garbage`);
    const error = await failureOf(() => call(transportOf({ proxy: proxy.host }), 'https://erp.example/'));
    expect(error.code).toBe('UPSTREAM_TLS');
  });

  test('one that is not there', async () => {
    const proxy = await openLoggingProxy();
    await proxy.close();
    const error = await failureOf(() => call(transportOf({ proxy: proxy.host }), 'https://erp.example/'));
    expect(error.message).toBe(
      'cannot connect to the upstream: the proxy of option "proxy" cannot be reached: ECONNREFUSED: check its setting',
    );
  });
});
