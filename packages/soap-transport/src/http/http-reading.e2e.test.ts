import { expect, test } from 'vitest';
import { createCleanup } from '../testing/cleanup.js';
import { serveTcp } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';

const cleanup = createCleanup();

/** Sends a request to a server that answers with exactly these bytes. */
async function receive(answer: string): Promise<string> {
  const server = await serveTcp((socket) => {
    socket.once('data', () => socket.end(Buffer.from(answer, 'latin1')));
  });
  cleanup(() => server.close());
  const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
  cleanup(() => transport.close());
  return textOf(await transport.send(soapRequest(`http://${server.host}/`)));
}

test.each([
  ['a tab', 'X-A: 1;\r\n\tb=2'],
  ['spaces', 'X-A: 1;\r\n   b=2\r\n c'],
])('a field line that is folded with %s is unfolded (RFC 9112 §5.2)', async (_what, field) => {
  expect(await receive(`HTTP/1.1 200 OK\r\n${field}\r\nContent-Length: 4\r\n\r\n<a/>`)).toBe('<a/>');
});

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';

test.each([
  ['line ends without CR', 'HTTP/1.1 200 OK\nContent-Length: 4\n\n<a/>', /does not end with CR and LF/],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nX-A : 1\r\n\r\n', /before the colon.*at the byte 0x20/],
  ['a control character', 'HTTP/1.1 200 OK\r\nX-A: a\x01b\r\n\r\n', /control character.*at the byte 0x01/],
  [
    'two lengths',
    `HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\n<a/>`,
    /Content-Length is there twice/,
  ],
  ['a length and chunks', `${CHUNKED}Content-Length: 4\r\n\r\n`, /both Content-Length and Transfer-Encoding/],
  ['a padded chunk size', `${CHUNKED}\r\n4  \r\n<a/>\r\n0\r\n\r\n`, /chunk/],
  ['chunk lines without CR', `${CHUNKED}\r\n4\n<a/>\n0\n\n`, /chunk/],
  ['white space after the status line', 'HTTP/1.1 200 OK\r\n X-A: 1\r\n\r\n', /RFC 9112/],
])('%s: the message names the rule', async (_what, answer, rule) => {
  const error = await failureOf(() => receive(answer));
  expect(error.code).toBe('UPSTREAM_BAD_RESPONSE');
  expect(error.message).toMatch(/^the upstream's response is not HTTP: /);
  expect(error.message).toMatch(rule);
});

test('a body that is shorter than its length is called truncated', async () => {
  const error = await failureOf(() => receive('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<a/>'));
  expect(error.message).toMatch(/truncated/);
});
