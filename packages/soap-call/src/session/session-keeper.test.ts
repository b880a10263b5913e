import { describe, expect, test } from 'vitest';
import { callInSession } from './call-in-session.js';
import { type OpenedSession, SessionKeeper } from './session-keeper.js';
import { createSessionStore, type LoginLease, type SessionStore } from './session-store.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A server that counts its logins, and refuses one while the session before it is valid. */
function strictServer(clock: { now: number }, life: number) {
  const server = {
    logins: 0,
    refused: 0,
    valid: undefined as { token: string; until: number } | undefined,
    fails: undefined as Error | undefined,
    async login(): Promise<OpenedSession> {
      server.logins++;
      await Promise.resolve();
      if (server.fails !== undefined) throw server.fails;
      if (server.valid !== undefined && clock.now < server.valid.until) {
        server.refused++;
        throw new Error('a session is still valid');
      }
      server.valid = { token: `token-${server.logins}`, until: clock.now + life };
      return { token: server.valid.token, expiresAt: server.valid.until };
    },
    accepts: (token: string): boolean =>
      server.valid !== undefined && token === server.valid.token && clock.now < server.valid.until,
  };
  return server;
}

function keeperOf(
  server: { login(): Promise<OpenedSession> },
  clock: { now: number },
  settings: { store?: SessionStore; before?: number; refreshMs?: number } = {},
): SessionKeeper {
  let number = 0;
  return new SessionKeeper({
    store: createSessionStore(),
    before: 0,
    login: () => server.login(),
    now: () => clock.now,
    id: () => `${++number}-${Math.random()}`,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
    ...settings,
  });
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('200 first calls of two keepers with one store make one login', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, DAY);
  const store = createSessionStore();
  const keepers = [keeperOf(server, clock, { store }), keeperOf(server, clock, { store })];
  const sessions = await Promise.all(Array.from({ length: 200 }, (_, at) => keepers[at % 2]!.current()));
  expect(new Set(sessions.map(({ token }) => token))).toEqual(new Set(['token-1']));
  expect(server.logins).toBe(1);
});

test('30 days: one login for each life of a session, and none while one is valid', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, 12 * 60 * MINUTE);
  const keeper = keeperOf(server, clock);
  let calls = 0;
  for (; clock.now < 30 * DAY; clock.now += 7 * MINUTE) {
    const { token } = await keeper.current();
    expect(server.accepts(token)).toBe(true);
    calls++;
  }
  expect([server.refused, calls]).toEqual([0, Math.ceil((30 * DAY) / (7 * MINUTE))]);
  // A session begins with the first call after the previous one has ended.
  expect(server.logins).toBeLessThanOrEqual(60);
  expect(server.logins).toBeGreaterThanOrEqual(59);
});

test('a session is renewed in the background before it ends, and calls go on with the old one', async () => {
  const clock = { now: 0 };
  let logins = 0;
  let finish: () => void = () => undefined;
  const server = {
    async login() {
      const number = ++logins;
      if (number > 1)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      return { token: String(number), expiresAt: clock.now + 60 * MINUTE };
    },
  };
  const keeper = keeperOf(server, clock, { before: 2 * MINUTE });
  expect((await keeper.current()).token).toBe('1');
  clock.now = 57 * MINUTE;
  expect((await keeper.current()).token).toBe('1');
  expect(logins).toBe(1);
  clock.now = 58 * MINUTE;
  for (let call = 0; call < 10; call++) expect((await keeper.current()).token).toBe('1');
  expect(logins).toBe(2);
  finish();
  await settled();
  expect((await keeper.current()).token).toBe('2');
  expect(logins).toBe(2);
});

test('a renewal in the background that fails is tried again after 30 seconds, and the session serves until it ends', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, 60 * MINUTE);
  const keeper = keeperOf(server, clock, { before: 5 * MINUTE });
  await keeper.current();
  for (clock.now = 55 * MINUTE; clock.now < 60 * MINUTE; clock.now += 1_000) {
    expect(server.accepts((await keeper.current()).token)).toBe(true);
    await settled();
  }
  expect(server.logins).toBe(1 + 10);
});

describe('a wrong password', () => {
  test('is tried once in 30 seconds, however many calls there are', async () => {
    const clock = { now: 0 };
    const server = strictServer(clock, DAY);
    server.fails = new Error('Login failed with a SOAP fault: wrong password');
    const keeper = keeperOf(server, clock);
    for (; clock.now < 10 * MINUTE; clock.now += 500) {
      const calls = await Promise.allSettled([keeper.current(), keeper.current(), keeper.current()]);
      for (const call of calls)
        expect(call).toMatchObject({
          reason: {
            name: 'SessionError',
            code: 'UPSTREAM_LOGIN_FAILED',
            message: 'cannot log in to the SOAP service: Login failed with a SOAP fault: wrong password',
          },
        });
    }
    expect(server.logins).toBe(20);
    server.fails = undefined;
    expect((await keeper.current()).token).toBe('token-21');
  });

  test('of a shared store is not tried by another keeper either', async () => {
    const clock = { now: 0 };
    const server = strictServer(clock, DAY);
    server.fails = new Error('no');
    const store = createSessionStore();
    const keepers = [keeperOf(server, clock, { store }), keeperOf(server, clock, { store })];
    const calls = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => keepers[at % 2]!.current()));
    expect(calls.every(({ status }) => status === 'rejected')).toBe(true);
    expect(server.logins).toBe(1);
  });
});

