import { describe, expect, test } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

describe.each(await setUps())('what a key may call, with $name', (setUp) => {
  const scene = setManagementScene(setUp);

  async function owned(over: object = {}) {
    const owner = await createOwner(scene.under);
    await scene.under.gateway.store.accounts.update(owner.accountId, (account) => ({
      ...account,
      plan: 'Starter',
      billingAnchor: Date.now(),
    }));
    const name = '<b>Users & "more"</b>';
    const settings = { endpoint: scene.soap.address, agents: { operations: { ListUsers: 'read-only' } } };
    const service = await scene.register(owner, { name, slug: 'users', settings });
    const hidden = await scene.register(owner, { name: 'Others', slug: 'others' });
    const made = await owner.send('POST', '/api/manage/keys', { name: 'ci', ...over });
    const { key } = made.json<{ key: string }>();
    const get = (path: string, headers: Record<string, string> = { Authorization: `Bearer ${key}` }) =>
      scene.under.send(path, { headers });
    return { owner, service, hidden, key, get, base: `/api/v1/${owner.accountId}` };
  }

  test('the index lists the services with links that work, by either address and either header', async () => {
    const { key, get, base, owner } = await owned();
    const [root, byAccount, withSlash] = await Promise.all([
      get('/'),
      get(base, { 'X-API-Key': key }),
      get(`${base}/`),
    ]);
    expect(root.headers['content-type']).toContain('application/json');
    const url = `${scene.under.baseUrl}${base}/users`;
    const index = root.json<{ account: string; services: { slug: string; url: string }[] }>();
    expect(index.services.map(({ slug }) => slug).sort()).toEqual(['others', 'users']);
    expect(index).toMatchObject({ account: owner.accountId });
    expect(index.services.find(({ slug }) => slug === 'users')).toEqual({
      slug: 'users',
      name: '<b>Users & "more"</b>',
      status: 'active',
      url,
      openapi: `${url}/openapi.json`,
      page: null,
      agents: `${scene.under.baseUrl}/mcp/v1/${owner.accountId}/users`,
    });
    expect([byAccount.text, withSlash.text]).toEqual([root.text, root.text]);
    expect(root.headers['x-ratelimit-limit']).toMatch(/^\d+$/);

    const listed = await get(url.slice(scene.under.baseUrl.length));
    const { operations } = listed.json<{ operations: { name: string; url: string }[] }>();
    const found = operations.find(({ name }) => name === 'ListUsers');
    const called = await scene.under.send(found!.url.slice(scene.under.baseUrl.length), {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(called.status).toBe(200);
  });

  test('a browser gets a page in which names are text', async () => {
    const { get, base, key } = await owned();
    const accept = {
      Authorization: `Bearer ${key}`,
      Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    };
    for (const path of ['/', base, `${base}/users`]) {
      const page = await get(path, accept);
      expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.text).toContain('&lt;b&gt;Users &amp; &quot;more&quot;&lt;/b&gt;');
      expect(page.text).not.toContain('<b>');
    }
    // Without a key, the root is the dashboard, or says that it is not built.
    const dashboard = await get('/', { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' });
    expect(dashboard.text).not.toContain('Users');
    expect(dashboard.status).not.toBe(401);
  });

  test('a limited key sees what it may call, and nothing of other services', async () => {
    const { get, base, owner, hidden } = await owned({ operations: ['users/ListUsers', 'gone/*'] });
    const { services } = (await get('/')).json<{ services: { slug: string }[] }>();
    expect(services.map(({ slug }) => slug)).toEqual(['users']);
    const { operations } = (await get(`${base}/users`)).json<{ operations: { name: string }[] }>();
    expect(operations.map(({ name }) => name)).toEqual(['ListUsers']);
    const [others, none] = await Promise.all([get(`${base}/others`), get(`${base}/no-such-service`)]);
    expect([others.status, none.status]).toEqual([404, 404]);
    expect(none.text).toContain('GET /api/v1/{accountId} lists those that the key may call');
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
    expect(withoutId(others.text)).toBe(withoutId(none.text));
    for (const path of [
      `${base}/others/openapi.json`,
      `/apis/${owner.accountId}/others/openapi.json`,
      `/api/services/${hidden.serviceId}/openapi`,
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    expect((await get(`${base}/users/openapi.json`)).status).toBe(200);
  });

  test('the description has an address beside the calls, on paid plans', async () => {
    const { get, base, owner, service } = await owned();
    const [bySlug, byId] = await Promise.all([
      get(`${base}/users/openapi.json`),
      get(`/api/services/${service.serviceId}/openapi`),
    ]);
    expect([bySlug.status, byId.status]).toEqual([200, 200]);
    expect(bySlug.text).toBe(byId.text);
    const again = await scene.under.send(`${base}/users/openapi.json`, {
      headers: { 'X-API-Key': 'sst_live_x', 'If-None-Match': String(bySlug.headers['etag']) },
    });
    expect(again.status).toBe(401);
    expect((await get(`${base}/none/openapi.json`)).status).toBe(404);
    await scene.under.gateway.store.accounts.update(owner.accountId, (account) => ({
      ...account,
      plan: 'Free',
    }));
    await scene.under.gateway.changes.announce(owner.accountId);
    expect((await get(`${base}/users/openapi.json`)).status).toBe(403);
    const free = (await get('/')).json<{ services: { openapi: string | null }[] }>();
    expect(free.services[0]?.openapi).toBeNull();
  });

  test('without a valid key of the account there is only 401', async () => {
    const { base } = await owned();
    const { key: foreign } = await owned();
    for (const path of [base, `${base}/users`, `${base}/users/openapi.json`]) {
      for (const headers of [{}, { 'X-API-Key': foreign }, { Authorization: 'Basic eDp5' }]) {
        const answer = await scene.under.send(path, { headers: headers as Record<string, string> });
        expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('INVALID_API_KEY')]);
      }
    }
  });
});
