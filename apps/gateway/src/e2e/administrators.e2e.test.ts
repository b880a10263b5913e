import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../owners/management/routes.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { sampleBody } from '../testing/sample-body.js';
import { setUps } from '../testing/set-ups.js';

const ADMIN_ROUTES = ROUTES.filter(({ access }) => access === 'admin');

describe.each(await setUps())('administrators with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  let boss: OwnerClient;
  let owner: OwnerClient;
  beforeAll(async () => {
    [boss, owner] = await Promise.all([
      createOwner(scene.under, { administrator: true }),
      createOwner(scene.under),
    ]);
  });
  const codeOf = (answer: { json<T>(): T }) => answer.json<{ error: { code: string } }>().error.code;

  test('every administration route rejects callers who are not administrators', async () => {
    expect(ADMIN_ROUTES.length).toBeGreaterThan(8);
    const { key } = (
      await boss.send('POST', '/api/manage/keys', { name: 'boss', purpose: 'management' })
    ).json<{ key: string }>();
    for (const route of ADMIN_ROUTES) {
      const { method, path } = route;
      const verb = method.toUpperCase();
      const url = path.replace(':accountId', owner.accountId).replace(/:\w+/g, 'x');
      const sent = sampleBody(route);
      const text = sent === undefined ? {} : { body: JSON.stringify(sent) };
      const json = { 'Content-Type': 'application/json' };
      const plain = await scene.under.send(url, { method: verb, headers: json, ...text });
      expect([verb, path, plain.status]).toEqual([verb, path, 401]);
      const asOwner = await owner.send(verb, url, sent);
      expect([verb, path, asOwner.status, codeOf(asOwner)]).toEqual([verb, path, 403, 'NOT_ADMINISTRATOR']);
      // A key is not a person, even a key of an administrator's account.
      const withKey = await scene.under.send(url, {
        method: verb,
        headers: { ...json, 'X-API-Key': key },
        ...text,
      });
      expect([verb, path, withKey.status, codeOf(withKey)]).toEqual([verb, path, 403, 'NOT_ADMINISTRATOR']);
      const wrong = { Authorization: 'Bearer of-no-administration-of-this-gateway' };
      expect([path, (await boss.send(verb, url, sent, wrong)).status]).toEqual([path, 401]);
      if (verb === 'GET') continue;
      for (const forged of [{ 'X-CSRF-Token': 'x' }, { Origin: 'https://evil.example' }] as const) {
        const crossSite = await boss.send(verb, url, sent, forged);
        expect([verb, path, crossSite.status, codeOf(crossSite)]).toEqual([verb, path, 403, 'CROSS_SITE']);
      }
    }
    const { status } = (await scene.under.gateway.store.accounts.find(owner.accountId))!;
    expect(status).toBe('active');
  });

  test('accounts: an administrator lists, shows, changes and suspends accounts, and the audit log names the person', async () => {
    const customer = await createOwner(scene.under);
    const path = `/api/admin/accounts/${customer.accountId}`;
    const { accounts } = (await boss.send('GET', '/api/admin/accounts')).json<{ accounts: object[] }>();
    expect(accounts).toContainEqual(expect.objectContaining({ accountId: customer.accountId }));
    expect((await boss.send('PATCH', path, { plan: 'Pro' })).status).toBe(200);
    const shown = (await boss.send('GET', path)).json<unknown>();
    expect(shown).toMatchObject({
      account: { plan: { name: 'Pro' } },
      status: 'active',
      services: 0,
      users: [{ email: customer.email, administrator: false }],
    });
    expect((await boss.send('PATCH', path, { status: 'suspended' })).status).toBe(200);
    expect((await customer.send('GET', '/api/manage/account')).status).toBe(401);
    await boss.send('PATCH', path, { status: 'active' });
    expect((await customer.send('GET', '/api/manage/account')).status).toBe(200);
    const { entries, brokenAt } = (await boss.send('GET', `${path}/audit`)).json<{
      entries: { actor: string; action: string }[];
      brokenAt: number | null;
    }>();
    const user = await scene.under.gateway.store.users.findByEmail(boss.email);
    expect(brokenAt).toBeNull();
    expect(entries[0]).toMatchObject({ action: 'account.update', actor: `user:${user!.id}` });
    expect((await boss.send('GET', '/api/admin/accounts/acc_none')).status).toBe(404);
    expect((await boss.send('GET', '/api/admin/accounts/acc_none/audit')).status).toBe(404);
  });

  test('administrators: they grant and revoke the right, and cannot lock themselves out', async () => {
    const { store } = scene.under.gateway;
    const deputy = await createOwner(scene.under);
    const { id } = (await store.users.findByEmail(deputy.email))!;
    const path = `/api/admin/accounts/${deputy.accountId}/users/${id}/administrator`;
    expect((await boss.send('PUT', path, { administrator: true })).status).toBe(200);
    expect((await deputy.send('GET', '/api/admin/health')).status).toBe(200);
    const own = await deputy.send('PUT', path, { administrator: false });
    expect([own.status, codeOf(own)]).toEqual([409, 'OWN_ADMINISTRATION']);
    const suspended = await deputy.send('PATCH', `/api/admin/accounts/${deputy.accountId}`, {
      status: 'suspended',
    });
    expect([suspended.status, codeOf(suspended)]).toEqual([409, 'OWN_ADMINISTRATION']);
    expect((await boss.send('PUT', path, { administrator: false })).status).toBe(200);
    expect((await deputy.send('GET', '/api/admin/health')).status).toBe(403);
    const other = `/api/admin/accounts/${owner.accountId}/users/${id}/administrator`;
    expect((await boss.send('PUT', other, { administrator: true })).status).toBe(404);
  });

  test('invitations: only the response that creates an invitation contains its link', async () => {
    const created = await boss.send('POST', '/api/admin/invitations', { role: 'owner', plan: 'Starter' });
    expect(created.status).toBe(201);
    const { id, link } = created.json<{ id: string; link: string }>();
    expect(link).toMatch(/^https:\/\/localhost:\d+\/sign-up#inv_[\w-]{43}$/);
    const list = await boss.send('GET', '/api/admin/invitations');
    expect(list.json<{ invitations: object[] }>().invitations).toContainEqual(
      expect.objectContaining({ id, role: 'owner', plan: 'Starter', email: null, usedAt: null }),
    );
    expect(list.text).not.toContain(link.split('#')[1]);
    expect((await boss.send('DELETE', `/api/admin/invitations/${id}`)).status).toBe(200);
    expect((await boss.send('DELETE', `/api/admin/invitations/${id}`)).status).toBe(404);
  });

  test('health: shows the state of the process and of its servers', async () => {
    const health = (await boss.send('GET', '/api/admin/health')).json<unknown>();
    expect(health).toMatchObject({
      node: process.version,
      database: { responds: true },
      redis: setUp.name.includes('Redis') ? { responds: true } : null,
      pressure: 0,
    });
  });
});
