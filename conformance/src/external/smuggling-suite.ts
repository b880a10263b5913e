import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@soapstone/testing/free-port';
import { startUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test.js';
import { FRONT_PROXIES, type FrontProxy, startFrontProxy } from './front-proxies.js';
import { onLoopback } from './loopback.js';
import { type Case, countRight, type Result, type Row, type Skipped, score } from './row.js';

const SUITE = 'request smuggling, ambiguous requests of ours';
const SMUGGLED = '/smuggled';
const FORGED = '192.0.2.1';
/** The request in the body of another one. A proxy that sees it as a request of its own adds the address of its client to the forged one. */
const INNER = `GET ${SMUGGLED} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${FORGED}\r\nX-Forwarded-Proto: https\r\n\r\n`;
const HEAD = 'POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n';

/** The inner request after the last chunk: for a server that reads chunks behind a proxy that reads a length. */
const AFTER_CHUNKS = `0\r\n\r\n${INNER}`;
/** The inner request in a chunk: for a server that reads a length behind a proxy that reads chunks. */
const IN_CHUNK = `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`;

/** Field lines that some servers read as `Transfer-Encoding: chunked`, and others as something else or not at all. */
const CODINGS: readonly string[] = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:\u000bchunked',
  'Transfer-Encoding: chunked\u000b',
  'Transfer-Encoding: \u0000chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked;a=b',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding:\r\n chunked',
  ' Transfer-Encoding: chunked',
  'X-A: b\nTransfer-Encoding: chunked',
  'X-A: b\rTransfer-Encoding: chunked',
  'Transfer-Encoding\n: chunked',
  'Transfer_Encoding: chunked',
  'Content-Encoding: chunked',
];

/** Lengths that some servers read as that of the inner request, and others as another one. */
const LENGTHS: readonly string[] = [
  `Content-Length: ${INNER.length}`,
  `Content-Length: 0\r\nContent-Length: ${INNER.length}`,
  `Content-Length: ${INNER.length}\r\nContent-Length: 0`,
  `Content-Length: 0, ${INNER.length}`,
  `Content-Length: +${INNER.length}`,
  `Content-Length: 0${INNER.length}`,
  `Content-Length: ${INNER.length} 0`,
  `Content-Length: 0x${INNER.length.toString(16)}`,
  `Content-Length : ${INNER.length}`,
  `Content-Length:\u000b${INNER.length}`,
  `X-A: b\nContent-Length: ${INNER.length}`,
  `Content-Length: ${INNER.length}\r\nExpect: 100-continue`,
  `Content-Length: ${INNER.length}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA`,
  `Content-Length: ${INNER.length}\r\nConnection: Content-Length`,
];

/** Chunks whose end some servers see elsewhere, each before the inner request. */
const CHUNKS: readonly string[] = [
  `0\n\n${INNER}`,
  `0;\n\r\n\r\n${INNER}`,
  `0;a="\r\n\r\n${INNER}`,
  `0\r\nContent-Length: 9\r\n\r\n${INNER}`,
  `0\r\nHost: other\r\nX-A: b\r\n\r\n${INNER}`,
  `-0\r\n\r\n${INNER}`,
  `+0\r\n\r\n${INNER}`,
  `0x0\r\n\r\n${INNER}`,
  ` 0\r\n\r\n${INNER}`,
  `0 \r\n\r\n${INNER}`,
  `10000000000000000\r\n\r\n${INNER}`,
  `1\r\nab0\r\n\r\n${INNER}`,
  `1;\u0000\r\na\r\n0\r\n\r\n${INNER}`,
  `2\r\n{}\n0\r\n\r\n${INNER}`,
];

