import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { LOOPBACK, specialAddresses, WHATWG_BAD_PORTS } from '../testing/address-forms.js';
import { createCleanup } from '../testing/cleanup.js';
import { type LoggingProxy, openLoggingProxy } from '../testing/logging-proxy.js';
import { serveHttp, serveHttps } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportErrorCode } from '../transport-error.js';
import type { TransportOptions } from '../transport-options.js';
import type { AddressResolver } from './resolver.js';

/** A proxy that must not get any request. */
let closed: LoggingProxy;
let forms = 0;
const cleanup = createCleanup();

beforeAll(async () => {
  closed = await openLoggingProxy();
});
afterAll(async () => {
  await closed.close();
});

function behind(proxy: LoggingProxy, options: TransportOptions = {}): Transport {
  const made = createTransport({ proxy: proxy.host, limits: { breakerFailures: 0 }, ...options });
  cleanup(() => made.close());
  return made;
}

const answers =
  (...addresses: string[]): AddressResolver =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function expectNothingAsked(
  transport: Transport,
  url: string,
  ...codes: TransportErrorCode[]
): Promise<void> {
  forms += 1;
  const sent = await failureOf(() => transport.send(soapRequest(url)));
  const named = await failureOf(() => transport.send(soapRequest(url, { proxy: closed.host })));
  const fetched = await failureOf(() => transport.fetchDocument(url));
  const checked = await failureOf(() => transport.checkAddress(url, ''));
  expect(codes, url).toContain(sent.code);
  expect([fetched.code, checked.code, named.code], url).toEqual([sent.code, sent.code, sent.code]);
  expect([sent.sent, named.sent], url).toEqual([false, false]);
  expect(closed.connections(), url).toBe(0);
}

