import { randomUUID } from 'node:crypto';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createAccountId } from '../domain/account.js';
import type { ApiKey } from '../domain/api-key.js';
import { packModel } from '../domain/pack-model.js';
import type {
  NewRevision,
  RegisteredService,
  ServiceRevision,
  StoredRevision,
} from '../domain/registered-service.js';
import { DEFAULT_SETTINGS } from '../domain/service-settings.js';
import { ARTEFACT_ROOM } from '../store/artefacts.js';
import type { Store } from '../store/store.js';
import { sampleAccount, sampleService } from './sample-records.js';

const now = Date.parse('2026-11-21T10:00:00.123Z');

/** The suite that the store passes on every database. `open` opens the same database again each time. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    async function createAccount(over: Partial<Account> = {}): Promise<Account> {
      const account = sampleAccount(now, over);
      await store.accounts.create(account);
      return account;
    }

    async function createService(accountId: string, over: Partial<RegisteredService> = {}) {
      const service = sampleService(accountId, now, over);
      const revision: ServiceRevision = {
        serviceId: service.id,
        number: 1,
        model,
        diagnostics: [],
        source: 'http://127.0.0.1/users?wsdl',
        createdAt: now,
      };
      return { service, revision, created: await store.services.create(service, await pack(revision)) };
    }

    describe('artefacts', () => {
      const body = (bytes: number, fill = 1) => new Uint8Array(bytes).fill(fill);
      const find = async (accountId: string, serviceId: string, key: string) => {
        const found = await store.artefacts.find(accountId, serviceId, key);
        return found && new Uint8Array(found);
      };

      test('come back as they were stored, to their account alone, until their service is gone', async () => {
        const [one, other] = [await createAccount(), await createAccount()];
        const { service } = await createService(one.id);
        await store.artefacts.put(one.id, service.id, [{ key: 'a', body: body(3) }]);
        await store.artefacts.put(one.id, service.id, [
          { key: 'a', body: body(3, 2) },
          { key: 'b', body: body(4) },
        ]);
        expect(await find(one.id, service.id, 'a')).toEqual(body(3));
        expect(await find(one.id, service.id, 'b')).toEqual(body(4));
        expect(await find(other.id, service.id, 'a')).toBeUndefined();
        expect(await find(one.id, service.id, 'c')).toBeUndefined();
        await store.services.delete(one.id, service.id);
        expect(await find(one.id, service.id, 'a')).toBeUndefined();
      });

      test('those of one service have a room: where it ends the earlier ones go', async () => {
        const account = await createAccount();
        const { service } = await createService(account.id);
        const put = (key: string, bytes: number) =>
          store.artefacts.put(account.id, service.id, [{ key, body: body(bytes) }]);
        await put('a', ARTEFACT_ROOM / 2);
        await put('b', ARTEFACT_ROOM / 2);
        await put('too large', ARTEFACT_ROOM + 1);
        expect(await find(account.id, service.id, 'too large')).toBeUndefined();
        expect(await find(account.id, service.id, 'a')).toBeDefined();
        await put('c', 1);
        expect(await find(account.id, service.id, 'a')).toBeUndefined();
        expect(await find(account.id, service.id, 'c')).toEqual(body(1));
      });
    });

    describe('accounts', () => {
      test('come back as they were stored', async () => {
        const free = await createAccount();
        const paid = await createAccount({
          plan: 'Pro',
          billingAnchor: now - 1,
          nextPlan: { plan: 'Free', at: now + 1 },
        });
        expect(await store.accounts.find(free.id)).toEqual(free);
        expect(await store.accounts.find(paid.id)).toEqual(paid);
        expect(await store.accounts.find('acc_unknown')).toBeUndefined();
        expect(await store.accounts.list()).toEqual(expect.arrayContaining([free, paid]));
      });

      test('are updated whole', async () => {
        const account = await createAccount({
          plan: 'Pro',
          billingAnchor: now,
          nextPlan: { plan: 'Free', at: now },
        });
        const changed: Account = {
          id: account.id,
          name: 'B',
          status: 'suspended',
          plan: 'Free',
          createdAt: now,
        };
        expect(await store.accounts.update(changed)).toBe(true);
        expect(await store.accounts.find(account.id)).toEqual(changed);
        expect(await store.accounts.update({ ...changed, id: 'acc_unknown' })).toBe(false);
      });
    });

    describe('API keys', () => {
      const key = (accountId: string, over: Partial<ApiKey> = {}): ApiKey => ({
        id: randomUUID(),
        accountId,
        purpose: 'live',
        name: 'ci',
        hint: 'abcd',
        createdAt: now,
        ...over,
      });

      test('are found by their hash, with their account', async () => {
        const account = await createAccount();
        const one = key(account.id);
        await store.apiKeys.create(one, `hash of ${one.id}`);
        expect(await store.apiKeys.findByHash(`hash of ${one.id}`)).toEqual({ key: one, account });
        expect(await store.apiKeys.findByHash('other')).toBeUndefined();
      });

      test('are revoked once, by their own account only', async () => {
        const account = await createAccount();
        const stranger = await createAccount();
        const one = key(account.id);
        await store.apiKeys.create(one, one.id);
        expect(await store.apiKeys.revoke(stranger.id, one.id, now + 5)).toBe(false);
        expect((await store.apiKeys.findByHash(one.id))?.key.revokedAt).toBeUndefined();
        expect(await store.apiKeys.revoke(account.id, one.id, now + 5)).toBe(true);
        expect(await store.apiKeys.revoke(account.id, one.id, now + 9)).toBe(false);
        expect((await store.apiKeys.findByHash(one.id))?.key.revokedAt).toBe(now + 5);
      });

      test('are listed newest first, of one account', async () => {
        const account = await createAccount();
        const stranger = await createAccount();
        const older = key(account.id);
        const newer = key(account.id, { createdAt: now + 1 });
        for (const one of [older, newer, key(stranger.id)]) await store.apiKeys.create(one, one.id);
        expect(await store.apiKeys.list(account.id)).toEqual([newer, older]);
      });

      test('know when they were used last, of their own account only', async () => {
        const account = await createAccount();
        const [one, other] = [key(account.id), key(account.id)];
        for (const each of [one, other]) await store.apiKeys.create(each, each.id);
        await store.apiKeys.touch([
          { accountId: account.id, id: one.id, at: now + 7 },
          { accountId: (await createAccount()).id, id: other.id, at: now + 7 },
        ]);
        expect((await store.apiKeys.findByHash(one.id))?.key.lastUsedAt).toBe(now + 7);
        expect((await store.apiKeys.findByHash(other.id))?.key).not.toHaveProperty('lastUsedAt');
      });

      test('a hash is unique', async () => {
        const account = await createAccount();
        const hash = randomUUID();
        await store.apiKeys.create(key(account.id), hash);
        await expect(store.apiKeys.create(key(account.id), hash)).rejects.toThrow();
      });
    });

    describe('services', () => {
      test('come back as they were stored, by id and by slug', async () => {
        const account = await createAccount();
        const { service, revision, created } = await createService(account.id, {
          settings: { ...DEFAULT_SETTINGS, endpoint: 'https://soap.example/x', methodPolicy: 'GET + POST' },
        });
        expect(created).toBe('created');
        expect(await store.services.find(account.id, service.id)).toEqual(service);
        expect(await store.services.findBySlug(account.id, 'users')).toEqual(service);
        expect(await store.services.list(account.id)).toEqual([service]);
        expect(await store.services.findRevision(account.id, service.id, 1)).toEqual(stored(revision));
        expect(await store.services.findRevision(account.id, service.id, 2)).toBeUndefined();
      });

      test('a slug is unique within an account, and leaves nothing behind where it is taken', async () => {
        const [account, other] = [await createAccount(), await createAccount()];
        await createService(account.id);
        const second = await createService(account.id);
        expect(second.created).toBe('slug-taken');
        expect(await store.services.find(account.id, second.service.id)).toBeUndefined();
        expect(await store.services.findRevision(account.id, second.service.id, 1)).toBeUndefined();
        expect((await createService(other.id)).created).toBe('created');
      });

      test('no more than an account has room for, however many come at once', async () => {
        const account = await createAccount();
        const revision = await pack({
          serviceId: '',
          number: 1,
          model,
          diagnostics: [],
          source: 'x',
          createdAt: now,
        });
        const made = await Promise.all(
          Array.from({ length: 8 }, (_, index) => {
            const id = randomUUID();
            const service = sampleService(account.id, now, { id, slug: `users-${index}` });
            return store.services.create(service, { ...revision, serviceId: id }, 3);
          }),
        );
        expect(made.filter((creation) => creation === 'created')).toHaveLength(3);
        expect(made.filter((creation) => creation === 'account-full')).toHaveLength(5);
      });

      test('an update that was made of an older state changes nothing', async () => {
        const account = await createAccount();
        const { service } = await createService(account.id);
        const renamed = { ...service, name: 'First', updatedAt: now + 1 };
        expect(await store.services.update(renamed, service.updatedAt)).toBe(true);
        const late = { ...service, name: 'Second', updatedAt: now + 2 };
        expect(await store.services.update(late, service.updatedAt)).toBe(false);
        expect((await store.services.find(account.id, service.id))?.name).toBe('First');
        expect(await store.services.update(late, renamed.updatedAt)).toBe(true);
      });

      test('nothing of them is visible or changeable to another account', async () => {
        const [account, stranger] = [await createAccount(), await createAccount()];
        const { service } = await createService(account.id);
        await store.services.setOperationSettings(account.id, service.id, 'GetUser', {
          methodPolicy: 'GET',
          cacheSeconds: 5,
        });
        expect(await store.services.find(stranger.id, service.id)).toBeUndefined();
        expect(await store.services.findBySlug(stranger.id, service.slug)).toBeUndefined();
        expect(await store.services.list(stranger.id)).toEqual([]);
        expect(await store.services.findRevision(stranger.id, service.id, 1)).toBeUndefined();
        expect(await store.services.findOperationSettings(stranger.id, service.id)).toEqual(new Map());
        expect(await store.services.update({ ...service, accountId: stranger.id, name: 'stolen' })).toBe(
          false,
        );
        expect(await store.services.delete(stranger.id, service.id)).toBe(false);
        await store.services.setOperationSettings(stranger.id, service.id, 'GetUser', {
          methodPolicy: 'POST',
          cacheSeconds: 0,
        });
        expect(await store.services.find(account.id, service.id)).toEqual(service);
        expect(await store.services.findOperationSettings(account.id, service.id)).toEqual(
          new Map([['GetUser', { methodPolicy: 'GET', cacheSeconds: 5 }]]),
        );
      });

      test('deprecations belong to a service of the account, and the first reason stays', async () => {
        const [account, stranger] = [await createAccount(), await createAccount()];
        const { service } = await createService(account.id);
        const { deprecations } = store;
        const place = { accountId: account.id, serviceId: service.id };
        const dated = { at: now, sunset: now + 1, link: 'https://example.com/next' };
        await deprecations.set(place, { at: now });
        await deprecations.set({ ...place, operation: '__proto__' }, { at: now });
        await deprecations.set({ ...place, operation: '__proto__' }, dated);
        await deprecations.setNew({ ...place, operation: '__proto__' }, { at: 0 });
        await deprecations.setNew({ ...place, operation: 'GetUser' }, { at: 0 });
        const all = {
          service: { at: now },
          operations: new Map<string, object>([
            ['GetUser', { at: 0 }],
            ['__proto__', dated],
          ]),
        };
        expect(await deprecations.find(account.id, service.id)).toEqual(all);

        const foreign = { ...place, accountId: stranger.id, operation: 'GetUser' };
        expect(await deprecations.find(stranger.id, service.id)).toEqual({ operations: new Map() });
        expect(await deprecations.delete(foreign)).toBe(false);
        await deprecations.set(foreign, { at: 5 });
        expect(await deprecations.find(account.id, service.id)).toEqual(all);

        expect(await deprecations.delete(place)).toBe(true);
        expect(await deprecations.delete(place)).toBe(false);
        await store.services.delete(account.id, service.id);
        expect((await deprecations.find(account.id, service.id)).operations.size).toBe(0);
      });

      test('saved examples: one per operation, of a service of the account', async () => {
        const [account, stranger] = [await createAccount(), await createAccount()];
        const { service } = await createService(account.id);
        const { operationExamples } = store;
        const place = { accountId: account.id, serviceId: service.id, operation: '__proto__' };
        const foreign = { ...place, accountId: stranger.id };
        expect(await operationExamples.find(place)).toBeUndefined();
        await operationExamples.set(place, '{"a": 9007199254740993}');
        await operationExamples.set(place, '{"a": 2}');
        await operationExamples.set(foreign, '{"a": 3}');
        expect(await operationExamples.find(place)).toBe('{"a": 2}');
        expect(await operationExamples.find(foreign)).toBeUndefined();
        expect(await operationExamples.find({ ...place, operation: 'GetUser' })).toBeUndefined();
        expect(await operationExamples.delete(foreign)).toBe(false);
        expect(await operationExamples.delete(place)).toBe(true);
        expect(await operationExamples.delete(place)).toBe(false);
        await operationExamples.set(place, '{}');
        await store.services.delete(account.id, service.id);
        expect(await operationExamples.find(place)).toBeUndefined();
      });

      test('take a new revision, and keep the old one', async () => {
        const account = await createAccount();
        const { service, revision } = await createService(account.id);
        const next = { ...revision, number: 2, source: 'users.wsdl', createdAt: now + 1 };
        await store.services.addRevision(account.id, await pack(next));
        expect(await store.services.addRevision(account.id, await pack(next))).toBe(false);
        expect(
          await store.services.update({ ...service, revision: 2, status: 'paused', updatedAt: now + 1 }),
        ).toBe(true);
        expect(await store.services.find(account.id, service.id)).toMatchObject({
          revision: 2,
          status: 'paused',
        });
        expect(await store.services.findRevision(account.id, service.id, 1)).toEqual(stored(revision));
        expect(await store.services.findRevision(account.id, service.id, 2)).toEqual(stored(next));
        expect(await store.services.lastRevision(account.id, service.id)).toBe(2);
        expect(
          (await store.services.listRevisions(account.id, service.id)).map(({ number }) => number),
        ).toEqual([2, 1]);
        const stranger = await createAccount();
        expect(await store.services.lastRevision(stranger.id, service.id)).toBe(0);
        expect(await store.services.listRevisions(stranger.id, service.id)).toEqual([]);
      });

      test('operation settings are replaced, and names are data', async () => {
        const account = await createAccount();
        const { service } = await createService(account.id);
        for (const operation of ['__proto__', 'constructor', 'GetUser~2']) {
          await store.services.setOperationSettings(account.id, service.id, operation, {
            methodPolicy: 'GET',
            cacheSeconds: 0,
          });
        }
        await store.services.setOperationSettings(account.id, service.id, '__proto__', {
          methodPolicy: 'GET + POST',
          cacheSeconds: 30,
          unwrap: 'none',
        });
        const settings = await store.services.findOperationSettings(account.id, service.id);
        expect(settings.get('__proto__')).toEqual({
          methodPolicy: 'GET + POST',
          cacheSeconds: 30,
          unwrap: 'none',
        });
        expect(settings.size).toBe(3);
      });

      test('are deleted with everything that is theirs', async () => {
        const account = await createAccount();
        const { service } = await createService(account.id);
        expect(await store.services.delete(account.id, service.id)).toBe(true);
        expect(await store.services.findRevision(account.id, service.id, 1)).toBeUndefined();
        expect((await createService(account.id)).created).toBe('created');
      });
    });

    describe('the quota ledger', () => {
      test('merges by maximum, so that late and repeated writes take nothing back', async () => {
        const { id: account } = await createAccount();
        expect(await store.ledger.read(account, now)).toBeUndefined();
        await store.ledger.merge([{ account, periodStart: now, charged: 10, refunded: 2 }]);
        await store.ledger.merge([{ account, periodStart: now, charged: 7, refunded: 3 }]);
        await store.ledger.merge([{ account, periodStart: now + 1, charged: 1, refunded: 0 }]);
        expect(await store.ledger.read(account, now)).toEqual({
          account,
          periodStart: now,
          charged: 10,
          refunded: 3,
        });
      });

      test('leaves out accounts that are gone, and takes the others', async () => {
        const { id: account } = await createAccount();
        const use = { periodStart: now, charged: 5, refunded: 0 };
        const gone = createAccountId();
        await store.ledger.merge([
          { ...use, account: gone },
          { ...use, account },
        ]);
        expect((await store.ledger.read(account, now))?.charged).toBe(5);
        expect(await store.ledger.read(gone, now)).toBeUndefined();
      });

      test('takes more rows than one statement holds', async () => {
        const { id: account } = await createAccount();
        await store.ledger.merge(
          Array.from({ length: 450 }, (_, index) => ({
            account,
            periodStart: index,
            charged: index,
            refunded: 0,
          })),
        );
        expect((await store.ledger.read(account, 449))?.charged).toBe(449);
      });
    });

    describe('users and sessions', () => {
      const user = (accountId: string, email: string) => ({
        id: randomUUID(),
        accountId,
        email,
        passwordHash: 'scrypt$…',
        createdAt: now,
      });

      test('an account is stored with its first user, unless the address is taken', async () => {
        const account = sampleAccount(now);
        const first = user(account.id, `${account.id}@example.com`);
        expect(await store.users.createWithAccount(account, first)).toBe(true);
        expect(await store.users.findByEmail(first.email)).toEqual(first);
        expect(await store.users.find(account.id, first.id)).toEqual(first);
        const other: Account = { ...account, id: createAccountId() };
        expect(await store.users.createWithAccount(other, user(other.id, first.email))).toBe(false);
        expect(await store.accounts.find(other.id)).toBeUndefined();
      });

      test('users: an account gets a further user, unless the address is taken', async () => {
        const account = await createAccount();
        const added = user(account.id, `${account.id}@example.com`);
        expect(await store.users.create(added)).toBe(true);
        expect(await store.users.findByEmail(added.email)).toEqual(added);
        expect(await store.users.create({ ...added, id: randomUUID() })).toBe(false);
        expect(await store.users.findByEmail(added.email)).toEqual(added);
      });

      test('a password is changed by its own account only', async () => {
        const account = sampleAccount(now);
        const stranger = await createAccount();
        const first = user(account.id, `${account.id}@example.com`);
        await store.users.createWithAccount(account, first);
        await store.users.setPassword(stranger.id, first.id, 'stolen');
        expect((await store.users.find(account.id, first.id))?.passwordHash).toBe('scrypt$…');
        expect(await store.users.find(stranger.id, first.id)).toBeUndefined();
        await store.users.setPassword(account.id, first.id, 'new');
        expect((await store.users.findByEmail(first.email))?.passwordHash).toBe('new');
      });

      test('sessions are found by their hash, and end one by one or all the others', async () => {
        const account = sampleAccount(now);
        const first = user(account.id, `${account.id}@example.com`);
        await store.users.createWithAccount(account, first);
        const sessions = [0, 1, 2].map((index) => ({
          tokenHash: randomUUID(),
          userId: first.id,
          accountId: account.id,
          createdAt: now + index,
          lastSeenAt: now + index,
        }));
        for (const session of sessions) await store.sessions.create(session);
        const [one, two, three] = sessions.map((session) => session.tokenHash) as [string, string, string];
        await store.sessions.touch(one, now + 99);
        expect(await store.sessions.find(one)).toEqual({ ...sessions[0], lastSeenAt: now + 99 });
        const listed = await store.sessions.list(account.id, first.id);
        expect(listed[0]).toEqual({ ...sessions[0], lastSeenAt: now + 99 });
        expect(listed).toHaveLength(3);
        expect(await store.sessions.list((await createAccount()).id, first.id)).toEqual([]);
        await store.sessions.delete(two);
        expect(await store.sessions.find(two)).toBeUndefined();
        await store.sessions.deleteOthers(account.id, first.id, one);
        expect(await store.sessions.find(three)).toBeUndefined();
        expect(await store.sessions.find(one)).toBeDefined();
        await store.sessions.deleteOlder(now + 1);
        expect(await store.sessions.find(one)).toBeUndefined();
      });
    });

    describe('sealed secrets', () => {
      test('belong to one service of one account', async () => {
        const [account, stranger] = [await createAccount(), await createAccount()];
        const { service } = await createService(account.id);
        const place = { accountId: account.id, serviceId: service.id, field: 'credentials' };
        await store.secrets.set(place, 'v1');
        await store.secrets.set({ ...place, accountId: stranger.id }, 'stolen');
        await store.secrets.delete({ ...place, accountId: stranger.id });
        expect(await store.secrets.find(stranger.id, service.id)).toEqual(new Map());
        expect(await store.secrets.find(account.id, service.id)).toEqual(new Map([['credentials', 'v1']]));
        expect(await store.secrets.replace(place, 'other', 'v2')).toBe(false);
        expect(await store.secrets.replace(place, 'v1', 'v2')).toBe(true);
        expect(await store.secrets.list()).toContainEqual({ place, sealed: 'v2' });
        await store.services.delete(account.id, service.id);
        expect(await store.secrets.list()).not.toContainEqual({ place, sealed: 'v2' });
      });
    });

    describe('the audit log', () => {
      const entry = (subject: string) => ({ at: now, actor: 'user:1', action: 'key.create', subject });

      test('numbers its entries without a gap, also when many are added at once', async () => {
        const { id } = await createAccount();
        await Promise.all(
          Array.from({ length: 10 }, (_, index) => store.audit.add(id, entry(String(index)))),
        );
        const entries = await store.audit.list(id, 100);
        expect(entries.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        expect(new Set(entries.map(({ subject }) => subject)).size).toBe(10);
        expect(await store.audit.verify(id)).toBeUndefined();
        expect(await store.audit.list(id, 2)).toHaveLength(2);
        expect(await store.audit.list((await createAccount()).id, 100)).toEqual([]);
      });
    });

    describe('bodies of calls', () => {
      test('are kept up to a number, found by their account only, and go with their service', async () => {
        const { id: accountId } = await createAccount();
        const { service } = await createService(accountId);
        const bodies = [0, 1, 2].map((index) => ({
          requestId: randomUUID(),
          accountId,
          serviceId: service.id,
          at: now + index,
          request: '{"ü":1}',
          response: '{}',
        }));
        for (const each of bodies) await store.callBodies.add(each, 2);
        const ids = bodies.map(({ requestId }) => requestId);
        expect(await store.callBodies.find(accountId, ids[0]!)).toBeUndefined();
        expect(await store.callBodies.find(accountId, ids[2]!)).toEqual(bodies[2]);
        expect(await store.callBodies.find((await createAccount()).id, ids[2]!)).toBeUndefined();
        await store.callBodies.deleteOlder(now + 2);
        expect(await store.callBodies.find(accountId, ids[1]!)).toBeUndefined();
        await store.callBodies.deleteOfService(accountId, service.id);
        expect(await store.callBodies.find(accountId, ids[2]!)).toBeUndefined();
      });
    });

    describe('jobs', () => {
      test('are updated until they end, and belong to their account', async () => {
        const { id: accountId } = await createAccount();
        const job = {
          id: randomUUID(),
          accountId,
          state: 'running' as const,
          progress: { step: 'fetching' as const, documents: ['a.wsdl'], documentCount: 1 },
          createdAt: now,
          updatedAt: now,
        };
        await store.jobs.create(job);
        expect(await store.jobs.find(accountId, job.id)).toEqual(job);
        expect(await store.jobs.find((await createAccount()).id, job.id)).toBeUndefined();
        expect(await store.jobs.countRunning(accountId, now)).toBe(1);
        expect(await store.jobs.countRunning(accountId, now + 1)).toBe(0);
        const done = {
          ...job,
          state: 'done' as const,
          updatedAt: now + 5,
          progress: { ...job.progress, result: { ü: 1 } },
        };
        expect(await store.jobs.update(done)).toBe(true);
        expect(await store.jobs.update({ ...done, state: 'cancelled' })).toBe(false);
        expect(await store.jobs.find(accountId, job.id)).toEqual(done);
        expect(await store.jobs.countRunning(accountId, now)).toBe(0);
        await store.jobs.deleteOlder(now + 1);
        expect(await store.jobs.find(accountId, job.id)).toBeUndefined();
      });
    });

    test('what was written is there after opening again', async () => {
      const account = await createAccount();
      const again = await open();
      try {
        expect(await again.accounts.find(account.id)).toEqual(account);
        await again.check();
      } finally {
        await again.close();
      }
    });

    test('several processes may open it at once', async () => {
      const stores = await Promise.all([open(), open(), open()]);
      await Promise.all(stores.map((one) => one.close()));
    });
  });
}

function stored(revision: ServiceRevision): StoredRevision {
  const modelBytes = Buffer.byteLength(JSON.stringify(revision.model));
  return { ...revision, digest: expect.stringMatching(/^[\w-]{43}$/), modelBytes };
}

async function pack({ model, ...revision }: ServiceRevision): Promise<NewRevision> {
  return { ...revision, packedModel: await packModel(model) };
}

/** The smallest model: what it says does not matter to the store. */
const model: ServiceModel = {
  modelVersion: 1,
  wsdlVersion: '1.1',
  targetNamespace: 'urn:ü',
  services: [],
  schema: { elements: {}, attributes: {}, types: {} } as unknown as ServiceModel['schema'],
  exposed: [{ name: '__proto__', service: 0, port: 0, operation: 0 }],
};
