import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI_MAIN } from '../testing/cli-main.js';
import { directoryOf } from '../testing/run-command.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

/**
 * The local servers of the command as programs, with requests of broken clients in front and a broken SOAP server behind: each request gets at
 * most one response, the next one is answered, and the process continues.
 */
const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
const ENVELOPE =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetUser xmlns="urn:users"><userId>1</userId></GetUser></s:Body></s:Envelope>';

/** A SOAP server whose responses are bytes. */
interface RawUpstream {
  readonly url: string;
  answer: (socket: Socket) => void;
  stop(): void;
}

const good = (socket: Socket): void =>
  void socket.end(
    `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${USER.length}\r\nConnection: close\r\n\r\n${USER}`,
  );

async function startUpstream(): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const upstream = { answer: good };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => upstream.answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
}

/** Requests that are not calls, with a description. `HOST` is replaced with that of the server. */
const REQUESTS: readonly (readonly [string, string | Buffer])[] = [
  ['bytes of a TLS handshake', Buffer.from('1603010200010001fc0303'.padEnd(400, 'ab'), 'hex')],
  ['zeros', Buffer.alloc(1_000)],
  ['nonsense', 'nonsense\r\n\r\n'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['CONNECT', 'CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['an absolute target', 'GET http://HOST/?wsdl HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['an absolute target of another host', 'GET http://example.org/ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['an absolute target that is no URL', 'GET http://[::1/ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a target that cannot be decoded', 'GET /%ff%zz?%zz=%ff HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a target with two slashes', 'GET //[ HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: HOST\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
  [
    'an upgrade to h2c',
    'GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  ],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown expectation', 'POST / HTTP/1.1\r\nHost: HOST\r\nExpect: more\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header section of 40 KB', `GET / HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['3,000 headers', `GET / HTTP/1.1\r\nHost: HOST\r\n${'a:b\r\n'.repeat(3_000)}\r\n`],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a chunk without a size', 'POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a Host that is no host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  [
    'a content type of control characters',
    'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: \u0001\r\nContent-Length: 2\r\n\r\n{}',
  ],
  [
    'a content type that is multipart without a boundary',
    'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: multipart/related\r\nContent-Length: 2\r\n\r\n{}',
  ],
  [
    'an unknown charset',
    'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/xml; charset=none\r\nContent-Length: 2\r\n\r\n{}',
  ],
  [
    'a content coding',
    'POST / HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
  ],
  ['HEAD', 'HEAD /?wsdl HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['an unknown method', 'PROPFIND / HTTP/1.1\r\nHost: HOST\r\n\r\n'],
];

/** How SOAP servers break. */
const UPSTREAMS: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['closes the connection', (socket) => void socket.end()],
  ['sends no HTTP', (socket) => void socket.end('nonsense\r\n\r\n')],
  ['sends a header without end', (socket) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`)],
  [
    'sends a huge header',
    (socket) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
  ],
  [
    'stops in its body',
    (socket) =>
      void socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 900\r\n\r\n<a>'),
  ],
  [
    'sends a broken chunk',
    (socket) =>
      void socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      ),
  ],
  [
    'sends broken gzip',
    (socket) =>
      void socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc',
      ),
  ],
  [
    'sends broken XML',
    (socket) =>
      void socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 3\r\nConnection: close\r\n\r\n<a>',
      ),
  ],
  [
    'sends an empty multipart message',
    (socket) =>
      void socket.end(
        'HTTP/1.1 200 OK\r\nContent-Type: multipart/related; boundary=b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      ),
  ],
  [
    'switches protocols',
    (socket) =>
      void socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
      ),
  ],
  [
    'redirects',
    (socket) =>
      void socket.end(
        'HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      ),
  ],
  [
    'sends two responses',
    (socket) =>
      void socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${USER.length}\r\n\r\n${USER}`.repeat(
          2,
        ),
      ),
  ],
];

const xml = { path: '/', type: 'text/xml; charset=utf-8', body: ENVELOPE, good: 'Ada' };
const COMMANDS: readonly {
  readonly name: string;
  readonly args: (endpoint: string) => readonly string[];
  readonly call: {
    readonly path: string;
    readonly type: string;
    readonly body: string;
    readonly good: string;
  };
  readonly hasUpstream: boolean;
}[] = [
  { name: 'mock', args: () => ['users.wsdl'], call: { ...xml, good: 'GetUserResponse' }, hasUpstream: false },
  {
    name: 'record',
    args: (url) => ['users.wsdl', '--upstream', url, '--output', 'recorded'],
    call: xml,
    hasUpstream: true,
  },
  {
    name: 'serve',
    args: (url) => ['users.wsdl', '--endpoint', url],
    call: {
      path: '/api/v1/local/user-service/GetUser',
      type: 'application/json',
      body: '{"userId":1}',
      good: 'Ada',
    },
    hasUpstream: true,
  },
];

describe.each(COMMANDS)('soapstone $name', ({ name, args, call, hasUpstream }) => {
  let upstream: RawUpstream;
  let child: ChildProcess;
  let origin: URL;
  let output = '';
  beforeAll(async () => {
    upstream = await startUpstream();
    child = spawn(process.execPath, [CLI_MAIN, name, ...args(upstream.url), '--port', '0'], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(output)?.[0];
          if (url === undefined) return;
          origin = new URL(url);
          resolve();
        });
      }
      child.once('exit', (code) => reject(new Error(`the command ended with ${code}: ${output}`)));
    });
  }, 90_000);
  afterAll(() => {
    child?.kill();
    upstream?.stop();
  });

  /** Sends a call, and returns its response. */
  const send = async (): Promise<string> => {
    const response = await fetch(new URL(call.path, origin), {
      method: 'POST',
      headers: { 'content-type': call.type },
      body: call.body,
      redirect: 'manual',
    });
    return `${response.status} ${await response.text()}`;
  };
  const expectServing = async (): Promise<void> => {
    expect(child.exitCode).toBeNull();
    upstream.answer = good;
    const answer = await send();
    expect(answer).toMatch(/^200 /);
    expect(answer).toContain(call.good);
  };

  test('answers a call', expectServing);

  test.each(REQUESTS)('%s: at most one response, and the next call is answered', async (_what, bytes) => {
    const socket = connect(Number(origin.port), '127.0.0.1');
    socket.on('error', () => {});
    socket.end(typeof bytes === 'string' ? bytes.replaceAll('HOST', origin.host) : bytes);
    const answer = await text(socket).catch(() => '');
    expect(answer.split(/HTTP\/1\.1 \d\d\d /).length - 1).toBeLessThanOrEqual(1);
    await expectServing();
  });

  test.skipIf(!hasUpstream).each(UPSTREAMS)(
    'a SOAP server that %s: one response, and the next call is answered',
    async (_what, answer) => {
      upstream.answer = answer;
      expect(await send()).toMatch(/^\d{3} /);
      await expectServing();
    },
  );

  test('clients that leave before, in and after their request', async () => {
    const head = `POST ${call.path} HTTP/1.1\r\nHost: ${origin.host}\r\nContent-Type: ${call.type}\r\nContent-Length: ${call.body.length}\r\n\r\n`;
    for (const bytes of ['', head.slice(0, 20), head, head + call.body.slice(0, 5), head + call.body]) {
      for (let count = 0; count < 20; count += 1) {
        const socket = connect(Number(origin.port), '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        if (bytes !== '') socket.write(bytes);
        if (count % 2 === 0) socket.resetAndDestroy();
        else setTimeout(() => socket.destroy(), count);
      }
    }
    await expectServing();
  });

  test('nothing was thrown that nobody caught', () => {
    expect(output).not.toMatch(/Error: |unhandled|uncaught/i);
    expect(child.exitCode).toBeNull();
  });
});