describe('a session that the server refuses', () => {
  const calling = (server: ReturnType<typeof strictServer>, isRepeatable: boolean) => {
    const sent: string[] = [];
    const call = {
      async call({ token }: { readonly token: string }) {
        sent.push(token);
        await Promise.resolve();
        return server.accepts(token) ? 'done' : 'INVALID_SESSION';
      },
      isRefused: (outcome: { readonly value: string } | { readonly error: unknown }) =>
        'value' in outcome && outcome.value === 'INVALID_SESSION',
      isRepeatable,
    };
    return { sent, call };
  };

  test('is renewed once, and each call is sent again once', async () => {
    const clock = { now: 0 };
    const server = strictServer(clock, DAY);
    const keeper = keeperOf(server, clock);
    await keeper.current();
    server.valid = undefined;
    const { sent, call } = calling(server, true);
    const answers = await Promise.all(Array.from({ length: 100 }, () => callInSession(keeper, call)));
    expect(new Set(answers)).toEqual(new Set(['done']));
    expect(server.logins).toBe(2);
    expect(sent.length).toBe(200);
  });

  test('a call that may not be repeated is not, and says so', async () => {
    const clock = { now: 0 };
    const server = strictServer(clock, DAY);
    const keeper = keeperOf(server, clock);
    await keeper.current();
    server.valid = undefined;
    const { sent, call } = calling(server, false);
    await expect(callInSession(keeper, call)).rejects.toMatchObject({
      code: 'SESSION_RENEWED',
      retryAfterMs: 0,
    });
    expect(sent).toEqual(['token-1']);
    expect(await callInSession(keeper, call)).toBe('done');
    expect(server.logins).toBe(2);
  });

  test('a server that refuses every session is asked for a new one once in 30 seconds', async () => {
    const clock = { now: 0 };
    let logins = 0;
    const keeper = keeperOf({ login: async () => ({ token: String(++logins) }) }, clock);
    for (; clock.now < 5 * MINUTE; clock.now += 1_000) {
      const answer = await callInSession(keeper, {
        call: async () => 'INVALID_SESSION',
        isRefused: () => true,
        isRepeatable: true,
      });
      expect(answer).toBe('INVALID_SESSION');
    }
    expect(logins).toBe(1 + 10);
  });

  test('another keeper has renewed it already: no login', async () => {
    const clock = { now: 0 };
    const server = strictServer(clock, DAY);
    const store = createSessionStore();
    const [one, two] = [keeperOf(server, clock, { store }), keeperOf(server, clock, { store })];
    const old = await two.current();
    await one.current();
    server.valid = undefined;
    await one.renew(old);
    expect((await two.renew(old))?.token).toBe('token-2');
    expect(server.logins).toBe(2);
  });
});

test('a keeper that dies while it logs in: its right ends, and what it brings late is not written', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, DAY);
  const memory = createSessionStore();
  let leases = 0;
  let dead: LoginLease | undefined;
  // The first right is held by a process that was killed; it ends after the third check.
  const store: SessionStore = {
    read: () => memory.read(),
    async lease() {
      leases++;
      if (leases === 1) dead = await memory.lease();
      if (leases <= 3) return undefined;
      await dead?.release();
      return await memory.lease();
    },
  };
  const keeper = keeperOf(server, clock, { store });
  expect((await keeper.current()).token).toBe('token-1');
  expect(await dead?.complete({ session: { id: 'late', token: 'late', openedAt: 0 } })).toBe(false);
  expect((await keeper.current()).token).toBe('token-1');
  expect([server.logins, leases]).toEqual([1, 4]);
});

test('a keeper of a shared store takes over what another has written', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, DAY);
  const store = createSessionStore();
  const [one, two] = [
    keeperOf(server, clock, { store }),
    keeperOf(server, clock, { store, refreshMs: 5_000 }),
  ];
  const old = await two.current();
  server.valid = undefined;
  await one.renew(old);
  clock.now += 5_000;
  await two.current();
  await settled();
  expect((await two.current()).token).toBe('token-2');
  expect(server.logins).toBe(2);
});

