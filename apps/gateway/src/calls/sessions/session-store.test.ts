import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedSession, SessionKeeper } from '@soapstone/soap-call/internal/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateSecrets } from '../../credentials/service-secrets.js';
import { createSealer, type SealingKey } from '../../domain/seal.js';
import { openStore, type Store } from '../../store/store.js';
import { sampleAccount } from '../../testing/sample-records.js';
import { createStoreScene } from '../../testing/store-contract/scene.js';
import { createSealedSessionStore, LOGIN_LEASE_MS, type SessionPlace } from './session-store.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OLD: SealingKey = { id: 'old', key: Buffer.alloc(32, 1) };
const NEW: SealingKey = { id: 'new', key: Buffer.alloc(32, 2) };

let dataDir: string;
let store: Store;
let accountId: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-session-store-'));
  store = await openStore({ dataDir }, (error) => {
    throw error;
  });
  const account = sampleAccount(0);
  accountId = account.id;
  await store.accounts.create(account);
});
afterAll(async () => {
  await store?.close();
  await rm(dataDir, { recursive: true });
});

/** A service with a clock, and a server that counts its logins and refuses one while a session is valid. */
async function setUp() {
  const service = await createService();
  const clock = { now: Date.UTC(2026, 0, 1) };
  const server = { logins: 0, refused: 0, token: '', until: 0 };
  const place: SessionPlace = { accountId, serviceId: service, scope: 'one' };
  async function login(): Promise<OpenedSession> {
    server.logins += 1;
    if (clock.now < server.until) {
      server.refused += 1;
      throw new Error('a session is valid');
    }
    server.token = `token-${server.logins}`;
    server.until = clock.now + 12 * HOUR;
    return { token: server.token, expiresAt: server.until };
  }
  let ids = 0;
  /** A node that has just started. */
  const node = (keys = [OLD], scope = 'one') => {
    const sealed = createSealedSessionStore(
      { store, sealer: createSealer(keys), now: () => clock.now },
      { ...place, scope },
    );
    const keeper = new SessionKeeper({
      store: sealed,
      before: 0,
      login,
      now: () => clock.now,
      id: () => `${service} ${++ids}`,
      sleep: () => new Promise((resolve) => setImmediate(resolve)),
      refreshMs: 5_000,
    });
    return { sealed, keeper };
  };
  const row = async (): Promise<string | undefined> =>
    (await store.secrets.find(accountId, service)).get('session');
  return { clock, server, node, row, place };
}

let services = 0;
async function createService(): Promise<string> {
  const slug = `service-${++services}`;
  const { service } = await createStoreScene(() => store).createService(accountId, { slug });
  return service.id;
}

test('two nodes, one of which restarts every hour, log in once in 12 hours for 30 days', async () => {
  const { clock, server, node, row } = await setUp();
  const steady = node();
  const begun = clock.now;
  for (; clock.now < begun + 30 * DAY; clock.now += HOUR) {
    const restarted = node();
    for (const { keeper } of [steady, restarted]) expect((await keeper.current()).token).toBe(server.token);
  }
  expect(server).toMatchObject({ logins: 60, refused: 0 });
  expect(await row()).not.toContain('token');
});

test('a node that died while it logged in holds the others up for 30 seconds, and writes nothing later', async () => {
  const { clock, server, node } = await setUp();
  const dead = await node().sealed.lease();
  const { keeper, sealed } = node();
  let isOpen = false;
  const opened = keeper.current().then(({ token }) => {
    isOpen = true;
    return token;
  });
  clock.now += LOGIN_LEASE_MS - 1;
  expect(await sealed.lease()).toBeUndefined();
  expect([isOpen, server.logins]).toEqual([false, 0]);
  clock.now += 1;
  expect(await opened).toBe('token-1');
  expect(await dead?.complete({ session: { id: 'late', token: 'late', openedAt: 0 } })).toBe(false);
  expect((await sealed.read()).session?.token).toBe('token-1');
});

test('is sealed again under a new key, and is none without its key or for another login', async () => {
  const { server, node, row } = await setUp();
  await node().keeper.current();
  const before = await row();
  expect((await rotateSecrets(store, createSealer([NEW, OLD]))).failures).toEqual([]);
  expect(await row()).not.toBe(before);
  expect((await node([NEW]).sealed.read()).session?.token).toBe(server.token);
  expect(await node([OLD]).sealed.read()).toEqual({});
  expect(await node([NEW], 'another password').sealed.read()).toEqual({});
});

test('failures of another login are shown, and do not keep this one from logging in', async () => {
  const { clock, server, node, row } = await setUp();
  server.until = clock.now + HOUR;
  await expect(node().keeper.current()).rejects.toThrow('a session is valid');
  const failures = [{ firstAt: clock.now, lastAt: clock.now, times: 1, message: 'a session is valid' }];
  const corrected = node([OLD], 'another password');
  expect(await corrected.sealed.read()).toEqual({ failures });
  server.until = 0;
  await corrected.keeper.current();
  expect((await corrected.sealed.read()).failures).toEqual(failures);
  expect(await row()).not.toContain('valid');
});
