import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@soapstone/testing/free-port';
import { startUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test.js';
import { onLoopback } from './loopback.js';
import { type Case, countRight, type Exceptions, type Result, score } from './row.js';

/** A request, sent in these pieces, that a server must serve or refuse. */
interface HttpCase extends Case {
  readonly pieces: readonly string[];
}

const PATH = '/healthz';
const HOST = 'Host: localhost\r\n';
const LAST = 'Connection: close\r\n\r\n';
const GET = `GET ${PATH} HTTP/1.1\r\n`;

const served = (name: string, ...pieces: string[]): HttpCase => ({ name, expected: true, pieces });
const refused = (name: string, ...pieces: string[]): HttpCase => ({ name, expected: false, pieces });

/** Edge cases of HTTP/1.1, each from a sentence of RFC 9110 or RFC 9112. */
export const HTTP_CASES: readonly HttpCase[] = [
  served('a request', GET + HOST + LAST),
  served('pieces: the method', 'G', 'E', `T ${PATH} HTTP/1.1\r\n${HOST}${LAST}`),
  served('pieces: the target', 'GET ', PATH.slice(0, 3), `${PATH.slice(3)} HTTP/1.1\r\n${HOST}${LAST}`),
  served('pieces: the version', `GET ${PATH} HTTP/1`, `.1\r\n${HOST}${LAST}`),
  served('pieces: the end of the request line', `GET ${PATH} HTTP/1.1\r`, `\n${HOST}${LAST}`),
  served('pieces: a field name', `${GET}Ho`, `st: localhost\r\n${LAST}`),
  served('pieces: a field value', `${GET}Host: local`, `host\r\n${LAST}`),
  served('pieces: the end of a field line', `${GET}Host: localhost\r`, `\n${LAST}`),
  served('pieces: the end of the header section', `${GET}${HOST}Connection: close\r\n\r`, '\n'),
  served('9112 §3.2.2: the absolute form', `GET http://localhost${PATH} HTTP/1.1\r\n${HOST}${LAST}`),
  served('9112 §2.2: an empty line before the request line', `\r\n${GET}${HOST}${LAST}`),
  served('9112 §5.1: no space after the colon', `${GET}Host:localhost\r\n${LAST}`),
  served('9112 §5.1: spaces and tabs around a value', `${GET}Host: \t localhost \t \r\n${LAST}`),
  served('9110 §5.5: an empty field value', `${GET}${HOST}X-Empty:\r\n${LAST}`),
  served('9110 §5.1: field names in any case', `${GET}hOsT: localhost\r\n${LAST}`),
  served('9110 §5.5: a value with obs-text', `${GET}${HOST}X-Name: caf\u00e9\r\n${LAST}`),
  served('9112 §6.3: GET with a body', `${GET}${HOST}Content-Length: 2\r\n${LAST}{}`),
  served(
    '9112 §7.1: GET with a chunked body',
    `${GET}${HOST}Transfer-Encoding: chunked\r\n${LAST}2\r\n{}\r\n0\r\n\r\n`,
  ),
  served(
    '9112 §7.1.1: an unknown chunk extension',
    `${GET}${HOST}Transfer-Encoding: chunked\r\n${LAST}2;a=b\r\n{}\r\n0\r\n\r\n`,
  ),
  served(
    '9112 §7.1.2: a trailer section',
    `${GET}${HOST}Transfer-Encoding: chunked\r\n${LAST}2\r\n{}\r\n0\r\nX-A: b\r\n\r\n`,
  ),
  served(
    '9110 §10.1.1: Expect: 100-continue',
    `${GET}${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n${LAST}`,
    '{}',
  ),
  served('9110 §9.3.2: HEAD', `HEAD ${PATH} HTTP/1.1\r\n${HOST}${LAST}`),
  served('9110 §2.5: a higher minor version is served as 1.1', `GET ${PATH} HTTP/1.2\r\n${HOST}${LAST}`),
  served('9112 §3.2: HTTP/1.0 without Host', `GET ${PATH} HTTP/1.0\r\n\r\n`),
  refused('9112 §3: no version', `GET ${PATH}\r\n${HOST}${LAST}`),
  refused('9112 §2.3: a version in lower case', `GET ${PATH} http/1.1\r\n${HOST}${LAST}`),
  refused('9110 §2.5: an unknown major version', `GET ${PATH} HTTP/9.9\r\n${HOST}${LAST}`),
  refused('9112 §3: a target with a space', `GET /a b HTTP/1.1\r\n${HOST}${LAST}`),
  refused('9112 §3: a method that is no token', `G(T ${PATH} HTTP/1.1\r\n${HOST}${LAST}`),
  refused('9112 §3.2: no Host', GET + LAST),
  refused('9112 §3.2: two Hosts', `${GET}${HOST}Host: other\r\n${LAST}`),
  refused('9112 §5.1: a space before the colon', `${GET}${HOST}X-A : b\r\n${LAST}`),
  refused('9110 §5.1: a field name that is no token', `${GET}${HOST}X[A]: b\r\n${LAST}`),
  refused('9110 §5.5: NUL in a value', `${GET}${HOST}X-A: a\0b\r\n${LAST}`),
  refused('9110 §5.5: a bare CR in a value', `${GET}${HOST}X-A: a\rb\r\n${LAST}`),
  refused('9112 §5.2: a folded field line', `${GET}${HOST}X-A: a\r\n b\r\n${LAST}`),
  refused('9112 §2.2: white space before the first field', `${GET} X-A: b\r\n${HOST}${LAST}`),
  refused('9112 §6.3: two lengths', `${GET}${HOST}Content-Length: 2\r\nContent-Length: 3\r\n${LAST}{} `),
  refused('9110 §8.6: a negative length', `${GET}${HOST}Content-Length: -1\r\n${LAST}`),
  refused('9110 §8.6: a length that is no number', `${GET}${HOST}Content-Length: abc\r\n${LAST}`),
  refused('9110 §8.6: a length with a sign', `${GET}${HOST}Content-Length: +2\r\n${LAST}{}`),
  refused('9110 §8.6: a length beyond 64 bits', `${GET}${HOST}Content-Length: ${'9'.repeat(30)}\r\n${LAST}`),
  refused(
    '9112 §6.1: a length beside chunks',
    `${GET}${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n${LAST}0\r\n\r\n`,
  ),
  refused('9112 §6.1: chunked twice', `${GET}${HOST}Transfer-Encoding: chunked, chunked\r\n${LAST}0\r\n\r\n`),
  refused(
    '9112 §6.1: a coding that is not the last',
    `${GET}${HOST}Transfer-Encoding: chunked, gzip\r\n${LAST}0\r\n\r\n`,
  ),
  refused(
    '9112 §6.1: chunks in HTTP/1.0',
    `GET ${PATH} HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ),
  refused(
    '9112 §7.1: a chunk size that is no number',
    `${GET}${HOST}Transfer-Encoding: chunked\r\n${LAST}zz\r\n{}\r\n0\r\n\r\n`,
  ),
];

const KNOWN: readonly Exceptions[] = [
  {
    reason: 'Node’s parser refuses versions that do not exist yet',
    cases: ['9110 §2.5: a higher minor version is served as 1.1'],
  },
];

/** How long a piece waits for the next, and a refusal by silence for its end, in milliseconds. */
const PAUSE = 20;
const SILENCE = 2_000;

/** The edge cases, sent to a gateway behind a proxy, and to Node's own server. */
export async function httpSuite(): Promise<Result> {
  const port = await freePort();
  const under = await startUnderTest({
    HTTPS_PORT: String(port),
    TRUST_PROXY: '1',
    BASE_URL: 'https://localhost',
  });
  try {
    using bare = await onLoopback(createServer((_request, response) => response.end('ok')));
    const ours = await askAll(port);
    const node = await askAll(bare.port);
    return [
      {
        suite: `RFC 9110 and RFC 9112, ${HTTP_CASES.length} cases of ours`,
        asked: 'requests to the gateway, behind a proxy that passes them on',
        ...score(HTTP_CASES, ours, KNOWN),
        peers: { [`node:http ${process.version}`]: countRight(HTTP_CASES, node) },
      },
    ];
  } finally {
    await under.stop();
  }
}

async function askAll(port: number): Promise<readonly boolean[]> {
  const outcomes: boolean[] = [];
  for (const { pieces } of HTTP_CASES) outcomes.push(await isServed(port, pieces));
  return outcomes;
}

/** Whether the response has a status below 400. An end without a response refuses; a server that waits for more bytes does too. */
export async function isServed(port: number, pieces: readonly string[]): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => resolve()).on('error', () => resolve());
  });
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await setTimeout(PAUSE);
  }
  await Promise.race([ended, setTimeout(SILENCE)]);
  socket.destroy();
  const statuses = [...text.matchAll(/^HTTP\/1\.\d (\d{3})/gm)].map(([, status]) => Number(status));
  return (statuses.findLast((status) => status >= 200) ?? 999) < 400;
}
