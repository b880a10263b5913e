import { generateKeyPairSync } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CredentialProfile } from './security/credential-profile.js';
import { createAuthority, createIdentity, type Identity } from './testing/certificates.js';
import { createCleanup } from './testing/cleanup.js';
import { longRun } from './testing/long-run.js';
import { serveHttp, serveHttps, serveTcp } from './testing/loopback-server.js';
import { bytesOf, failureOf, receivedBody, soapRequest, textOf } from './testing/messages.js';
import { createTransport, type Transport } from './transport.js';
import { isTransportError } from './transport-error.js';
import type { TransportOptions } from './transport-options.js';

const cleanup = createCleanup();

function transport(options: TransportOptions = {}): Transport {
  const made = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...options });
  cleanup(() => made.close());
  return made;
}

async function kept<T extends { close(): unknown }>(opening: Promise<T>): Promise<T> {
  const server = await opening;
  cleanup(() => server.close());
  return server;
}

const percentile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

describe('accounts', () => {
  test('one with 1,000 calls to a server that hangs takes nothing from another (C6)', async () => {
    const hung = await kept(serveTcp(() => {}));
    const server = await kept(serveHttp((_message, reply) => reply.end('<ok/>')));
    const sender = transport();
    const callB = async (): Promise<number> => {
      const startedAt = performance.now();
      expect(await textOf(await sender.send(soapRequest(`http://${server.host}/`, { account: 'b' })))).toBe(
        '<ok/>',
      );
      return performance.now() - startedAt;
    };
    const alone: number[] = [];
    for (let i = 0; i < 200; i += 1) alone.push(await callB());

    const aborts = Array.from({ length: 1_000 }, () => new AbortController());
    const outcomes: string[] = [];
    const calls = aborts.map(({ signal }) =>
      sender
        .send(soapRequest(`http://${hung.host}/`, { account: 'a' }), signal)
        .then(bytesOf)
        .catch((error: unknown) => outcomes.push(isTransportError(error) ? error.code : String(error))),
    );
    const beside: number[] = [];
    for (let i = 0; i < 200; i += 1) beside.push(await callB());

    const { inFlight, waiting, sockets } = sender.stats();
    expect({ inFlight, waiting }).toEqual({ inFlight: 64, waiting: 64 });
    expect(sockets).toBeLessThanOrEqual(64 + 1);
    expect(hung.open()).toBeLessThanOrEqual(64);
    for (const abort of aborts) abort.abort();
    await Promise.all(calls);
    expect(outcomes.filter((code) => code === 'UPSTREAM_BUSY')).toHaveLength(1_000 - 128);
    expect(outcomes.filter((code) => code === 'ABORTED')).toHaveLength(128);
    expect(sender.stats()).toMatchObject({ inFlight: 0, waiting: 0 });

    const [before, during] = [percentile(alone, 0.5), percentile(beside, 0.5)];
    process.stdout.write(
      `noisy neighbour: median ${before.toFixed(2)} -> ${during.toFixed(2)} ms, p99 ${percentile(alone, 0.99).toFixed(1)} -> ${percentile(beside, 0.99).toFixed(1)} ms\n`,
    );
    // The promise is 5 ms more at p99; a shared machine is only held to not being stuck.
    expect(during).toBeLessThan(before + 100);
  });

  test('the breaker of one is not the breaker of another', async () => {
    const dead = await serveTcp(() => {});
    await dead.close();
    const sender = transport();
    const code = async (account: string) =>
      (await failureOf(() => sender.send(soapRequest(`http://${dead.host}/`, { account })))).code;
    for (let i = 0; i < 5; i += 1) expect(await code('a')).toBe('UPSTREAM_CONNECT');
    const error = await failureOf(() => sender.send(soapRequest(`http://${dead.host}/`, { account: 'a' })));
    expect(error).toMatchObject({ code: 'UPSTREAM_CIRCUIT_OPEN', phase: 'admit', sent: false });
    expect(error.retryAfterMs).toBeGreaterThan(25_000);
    expect(await code('b')).toBe('UPSTREAM_CONNECT');
    expect(sender.stats().breakers).toMatchObject([
      { account: 'a', origin: `http://${dead.host}`, state: 'open', failures: 5 },
      { account: 'b', state: 'failing', failures: 1 },
    ]);
    expect(sender.stats().breakersOpened).toBe(1);
  });

  test('the breaker closes after a probe that succeeds; faults and unusable answers never open it', async () => {
    let answer: (() => number) | undefined;
    const server = await kept(
      serveHttp((message, reply) => {
        if (answer === undefined) message.socket.destroy();
        else
          reply
            .writeHead(answer(), { 'content-encoding': answer() === 418 ? 'br' : 'identity' })
            .end('<fault/>');
      }),
    );
    let time = 0;
    const sender = transport({ now: () => time });
    const attempt = async () => {
      try {
        const response = await sender.send(soapRequest(`http://${server.host}/`));
        await bytesOf(response);
        return response.status;
      } catch (error) {
        return isTransportError(error) ? error.code : error;
      }
    };
    for (let i = 0; i < 5; i += 1) expect(await attempt()).toBe('UPSTREAM_RESET');
    expect(await attempt()).toBe('UPSTREAM_CIRCUIT_OPEN');
    time += 30_000;
    expect(await attempt()).toBe('UPSTREAM_RESET');
    time += 59_999;
    expect(await attempt()).toBe('UPSTREAM_CIRCUIT_OPEN');
    time += 1;
    answer = () => 500;
    expect(await attempt()).toBe(500);
    for (let i = 0; i < 20; i += 1) expect(await attempt()).toBe(500);
    answer = () => 418;
    for (let i = 0; i < 20; i += 1) expect(await attempt()).toBe('UPSTREAM_BAD_RESPONSE');
    answer = () => 302;
    for (let i = 0; i < 20; i += 1) expect(await attempt()).toBe('UPSTREAM_BAD_RESPONSE');
    expect(sender.stats().breakers).toEqual([]);
  });
});

