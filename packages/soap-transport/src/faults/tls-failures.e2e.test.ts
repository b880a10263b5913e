import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createAuthority,
  createIdentity,
  type Identity,
} from '../../../ws-security/src/testing/certificates.js';
import {
  AMPLE,
  DEADLINE,
  type Expected,
  noteElapsed,
  reportLatest,
  SLACK,
} from '../testing/failure-check.js';
import { serveHttp, serveHttps, serveTcp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
reportLatest();

function keep<T extends { close(): unknown }>(server: T): T {
  closers.push(() => server.close());
  return server;
}

describe('TLS', () => {
  let authority: Identity;
  let good: Identity;
  const FAILED: Expected = { code: 'UPSTREAM_TLS', phase: 'connect', sent: false };

  beforeAll(async () => {
    authority = await createAuthority('test authority');
    good = await createIdentity('localhost', { authority });
  });

  const https = async (identity: Identity, more = {}): Promise<string> => {
    const options = { cert: identity.certificate, key: identity.privateKey, ...more };
    return keep(await serveHttps(options, (_message, reply) => reply.end('<ok/>'))).host;
  };
  const expectTlsFailure = async (
    name: string,
    url: string,
    expected: readonly Expected[] = [FAILED],
    connectMs = AMPLE,
  ): Promise<void> => {
    const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] }, limits: { connectMs } });
    const request = soapRequest(url, { credentials: { ca: authority.certificate }, deadlineMs: AMPLE });
    const startedAt = performance.now();
    const error = await failureOf(async () => textOf(await transport.send(request)));
    const elapsed = performance.now() - startedAt;
    noteElapsed(name, elapsed);
    expect(elapsed).toBeLessThan(DEADLINE + SLACK);
    expect(expected, error.message).toContainEqual({
      code: error.code,
      phase: error.phase,
      sent: error.sent,
    });
    await transport.close();
  };

  test('a valid certificate is accepted (control)', async () => {
    const transport = keep(createTransport({ egress: { allow: ['127.0.0.0/8'] } }));
    const request = soapRequest(`https://${await https(good)}/`, {
      credentials: { ca: authority.certificate },
    });
    expect(await textOf(await transport.send(request))).toBe('<ok/>');
  });

  test('an unknown authority', async () => {
    const stranger = await createIdentity('localhost', { authority: await createAuthority('stranger') });
    await expectTlsFailure('unknown authority', `https://${await https(stranger)}/`);
  });

  test('self-signed', async () => {
    await expectTlsFailure('self-signed', `https://${await https(await createIdentity('localhost'))}/`);
  });

  test('another name', async () => {
    const other = await createIdentity('other', { authority, hosts: ['other.example'] });
    await expectTlsFailure('another name', `https://${await https(other)}/`);
  });

  test.each([
    ['expired', new Date('2020-01-01')],
    ['not yet valid', new Date(Date.now() + 30 * 24 * 3600 * 1000)],
  ])('%s', async (name, validFrom) => {
    await expectTlsFailure(
      name,
      `https://${await https(await createIdentity('localhost', { authority, validFrom }))}/`,
    );
  });

  test('an old protocol only', async () => {
    const host = await https(good, {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    await expectTlsFailure('TLS 1.1', `https://${host}/`);
  });

  test('no TLS at all', async () => {
    const server = keep(await serveHttp((_message, reply) => reply.end()));
    await expectTlsFailure('plain text', `https://${server.host}/`);
  });

  test.each<['TLSv1.2' | 'TLSv1.3', RegExp]>([
    // TLS 1.3 reports it after the handshake, when the request has been written (RFC 8446 §4.4.2.4).
    ['TLSv1.3', /asks for a client certificate \(alert certificate_required\)/],
    ['TLSv1.2', /client certificate/],
  ])('a server that asks for a client certificate, %s', async (version, reason) => {
    const url = await https(good, {
      requestCert: true,
      rejectUnauthorized: true,
      ca: authority.certificate,
      minVersion: version,
      maxVersion: version,
    });
    const transport = createTransport({
      egress: { allow: ['127.0.0.0/8'] },
      limits: { connectMs: AMPLE, breakerFailures: 1 },
    });
    const request = soapRequest(`https://${url}/`, {
      credentials: { ca: authority.certificate },
      deadlineMs: AMPLE,
    });
    const error = await failureOf(() => transport.send(request));
    expect(error).toMatchObject({ code: 'UPSTREAM_TLS', remedy: 'client-certificate' });
    expect(error.message).toMatch(reason);
    // The server answered, so the breaker stays closed where the answer came after the handshake.
    if (error.sent) expect(transport.stats().breakersOpened).toBe(0);
    await transport.close();
  });

  test('a handshake that is never answered', async () => {
    const server = keep(await serveTcp(() => {}));
    await expectTlsFailure('silent handshake', `https://${server.host}/`, [FAILED], 600);
  });

  test('a handshake that is aborted', async () => {
    const server = keep(await serveTcp((socket) => socket.once('data', () => socket.destroy())));
    await expectTlsFailure('handshake aborted', `https://${server.host}/`);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a required client certificate is missing (%s)',
    async (version) => {
      const more = {
        requestCert: true,
        rejectUnauthorized: true,
        ca: authority.certificate,
        minVersion: version,
        maxVersion: version,
      };
      const host = await https(good, more);
      // TLS 1.3 lets the client finish first, so the request may be in flight when the server rejects the certificate or closes.
      const late: Expected[] = [
        { code: 'UPSTREAM_TLS', phase: 'await-response', sent: true },
        { code: 'UPSTREAM_RESET', phase: 'await-response', sent: true },
      ];
      const expected = version === 'TLSv1.2' ? [FAILED] : late;
      await expectTlsFailure(`client certificate missing, ${version}`, `https://${host}/`, expected);
    },
  );
});
