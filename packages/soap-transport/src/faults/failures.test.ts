import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity, type Identity } from '../testing/certificates.js';
import { openFaultProxy, type Toxic } from '../testing/fault-proxy.js';
import { type LoopbackServer, serveHttp, serveHttps, serveTcp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';
import type { TransportErrorCode, TransportPhase } from '../transport-error.js';
import type { TransportOptions } from '../transport-options.js';

const DEADLINE = 1_000;
/** The promise is deadline + 100 ms. A shared machine may be late itself, so the test only tells "in time" from "hanging". */
const SLACK = 2_000;
const CAP = 64 * 1024;

interface Expected {
  readonly code: TransportErrorCode;
  readonly phase: TransportPhase;
  readonly sent: boolean;
  readonly status?: number;
}

const closers: (() => unknown)[] = [];
const latest: { name: string; lateMs: number }[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  const worst = latest.sort((a, b) => b.lateMs - a.lateMs)[0];
  process.stdout.write(
    `failures: ${latest.length} kinds, latest ${worst?.lateMs.toFixed(0)} ms after its limit (${worst?.name})\n`,
  );
});

function keep<T extends { close(): unknown }>(server: T): T {
  closers.push(() => server.close());
  return server;
}

/** Sends once, reads everything, and looks at what is left behind. */
async function expectFailure(
  name: string,
  url: string,
  expected: Expected,
  options: TransportOptions = {},
): Promise<void> {
  const transport = createTransport({
    egress: { allow: ['127.0.0.0/8'] },
    ...options,
    limits: { connectMs: 600, firstByteMs: 600, maxResponseBytes: CAP, maxParts: 50, ...options.limits },
  });
  const startedAt = performance.now();
  const error = await failureOf(async () => {
    const response = await transport.send(soapRequest(url, { deadlineMs: DEADLINE }));
    await textOf(response);
    await response.attachments();
  });
  const elapsed = performance.now() - startedAt;
  latest.push({ name, lateMs: elapsed - DEADLINE });
  expect(
    { code: error.code, phase: error.phase, sent: error.sent, status: error.upstreamStatus },
    `${name}: ${error.message}`,
  ).toEqual({
    status: undefined,
    ...expected,
  });
  expect(elapsed).toBeLessThan(DEADLINE + SLACK);
  const stats = transport.stats();
  expect(stats.failed[expected.code]).toBe(1);
  expect(stats).toMatchObject({ calls: 1, answered: 0, inFlight: 0, waiting: 0 });
  await transport.close();
  for (let wait = 0; wait < 100 && transport.stats().sockets > 0; wait += 1)
    await new Promise((done) => setTimeout(done, 10));
  expect(transport.stats().sockets).toBe(0);
}

/** A server that waits for the whole request and then does as it likes. */
function answering(answer: (socket: Socket) => void): Promise<LoopbackServer> {
  return serveTcp((socket) => {
    let seen = '';
    const read = (chunk: Buffer): void => {
      seen += chunk.toString('latin1');
      if (!seen.includes('</soapenv:Envelope>')) return;
      socket.off('data', read);
      socket.resume();
      answer(socket);
    };
    socket.on('data', read);
  });
}

/** Writes `opening`, then acts every `ms` until the connection is gone. */
function every(ms: number, socket: Socket, opening: string, drop: string): void {
  if (opening !== '') socket.write(opening);
  const timer = setInterval(() => (socket.writable ? socket.write(drop) : clearInterval(timer)), ms);
  socket.once('close', () => clearInterval(timer));
}

/** Writes all parts and closes. */
function say(socket: Socket, ...parts: (string | Buffer)[]): void {
  for (const part of parts) socket.write(part);
  socket.end();
}

