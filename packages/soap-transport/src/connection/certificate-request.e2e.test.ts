import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../../ws-security/src/testing/certificates.js';
import { openLoggingProxy } from '../testing/logging-proxy.js';
import { serveHttp, serveHttps } from '../testing/loopback-server.js';
import { failureOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';

let identity: Identity;
let transport: Transport;
beforeAll(async () => {
  identity = await createIdentity('localhost');
  transport = createTransport({ egress: 'unguarded', proxy: 'none' });
});
afterAll(() => transport?.close());

const SUITES = [
  ['TLSv1.3', 'TLS_AES_256_GCM_SHA384'],
  ['TLSv1.3', 'TLS_AES_128_GCM_SHA256'],
  ['TLSv1.3', 'TLS_CHACHA20_POLY1305_SHA256'],
  ['TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ['TLSv1.2', 'AES256-SHA256'],
] as const;

describe.each(SUITES)('%s with %s', (version, ciphers) => {
  test.each([
    ['asks for a certificate', { requestCert: true }, true],
    ['asks and names an authority', { requestCert: true, ca: 'own' }, true],
    ['does not ask', {}, false],
  ] as const)('a server that %s', async (_what, options, expected) => {
    const { certificate: cert, privateKey: key } = identity;
    const { ca, ...others } = { ca: undefined, ...options };
    const limits = { minVersion: version, maxVersion: version, ciphers, rejectUnauthorized: false };
    const tls = { cert, key, ...limits, ...others, ...(ca && { ca: cert }) };
    const served: string[] = [];
    const server = await serveHttps(tls, (request, response) => {
      served.push(request.url ?? '');
      response.end();
    });
    const user = { account: '', credentials: { ca: cert } };
    expect(await transport.asksForCertificate(`https://localhost:${server.port}/soap`, user)).toBe(expected);
    expect(served).toEqual([]);
    await expect.poll(() => server.open()).toBe(0);
    await server.close();
  });
});

test('nothing is asked over plain HTTP; a server that is not trusted, or refused by the guard, is an error', async () => {
  const plain = await serveHttp((_request, response) => response.end());
  const user = { account: '' };
  expect(await transport.asksForCertificate(`http://${plain.host}/`, user)).toBe(false);
  expect(plain.connections()).toBe(0);
  await plain.close();
  const { certificate: cert, privateKey: key } = identity;
  const server = await serveHttps({ cert, key }, (_request, response) => response.end());
  const url = `https://localhost:${server.port}/`;
  expect((await failureOf(() => transport.asksForCertificate(url, user))).code).toBe('UPSTREAM_TLS');
  const guarded = createTransport({ proxy: 'none' });
  const refused = await failureOf(() => guarded.asksForCertificate(url, user));
  expect(refused.code).toBe('UPSTREAM_ADDRESS_REFUSED');
  await guarded.close();
  await server.close();
});

test('through a proxy', async () => {
  const { certificate: cert, privateKey: key } = identity;
  const server = await serveHttps({ cert, key, requestCert: true, rejectUnauthorized: false }, () => {});
  const proxy = await openLoggingProxy({ login: 'ada:CANARY-1' });
  const user = { account: '', credentials: { ca: cert }, proxy: `http://ada:CANARY-1@${proxy.host}` };
  expect(await transport.asksForCertificate(`https://localhost:${server.port}/`, user)).toBe(true);
  expect(proxy.requests.map(({ method }) => method)).toEqual(['CONNECT']);
  await proxy.close();
  await server.close();
});
