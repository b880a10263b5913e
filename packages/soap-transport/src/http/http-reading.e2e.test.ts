import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createCleanup } from '../testing/cleanup.js';
import { serveTcp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

const cleanup = createCleanup();

interface Scene {
  readonly transport: Transport;
  readonly url: string;
}

/** A server that answers each request on a connection with these bytes, in these pieces, and a transport to call it with. */
async function sceneOf(
  pieces: readonly string[],
  options: TransportOptions & { readonly close?: boolean } = {},
): Promise<Scene> {
  const { close = true, ...rest } = options;
  const server = await serveTcp((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (data.toString('latin1').includes('Envelope>')) void answer(socket, pieces, close);
    });
  });
  cleanup(() => server.close());
  const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...rest });
  cleanup(() => transport.close());
  return { transport, url: `http://${server.host}/` };
}

async function answer(socket: Socket, pieces: readonly string[], close: boolean): Promise<void> {
  for (const piece of pieces) {
    await new Promise<void>((written) => socket.write(Buffer.from(piece, 'latin1'), () => written()));
    // The next piece is another read of the client.
    await new Promise((later) => setTimeout(later, 5));
  }
  if (close) socket.end();
}

async function call({ transport, url }: Scene): Promise<string> {
  return textOf(await transport.send(soapRequest(url)));
}