const ATTACKS: readonly { readonly name: string; readonly text: string }[] = [
  ...CODINGS.flatMap((coding) => [
    {
      name: `a length before ${coding}`,
      text: `${HEAD}Content-Length: ${AFTER_CHUNKS.length}\r\n${coding}\r\n\r\n${AFTER_CHUNKS}`,
    },
    {
      name: `a short length before ${coding}`,
      text: `${HEAD}Content-Length: 4\r\n${coding}\r\n\r\n${IN_CHUNK}`,
    },
    { name: `${coding} alone`, text: `${HEAD}${coding}\r\n\r\n${AFTER_CHUNKS}` },
  ]),
  ...LENGTHS.flatMap((length) => [
    { name: length, text: `${HEAD}${length}\r\n\r\n${INNER}` },
    { name: `GET, ${length}`, text: `${HEAD.replace('POST', 'GET')}${length}\r\n\r\n${INNER}` },
    {
      name: `HTTP/1.0, ${length}`,
      text: `${HEAD.replace('1.1', '1.0')}Connection: keep-alive\r\n${length}\r\n\r\n${INNER}`,
    },
  ]),
  ...CHUNKS.map((chunks) => ({
    name: `chunks ${JSON.stringify(chunks.slice(0, -INNER.length))}`,
    text: `${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
  })),
];

/** How long an attack may take, in milliseconds: longer than a response does, because many of them get none. */
const ATTACK_MS = 300;

/** Attacks through proxies of others: a request that the proxy did not see as one must not be answered as one. */
export async function smugglingSuite(): Promise<Result> {
  const port = await freePort();
  const under = await startUnderTest({
    HTTPS_PORT: String(port),
    TRUST_PROXY: '1',
    BASE_URL: 'https://localhost',
  });
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void request.resume().once('end', () => response.end('ok'));
  try {
    // What the attacks do to a server that believes them.
    using lenient = await onLoopback(createServer({ insecureHTTPParser: true }, answer));
    using bare = await onLoopback(createServer(answer));
    // Sent without a proxy, the inner request is found.
    if (!(await isHarmful(bare.port, bare.port, INNER)))
      throw new Error('a smuggled request would not be seen');
    const rows: (Row | Skipped)[] = [];
    for (const proxy of FRONT_PROXIES) {
      const suite = `${SUITE}, behind ${proxy.name}`;
      if (!proxy.isInstalled()) {
        rows.push({ suite, skipped: `${proxy.name} is not installed` });
        continue;
      }
      const cases: Case[] = ATTACKS.map(({ name }) => ({ name: `${proxy.name}: ${name}`, expected: true }));
      const ours = await attackThrough(proxy, port);
      const node = countRight(cases, await attackThrough(proxy, bare.port));
      const believing = countRight(cases, await attackThrough(proxy, lenient.port));
      rows.push({
        suite,
        asked: 'requests that nobody sent are not answered',
        ...score(cases, ours),
        peers: { [`node:http ${process.version}`]: node, 'node:http, insecureHTTPParser': believing },
      });
    }
    return rows;
  } finally {
    await under.stop();
  }
}

/** Runs all attacks through a proxy. @returns which of them were harmless */
async function attackThrough(proxy: FrontProxy, origin: number): Promise<readonly boolean[]> {
  await using running = await startFrontProxy(proxy, origin);
  const outcomes: boolean[] = [];
  for (const { text } of ATTACKS) outcomes.push(!(await isHarmful(running.port, origin, text)));
  return outcomes;
}

/** Whether the origin server answers the inner request as the client forged it. */
async function isHarmful(port: number, origin: number, text: string): Promise<boolean> {
  let answered = false;
  const began = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort !== origin || !request.url?.startsWith(SMUGGLED)) return;
    if (request.headers['x-forwarded-for'] !== FORGED) return;
    response.once('close', () => {
      answered ||= response.statusCode !== 400;
    });
  };
  subscribe('http.server.request.start', began);
  try {
    await attack(port, text);
    return answered;
  } finally {
    unsubscribe('http.server.request.start', began);
  }
}

async function attack(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => resolve()).on('error', () => resolve());
  });
  socket.resume().write(text, 'latin1');
  await Promise.race([ended, setTimeout(ATTACK_MS)]);
  socket.destroy();
  // What the proxy still sends to the server arrives.
  await setTimeout(20);
}