/** Writes `opening`, then `chunk` again and again, as fast as the other side takes it. */
function endless(socket: Socket, opening: string, chunk: Buffer): void {
  const pump = (): void => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', pump);
  socket.write(opening);
  pump();
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/xml\r\n';
const TIMEOUT_FIRST: Expected = { code: 'UPSTREAM_TIMEOUT', phase: 'await-response', sent: true };
const TIMEOUT_REST: Expected = { code: 'UPSTREAM_TIMEOUT', phase: 'read-response', sent: true };
const NO_ANSWER: Expected = { code: 'UPSTREAM_RESET', phase: 'await-response', sent: true };
const NOT_HTTP: Expected = { code: 'UPSTREAM_BAD_RESPONSE', phase: 'await-response', sent: true };
const BROKEN: Expected = { code: 'UPSTREAM_BAD_RESPONSE', phase: 'read-response', sent: true, status: 200 };
const UNREADABLE: Expected = { code: 'UPSTREAM_BAD_RESPONSE', phase: 'read-response', sent: true };
const TOO_LARGE: Expected = { code: 'UPSTREAM_TOO_LARGE', phase: 'read-response', sent: true, status: 200 };

function multipart(...lines: string[]): string {
  const body = lines.join('\r\n');
  return `HTTP/1.1 200 OK\r\ncontent-type: multipart/related; type="text/xml"; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

const gzipOf = (bytes: Buffer): [string, Buffer] => [
  `${OK}content-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  bytes,
];

describe('answers of a hostile server', () => {
  const x = Buffer.alloc(16_384, 'x');
  const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`;
  const related = 'HTTP/1.1 200 OK\r\ncontent-type: multipart/related; boundary=b\r\n\r\n';
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
  const hundredParts = Array.from({ length: 100 }, () => '--b\r\n\r\n');
  const half = (socket: Socket): void => {
    socket.write(`${OK}content-length: 10\r\n\r\n<a/>`, () => setTimeout(() => socket.resetAndDestroy(), 20));
  };
  const RESET_WITHIN: Expected = { ...BROKEN, code: 'UPSTREAM_RESET' };

  test.concurrent.each<[string, Expected, (socket: Socket) => void]>([
    ['silence', TIMEOUT_FIRST, () => {}],
    ['a FIN', NO_ANSWER, (s) => say(s)],
    ['a RST', NO_ANSWER, (s) => s.resetAndDestroy()],
    ['half a status line and a FIN', NO_ANSWER, (s) => say(s, 'HTTP/1.1 2')],
    ['a status line that never ends', TIMEOUT_FIRST, (s) => every(20, s, 'HTTP/1.1 200 ', 'O')],
    ['a header a line at a time', TIMEOUT_FIRST, (s) => every(20, s, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
    [
      'interim answers without end',
      TIMEOUT_FIRST,
      (s) => every(10, s, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    ],
    ['a header section of 64 KiB', NOT_HTTP, (s) => say(s, `${OK}a: ${'b'.repeat(64 * 1024)}\r\n\r\n`)],
    ['ten thousand headers', NOT_HTTP, (s) => say(s, `${OK}${'a: b\r\n'.repeat(10_000)}\r\n`)],
    ['no HTTP', NOT_HTTP, (s) => say(s, 'SSH-2.0-OpenSSH_9.2\r\n')],
    ['HTTP/0.9', NOT_HTTP, (s) => say(s, '<Envelope/>')],
    ['two lengths', NOT_HTTP, (s) => say(s, `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)],
    [
      'length and chunks',
      NOT_HTTP,
      (s) => say(s, `${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    ['a switch of protocols', NOT_HTTP, (s) => say(s, switching)],
    ['fewer bytes than promised', BROKEN, (s) => say(s, `${OK}content-length: 10\r\n\r\n<a/>`)],
    ['a chunk cut off', BROKEN, (s) => say(s, `${chunked}a\r\n<a/>`)],
    ['chunks without the last one', BROKEN, (s) => say(s, `${chunked}4\r\n<a/>\r\n`)],
    ['a chunk size that is none', BROKEN, (s) => say(s, `${chunked}zz\r\n`)],
    ['a RST in its middle', RESET_WITHIN, half],
    ['a stall in its middle', TIMEOUT_REST, (s) => s.write(`${OK}content-length: 10\r\n\r\n<a/>`)],
    ['a drip', TIMEOUT_REST, (s) => every(20, s, `${OK}\r\n`, ' ')],
    ['a drip of chunks', TIMEOUT_REST, (s) => every(20, s, chunked, '1\r\n \r\n')],
    ['a length over the cap', TOO_LARGE, (s) => say(s, `${OK}content-length: 99999999999\r\n\r\n`)],
    ['a body without end', TOO_LARGE, (s) => endless(s, `${OK}\r\n`, x)],
    [
      'chunks without end',
      TOO_LARGE,
      (s) => endless(s, chunked, Buffer.from(`1000\r\n${'x'.repeat(4096)}\r\n`)),
    ],
    ['a gzip bomb', TOO_LARGE, (s) => say(s, ...gzipOf(gzipSync(Buffer.alloc(20 * 1024 * 1024))))],
    ['gzip that is none', BROKEN, (s) => say(s, ...gzipOf(Buffer.from('<a/>')))],
    ['gzip cut off', BROKEN, (s) => say(s, ...gzipOf(gzipSync('<a>'.repeat(99)).subarray(0, 20)))],
    ['brotli', BROKEN, (s) => say(s, `${OK}content-encoding: br\r\ncontent-length: 1\r\n\r\nx`)],
    [
      'gzip in gzip',
      BROKEN,
      (s) => say(s, `${OK}content-encoding: gzip, gzip\r\ncontent-length: 1\r\n\r\nx`),
    ],
    [
      'a redirect',
      { ...BROKEN, status: 307 },
      (s) => say(s, 'HTTP/1.1 307 T\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    ],
    ['not modified', { ...BROKEN, status: 304 }, (s) => say(s, 'HTTP/1.1 304 Not Modified\r\n\r\n')],
    [
      'multipart without boundary',
      UNREADABLE,
      (s) => say(s, multipart('--b', '', '<a/>', '--b--').replace('; boundary=b', '')),
    ],
    ['multipart without a delimiter', UNREADABLE, (s) => say(s, multipart('<a/>'))],
    ['multipart without parts', UNREADABLE, (s) => say(s, multipart('--b--', ''))],
    ['multipart cut off in a part', UNREADABLE, (s) => say(s, multipart('--b', '', '<a/>'))],
    ['multipart cut off in a header', UNREADABLE, (s) => say(s, multipart('--b', 'content-type: text/xml'))],
    [
      'a part header of 9 KiB',
      UNREADABLE,
      (s) => say(s, multipart('--b', `a: ${'b'.repeat(9 * 1024)}`, '', '<a/>', '--b--', '')),
    ],
    ['a hundred parts', UNREADABLE, (s) => say(s, multipart(...hundredParts, '--b--', ''))],
    [
      'an attachment over the cap',
      TOO_LARGE,
      (s) => endless(s, `${related}--b\r\n\r\n<a/>\r\n--b\r\n\r\n`, x),
    ],
  ])('%s', async (name, expected, answer) => {
    const server = keep(await answering(answer));
    await expectFailure(name, `http://${server.host}/`, expected);
  });
});