test('the last ten different failures stay, the latest first, after a login that succeeds and after the end', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, DAY);
  const store = createSessionStore();
  const keeper = keeperOf(server, clock, { store });
  const failing = async (message: string) => {
    server.fails = new Error(message);
    await expect(keeper.current()).rejects.toThrow(message);
    clock.now += 30_000;
  };
  await failing('wrong password');
  await failing('wrong password');
  await failing('closed for maintenance');
  server.fails = undefined;
  await keeper.current();
  const expected = [
    { firstAt: 60_000, lastAt: 60_000, times: 1, message: 'closed for maintenance' },
    { firstAt: 0, lastAt: 30_000, times: 2, message: 'wrong password' },
  ];
  const { failure, failures } = await store.read();
  expect([failure, failures]).toEqual([undefined, expected]);
  await keeper.end();
  expect(await store.read()).toEqual({ failures: expected });
  server.valid = undefined;
  for (let number = 0; number < 9; number++) await failing(`failure ${number}`);
  await failing('wrong password');
  const kept = (await store.read()).failures ?? [];
  expect(kept.map(({ message, times }) => `${times} ${message}`)).toEqual([
    '1 wrong password',
    ...[8, 7, 6, 5, 4, 3, 2, 1, 0].map((number) => `1 failure ${number}`),
  ]);
});

test('end forgets the session, and the next call logs in', async () => {
  const clock = { now: 0 };
  const server = strictServer(clock, DAY);
  const keeper = keeperOf(server, clock);
  await keeper.current();
  server.valid = undefined;
  expect((await keeper.end())?.token).toBe('token-1');
  expect((await keeper.current()).token).toBe('token-2');
});

describe('a token that is handed in', () => {
  const keepers = (clock: { now: number }, store: SessionStore, refreshMs?: number) => {
    let number = 0;
    return new SessionKeeper({
      store,
      before: MINUTE,
      now: () => clock.now,
      id: () => `${++number}-${Math.random()}`,
      sleep: () => new Promise((resolve) => setImmediate(resolve)),
      refreshMs,
    });
  };
  const MISSING = { code: 'UPSTREAM_LOGIN_FAILED', retryAfterMs: 30_000 };

  test('serves until it ends, and the next one at once', async () => {
    const clock = { now: 0 };
    const store = createSessionStore();
    const [one, other] = [keepers(clock, store, 5_000), keepers(clock, store, 5_000)];
    await expect(one.current()).rejects.toMatchObject(MISSING);
    await one.provide({ token: 'a', expiresAt: 60 * MINUTE });
    expect((await one.current()).token).toBe('a');
    expect((await other.current()).token).toBe('a');
    clock.now = 59 * MINUTE + 30_000;
    // It is due, and there is no other.
    expect((await one.current()).token).toBe('a');
    await settled();
    await one.provide({ token: 'b', expiresAt: 120 * MINUTE });
    expect((await one.current()).token).toBe('b');
    // The other one looks as it is due.
    expect((await other.current()).token).toBe('a');
    await settled();
    await settled();
    expect((await other.current()).token).toBe('b');
    clock.now = 120 * MINUTE;
    await expect(other.current()).rejects.toMatchObject(MISSING);
    expect(await one.end()).toBe(undefined);
  });

  test('that the server refuses stays, its owner is told, and a newer one is taken', async () => {
    const clock = { now: 0 };
    const store = createSessionStore();
    const [one, other] = [keepers(clock, store), keepers(clock, store)];
    await one.provide({ token: 'a', expiresAt: 60 * MINUTE });
    const refusing = (session: { token: string }) =>
      callInSession(one, {
        call: async ({ token }) => token,
        isRefused: (outcome) => 'value' in outcome && outcome.value === session.token,
        isRepeatable: true,
      });
    expect(await refusing({ token: 'a' })).toBe('a');
    expect(await store.read()).toMatchObject({
      session: { token: 'a' },
      failure: { at: 0, message: 'the SOAP service does not accept the token that was handed in' },
    });
    expect(await refusing({ token: 'a' })).toBe('a');
    await other.provide({ token: 'b', expiresAt: 60 * MINUTE });
    expect((await store.read()).failure).toBe(undefined);
    expect(await refusing({ token: 'a' })).toBe('b');
  });
});

test('a clock that is set back does not keep a keeper from looking for what another one did', async () => {
  const clock = { now: DAY };
  const server = strictServer(clock, 12 * 60 * MINUTE);
  const store = createSessionStore();
  const [one, other] = [0, 1].map(() => keeperOf(server, clock, { store, refreshMs: 5_000 })) as [
    SessionKeeper,
    SessionKeeper,
  ];
  await one.current();
  expect((await other.current()).token).toBe('token-1');
  clock.now = 0;
  server.valid = undefined;
  await one.end();
  await one.current();
  await other.current();
  await settled();
  expect((await other.current()).token).toBe('token-2');
});
