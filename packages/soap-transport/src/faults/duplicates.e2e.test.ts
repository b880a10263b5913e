import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../ws-security/src/testing/seeded-random.js';
import { createCleanup } from '../testing/cleanup.js';
import { openFaultProxy, type Toxic } from '../testing/fault-proxy.js';
import { longRun } from '../testing/long-run.js';
import { serveHttp } from '../testing/loopback-server.js';
import { receivedBody, soapRequest, textOf } from '../testing/messages.js';
import { createTransport } from '../transport.js';
import { isTransportError } from '../transport-error.js';

const cleanup = createCleanup();
const CALLS = longRun ? 10_000 : 2_000;
const WORKERS = 32;
/** Long enough for a busy machine, short enough for the connections that hang. */
const DEADLINE = 800;

test(`of ${CALLS} calls through a connection that fails in every way, none is executed twice (C7)`, {
  timeout: 300_000,
}, async () => {
  const random = createSeededRandom(20261120);
  const pick = (bound: number): number => Math.floor(random() * bound);
  const toxics: readonly (() => Toxic)[] = [
    () => ({ kind: 'none' }),
    () => ({ kind: 'none' }),
    () => ({ kind: 'latency', ms: pick(40) }),
    () => ({ kind: 'latency', ms: 2 * DEADLINE }),
    () => ({ kind: 'drip', bytes: 1 + pick(60), everyMs: 5 }),
    () => ({ kind: 'slice', bytes: 1 + pick(80) }),
    () => ({ kind: 'reset', on: 'connect', after: 0 }),
    () => ({ kind: 'reset', on: 'request', after: 1 + pick(3_000) }),
    () => ({ kind: 'reset', on: 'answer', after: 1 + pick(1_200) }),
    () => ({ kind: 'truncate', after: 1 + pick(1_200) }),
    () => ({ kind: 'half-open', forward: random() < 0.5 }),
    // Connections that close between two calls, so that a request may be written to a closed one.
    () => ({ kind: 'idle-close', after: 1 + pick(1_200), ms: 0 }),
    () => ({ kind: 'idle-close', after: 1 + pick(1_200), ms: pick(4) }),
  ];

  const executions = new Map<string, number>();
  const server = await serveHttp(async (message, reply) => {
    const id = /<id>([^<]+)<\/id>/.exec((await receivedBody(message)).toString())?.[1] ?? 'unreadable';
    executions.set(id, (executions.get(id) ?? 0) + 1);
    reply.writeHead(200, { 'content-type': 'text/xml' }).end(`<done>${id}</done>`);
  });
  const proxy = await openFaultProxy(server.port, () => ({
    ...(toxics[pick(toxics.length)] ?? toxics[0]!)(),
    lifeBytes: 1 + pick(2_000),
  }));
  const transport = createTransport({
    egress: { allow: [`127.0.0.1:${proxy.port}`, `127.0.0.9:${proxy.port}`] },
    limits: { dnsTtlMs: 0, breakerFailures: 1_000_000, connectMs: DEADLINE, lookupsPerAccount: 100 },
    // Names that fail, or resolve to a closed port: failures before the first byte, which may be retried.
    resolver: async () => {
      const luck = random();
      if (luck < 0.15) throw Object.assign(new Error('try again'), { code: 'EAI_AGAIN' });
      return [{ address: luck < 0.3 ? '127.0.0.9' : '127.0.0.1', family: 4 }];
    },
  });
  cleanup(() => server.close());
  cleanup(() => proxy.close());
  cleanup(() => transport.close());

  const outcomes = new Map<string, number>();
  const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const unsent: string[] = [];
  const succeeded: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let call = next++; call < CALLS; call = next++) {
      const id = `call-${call}`;
      const body = Buffer.from(`<id>${id}</id>${'x'.repeat(pick(2_000))}`);
      const request = soapRequest(`http://soap.example.com:${proxy.port}/`, { body, deadlineMs: DEADLINE });
      try {
        expect(await textOf(await transport.send(request))).toBe(`<done>${id}</done>`);
        succeeded.push(id);
        note('answered');
      } catch (error) {
        if (!isTransportError(error)) throw error;
        if (!error.sent) unsent.push(id);
        note(error.code);
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));

  process.stdout.write(
    `duplicate executions: ${JSON.stringify(Object.fromEntries(outcomes))}, retries ${transport.stats().retries}\n`,
  );
  const twice = [...executions].filter(([, count]) => count > 1);
  expect(twice).toEqual([]);
  expect(executions.has('unreadable')).toBe(false);
  // A call reported as not sent never reached the server; a call with a response reached it once.
  expect(unsent.filter((id) => executions.has(id))).toEqual([]);
  expect(succeeded.filter((id) => executions.get(id) !== 1)).toEqual([]);
  // The connection was bad, but not always.
  expect(succeeded.length).toBeGreaterThan(CALLS / 10);
  expect(unsent.length).toBeGreaterThan(0);
  expect(transport.stats().retries).toBeGreaterThan(CALLS / 100);
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining(['UPSTREAM_RESET', 'UPSTREAM_TIMEOUT', 'UPSTREAM_BAD_RESPONSE']),
  );
  expect(transport.stats()).toMatchObject({ inFlight: 0, waiting: 0, calls: CALLS });
});