/** Sends a request to a server that answers with exactly these bytes. */
async function receive(response: string, options: TransportOptions = {}): Promise<string> {
  return call(await sceneOf([response], options));
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';
const BODY = 'Content-Length: 4\r\n\r\n<a/>';

/** Responses that RFC 9112 lets every client read. */
const RIGHT: readonly (readonly [what: string, response: string])[] = [
  ['a field folded with a tab', `${OK}X-A: 1;\r\n\tb=2\r\n${BODY}`],
  ['a field folded with spaces', `${OK}X-A: 1;\r\n   b=2\r\n c\r\n${BODY}`],
  ['equal lengths (§6.3)', `${OK}Content-Length: 4\r\n${BODY}`],
  ['equal lengths in one field (§6.3)', `${OK}content-length: 4, 4\r\n\r\n<a/>`],
  ['an interim response', `HTTP/1.1 100 Continue\r\n\r\n${OK}${BODY}`],
  ['a chunk extension', `${CHUNKED}\r\n4;a="b"\r\n<a/>\r\n0\r\nX-T: 1\r\n\r\n`],
  [
    'a chunk extension after white space (§7.1.1)',
    `${CHUNKED}\r\n4 ;a\r\n<a/>\r\n0 \t; b = "c;\\"d"\r\nX-T: 1\r\n\r\n`,
  ],
  [
    'chunk extensions with white space around their parts',
    `${OK}transfer-encoding: Chunked\r\n\r\n2; a\t=\tb ; c\r\n<a\r\n2\r\n/>\r\n0\r\n\r\n`,
  ],
];

/** Responses that only a lenient client reads, and the rule that others name. */
const COMMON: readonly (readonly [what: string, response: string, rule: RegExp])[] = [
  ['line ends without CR', 'HTTP/1.1 200 OK\nContent-Length: 4\n\n<a/>', /does not end with CR and LF.*0x0a/],
  ['an interim response without CR', `HTTP/1.1 100 Continue\n\n${OK}${BODY}`, /.*/],
  ['some line ends without CR', `${OK}X-A: 1\n${BODY}`, /does not end with CR and LF/],
  ['a space before the colon', `${OK}X-A : 1\r\n${BODY}`, /before its colon.*at the byte 0x20/],
  ['a length with a space before the colon', `${OK}Content-Length : 4\r\n\r\n<a/>`, /before its colon/],
  ['a space in a name', `${OK}X My Header: 1\r\n${BODY}`, /no name has.*at the byte 0x20/],
  ['a line without a colon', `${OK}Garbage\r\n${BODY}`, /has no colon/],
  ['a control character in a value', `${OK}X-A: a\x01b\r\n${BODY}`, /control character.*at the byte 0x01/],
  ['a malformed field after the length', `${OK}Content-Length: 4\r\nX-A : 1\r\n\r\n<a/>`, /before its colon/],
  ['white space after the status line', `${OK} X-A: 1\r\n${BODY}`, /leading white space follows the status/],
  ['a padded chunk size', `${CHUNKED}\r\n4  \r\n<a/>\r\n0\r\n\r\n`, /chunk size.*at the byte/],
  ['a chunk size that is padded on the left', `${CHUNKED}\r\n   4\r\n<a/>\r\n0\r\n\r\n`, /chunk size/],
  ['chunk lines without CR', `${CHUNKED}\r\n4\n<a/>\n0\n\n`, /chunk/],
  ['a chunk without CR after its data', `${CHUNKED}\r\n4\r\n<a/>\n0\r\n\r\n`, /chunked coding does not end/],
];

/** Responses that no client may read. */
const WRONG: readonly (readonly [what: string, response: string, rule: RegExp])[] = [
  ['a length and chunks', `${CHUNKED}${BODY}`, /both Content-Length and Transfer-Encoding/],
  [
    'chunks and a length',
    `${OK}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<a/>\r\n0\r\n\r\n`,
    /both Content-Length and/,
  ],
  [
    'a length and chunks with a space before the colon',
    `${OK}Content-Length: 4\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    /both Content-Length and/,
  ],
  ['two lengths', `${OK}Content-Length: 3\r\n${BODY}`, /Content-Length is there twice/],
  ['two lengths in one field', `${OK}Content-Length: 3, 4\r\n\r\n<a/>`, /Content-Length is there twice/],
  ['a length that is no number', `${OK}Content-Length: +4\r\n\r\n<a/>`, /not a number.*0x2b/],
  ['a length with a space in its name', `${OK}Content Length: 4\r\n${BODY}`, /no name has/],
  ['a control character in a coding', `${OK}Transfer-Encoding: \x01chunked\r\n\r\n`, /control character/],
  [
    'a chunk that is longer than its size',
    `${CHUNKED}\r\n4\r\n<a/>x\r\n0\r\n\r\n`,
    /chunked coding does not end/,
  ],
  ['a chunk size with a sign', `${CHUNKED}\r\n+4 ;a\r\n<a/>\r\n0\r\n\r\n`, /chunk size.*0x2b/],
  ['a chunk size that is no number', `${CHUNKED}\r\nzz\r\n<a/>\r\n0\r\n\r\n`, /chunk size.*at the byte 0x7a/],
  ['a greeting of another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', /status line/],
  ['a status below 100', `HTTP/1.1 000 x\r\n${BODY}`, /status line/],
  ['a version without a dot', `HTTP/2 200 OK\r\n${BODY}`, /status line/],
  ['an alert of TLS', '\x15\x03\x01\x00\x02\x02\x46', /it is TLS, which is spoken at an https address/],
  ['a header section without an end', `${OK}Content-Ty`, /its header section has no end/],
  ['a status line without an end', 'HTTP/1.1 200 O', /its header section has no end/],
  [
    'lines that end with CR',
    `HTTP/1.1 200 OK\rContent-Type: text/xml\r\r<a/>`,
    /its header section has no end/,
  ],
  ['a body that is in no chunks, although it says so', `${CHUNKED}\r\n<a/>`, /chunk size.*at the byte 0x3c/],
];

describe.each([false, true])('lenientHttp: %s', (lenientHttp) => {
  test.each(RIGHT)('%s is read', async (_what, response) => {
    expect(await receive(response, { lenientHttp })).toBe('<a/>');
  });

  const read = [...RIGHT, ...(lenientHttp ? COMMON : [])].map(
    ([what, response]) => [what, response] as const,
  );
  test.each(read)('%s is read byte by byte', async (_what, response) => {
    expect(await call(await sceneOf([...response], { lenientHttp }))).toBe('<a/>');
  });

  test.each(RIGHT)('%s: the connection is used again', async (_what, response) => {
    const scene = await sceneOf([response], { lenientHttp, close: false });
    for (let count = 0; count < 3; count += 1) expect(await call(scene)).toBe('<a/>');
    expect(scene.transport.stats().pools[0]?.opened).toBe(1);
  });

  test.each(WRONG)('%s: is refused, and the message names the rule', async (_what, response, rule) => {
    const error = await failureOf(() => receive(response, { lenientHttp }));
    expect(error.code).toBe('UPSTREAM_BAD_RESPONSE');
    expect(error.message).toMatch(/^the upstream's response is not HTTP: /);
    expect(error.message).toMatch(rule);
    expect(error.message).not.toContain('lenientHttp');
    expect(error.remedy).toBeUndefined();
  });

  test('a body that is shorter than its length is called truncated', async () => {
    const error = await failureOf(() =>
      receive('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<a/>', { lenientHttp }),
    );
    expect(error.message).toMatch(/truncated/);
    expect(error.remedy).toBeUndefined();
  });

  test('a header section without an end is refused at its limit', async () => {
    const error = await failureOf(() =>
      receive(`${OK}${'X-A: 0123456789\r\n'.repeat(4_000)}`, { lenientHttp }),
    );
    expect(error.message).toBe("the header section of the upstream's response is too large");
  });
});

test.each(COMMON.filter(([what]) => !what.startsWith('an interim')))(
  '%s: is refused, and the message names the rule and the option',
  async (_what, response, rule) => {
    const error = await failureOf(() => receive(response));
    expect(error.code).toBe('UPSTREAM_BAD_RESPONSE');
    expect(error.message).toMatch(
      /^the upstream's response is not HTTP: .* \(option "lenientHttp" reads it\)$/,
    );
    expect(error.message).toMatch(rule);
    expect(error.remedy).toBe('lenient-http');
  },
);

test.each(COMMON.filter(([what]) => !what.startsWith('an interim')))(
  '%s: a lenient reader reads it, and closes the connection',
  async (_what, response) => {
    const scene = await sceneOf([response], { lenientHttp: true, close: false });
    for (let count = 0; count < 3; count += 1) expect(await call(scene)).toBe('<a/>');
    expect(scene.transport.stats().pools[0]?.opened).toBe(3);
  },
);

test('a response smuggled after a lenient one answers no other request', async () => {
  const smuggled = `${OK}Content-Length: 9\r\n\r\n<smuggled`;
  const scene = await sceneOf([`${OK}X-A : 1\r\n${BODY}${smuggled}`], { lenientHttp: true, close: false });
  for (let count = 0; count < 3; count += 1) expect(await call(scene)).toBe('<a/>');
});

test('a request chooses the reading for itself, and the two share no connection', async () => {
  const scene = await sceneOf([`${OK}X-A : 1\r\n${BODY}`]);
  const lenient = soapRequest(scene.url, { lenientHttp: true });
  expect(await textOf(await scene.transport.send(lenient))).toBe('<a/>');
  await expect(call(scene)).rejects.toThrow(/lenientHttp/);
});

test('a large body in padded chunks is read while its reader pauses', async () => {
  const chunk = 'x'.repeat(60_000);
  const body = `${chunk.length.toString(16)}  \n${chunk}\n`.repeat(40);
  const scene = await sceneOf([`${CHUNKED}\r\n${body}0 \n\n`], { lenientHttp: true });
  const { body: stream } = await scene.transport.send(soapRequest(scene.url));
  let count = 0;
  for await (const piece of stream) {
    count += piece.length;
    await new Promise((later) => setTimeout(later, 2));
  }
  expect(count).toBe(chunk.length * 40);
});
