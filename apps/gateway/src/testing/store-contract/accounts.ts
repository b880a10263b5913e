import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Account, createAccountId } from '../../domain/accounts/account.js';
import type { ApiKey } from '../../domain/accounts/api-key.js';
import { sampleAccount, sampleKey } from '../sample-records.js';
import { now, type StoreScene } from './scene.js';

/** Accounts, API keys, users, sessions and the audit log. */
export function describeAccounts(scene: StoreScene): void {
  const { createAccount } = scene;

  describe('accounts', () => {
    test('are returned as stored', async () => {
      const free = await createAccount();
      const paid = await createAccount({
        plan: 'Pro',
        billingAnchor: now - 1,
        nextPlan: { plan: 'Free', at: now + 1 },
      });
      expect(await scene.store.accounts.find(free.id)).toEqual(free);
      expect(await scene.store.accounts.find(paid.id)).toEqual(paid);
      expect(await scene.store.accounts.find('acc_unknown')).toBeUndefined();
    });

    test('are updated as a whole', async () => {
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
      expect(await scene.store.accounts.update(account.id, () => changed)).toEqual(changed);
      expect(await scene.store.accounts.find(account.id)).toEqual(changed);
      expect(await scene.store.accounts.update('acc_unknown', () => changed)).toBeUndefined();
    });

    test('keep concurrent changes', async () => {
      const { id } = await createAccount();
      const { accounts } = scene.store;
      await Promise.all([
        accounts.update(id, (current) => ({ ...current, name: 'renamed' })),
        accounts.update(id, (current) => ({ ...current, status: 'suspended' })),
        accounts.update(id, (current) => ({ ...current, plan: 'Pro' })),
      ]);
      expect(await accounts.find(id)).toMatchObject({ name: 'renamed', status: 'suspended', plan: 'Pro' });
    });
  });

  describe('API keys', () => {
    const key = (accountId: string, over: Partial<ApiKey> = {}) => sampleKey(accountId, now, over);

    test('are found by their hash, with their account', async () => {
      const account = await createAccount();
      const one = key(account.id);
      await scene.store.apiKeys.create(one, `hash of ${one.id}`);
      expect(await scene.store.apiKeys.findByHash(`hash of ${one.id}`)).toEqual({ key: one, account });
      expect(await scene.store.apiKeys.findByHash('other')).toBeUndefined();
    });

    test('are revoked once, and only by their own account', async () => {
      const account = await createAccount();
      const stranger = await createAccount();
      const one = key(account.id);
      await scene.store.apiKeys.create(one, one.id);
      expect(await scene.store.apiKeys.revoke(stranger.id, one.id, now + 5)).toBe(false);
      expect((await scene.store.apiKeys.findByHash(one.id))?.key.revokedAt).toBeUndefined();
      expect(await scene.store.apiKeys.revoke(account.id, one.id, now + 5)).toBe(true);
      expect(await scene.store.apiKeys.revoke(account.id, one.id, now + 9)).toBe(false);
      expect((await scene.store.apiKeys.findByHash(one.id))?.key.revokedAt).toBe(now + 5);
    });

    test('are listed for one account, newest first', async () => {
      const account = await createAccount();
      const stranger = await createAccount();
      const older = key(account.id);
      const newer = key(account.id, { createdAt: now + 1 });
      for (const one of [older, newer, key(stranger.id)]) await scene.store.apiKeys.create(one, one.id);
      expect((await scene.store.apiKeys.list(account.id, { limit: 10 })).items).toEqual([newer, older]);
      expect(await scene.store.apiKeys.find(account.id, older.id)).toEqual(older);
      expect(await scene.store.apiKeys.find((await createAccount()).id, older.id)).toBeUndefined();
    });

    test('change their rules and secret, only for their own account and until they are revoked', async () => {
      const { apiKeys } = scene.store;
      const account = await createAccount();
      const stranger = await createAccount();
      const one = key(account.id, { perMinute: 5, operations: ['a/*'] });
      const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
      await apiKeys.create(one, first);
      expect(await apiKeys.change(stranger.id, one.id, { name: 'stolen' })).toBeUndefined();
      const change = {
        name: 'new',
        perMinute: null,
        quota: 9,
        addresses: ['192.0.2.0/24'],
        readOnly: true,
      } as const;
      const { perMinute: _, ...rest } = one;
      const changed = { ...rest, name: 'new', quota: 9, addresses: ['192.0.2.0/24'], readOnly: true };
      expect(await apiKeys.change(account.id, one.id, change)).toEqual(changed);
      expect((await apiKeys.findByHash(first))?.key).toEqual(changed);

      const secret = { hash: second, hint: 'wxyz', at: now + 5, previousUntil: now + 9, expiresAt: now + 99 };
      expect(await apiKeys.roll(stranger.id, one.id, secret)).toBeUndefined();
      const rolled = {
        ...changed,
        hint: 'wxyz',
        rolledAt: now + 5,
        previousUntil: now + 9,
        expiresAt: now + 99,
      };
      expect(await apiKeys.roll(account.id, one.id, secret)).toEqual(rolled);
      expect(await apiKeys.findByHash(first)).toEqual({ key: rolled, account, until: now + 9 });
      expect(await apiKeys.findByHash(second)).toEqual({ key: rolled, account });
      expect(await apiKeys.findByHashes(['none', second, first])).toEqual([
        undefined,
        { key: rolled, account },
        { key: rolled, account, until: now + 9 },
      ]);
      const bare = {
        operations: null,
        quota: null,
        addresses: null,
        readOnly: null,
        expiresAt: null,
      } as const;
      expect((await apiKeys.change(account.id, one.id, bare))?.quota).toBeUndefined();
      expect((await apiKeys.findByHash(second))?.key.expiresAt).toBeUndefined();
      await apiKeys.roll(account.id, one.id, { hash: third, hint: 'mnop', at: now + 6 });
      expect([await apiKeys.findByHash(first), await apiKeys.findByHash(second)]).toEqual([
        undefined,
        undefined,
      ]);
      await apiKeys.revoke(account.id, one.id, now + 7);
      expect(await apiKeys.change(account.id, one.id, { name: 'late' })).toBeUndefined();
      expect(
        await apiKeys.roll(account.id, one.id, { hash: randomUUID(), hint: 'x', at: now }),
      ).toBeUndefined();
    });

    test('their own calls are recorded beside those of the account, and deleted with the key', async () => {
      const { apiKeys, ledger, journal } = scene.store;
      const account = await createAccount();
      const one = key(account.id);
      await apiKeys.create(one, one.id);
      const subject = `key/${one.id}`;
      const periodStart = Date.UTC(2026, 10);
      const use = { periodStart, charged: 5, refunded: 1 };
      await ledger.merge([
        { ...use, account: account.id },
        { ...use, account: subject, charged: 3 },
        { ...use, account: `key/${randomUUID()}` },
      ]);
      expect(await ledger.read(subject, periodStart)).toEqual({ ...use, account: subject, charged: 3 });
      expect((await ledger.read(account.id, periodStart))?.charged).toBe(5);
      const node = randomUUID();
      const record = {
        ...{
          node,
          id: 1,
          periodStart,
          periodEnd: periodStart + 1,
          knownCharged: 0,
          knownRefunded: 0,
          inDoubt: [],
        },
        ...{ account: subject, charged: 4, refunded: 0 },
      };
      await journal.write([record, { ...record, id: 2, account: account.id, charged: 6 }]);
      expect(await journal.countUnreported(subject, periodStart)).toBe(4);
      expect(await journal.countUnreported(account.id, periodStart)).toBe(6);
      const found = (await journal.findOfOthers('other')).filter((each) => each.node === node);
      expect(found.map((each) => each.account).sort()).toEqual([account.id, subject].sort());
      await journal.removeUnchanged(found);
      expect(await journal.countUnreported(subject, periodStart)).toBe(0);
      await apiKeys.revoke(account.id, one.id, now);
      await apiKeys.makeRoom(account.id, 0);
      expect(await ledger.read(subject, periodStart)).toBeUndefined();
    });

    test('record their last use, only for their own account', async () => {
      const account = await createAccount();
      const [one, other] = [key(account.id), key(account.id)];
      for (const each of [one, other]) await scene.store.apiKeys.create(each, each.id);
      await scene.store.apiKeys.touch([
        { accountId: account.id, id: one.id, at: now + 7, from: '192.0.2.1' },
        { accountId: (await createAccount()).id, id: other.id, at: now + 7 },
      ]);
      await scene.store.apiKeys.touch([{ accountId: account.id, id: one.id, at: now + 8 }]);
      expect((await scene.store.apiKeys.findByHash(one.id))?.key).toMatchObject({
        lastUsedAt: now + 8,
        lastUsedFrom: '192.0.2.1',
      });
      expect((await scene.store.apiKeys.findByHash(other.id))?.key).not.toHaveProperty('lastUsedAt');
    });

    test('record the last use of many keys by concurrent writers in any order', async () => {
      const account = await createAccount();
      const keys = Array.from({ length: 150 }, () => key(account.id));
      for (const each of keys) await scene.store.apiKeys.create(each, each.id);
      const uses = keys.map(({ id }) => ({ accountId: account.id, id, at: now + 9 }));
      const writers = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? uses : [...uses].reverse()));
      await Promise.all(writers.map((each) => scene.store.apiKeys.touch(each)));
      const { items: stored } = await scene.store.apiKeys.list(account.id, { limit: 1_000 });
      expect(stored.map(({ lastUsedAt }) => lastUsedAt)).toEqual(keys.map(() => now + 9));
      await scene.store.apiKeys.touch([]);
    });

    test('an account has room for a number of keys, and keeps as many revoked ones', async () => {
      const { apiKeys } = scene.store;
      const [account, other] = [await createAccount(), await createAccount()];
      const keys = Array.from({ length: 5 }, () => key(account.id));
      for (const one of keys) await apiKeys.create(one, one.id);
      expect([await apiKeys.makeRoom(account.id, 5), await apiKeys.makeRoom(account.id, 6)]).toEqual([
        false,
        true,
      ]);
      for (const [index, one] of keys.slice(0, 4).entries())
        await apiKeys.revoke(account.id, one.id, now + index);
      expect(await apiKeys.makeRoom(other.id, 1)).toBe(true);
      expect(await apiKeys.makeRoom(account.id, 2)).toBe(true);
      const { items } = await apiKeys.list(account.id, { limit: 10 });
      expect(new Set(items.map(({ id }) => id))).toEqual(new Set(keys.slice(2).map(({ id }) => id)));
    });

    test('a hash is unique', async () => {
      const account = await createAccount();
      const hash = randomUUID();
      await scene.store.apiKeys.create(key(account.id), hash);
      await expect(scene.store.apiKeys.create(key(account.id), hash)).rejects.toThrow();
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
      expect(await scene.store.users.createWithAccount(account, first)).toBe(true);
      expect(await scene.store.users.findByEmail(first.email)).toEqual(first);
      expect(await scene.store.users.find(account.id, first.id)).toEqual(first);
      const other: Account = { ...account, id: createAccountId() };
      expect(await scene.store.users.createWithAccount(other, user(other.id, first.email))).toBe(false);
      expect(await scene.store.accounts.find(other.id)).toBeUndefined();
    });

    test('users: an account gets a further user, unless the address is taken', async () => {
      const account = await createAccount();
      const added = user(account.id, `${account.id}@example.com`);
      expect(await scene.store.users.create(added)).toBe(true);
      expect(await scene.store.users.findByEmail(added.email)).toEqual(added);
      expect(await scene.store.users.create({ ...added, id: randomUUID() })).toBe(false);
      expect(await scene.store.users.findByEmail(added.email)).toEqual(added);
    });

    test('a password is changed only by its own account', async () => {
      const account = sampleAccount(now);
      const stranger = await createAccount();
      const first = user(account.id, `${account.id}@example.com`);
      await scene.store.users.createWithAccount(account, first);
      await scene.store.users.setPassword(stranger.id, first.id, 'stolen');
      expect((await scene.store.users.find(account.id, first.id))?.passwordHash).toBe('scrypt$…');
      expect(await scene.store.users.find(stranger.id, first.id)).toBeUndefined();
      await scene.store.users.setPassword(account.id, first.id, 'new');
      expect((await scene.store.users.findByEmail(first.email))?.passwordHash).toBe('new');
    });

    test('sessions are found by their hash, and are deleted one by one or all but one', async () => {
      const account = sampleAccount(now);
      const first = user(account.id, `${account.id}@example.com`);
      await scene.store.users.createWithAccount(account, first);
      const sessions = [0, 1, 2].map((index) => ({
        tokenHash: randomUUID(),
        userId: first.id,
        accountId: account.id,
        createdAt: now + index,
        lastSeenAt: now + index,
      }));
      for (const session of sessions) await scene.store.sessions.create(session);
      const [one, two, three] = sessions.map((session) => session.tokenHash) as [string, string, string];
      await scene.store.sessions.touch(one, now + 99);
      expect(await scene.store.sessions.find(one)).toEqual({ ...sessions[0], lastSeenAt: now + 99 });
      const listed = await scene.store.sessions.list(account.id, first.id);
      expect(listed[0]).toEqual({ ...sessions[0], lastSeenAt: now + 99 });
      expect(listed).toHaveLength(3);
      expect(await scene.store.sessions.list((await createAccount()).id, first.id)).toEqual([]);
      await scene.store.sessions.delete(two);
      expect(await scene.store.sessions.find(two)).toBeUndefined();
      await scene.store.sessions.deleteOthers(account.id, first.id, one);
      expect(await scene.store.sessions.find(three)).toBeUndefined();
      expect(await scene.store.sessions.find(one)).toBeDefined();
      await scene.store.sessions.deleteOlder(now + 1);
      expect(await scene.store.sessions.find(one)).toBeUndefined();
    });
  });

  describe('the audit log', () => {
    const entry = (subject: string) => ({ at: now, actor: 'user:1', action: 'key.create', subject });

    test('numbers its entries without gaps, even if many are added concurrently', async () => {
      const { id } = await createAccount();
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => scene.store.audit.add(id, entry(String(index)))),
      );
      const { items: entries } = await scene.store.audit.list(id, { limit: 100 });
      expect(entries.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(new Set(entries.map(({ subject }) => subject)).size).toBe(10);
      expect(await scene.store.audit.verify(id)).toBeUndefined();
      const { id: stranger } = await createAccount();
      expect(await scene.store.audit.list(stranger, { limit: 100 })).toEqual({ items: [], total: 0 });
    });
  });
}
