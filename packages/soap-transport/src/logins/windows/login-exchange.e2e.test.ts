import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createCleanup } from '../../testing/cleanup.js';
import { serveHttp } from '../../testing/loopback-server.js';
import { failureOf, receivedBody, soapRequest, textOf } from '../../testing/messages.js';
import { printChallenge } from '../../testing/ntlm-challenge.js';
import { createTransport, type Transport } from '../../transport.js';

const cleanup = createCleanup();
const ntlm = { domain: 'CORP', username: 'ada', password: 'CANARY-1' };
const CHALLENGE = `NTLM ${printChallenge().toString('base64')}`;

interface Seen {
  readonly port: number | undefined;
  /** 1 or 3: the message of NTLM; 0: none. */
  readonly message: number;
  readonly bytes: number;
}

type Answer = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void;

interface Scene {
  readonly seen: Seen[];
  readonly transport: Transport;
  readonly url: string;
  send(more?: Parameters<typeof soapRequest>[1], signal?: AbortSignal): Promise<number>;
}

async function sceneOf(answer: Answer): Promise<Scene> {
  const seen: Seen[] = [];
  const server = await serveHttp((request, response) => {
    void receivedBody(request).then(({ length }) => {
      const token = Buffer.from((request.headers.authorization ?? '').replace(/^NTLM /, ''), 'base64');
      const now = { port: request.socket.remotePort, message: token[8] ?? 0, bytes: length };
      seen.push(now);
      answer(now, response, request);
    });
  });
  const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
  cleanup(() => server.close());
  cleanup(() => transport.close());
  const url = `http://${server.host}/service`;
  return {
    seen,
    transport,
    url,
    async send(more, signal) {
      const request = soapRequest(url, { credentials: { ntlm }, ...more });
      const response = await transport.send(request, signal);
      await textOf(response);
      return response.status;
    },
  };
}

const challenge = (response: ServerResponse, value: string | string[] = CHALLENGE): void => {
  response.writeHead(401, { 'www-authenticate': value }).end('no');
};
/** Keeps the login of a connection, as servers do. */
const usual = (): Answer => {
  const loggedIn = new Set<unknown>();
  return ({ message }, response, { socket }) => {
    if (message === 3) loggedIn.add(socket);
    if (loggedIn.has(socket)) response.end('<ok/>');
    else challenge(response, message === 1 ? CHALLENGE : ['Negotiate', 'NTLM']);
  };
};

describe('a login of a connection', () => {
  test('is made once; the body is sent once per call', async () => {
    const { seen, send } = await sceneOf(usual());
    for (let call = 0; call < 3; call += 1) expect(await send()).toBe(200);
    expect(seen.map(({ message, bytes }) => [message, bytes > 0])).toEqual([
      [1, false],
      [3, true],
      [0, true],
      [0, true],
    ]);
    expect(new Set(seen.map(({ port }) => port)).size).toBe(1);
  });

  test('fails where the challenge breaks the syntax of HTTP, because its connection is not used again', async () => {
    const { send } = await sceneOf((_seen, response) => {
      const head = `HTTP/1.1 401 Unauthorized\nWWW-Authenticate: ${CHALLENGE}\nContent-Length: 0\n\n`;
      response.socket?.write(head);
    });
    const error = await failureOf(() => send({ lenientHttp: true }));
    expect(error.code).toBe('UPSTREAM_LOGIN_FAILED');
    expect(error.message).toMatch(/broke the syntax of HTTP, so that the connection is not used again/);
  });

  test('is never shared with another password or account', async () => {
    const { seen, send } = await sceneOf(usual());
    await send();
    await send({ account: 'other' });
    await send({ credentials: { ntlm: { ...ntlm, password: 'CANARY-2' } } });
    expect(new Set(seen.map(({ port }) => port)).size).toBe(3);
    expect(seen.filter(({ message }) => message === 3)).toHaveLength(3);
  });

  test('is made again if the server forgets it', async () => {
    const { seen, send } = await sceneOf(({ message }, response) => {
      if (message === 3) response.end('<ok/>');
      else challenge(response, message === 1 ? CHALLENGE : 'NTLM');
    });
    expect([await send(), await send()]).toEqual([200, 200]);
    expect(seen.map(({ message }) => message)).toEqual([1, 3, 0, 1, 3]);
  });

  test('is made again on a new connection', async () => {
    const answer = usual();
    const { seen, send } = await sceneOf((now, response, request) => {
      if (now.message === 3) response.setHeader('connection', 'close');
      answer(now, response, request);
    });
    expect([await send(), await send()]).toEqual([200, 200]);
    expect(seen.map(({ message }) => message)).toEqual([1, 3, 1, 3]);
  });

  test('is not made if the server asks for none, or the message has its own Authorization', async () => {
    const { seen, send } = await sceneOf((_, response) => response.end('<ok/>'));
    expect(await send()).toBe(200);
    expect(seen.map(({ message, bytes }) => [message, bytes > 0])).toEqual([
      [1, false],
      [0, true],
    ]);
    expect(await send({ headers: { authorization: 'Bearer x' } })).toBe(200);
    expect(seen).toHaveLength(3);
  });

  test('also opens the server for documents', async () => {
    const { seen, transport, url } = await sceneOf(usual());
    const { bytes } = await transport.fetchDocument(url, { credentials: { ntlm } });
    expect(Buffer.from(bytes).toString()).toBe('<ok/>');
    expect(seen.map(({ message }) => message)).toEqual([1, 3]);
  });
});