describe('a line that fails', () => {
  test.concurrent.each<[string, Toxic, Expected]>([
    ['latency', { kind: 'latency', ms: 5_000 }, TIMEOUT_FIRST],
    ['drip', { kind: 'drip', bytes: 100, everyMs: 100 }, TIMEOUT_REST],
    ['reset in the request', { kind: 'reset', on: 'request', after: 10 }, NO_ANSWER],
    ['reset before the answer', { kind: 'reset', on: 'answer', after: 1 }, NO_ANSWER],
    ['half-open', { kind: 'half-open', forward: false }, TIMEOUT_FIRST],
    ['half-open on the way back', { kind: 'half-open', forward: true }, TIMEOUT_FIRST],
    ['truncation', { kind: 'truncate', after: 400 }, BROKEN],
  ])('%s', async (name, toxic, expected) => {
    const server = keep(await serveHttp((_message, reply) => reply.end('x'.repeat(2_000))));
    const proxy = keep(await openFaultProxy(server.port, () => toxic));
    await expectFailure(name, `http://${proxy.host}/`, expected);
  });

  test('a reset at once is known for what it is, whichever side of the first byte it falls on', async () => {
    const proxy = keep(await openFaultProxy(1, () => ({ kind: 'reset', on: 'connect', after: 0 })));
    const transport = keep(createTransport({ egress: { allow: [proxy.host] } }));
    const error = await failureOf(() => transport.send(soapRequest(`http://${proxy.host}/`)));
    expect([`${error.code} ${error.sent}`]).toContain(
      error.sent ? 'UPSTREAM_RESET true' : 'UPSTREAM_CONNECT false',
    );
  });

  test('cut into single bytes it still works', async () => {
    const server = keep(await serveHttp((_message, reply) => reply.end(`<a>${'x'.repeat(500)}</a>`)));
    const proxy = keep(await openFaultProxy(server.port, () => ({ kind: 'slice', bytes: 1 })));
    const transport = keep(createTransport({ egress: { allow: [proxy.host] } }));
    expect(await textOf(await transport.send(soapRequest(`http://${proxy.host}/`)))).toBe(
      `<a>${'x'.repeat(500)}</a>`,
    );
  });
});

