import { describe, expect, test } from 'vitest';
import { createCleanup } from '../testing/cleanup.js';
import { longRun } from '../testing/long-run.js';
import { serveHttp, serveTcp } from '../testing/loopback-server.js';
import { bytesOf, failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';

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

describe('an aborted call', () => {
  test.each([
    ['before it starts', false],
    ['while the server thinks', true],
    ['during the response', true],
  ])('%s frees its slot immediately', async (when, sent) => {
    const abort = new AbortController();
    const server = await kept(
      serveHttp((_message, reply) => {
        if (when === 'during the response') reply.writeHead(200).write('<a');
        else abort.abort();
      }),
    );
    const sender = transport();
    if (!sent) abort.abort();
    const error = await failureOf(async () => {
      const response = await sender.send(soapRequest(`http://${server.host}/`), abort.signal);
      const reading = bytesOf(response);
      abort.abort();
      await reading;
    });
    expect([error.code, error.sent]).toEqual(['ABORTED', sent]);
    expect(sender.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    await expect.poll(() => server.open()).toBe(0);
  });

  const GIVEN_UP = longRun ? 100_000 : 2_000;
  test(`${GIVEN_UP} aborted calls leave nothing behind`, { timeout: 300_000 }, async () => {
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
  let arrive: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const server = await kept(
    serveHttp((message, reply) => (message.url === '/ok' ? void reply.end('<ok/>') : arrive())),
  );
  const sender = createTransport({ egress: { allow: [server.host] } });
  await textOf(await sender.send(soapRequest(`http://${server.host}/ok`)));
  const hanging = failureOf(() => sender.send(soapRequest(`http://${server.host}/`)));
  await arrived;
  await sender.close();
  expect((await hanging).code).toBe('ABORTED');
  await expect.poll(() => [server.open(), sender.stats().sockets]).toEqual([0, 0]);
});

test('addresses in a response are never followed (A12)', async () => {
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

test('a large response waits in the socket until it is read', async () => {
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
  // The capacity of the two sockets plus our own 256 KiB.
  expect(early).toBeLessThan(16 * 1024 * 1024);
});