describe('a proxy is never asked for a rejected address', () => {
  test('every form of loopback and of special networks, plain and over TLS', async () => {
    const transport = behind(closed);
    for (const host of [...LOOPBACK, ...specialAddresses()])
      for (const scheme of ['http', 'https'])
        await expectNothingAsked(transport, `${scheme}://${host}:8080/`, 'UPSTREAM_ADDRESS_REFUSED');
    expect(forms).toBeGreaterThanOrEqual(250);
  });

  test.each([
    [['127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['2606:4700::1', 'fd00::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    [['localhost']],
    [['']],
  ])('names that resolve to %j', async (addresses) => {
    const transport = behind(closed, { resolver: answers(...addresses) });
    for (const scheme of ['http', 'https'])
      await expectNothingAsked(transport, `${scheme}://erp.example/`, 'UPSTREAM_ADDRESS_REFUSED');
  });

  test('names that have no address here, unless the policy names them', async () => {
    const transport = behind(closed, {
      resolver: answers(),
      egress: { allow: ['other.example', '10.0.0.0/8'] },
    });
    for (const scheme of ['http', 'https'])
      await expectNothingAsked(transport, `${scheme}://erp.example/`, 'UPSTREAM_DNS');
    const { message } = await failureOf(() => transport.send(soapRequest('https://erp.example/')));
    expect(message).toContain('egress.allow "erp.example" lets the proxy resolve it');
  });

  test('ports that are rejected, also of names that the policy allows', async () => {
    const transport = behind(closed, {
      resolver: answers('93.184.216.34'),
      // Opens the port for an address, and not for what the proxy makes of the name.
      egress: { allow: ['erp.example', '10.0.0.1:25'] },
    });
    for (const port of WHATWG_BAD_PORTS)
      await expectNothingAsked(transport, `http://erp.example:${port}/`, 'UPSTREAM_ADDRESS_REFUSED');
  });

  test('names that the policy denies, and allowed names whose address it denies', async () => {
    const egress = { allow: ['*.example'], deny: ['evil.example', '10.0.0.0/8'] };
    const transport = behind(closed, { egress, resolver: answers('10.0.0.1') });
    await expectNothingAsked(transport, 'https://evil.example/', 'UPSTREAM_ADDRESS_REFUSED');
    await expectNothingAsked(transport, 'https://erp.example/', 'UPSTREAM_ADDRESS_REFUSED');
  });
});

async function secureServer() {
  const authority = await createAuthority('authority');
  const identity = await createIdentity('erp.example', { authority, hosts: ['erp.example'] });
  const server = await serveHttps(
    { cert: identity.certificate, key: identity.privateKey },
    ({ socket, headers }, reply) =>
      reply.end(`${(socket as { servername?: string }).servername} ${headers.host}`),
  );
  cleanup(() => server.close());
  return { server, credentials: { ca: authority.certificate } };
}

async function plainServer() {
  const server = await serveHttp(({ headers }, reply) => reply.end(headers.host));
  cleanup(() => server.close());
  return server;
}

async function proxyTo(host: string): Promise<LoggingProxy> {
  const proxy = await openLoggingProxy({ leadsTo: () => host });
  cleanup(() => proxy.close());
  return proxy;
}

describe('what a proxy is asked for', () => {
  test('the checked address, while TLS and Host keep the name', async () => {
    const { server, credentials } = await secureServer();
    const proxy = await proxyTo(server.host);
    const transport = behind(proxy, { resolver: answers('2606:4700::1', '93.184.216.34') });
    const request = soapRequest('https://erp.example/', { credentials });
    expect(await textOf(await transport.send(request))).toBe('erp.example erp.example');
    expect(proxy.requests.map(({ method, target }) => [method, target])).toEqual([
      ['CONNECT', '93.184.216.34:443'],
    ]);
  });

  test('the checked address for plain HTTP too, so that the proxy resolves nothing', async () => {
    const server = await plainServer();
    const proxy = await proxyTo(server.host);
    const transport = behind(proxy, { resolver: answers('2606:4700::1') });
    expect(await textOf(await transport.send(soapRequest('http://erp.example/')))).toBe('erp.example');
    expect(await textOf(await transport.send(soapRequest('http://93.184.216.34/')))).toBe('93.184.216.34');
    expect(proxy.requests.map(({ method, target }) => [method, target])).toEqual([
      ['CONNECT', '[2606:4700::1]:80'],
      ['POST', 'http://93.184.216.34/'],
    ]);
  });

  test('the name, if the policy allows it by name, without a look-up here', async () => {
    const server = await plainServer();
    const proxy = await proxyTo(server.host);
    let lookups = 0;
    const resolver: AddressResolver = async () => {
      lookups += 1;
      return [];
    };
    const transport = behind(proxy, { resolver, egress: { allow: ['erp.example:81', '*.corp.example'] } });
    await transport.checkAddress('http://a.corp.example/', '');
    for (const host of ['erp.example:81', 'a.corp.example'])
      expect(await textOf(await transport.send(soapRequest(`http://${host}/`)))).toBe(host);
    expect(proxy.requests.map(({ method, target }) => [method, target])).toEqual([
      ['POST', 'http://erp.example:81/'],
      ['POST', 'http://a.corp.example/'],
    ]);
    expect(lookups).toBe(0);
    expect((await failureOf(() => transport.send(soapRequest('http://erp.example:82/')))).code).toBe(
      'UPSTREAM_DNS',
    );
    expect(proxy.requests).toHaveLength(2);
  });

  test('DNS rebinding: a name that changes 200 times is asked for by checked addresses alone', async () => {
    const server = await plainServer();
    const proxy = await proxyTo(server.host);
    let turn = 0;
    const transport = behind(proxy, {
      limits: { dnsTtlMs: 0, breakerFailures: 0 },
      resolver: async () => [{ address: turn++ % 2 === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }],
    });
    let refused = 0;
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const request = soapRequest('http://erp.example/', { account: String(attempt) });
      const error = await transport.send(request).then(textOf, (failure) => failure);
      if (typeof error !== 'string') refused += 1;
    }
    expect(refused).toBe(100);
    expect(new Set(proxy.requests.map(({ target }) => target))).toEqual(new Set(['93.184.216.34:80']));
    expect(proxy.requests).toHaveLength(100);
  });

  test('a redirect of a document is checked before the proxy is asked', async () => {
    const locations = [
      'http://127.0.0.1/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://93.184.216.34:25/',
    ];
    let turn = 0;
    const server = await serveHttp((_message, reply) => {
      reply.writeHead(302, { location: locations[turn++] }).end();
    });
    cleanup(() => server.close());
    const proxy = await proxyTo(server.host);
    const transport = behind(proxy, { resolver: answers('93.184.216.34') });
    for (const location of locations) {
      const { code } = await failureOf(() => transport.fetchDocument('http://erp.example/'));
      expect(code, location).toBe('UPSTREAM_ADDRESS_REFUSED');
    }
    expect(new Set(proxy.requests.map(({ target }) => target))).toEqual(new Set(['93.184.216.34:80']));
  });
});
