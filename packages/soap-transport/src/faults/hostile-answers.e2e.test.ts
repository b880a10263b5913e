import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import {
  BROKEN,
  type Expected,
  expectFailure,
  NO_ANSWER,
  NOT_HTTP,
  reportLatest,
  TIMEOUT_FIRST,
  TIMEOUT_REST,
  TOO_LARGE,
  UNREADABLE,
} from '../testing/failure-check.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { answering, endless, every, say } from '../testing/raw-answers.js';
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

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: text/xml\r\n';

function multipart(...lines: string[]): string {
  const body = lines.join('\r\n');
  return `HTTP/1.1 200 OK\r\ncontent-type: multipart/related; type="text/xml"; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

const gzipOf = (bytes: Buffer): [string, Buffer] => [
  `${OK}content-encoding: gzip\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  bytes,
];

describe('responses of a hostile server', () => {
  const x = Buffer.alloc(16_384, 'x');
  const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`;
  const related = 'HTTP/1.1 200 OK\r\ncontent-type: multipart/related; boundary=b\r\n\r\n';
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
  const hundredParts = Array.from({ length: 100 }, () => '--b\r\n\r\n');

  test.concurrent.each<[string, Expected, (socket: Socket) => void]>([
    ['silence', TIMEOUT_FIRST, () => {}],
    ['a FIN', NO_ANSWER, (s) => say(s)],
    ['a RST', NO_ANSWER, (s) => s.resetAndDestroy()],
    ['half a status line and a FIN', NO_ANSWER, (s) => say(s, 'HTTP/1.1 2')],
    ['a status line that never ends', TIMEOUT_FIRST, (s) => every(20, s, 'HTTP/1.1 200 ', 'O')],
    [
      'headers that never end, a line at a time',
      TIMEOUT_FIRST,
      (s) => every(20, s, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n'),
    ],
    ['endless interim responses', TIMEOUT_FIRST, (s) => every(10, s, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    [
      'a flood of interim responses',
      NOT_HTTP,
      (s) => say(s, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3_000)),
    ],
    ['a header section of 64 KiB', NOT_HTTP, (s) => say(s, `${OK}a: ${'b'.repeat(64 * 1024)}\r\n\r\n`)],
    ['ten thousand headers', NOT_HTTP, (s) => say(s, `${OK}${'a: b\r\n'.repeat(10_000)}\r\n`)],
    ['another protocol', NOT_HTTP, (s) => say(s, 'SSH-2.0-OpenSSH_9.2\r\n')],
    ['HTTP/0.9', NOT_HTTP, (s) => say(s, '<Envelope/>')],
    ['two lengths', NOT_HTTP, (s) => say(s, `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)],
    [
      'a length and chunks',
      NOT_HTTP,
      (s) => say(s, `${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    ['a switch of protocols', NOT_HTTP, (s) => say(s, switching)],
    ['fewer bytes than promised', BROKEN, (s) => say(s, `${OK}content-length: 10\r\n\r\n<a/>`)],
    ['a chunk cut off', BROKEN, (s) => say(s, `${chunked}a\r\n<a/>`)],
    ['chunks without the last chunk', BROKEN, (s) => say(s, `${chunked}4\r\n<a/>\r\n`)],
    ['an invalid chunk size', BROKEN, (s) => say(s, `${chunked}zz\r\n`)],
    [
      'a stall in the middle of the body',
      TIMEOUT_REST,
      (s) => s.write(`${OK}content-length: 10\r\n\r\n<a/>`),
    ],
    ['a drip', TIMEOUT_REST, (s) => every(20, s, `${OK}\r\n`, ' ')],
    ['a drip of chunks', TIMEOUT_REST, (s) => every(20, s, chunked, '1\r\n \r\n')],
    ['a length over the cap', TOO_LARGE, (s) => say(s, `${OK}content-length: 99999999999\r\n\r\n`)],
    ['an endless body', TOO_LARGE, (s) => endless(s, `${OK}\r\n`, x)],
    ['endless chunks', TOO_LARGE, (s) => endless(s, chunked, Buffer.from(`1000\r\n${'x'.repeat(4096)}\r\n`))],
    ['a gzip bomb', TOO_LARGE, (s) => say(s, ...gzipOf(gzipSync(Buffer.alloc(20 * 1024 * 1024))))],
    ['data that is not gzip', BROKEN, (s) => say(s, ...gzipOf(Buffer.from('<a/>')))],
    ['gzip cut off', BROKEN, (s) => say(s, ...gzipOf(gzipSync('<a>'.repeat(99)).subarray(0, 20)))],
    ['brotli', BROKEN, (s) => say(s, `${OK}content-encoding: br\r\ncontent-length: 1\r\n\r\nx`)],
    [
      'gzip in gzip',
      BROKEN,
      (s) => say(s, `${OK}content-encoding: gzip, gzip\r\ncontent-length: 1\r\n\r\nx`),
    ],
    [
      'two codings on two lines',
      BROKEN,
      (s) => say(s, `${OK}content-encoding: gzip\r\ncontent-encoding: br\r\ncontent-length: 1\r\n\r\nx`),
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

  test('a RST in the middle: a reset, or a truncated response if the system reports a plain end', async () => {
    const server = keep(
      await answering((socket) => {
        const reset = (): unknown => setTimeout(() => socket.resetAndDestroy(), 20);
        socket.write(`${OK}content-length: 10\r\n\r\n<a/>`, reset);
      }),
    );
    const transport = keep(createTransport({ egress: { allow: [server.host] } }));
    const error = await failureOf(async () =>
      textOf(await transport.send(soapRequest(`http://${server.host}/`))),
    );
    expect(['UPSTREAM_RESET', 'UPSTREAM_BAD_RESPONSE']).toContain(error.code);
    expect(error).toMatchObject({ phase: 'read-response', sent: true, upstreamStatus: 200 });
  });
});