describe('client certificates', () => {
  const CALLS = longRun ? 5_000 : 500;

  test(`two accounts at one origin, ${CALLS} calls mixed: never the other's certificate (C8)`, {
    timeout: 120_000,
  }, async () => {
    const authority = await createAuthority('authority');
    const identity = await createIdentity('localhost', { authority });
    const clients = await Promise.all(
      ['anna', 'bert', 'carl'].map((name) => createIdentity(name, { authority, hosts: [name] })),
    );
    const server = await kept(
      serveHttps(
        {
          cert: identity.certificate,
          key: identity.privateKey,
          ca: authority.certificate,
          requestCert: true,
          rejectUnauthorized: false,
        },
        (message, reply) => {
          const peer = (message.socket as TLSSocket).getPeerCertificate();
          reply.end(peer?.subject?.CN ?? 'nobody');
        },
      ),
    );
    const profileOf = ({ certificate, privateKey }: Identity): CredentialProfile => ({
      ca: authority.certificate,
      clientCertificate: { certificate, privateKey },
    });
    // The third belongs to the first account too: certificates are told apart within an account as well.
    const callers = [
      { account: 'a', name: 'anna', credentials: profileOf(clients[0]!) },
      { account: 'b', name: 'bert', credentials: profileOf(clients[1]!) },
      { account: 'a', name: 'carl', credentials: profileOf(clients[2]!) },
      { account: 'a', name: 'nobody', credentials: { ca: authority.certificate } },
    ];
    const sender = transport();
    let next = 0;
    const wrong: string[] = [];
    const worker = async (): Promise<void> => {
      for (let call = next++; call < CALLS; call = next++) {
        const { account, name, credentials } = callers[(call * 7) % callers.length]!;
        const request = soapRequest(`https://${server.host}/`, { account, credentials });
        const seen = await textOf(await sender.send(request));
        if (seen !== name) wrong.push(`${name} was taken for ${seen}`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(wrong).toEqual([]);
    // They were kept alive: isolation was not bought with a handshake per call.
    expect(server.connections()).toBeLessThan(CALLS / 4);
  });

  test.each<[string, Partial<CredentialProfile>]>([
    ['a certificate that is none', { clientCertificate: { certificate: 'CANARY', privateKey: 'CANARY' } }],
    ['PKCS#12 that is none', { clientCertificate: { pfx: Buffer.from('CANARY'), passphrase: 'CANARY' } }],
    ['an authority that is none', { ca: '-----BEGIN CERTIFICATE-----\nCANARY\n-----END CERTIFICATE-----' }],
  ])('%s is an error of the request', async (_name, credentials) => {
    const error = await failureOf(() =>
      transport().send(soapRequest('https://127.0.0.1:8443/', { credentials })),
    );
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', sent: false });
    expect(inspect(error, { depth: 10 })).not.toContain('CANARY');
  });
});

describe('secrets', () => {
  test('are in no error, no statistic and no message, whatever goes wrong', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const credentials: CredentialProfile = {
      basic: { username: 'ada', password: 'CANARY-basic' },
      headers: { 'x-api-key': 'CANARY-header' },
      usernameToken: { username: 'ada', password: 'CANARY-token', type: 'text' },
    };
    const hostile = await kept(
      serveHttp(async (message, reply) => {
        await receivedBody(message);
        switch (message.url) {
          case '/reset':
            message.socket.resetAndDestroy();
            break;
          case '/truncated':
            reply.writeHead(200, { 'content-length': '100' }).write(String(message.headers.authorization));
            setTimeout(() => message.socket.end(), 20);
            break;
          case '/redirect':
            reply.writeHead(302, { location: `http://x/?${message.headers['x-api-key']}` }).end();
            break;
          case '/coding':
            reply.writeHead(200, { 'content-encoding': String(message.headers['x-api-key']) }).end('x');
            break;
          default:
          // Hangs.
        }
      }),
    );
    const sender = transport({ limits: { firstByteMs: 100 } });
    const errors = [];
    for (const path of ['/reset', '/truncated', '/redirect', '/coding', '/hang']) {
      const url = `http://${hostile.host}${path}${path === '/hang' ? '?key=CANARY-query' : ''}`;
      errors.push(await failureOf(async () => bytesOf(await sender.send(soapRequest(url, { credentials })))));
      errors.push(await failureOf(async () => sender.fetchDocument(url, { credentials, deadlineMs: 200 })));
    }
    errors.push(
      await failureOf(() => sender.send(soapRequest('http://ada:CANARY-url@127.0.0.1/', { credentials }))),
    );
    errors.push(
      await failureOf(() => sender.send(soapRequest('http://10.0.0.1/?CANARY-url', { credentials }))),
    );
    errors.push(
      await failureOf(() =>
        sender.send(
          soapRequest(`http://${hostile.host}/`, {
            credentials: { signature: { certificate: pem, privateKey: pem } },
          }),
        ),
      ),
    );
    const printed = inspect([errors, errors.map((error) => error.stack), sender.stats()], {
      depth: 20,
      showHidden: true,
    });
    expect(errors).toHaveLength(13);
    expect(printed).not.toMatch(/CANARY/);
    expect(printed).not.toContain(Buffer.from('ada:CANARY-basic').toString('base64'));
    expect(printed).not.toContain(pem.split('\n')[1]);
  });
});

describe('a call that is given up', () => {
  test.each([
    ['before it starts', 0, '/'],
    ['while the server thinks', 50, '/'],
    ['within the answer', 50, '/slow'],
  ])('%s frees its place at once', async (_name, afterMs, path) => {
    const server = await kept(
      serveHttp((message, reply) => {
        if (message.url === '/slow') reply.writeHead(200).write('<a');
      }),
    );
    const sender = transport();
    const abort = new AbortController();
    if (afterMs === 0) abort.abort();
    else setTimeout(() => abort.abort(), afterMs);
    const error = await failureOf(async () =>
      bytesOf(await sender.send(soapRequest(`http://${server.host}${path}`), abort.signal)),
    );
    expect([error.code, error.sent]).toEqual(['ABORTED', afterMs > 0]);
    expect(sender.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    for (let i = 0; i < 200 && server.open() > 0; i += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(server.open()).toBe(0);
  });

  const GIVEN_UP = longRun ? 100_000 : 2_000;
  test(`${GIVEN_UP} of them leave nothing behind`, { timeout: 300_000 }, async () => {
    const server = await kept(serveHttp((_message, reply) => void setTimeout(() => reply.end('<ok/>'), 1)));
    const sender = transport({ limits: { inFlightPerOrigin: 50, waitingPerOrigin: 50 } });
    let finished = 0;
    const one = async (index: number): Promise<void> => {
      const abort = new AbortController();
      const call = sender.send(soapRequest(`http://${server.host}/`), abort.signal).then(bytesOf);
      if (index % 3 === 0) abort.abort();
      else if (index % 3 === 1) setImmediate(() => abort.abort());
      await call.then(
        () => (finished += 1),
        () => undefined,
      );
    };
    for (let batch = 0; batch < GIVEN_UP / 100; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => one(index)));
    }
    expect(finished).toBeGreaterThan(100);
    expect(sender.stats()).toMatchObject({ calls: GIVEN_UP, inFlight: 0, waiting: 0 });
    expect(sender.stats().sockets).toBeLessThanOrEqual(50);
  });
});

test('closing ends connections and calls', async () => {
  const server = await kept(serveHttp((message, reply) => message.url === '/ok' && reply.end('<ok/>')));
  const sender = createTransport({ egress: { allow: [server.host] } });
  await textOf(await sender.send(soapRequest(`http://${server.host}/ok`)));
  const hanging = failureOf(() => sender.send(soapRequest(`http://${server.host}/`)));
  await new Promise((resolve) => setTimeout(resolve, 30));
  await sender.close();
  expect((await hanging).code).toBe('ABORTED');
  for (let i = 0; i < 200 && server.open() > 0; i += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect([server.open(), sender.stats().sockets]).toEqual([0, 0]);
});

test('addresses in an answer are never followed (A12)', async () => {
  const trap = await kept(serveTcp(() => {}));
  const server = await kept(
    serveHttp((_message, reply) =>
      reply
        .writeHead(200, {
          link: `<http://${trap.host}/>; rel=preload`,
          refresh: `0; url=http://${trap.host}/`,
          'content-location': `http://${trap.host}/`,
        })
        .end(
          `<Envelope><Header><ReplyTo><Address>http://${trap.host}/</Address></ReplyTo><FaultTo>http://${trap.host}/</FaultTo></Header></Envelope>`,
        ),
    ),
  );
  const sender = transport();
  for (let i = 0; i < 10; i += 1) await textOf(await sender.send(soapRequest(`http://${server.host}/`)));
  expect(trap.connections()).toBe(0);
});

test('a large answer waits in the socket until it is read', async () => {
  let written = 0;
  const server = await kept(
    serveHttp((_message, reply) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const pump = (): void => {
        while (written < 64 * 1024 * 1024) {
          written += chunk.length;
          if (!reply.write(chunk)) return void reply.once('drain', pump);
        }
        reply.end();
      };
      pump();
    }),
  );
  const sender = transport();
  const response = await sender.send(
    soapRequest(`http://${server.host}/`, { maxResponseBytes: 100 * 1024 * 1024 }),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  const early = written;
  let read = 0;
  for await (const chunk of response.body) read += chunk.length;
  expect(read).toBe(64 * 1024 * 1024);
  // What the two sockets and our own 256 KiB hold, and no more.
  expect(early).toBeLessThan(16 * 1024 * 1024);
});
