import { beforeEach, describe, expect, test } from 'vitest';
import { createClosedAccountDeletion } from '../owners/management/use-cases/delete-closed-accounts.js';
import { type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

const DAY = 86_400_000;
const CLOSING = '/api/manage/account/closing';

describe.each(await setUps())('closing an account with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  let owner: OwnerClient;
  let service: RegisteredAnswer;
  let key: string;
  beforeEach(async () => {
    owner = await createOwner(scene.under);
    service = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
    ({ key } = await scene.liveKey(owner));
  });
  const codeOf = (answer: { json<T>(): T }) => answer.json<{ error: { code: string } }>().error.code;
  const close = async () => {
    const answer = await owner.send('POST', CLOSING, { password: PASSWORD });
    expect(answer.status).toBe(200);
    return answer.json<{ closesAt: string }>().closesAt;
  };
  const call = async () => (await scene.call(owner, service, key)).status;
  /** Moves the end of the account into the past. */
  const endGrace = async () => {
    const { accounts } = scene.under.gateway.store;
    await accounts.update(owner.accountId, (current) => ({ ...current, closesAt: Date.now() - 1 }));
  };
  const deletionOf = (store = scene.under.gateway.store) =>
    createClosedAccountDeletion({
      store,
      changes: { announce: async () => {} },
      log: { error: () => {}, info: () => {} },
      now: Date.now,
    });
  const gatewayEntries = async () =>
    (await scene.admin('GET', `/api/admin/audit?search=${owner.accountId}`))
      .json<{ entries: { action: string; actor: string; actorName?: string; subjectName?: string }[] }>()
      .entries.map(({ action, actorName = '' }) => `${action} ${actorName}`.trim());

  test('calls and keys stop at once, and a login in the grace period keeps the account', async () => {
    expect(await call()).toBe(200);
    const management = (
      await owner.send('POST', '/api/manage/keys', { name: 'm', purpose: 'management' })
    ).json<{ key: string }>().key;
    const wrong = await owner.send('POST', CLOSING, { password: 'not the password of this owner' });
    expect([wrong.status, codeOf(wrong)]).toEqual([403, 'WRONG_CURRENT_PASSWORD']);
    const asKey = await scene.under.send(CLOSING, {
      method: 'POST',
      headers: { 'X-API-Key': management, 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect([asKey.status, codeOf(asKey)]).toEqual([401, 'NOT_SIGNED_IN']);

    const before = Date.now();
    const closesAt = Date.parse(await close());
    expect(closesAt).toBeGreaterThanOrEqual(before + 14 * DAY);
    expect(closesAt).toBeLessThanOrEqual(Date.now() + 14 * DAY);
    expect(await call()).toBe(401);
    const withKey = await scene.under.send('/api/manage/keys', { headers: { 'X-API-Key': management } });
    expect(withKey.status).toBe(401);
    for (const [method, path] of [
      ['GET', '/api/manage/services'],
      ['POST', CLOSING],
      ['PATCH', '/api/manage/account'],
    ] as const) {
      const refused = await owner.send(method, path, method === 'GET' ? undefined : {});
      expect([path, refused.status, codeOf(refused)]).toEqual([path, 403, 'ACCOUNT_CLOSING']);
    }
    const shown = (await owner.send('GET', '/api/manage/session')).json<{ account: { closesAt: string } }>();
    expect(Date.parse(shown.account.closesAt)).toBe(closesAt);
    const login = await owner.send('POST', '/api/manage/log-in', { email: owner.email, password: PASSWORD });
    expect(login.status).toBe(200);
    expect((await owner.send('GET', '/api/manage/audit/export')).text).toContain('account.close');
    const { items } = await scene.under.gateway.store.events.list(owner.accountId, { limit: 10 });
    expect(items.map(({ kind, important }) => [kind, important])).toContainEqual(['account.closing', true]);
    const listed = (await scene.admin('GET', `/api/admin/accounts?search=${owner.email}`)).json<{
      accounts: object[];
    }>();
    expect(listed.accounts).toMatchObject([
      { status: 'suspended', closesAt: new Date(closesAt).toISOString(), users: [owner.email] },
    ]);

    await deletionOf().look();
    expect((await owner.send('DELETE', CLOSING)).json()).toMatchObject({ closesAt: null });
    expect([await call(), (await owner.send('GET', '/api/manage/services')).status]).toEqual([200, 200]);
    expect(await gatewayEntries()).toEqual([`account.keep ${owner.email}`, `account.close ${owner.email}`]);
    const events = (await owner.send('GET', '/api/manage/events?unread=true')).json<{
      events: { kind: string }[];
    }>();
    expect(events.events.map(({ kind }) => kind)).not.toContain('account.closing');
  });

  test('an administrator keeps it too, and administrators cannot close their own', async () => {
    await close();
    const path = `/api/admin/accounts/${owner.accountId}`;
    expect((await scene.admin('PATCH', path, { status: 'active' })).json()).toMatchObject({ closesAt: null });
    expect(await call()).toBe(200);
    // A suspended account is kept, but not by its owner.
    await close();
    await scene.admin('PATCH', path, { status: 'suspended' });
    expect((await owner.send('DELETE', CLOSING)).status).toBe(401);
    const boss = await createOwner(scene.under, { administrator: true });
    const refused = await boss.send('POST', CLOSING, { password: PASSWORD });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'OWN_ADMINISTRATION']);
  });

  test('after the grace period one of several nodes deletes everything in steps, and the audit log of the gateway says so once', async () => {
    const { store } = scene.under.gateway;
    const events = Array.from({ length: 1_100 }, (_, index) => ({
      accountId: owner.accountId,
      kind: 'webhook.test' as const,
      subject: String(index),
      at: Date.now(),
      data: {},
    }));
    await store.events.add(events);
    await store.audit.add(owner.accountId, { at: 1, actor: 'system', action: 'x', subject: 'x' });
    await close();
    await endGrace();
    const late = await owner.send('POST', '/api/manage/log-in', { email: owner.email, password: PASSWORD });
    expect([late.status, codeOf(late)]).toEqual([401, 'WRONG_PASSWORD']);
    const resumed = await scene.admin('PATCH', `/api/admin/accounts/${owner.accountId}`, {
      status: 'active',
    });
    expect([resumed.status, codeOf(resumed)]).toEqual([403, 'ACCOUNT_CLOSING']);
    let steps = 0;
    const counting = {
      ...store,
      closedAccounts: {
        ...store.closedAccounts,
        async deleteSome(id: string, now: number) {
          steps += 1;
          return store.closedAccounts.deleteSome(id, now);
        },
      },
    };
    await Promise.all([
      deletionOf(counting).look(),
      deletionOf(counting).look(),
      deletionOf(counting).look(),
    ]);
    // 1,101 events, 500 at a time, and at least one step for each of services, keys, the audit log and people.
    expect(steps).toBeGreaterThanOrEqual(7);
    expect(await store.accounts.find(owner.accountId)).toBeUndefined();
    expect(await store.users.findByEmail(owner.email)).toBeUndefined();
    expect(await store.services.find(owner.accountId, service.serviceId)).toBeUndefined();
    expect(await gatewayEntries()).toEqual(['account.delete', 'account.close']);
    expect((await scene.admin('GET', '/api/admin/audit')).json()).toMatchObject({ brokenAt: null });
    const again = { email: owner.email, password: 'another long password 7', accountName: 'Again' };
    expect(
      (
        await scene.under.send('/api/manage/sign-up', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(again),
        })
      ).status,
    ).toBe(200);
    expect(await store.users.findByEmail(owner.email)).toBeDefined();
    // The other accounts of the test are still there.
    expect((await scene.admin('GET', '/api/admin/accounts')).json<{ total: number }>().total).toBeGreaterThan(
      1,
    );
  });
});
