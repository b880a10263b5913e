import { Validator } from '@seriousme/openapi-schema-validator';
import { defined } from '@soapstone/options/defined';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../owners/management/routes.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

describe.each(await setUps())('access to the management API with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  const { admin, register, liveKey, call } = scene;

  describe('keys', () => {
    test('a key is shown once, and a revoked one is rejected immediately', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const { id, key } = await liveKey(owner);
      expect((await call(owner, service, key)).status).toBe(200);
      const list = await owner.send('GET', '/api/manage/keys');
      expect(list.text).not.toContain(key);
      expect(list.json<unknown>()).toMatchObject({
        keys: [{ id, name: 'ci', purpose: 'live', revokedAt: null }],
      });
      expect((await owner.send('DELETE', `/api/manage/keys/${id}`)).status).toBe(200);
      expect((await call(owner, service, key)).status).toBe(401);
      expect((await owner.send('DELETE', `/api/manage/keys/${id}`)).status).toBe(404);
    });

    test('a live key can be limited to operations, on creation or later; a management key cannot', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const made = await owner.send('POST', '/api/manage/keys', {
        name: 'agent',
        operations: [`${service.slug}/*`],
      });
      const { id, key, operations } = made.json<{ id: string; key: string; operations: string[] }>();
      expect(operations).toEqual([`${service.slug}/*`]);
      expect((await call(owner, service, key)).status).toBe(200);
      const limit = (to: unknown) => owner.send('PATCH', `/api/manage/keys/${id}`, { operations: to });
      expect((await limit([`${service.slug}/NoSuchOperation`])).status).toBe(200);
      expect((await call(owner, service, key)).status).toBe(403);
      expect((await limit(null)).json<unknown>()).toMatchObject({ id, operations: null });
      expect((await call(owner, service, key)).status).toBe(200);
      for (const wrong of ['x', ['x'], ['a/b', 'a/b'], [''], [5]])
        expect((await limit(wrong)).status).toBe(400);
      const management = { name: 'm', purpose: 'management', operations: ['a/b'] };
      expect((await owner.send('POST', '/api/manage/keys', management)).status).toBe(400);
      await owner.send('DELETE', `/api/manage/keys/${id}`);
      expect((await limit(null)).status).toBe(404);
      const stranger = await createOwner(scene.under);
      const foreign = await liveKey(stranger);
      const answer = await owner.send('PATCH', `/api/manage/keys/${foreign.id}`, { operations: ['a/b'] });
      expect(answer.status).toBe(404);
    });

    test('a management key manages without a session and cannot make calls', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const created = await owner.send('POST', '/api/manage/keys', {
        name: 'terraform',
        purpose: 'management',
      });
      const { key } = created.json<{ key: string }>();
      const manage = (method: string, path: string, body?: string) =>
        scene.under.send(path, {
          method,
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          ...defined({ body }),
        });
      expect((await manage('GET', '/api/manage/services')).status).toBe(200);
      const passwords = JSON.stringify({ current: PASSWORD, next: 'another long password' });
      expect((await manage('PUT', '/api/manage/password', passwords)).status).toBe(401);
      expect((await call(owner, service, key)).status).toBe(401);
      const { key: live } = await liveKey(owner);
      expect(
        (await scene.under.send('/api/manage/services', { headers: { 'X-API-Key': live } })).status,
      ).toBe(401);
    });
  });

  describe('between accounts', () => {
    test('management requires a login', async () => {
      for (const route of ROUTES) {
        if (route.access === 'public') continue;
        const answer = await scene.under.send(route.path.replace(/:\w+/g, 'x'), {
          method: route.method.toUpperCase(),
        });
        expect([route.path, answer.status, answer.json().error.type]).toEqual([
          route.path,
          401,
          'AUTHENTICATION_ERROR',
        ]);
      }
    });
  });

  describe('administration', () => {
    test('creates accounts, sets plans and anchors, suspends', async () => {
      const created = await admin('POST', '/api/admin/accounts', {
        name: 'Ltd',
        plan: 'Pro',
        billingAnchor: '2026-01-31T08:00:00Z',
      });
      const { accountId } = created.json<{ accountId: string }>();
      expect(created.json<unknown>()).toMatchObject({ plan: { name: 'Pro' }, period: { used: 0 } });
      expect(created.json<{ period: { end: string } }>().period.end).toMatch(/T08:00:00\.000Z$/);
      const lower = await admin('PATCH', `/api/admin/accounts/${accountId}`, { plan: 'Free' });
      expect(lower.json<unknown>()).toMatchObject({ plan: { name: 'Pro', next: { name: 'Free' } } });
      expect((await admin('PATCH', `/api/admin/accounts/${accountId}`, { status: 'suspended' })).status).toBe(
        200,
      );
      const { accounts } = (await admin('GET', '/api/admin/accounts')).json<{ accounts: object[] }>();
      expect(accounts).toContainEqual(expect.objectContaining({ accountId, status: 'suspended' }));
      expect((await admin('PATCH', '/api/admin/accounts/acc_none', { plan: 'Pro' })).status).toBe(404);
    });

    test('only the operator can read metrics', async () => {
      const answer = await admin('GET', '/metrics');
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
      expect(answer.text).toMatch(
        /^soapstone_calls_total\{method="POST",status="200",type="none",cached="false"\} \d+$/m,
      );
      expect(answer.text).toMatch(/^soapstone_limiter_degraded 0$/m);
      expect(answer.text).toMatch(/^soapstone_limiter_degraded_decisions_total \d+$/m);
      expect((await scene.under.send('/metrics')).status).toBe(404);
    });
  });

  test('a valid OpenAPI document describes every route', async () => {
    const answer = await scene.under.send('/api/manage/openapi');
    const { valid, errors } = await new Validator().validate(answer.json<Record<string, unknown>>());
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const { paths } = answer.json<{ paths: Record<string, object> }>();
    const described = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect(described).toBe(ROUTES.length);
  });
});
