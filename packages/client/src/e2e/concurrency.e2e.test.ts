import { expect, test } from 'vitest';
import { createClient } from '../index.js';
import { envelope, startHttpServer, textWsdl } from '../testing/echo-server.js';

/** A client of an echo service, and a body of its responses that a test may replace. */
async function echo(limits: object = {}) {
  let held: Promise<void> | undefined;
  const server = await startHttpServer(() => ({
    body: (async function* () {
      await held;
      yield Buffer.from(envelope('<t:EchoResponse xmlns:t="urn:t"><text>back</text></t:EchoResponse>'));
    })(),
  }));
  const client = await createClient(textWsdl(['Echo'], server.address), { limits });
  return {
    server,
    call: (timeout = 30_000) => client.$operation('Echo')({ text: ['x'] }, { timeout }),
    hold: (until: Promise<void> | undefined) => {
      held = until;
    },
    async stop() {
      await client.$close();
      await server.stop();
    },
  };
}

test('a client waits with its calls over the number of connections, however many there are', async () => {
  const { server, call, hold, stop } = await echo();
  try {
    let release = () => {};
    hold(new Promise((resolve) => (release = resolve)));
    const calls = Promise.all(Array.from({ length: 300 }, () => call()));
    await expect.poll(() => server.received.length).toBe(64);
    release();
    expect((await calls).length).toBe(300);
    expect(server.received.length).toBe(300);
  } finally {
    await stop();
  }
});

test('calls that wait end at their timeouts', async () => {
  const { call, hold, stop } = await echo({ inFlightPerOrigin: 1 });
  try {
    let release = () => {};
    hold(new Promise((resolve) => (release = resolve)));
    const first = call();
    await expect(call(50)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false });
    release();
    await first;
  } finally {
    await stop();
  }
});

test('timeouts of a client block no further call, unless a limit of failures is set', async () => {
  for (const [limits, next] of [
    [{}, 'UPSTREAM_TIMEOUT'],
    [{ breakerFailures: 6 }, 'UPSTREAM_CIRCUIT_OPEN'],
  ] as const) {
    const { call, hold, stop } = await echo(limits);
    try {
      hold(new Promise(() => {}));
      for (let i = 0; i < 6; i++) await expect(call(50)).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      const error: Error = await call(50).then(
        () => Promise.reject(new Error('answered')),
        (reason) => reason,
      );
      expect(error).toMatchObject({ code: next });
      if (next === 'UPSTREAM_CIRCUIT_OPEN')
        expect(error.message).toMatch(/for 30 s \(option "limits\.breakerFailures"; 0 turns this off\)/);
    } finally {
      await stop();
    }
  }
});