describe('before the first byte', () => {
  const named = (resolver: TransportOptions['resolver']): TransportOptions =>
    resolver === undefined ? {} : { resolver };
  const NO_NAME: Expected = { code: 'UPSTREAM_DNS', phase: 'connect', sent: false };

  test.each<[string, TransportOptions]>([
    ['a name without address', named(async () => [])],
    [
      'a name that does not exist',
      named(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))),
    ],
    ['a resolver that is silent', { ...named(() => new Promise(() => {})), limits: { connectMs: 100 } }],
  ])('%s', (name, options) => expectFailure(name, 'http://soap.example.com/', NO_NAME, options));

  test('the total deadline counts here too', () =>
    expectFailure(
      'deadline in DNS',
      'http://soap.example.com/',
      { code: 'UPSTREAM_TIMEOUT', phase: 'connect', sent: false },
      { ...named(() => new Promise(() => {})), limits: { connectMs: 10_000 } },
    ));

  test('nobody listens', async () => {
    const server = await serveTcp(() => {});
    await server.close();
    await expectFailure('refused', `http://${server.host}/`, {
      code: 'UPSTREAM_CONNECT',
      phase: 'connect',
      sent: false,
    });
  });

  test('neither at any address of the name', async () => {
    const server = await serveTcp(() => {});
    await server.close();
    const resolver = async () =>
      ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 as const }));
    const expected: Expected = { code: 'UPSTREAM_CONNECT', phase: 'connect', sent: false };
    await expectFailure('refused everywhere', `http://soap.example.com:${server.port}/`, expected, {
      resolver,
    });
  });
});

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
  ): Promise<void> => {
    const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] }, limits: { connectMs: 600 } });
    const request = soapRequest(url, { credentials: { ca: authority.certificate }, deadlineMs: DEADLINE });
    const startedAt = performance.now();
    const error = await failureOf(async () => textOf(await transport.send(request)));
    latest.push({ name, lateMs: performance.now() - startedAt - DEADLINE });
    expect(expected, error.message).toContainEqual({
      code: error.code,
      phase: error.phase,
      sent: error.sent,
    });
    await transport.close();
  };

  test('a good certificate is good (control)', async () => {
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

  test('a handshake that is never answered', async () => {
    const server = keep(await serveTcp(() => {}));
    await expectTlsFailure('silent handshake', `https://${server.host}/`);
  });

  test('a handshake that is cut off', async () => {
    const server = keep(await serveTcp((socket) => socket.once('data', () => socket.destroy())));
    await expectTlsFailure('handshake cut off', `https://${server.host}/`);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a client certificate is wanted and there is none (%s)',
    async (version) => {
      const more = {
        requestCert: true,
        rejectUnauthorized: true,
        ca: authority.certificate,
        minVersion: version,
        maxVersion: version,
      };
      const host = await https(good, more);
      // TLS 1.3 lets the client finish first: by the time the server says no, or just leaves, the request may be on its way.
      const late: Expected[] = [
        { code: 'UPSTREAM_TLS', phase: 'await-response', sent: true },
        { code: 'UPSTREAM_RESET', phase: 'await-response', sent: true },
      ];
      const expected = version === 'TLSv1.2' ? [FAILED] : late;
      await expectTlsFailure(`client certificate wanted, ${version}`, `https://${host}/`, expected);
    },
  );
});