test('a rejected password is not tried again immediately, and another one is', async () => {
  const { seen, send } = await sceneOf((_, response) => challenge(response));
  expect((await failureOf(() => send())).message).toMatch(/does not accept/);
  expect((await failureOf(() => send())).message).toMatch(/rejected this user name and password less than/);
  const credentials = { ntlm: { ...ntlm, password: 'CANARY-2' } };
  expect((await failureOf(() => send({ credentials }))).message).toMatch(/does not accept/);
  expect(seen.map(({ message }) => message)).toEqual([1, 3, 1, 1, 3]);
});

describe('hostile servers end in a bounded, typed error', () => {
  const refusals: [name: string, Answer, RegExp, requests: number][] = [
    ['endless challenges', (_, response) => challenge(response), /does not accept the user name/, 2],
    [
      'another mechanism',
      (_, response) => challenge(response, 'Basic realm="x"'),
      /not offer NTLM, but Basic/,
      1,
    ],
    ['none at all', (_, response) => response.writeHead(401).end(), /does not offer NTLM$/, 1],
    ['no challenge', (_, response) => challenge(response, 'NTLM'), /with no challenge/, 1],
    ['garbage', (_, response) => challenge(response, `NTLM ${'A'.repeat(12_000)}`), /not an NTLM message/, 1],
    [
      'a connection that closes in between',
      (_, response) => challenge(response.setHeader('connection', 'close')),
      /closed the connection between/,
      1,
    ],
  ];
  test.each(refusals)('%s', async (_name, answer, message, requests) => {
    const { seen, send, transport } = await sceneOf(answer);
    const error = await failureOf(() => send());
    expect(error).toMatchObject({ code: 'UPSTREAM_LOGIN_FAILED', sent: true });
    expect(error.message).toMatch(message);
    expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
    expect(seen).toHaveLength(requests);
    expect(transport.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    await expect.poll(() => transport.stats().sockets).toBe(0);
  });

  test('a challenge too large for a header section', async () => {
    const { send } = await sceneOf((_, response) => challenge(response, `NTLM ${'A'.repeat(20_000)}`));
    expect(await failureOf(() => send())).toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE' });
  });

  test('a challenge with an endless body', async () => {
    const { send } = await sceneOf((_, response) => {
      response.writeHead(401, { 'www-authenticate': CHALLENGE });
      const pump = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', pump);
      pump();
    });
    expect(await failureOf(() => send())).toMatchObject({ code: 'UPSTREAM_TOO_LARGE' });
  });

  test('silence after the proof, and an abort', async () => {
    const { send, transport } = await sceneOf(({ message }, response) => {
      if (message === 1) challenge(response);
    });
    expect(await failureOf(() => send({ deadlineMs: 300 }))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    const aborted = new AbortController();
    const sent = send({}, aborted.signal);
    aborted.abort();
    expect(await failureOf(() => sent)).toMatchObject({ code: 'ABORTED' });
    await expect.poll(() => transport.stats().sockets).toBe(0);
  });
});
