import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey, hashKey, type KeyRules, keyHint } from '../domain/accounts/api-key.js';
import { META, modernHeaders } from '../testing/agents-scene.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { inMemory, runsInMemory, setUps } from '../testing/set-ups.js';

interface ShownKey {
  readonly id: string;
  readonly key: string;
}

describe.each(await setUps())('rules of keys with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  const { register } = scene;

  /** Creates a key, and a way to call an operation of a service with it: as JSON, and as an agent. */
  async function owned(rules: object, settings: object = {}) {
    const owner = await createOwner(scene.under);
    const service = await register(owner, { settings: { endpoint: scene.soap.address, ...settings } });
    const make = async (over: object = rules) =>
      (await owner.send('POST', '/api/manage/keys', { name: 'ci', ...over })).json<ShownKey>();
    const made = await make();
    const call = (operation = 'ListUsers', key = made.key, body = '{}') =>
      scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/${operation}`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body,
      });
    const asAgent = (key = made.key) =>
      scene.under.send(`/mcp/v1/${owner.accountId}/${service.slug}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          ...modernHeaders('tools/list'),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }),
      });
    const patch = (to: object, id = made.id) => owner.send('PATCH', `/api/manage/keys/${id}`, to);
    return { owner, service, made, make, call, asAgent, patch };
  }

  /** Changes a key without the checks of the API, and tells the node, as another node would. */
  async function store({ accountId }: OwnerClient, id: string, rules: KeyRules) {
    await scene.under.gateway.store.apiKeys.change(accountId, id, rules);
    await scene.under.gateway.changes.announce(accountId);
  }

  test('a key that ends is refused from then on, by every lane, and lives again with a later end', async () => {
    const { owner, made, call, asAgent, patch } = await owned(
      {},
      { agents: { operations: { ListUsers: 'yes' } } },
    );
    expect([(await call()).status, (await asAgent()).status]).toEqual([200, 200]);
    await store(owner, made.id, { expiresAt: Date.now() + 300 });
    await vi.waitFor(async () => expect((await call()).status).toBe(401), { timeout: 20_000 });
    const refused = await call();
    expect(refused.json<unknown>()).toMatchObject({ error: { code: 'INVALID_API_KEY' } });
    expect((await asAgent()).status).toBe(401);
    const later = await patch({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect([later.status, (await call()).status, (await asAgent()).status]).toEqual([200, 200, 200]);
    expect((await patch({ expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect((await patch({ expiresAt: null })).json<unknown>()).toMatchObject({ expiresAt: null });
  });

  test('a key with networks works from there only, in every lane, and says where it was used', async () => {
    const { owner, made, call, asAgent, patch } = await owned({ addresses: ['127.0.0.1', '::1'] });
    expect((await call()).status).toBe(200);
    expect((await asAgent()).status).not.toBe(401);
    await vi.waitFor(
      async () => {
        const { lastUsedFrom } = (await owner.send('GET', `/api/manage/keys/${made.id}`)).json<{
          lastUsedFrom: string;
        }>();
        expect(lastUsedFrom).toMatch(/127\.0\.0\.1|::1/);
      },
      { timeout: 30_000 },
    );
    const changed = await patch({ addresses: ['192.0.2.0/24', '2001:DB8::/32'] });
    expect(changed.json<unknown>()).toMatchObject({ addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    expect([(await call()).status, (await asAgent()).status]).toEqual([401, 401]);
    const wrong = await patch({ addresses: ['192.0.2.0/24', '192.0.2.1/24', 'x1'] });
    expect([wrong.status, wrong.json<unknown>()]).toMatchObject([
      400,
      {
        error: {
          message: 'Some allowed addresses cannot be used',
          details: [
            { path: '/addresses/1', message: expect.stringMatching(/^"192\.0\.2\.1\/24" has bits/) },
            { path: '/addresses/2', message: expect.stringMatching(/^"x1" is neither/) },
          ],
        },
      },
    ]);
    expect((await patch({ addresses: [] })).status).toBe(400);
    expect((await patch({ addresses: null })).status).toBe(200);
    expect((await call()).status).toBe(200);
  });

  test('a key that only reads calls what its owner says changes nothing', async () => {
    const { owner, service, call, asAgent } = await owned(
      { readOnly: true },
      { agents: { operations: { ListUsers: 'read-only', CreateUser: 'yes' } } },
    );
    expect((await call('ListUsers')).status).toBe(200);
    const refused = await call('GetUser', undefined, '{"userId":1001}');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('OPERATION_NOT_ALLOWED')]);
    const listed = (await asAgent()).json<{ result: { tools: { name: string }[] } }>();
    expect(listed.result.tools.map(({ name }) => name)).toEqual(['ListUsers']);
    await owner.send('PUT', `/api/manage/services/${service.serviceId}/operations/GetUser`, {
      methodPolicy: 'GET + POST',
      cacheSeconds: 0,
    });
    expect((await call('GetUser', undefined, '{"userId":1001}')).status).toBe(200);
  });

  test('a key has its own limits below those of the account', async () => {
    const { made, make, call, patch } = await owned({ callsPerPeriod: 2, callsPerMinute: 50 });
    const first = await call();
    expect([
      first.status,
      first.headers['x-ratelimit-limit'],
      first.headers['x-ratelimit-remaining'],
    ]).toEqual([200, '2', '1']);
    // A request that is rejected before it is sent counts toward the minute only.
    expect((await call('NoSuchOperation')).status).toBe(404);
    expect((await call()).status).toBe(200);
    const third = await call();
    expect([third.status, third.json<unknown>()]).toMatchObject([
      429,
      {
        error: {
          code: 'QUOTA_EXHAUSTED',
          message: 'This API key may make 2 calls in a billing period; its owner can raise the limit',
        },
      },
    ]);
    const other = await make({});
    expect((await call('ListUsers', other.key)).status).toBe(200);
    await patch({ callsPerPeriod: 3, callsPerMinute: 1 });
    expect((await call()).json<unknown>()).toMatchObject({ error: { code: 'RATE_PER_MINUTE' } });
    await patch({ callsPerMinute: null });
    const results = await Promise.all(Array.from({ length: 8 }, () => call()));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    // The ledger has them, so that they survive a restart.
    const { store } = scene.under.gateway;
    const start = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth());
    await vi.waitFor(async () => {
      const use = await store.ledger.read(`key/${made.id}`, start);
      expect((use?.charged ?? 0) - (use?.refunded ?? 0)).toBe(3);
    }, 20_000);
  });

  test('a rolled key has a new secret, and the old one for the overlap only', async () => {
    const { owner, made, call } = await owned({ callsPerPeriod: 100 });
    const roll = async (body: object) =>
      (await owner.send('POST', `/api/manage/keys/${made.id}/roll`, body)).json<
        ShownKey & { hint: string; previousUntil: string | null }
      >();
    const second = await roll({ overlapSeconds: 3600 });
    expect([second.id, second.hint, second.previousUntil]).toEqual([
      made.id,
      `…${keyHint(second.key)}`,
      expect.any(String),
    ]);
    expect([(await call('ListUsers', second.key)).status, (await call()).status]).toEqual([200, 200]);
    const third = await roll({});
    expect(third.previousUntil).toBeNull();
    const statuses = await Promise.all(
      [third, second, made].map(async ({ key }) => (await call('ListUsers', key)).status),
    );
    expect(statuses).toEqual([200, 401, 401]);
    const fourth = await roll({ overlapSeconds: 3600 });
    await owner.send('DELETE', `/api/manage/keys/${made.id}`);
    expect([
      (await call('ListUsers', third.key)).status,
      (await call('ListUsers', fourth.key)).status,
    ]).toEqual([401, 401]);
    expect((await owner.send('POST', `/api/manage/keys/${made.id}/roll`, {})).status).toBe(404);
    const stranger = await createOwner(scene.under);
    expect((await stranger.send('POST', `/api/manage/keys/${made.id}/roll`, {})).status).toBe(404);
  });

  test('a key is renamed, and If-Match sees every rule', async () => {
    const { owner, made, patch } = await owned({});
    const { etag } = (await owner.send('GET', `/api/manage/keys/${made.id}`)).json<{ etag: string }>();
    const renamed = await patch({ name: 'nightly', readOnly: true });
    expect(renamed.json<unknown>()).toMatchObject({ name: 'nightly', readOnly: true, operations: null });
    const stale = await owner.send(
      'PATCH',
      `/api/manage/keys/${made.id}`,
      { name: 'x' },
      { 'If-Match': etag },
    );
    expect(stale.status).toBe(412);
    expect((await patch({})).status).toBe(400);
    expect((await patch({ callsPerMinute: 0 })).status).toBe(400);
    expect((await patch({ colour: 'red' })).status).toBe(400);
  });

  test('management keys: end, read only, work from their networks, and cannot give themselves more', async () => {
    const { owner, make } = await owned({});
    const manage = (key: string, method: string, path: string, body?: object) =>
      scene.under.send(`/api/manage${path}`, {
        method,
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const reader = await make({ purpose: 'management', readOnly: true });
    expect((await manage(reader.key, 'GET', '/keys')).status).toBe(200);
    const refused = await manage(reader.key, 'POST', '/keys', { name: 'x' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('only reads')]);

    const bound = await make({ purpose: 'management', addresses: ['127.0.0.1', '::1'], name: 'bound' });
    expect((await manage(bound.key, 'POST', '/keys', { name: 'calls' })).status).toBe(201);
    expect((await manage(bound.key, 'POST', '/keys', { name: 'more', purpose: 'management' })).status).toBe(
      403,
    );
    expect((await manage(bound.key, 'PATCH', `/keys/${bound.id}`, { addresses: null })).status).toBe(403);
    expect((await manage(bound.key, 'POST', `/keys/${reader.id}/roll`, {})).status).toBe(403);
    const rolled = await manage(bound.key, 'POST', `/keys/${bound.id}/roll`, {});
    expect(rolled.json<unknown>()).toMatchObject({ addresses: ['127.0.0.1/32', '::1/128'] });
    expect((await manage(bound.key, 'GET', '/keys')).status).toBe(401);
    const { key } = rolled.json<ShownKey>();
    expect((await manage(key, 'GET', '/keys')).status).toBe(200);
    await store(owner, bound.id, { addresses: ['192.0.2.0/24'] });
    expect((await manage(key, 'GET', '/keys')).status).toBe(401);
    await store(owner, reader.id, { expiresAt: Date.now() - 1 });
    expect((await manage(reader.key, 'GET', '/keys')).status).toBe(401);
    for (const rule of [{ callsPerMinute: 5 }, { callsPerPeriod: 5 }, { operations: ['a/b'] }]) {
      const made = await owner.send('POST', '/api/manage/keys', {
        name: 'm',
        purpose: 'management',
        ...rule,
      });
      expect(made.status).toBe(400);
    }
    const { keys } = (await owner.send('GET', '/api/manage/keys')).json<{
      keys: { id: string; lastUsedFrom: string }[];
    }>();
    expect(keys.find(({ id }) => id === reader.id)?.lastUsedFrom).toMatch(/127\.0\.0\.1|::1/);
  });
});

describe.runIf(runsInMemory)(`keys behind a proxy, with a maximum lifetime, on ${inMemory.name}`, () => {
  let under: GatewayUnderTest;
  beforeAll(async () => {
    under = await startUnderTest({
      TRUST_PROXY: '1',
      BASE_URL: 'https://soap.example.com',
      KEY_MAX_DAYS: '30',
    });
  });
  afterAll(() => under?.stop());

  test('the address is the one that the trusted proxy saw', async () => {
    const account = await under.createAccount();
    const { store, secrets } = under.gateway;
    const key = createKey('live');
    const rules = { addresses: ['192.0.2.0/24'], hint: keyHint(key), createdAt: Date.now() };
    await store.apiKeys.create(
      { id: 'k', accountId: account.id, purpose: 'live', name: 'k', ...rules },
      hashKey(key, secrets.apiKeyPepper),
    );
    const { port } = under.gateway.config.tls;
    const from = async (address: string | undefined, path = `/api/v1/${account.id}/none/Op`) => {
      const headers = {
        'X-API-Key': key,
        'X-Forwarded-Proto': 'https',
        ...(address && { 'X-Forwarded-For': address }),
      };
      const init = path.startsWith('/mcp')
        ? {
            method: 'POST',
            body: '{}',
            headers: {
              ...headers,
              'Content-Type': 'application/json',
              Accept: 'application/json, text/event-stream',
            },
          }
        : { headers };
      return (await under.sendTo(`http://127.0.0.1:${port}${path}`, init)).status;
    };
    // The key is accepted: only the service is missing.
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '203.0.113.5, 192.0.2.9'])
      expect(await from(address)).toBe(404);
    for (const address of [undefined, '203.0.113.5', '192.0.2.9, 203.0.113.5'])
      expect(await from(address)).toBe(401);
    expect(await from('203.0.113.5', `/mcp/v1/${account.id}/none`)).toBe(401);
    expect(await from('192.0.2.9', `/mcp/v1/${account.id}/none`)).toBe(404);
    expect(await from('203.0.113.5', '/api/services/none/openapi')).toBe(401);
  });

  test('a key ends after the maximum lifetime at the latest, and a new secret has it in full', async () => {
    const owner = await createOwner(under);
    const { port } = under.gateway.config.tls;
    const send = (method: string, path: string, body: object) =>
      under.sendTo(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          Cookie: owner.cookie,
          'X-CSRF-Token': owner.csrfToken,
          'X-Forwarded-Proto': 'https',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const made = (await send('POST', '/api/manage/keys', { name: 'ci' })).json<
      ShownKey & { createdAt: string; expiresAt: string }
    >();
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * 86_400_000);
    const long = await send('POST', '/api/manage/keys', { name: 'ci', expiresAt: days(31) });
    expect([long.status, long.text]).toEqual([
      400,
      expect.stringContaining('end after 30 days at the latest'),
    ]);
    expect((await send('PATCH', `/api/manage/keys/${made.id}`, { expiresAt: null })).status).toBe(400);
    expect((await send('PATCH', `/api/manage/keys/${made.id}`, { expiresAt: days(10) })).status).toBe(200);
    expect((await send('PATCH', `/api/manage/keys/${made.id}`, { name: 'other' })).status).toBe(200);
    // An earlier end stays with a new secret.
    const rolled = (await send('POST', `/api/manage/keys/${made.id}/roll`, {})).json<{ expiresAt: string }>();
    expect(Date.parse(rolled.expiresAt)).toBeLessThan(Date.parse(days(11)));
    const renewed = await send('POST', `/api/manage/keys/${made.id}/roll`, { expiresAt: days(29) });
    expect(Date.parse(renewed.json<{ expiresAt: string }>().expiresAt)).toBeGreaterThan(Date.parse(days(28)));
  });
});
