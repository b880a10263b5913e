import { describe, expect, test } from 'vitest';
import { createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { createCleanup } from '../testing/cleanup.js';
import { closedPort } from '../testing/closed-port.js';
import { serveHttp, serveTcp } from '../testing/loopback-server.js';
import { bytesOf, failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';
import { isTransportError } from '../transport-error.js';
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

const percentile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

describe('accounts', () => {
  test('the functions that secure requests and open responses receive the account', async () => {
    const server = await kept(serveHttp((_message, reply) => reply.end('<ok/>')));
    const accounts: string[] = [];
    const note = (envelope: Uint8Array, _profile: unknown, account: string): Uint8Array => {
      accounts.push(account);
      return envelope;
    };
    const sender = transport({
      secureRequest: (envelope, profile, account) => ({
        envelope: note(envelope, profile, account),
        evidence: { signatures: [] },
      }),
      openResponse: note,
    });
    const signature = await createIdentity('signer');
    const credentials = { signature, verify: { certificates: signature.certificate } };
    const request = soapRequest(`http://${server.host}/`, { account: 'b', credentials });
    expect(await textOf(await sender.send(request))).toBe('<ok/>');
    expect(accounts).toEqual(['b', 'b']);
  });

  test('1,000 calls to a hanging server leave another account unaffected (C6)', async () => {
    const hung = await kept(serveTcp(() => {}));
    const server = await kept(serveHttp((_message, reply) => reply.end('<ok/>')));
    const sender = transport({ limits: { waitingPerOrigin: 64 } });
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

    // Printed, not judged: the promise is 5 ms more at p99. That every call of the other account was answered while 128 were stuck is
    // checked above.
    const [before, during] = [percentile(alone, 0.5), percentile(beside, 0.5)];
    process.stdout.write(
      `noisy neighbour: median ${before.toFixed(2)} -> ${during.toFixed(2)} ms, p99 ${percentile(alone, 0.99).toFixed(1)} -> ${percentile(beside, 0.99).toFixed(1)} ms\n`,
    );
  });

  test('accounts have separate breakers', async () => {
    const dead = `127.0.0.1:${await closedPort()}`;
    const sender = transport({ now: () => 0, limits: { breakerFailures: 5 } });
    const code = async (account: string) =>
      (await failureOf(() => sender.send(soapRequest(`http://${dead}/`, { account })))).code;
    for (let i = 0; i < 5; i += 1) expect(await code('a')).toBe('UPSTREAM_CONNECT');
    const error = await failureOf(() => sender.send(soapRequest(`http://${dead}/`, { account: 'a' })));
    expect(error).toMatchObject({ code: 'UPSTREAM_CIRCUIT_OPEN', phase: 'admit', sent: false });
    expect(error.retryAfterMs).toBe(30_000);
    expect(await code('b')).toBe('UPSTREAM_CONNECT');
    expect(sender.stats().breakers).toMatchObject([
      { account: 'a', origin: `http://${dead}`, state: 'open', failures: 5 },
      { account: 'b', state: 'failing', failures: 1 },
    ]);
    expect(sender.stats().breakersOpened).toBe(1);
  });

  test('the breaker closes after a successful probe; faults and unusable responses never open it', async () => {
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
    const sender = transport({ now: () => time, limits: { breakerFailures: 5 } });
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
