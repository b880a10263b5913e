import { describe, expect, test } from 'vitest';
import { envelope } from '../testing/hostile-upstream.js';
import { answerListUsers, base64, setManagementScene } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

describe.each(await setUps())('the settings of a service with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  const { admin, register, liveKey, call } = scene;

  describe('behaviour', () => {
    test('the method policy is set per operation, and GET needs a paid plan', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const { key } = await liveKey(owner);
      const path = `/api/manage/services/${service.serviceId}`;
      const set = await owner.send('PUT', `${path}/operations/ListUsers`, { methodPolicy: 'GET + POST' });
      expect(set.json<unknown>()).toEqual({ methodPolicy: 'GET + POST', cacheSeconds: 0 });
      const get = () =>
        scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers?limit=1`, {
          headers: { 'X-API-Key': key },
        });
      expect((await get()).status).toBe(405);
      const shown = (await owner.send('GET', path)).json<{ operations: object[] }>();
      expect(shown.operations[1]).toMatchObject({
        methods: ['POST'],
        getRefused: 'the Free plan has no GET',
      });

      await admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Starter' });
      expect((await get()).status).toBe(200);
      const now = (await owner.send('GET', path)).json<{ operations: object[] }>();
      expect(now.operations[1]).toMatchObject({
        methods: ['GET', 'POST'],
        getRefused: null,
        querySafe: true,
      });
      expect((await owner.send('PUT', `${path}/operations/Nope`, {})).status).toBe(404);
      expect((await owner.send('PUT', `${path}/operations/ListUsers`, { methodPolicy: 'PUT' })).status).toBe(
        400,
      );
    });

    test('a GET is cached for the time that its owner sets, and the response states it', async () => {
      const owner = await createOwner(scene.under);
      await admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Pro' });
      const service = await register(owner, { settings: { endpoint: scene.upstream.address } });
      const { key } = await liveKey(owner);
      await owner.send('PUT', `/api/manage/services/${service.serviceId}/operations/ListUsers`, {
        methodPolicy: 'GET',
        cacheSeconds: 60,
      });
      const get = (query: string, headers = {}) =>
        scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers?${query}`, {
          headers: { 'X-API-Key': key, ...headers },
        });
      const before = scene.upstream.calls;
      const first = await get('status=active&department=a&limit=5');
      expect(first.json<{ meta: { cached: boolean } }>().meta.cached).toBe(false);
      // Different order and spelling, same input.
      const second = await get('limit=%2B5&department=a&status=active');
      expect(second.json<{ meta: { cached: boolean } }>().meta.cached).toBe(true);
      expect(scene.upstream.calls).toBe(before + 1);
      expect(second.headers['cache-control']).toMatch(/^private, max-age=(60|5\d)$/);
      // A response for one key is not reused for another, nor a response with a header for a call without it.
      expect(second.headers['vary']).toBe('X-API-Key, X-SOAP-Headers, X-Dry-Run, X-Mock, Accept, Origin');
      expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
        Number(first.headers['x-ratelimit-remaining']) - 1,
      );
      const etag = String(first.headers.etag);
      const known = await get('limit=5&department=a&status=active', { 'If-None-Match': etag });
      expect([known.status, known.text]).toEqual([304, '']);
      // Tags are compared weakly, and * is every representation (RFC 9110 §13.1.2).
      for (const [tags, status] of [
        [`"other", ${etag.replace('W/', '')}`, 304],
        ['*', 304],
        ['"other"', 200],
      ] as const) {
        const answer = await get('limit=5&department=a&status=active', { 'If-None-Match': tags });
        expect([tags, answer.status]).toEqual([tags, status]);
      }
      expect(known.headers['x-ratelimit-limit']).toBe('1000000');
      expect(known.headers['vary']).toBe(second.headers['vary']);
      expect((await get('limit=6')).json<{ meta: { cached: boolean } }>().meta.cached).toBe(false);
      expect(scene.upstream.calls).toBe(before + 2);
      // A change to the service makes the cached entry unusable.
      await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, {
        settings: { numbers: 'string' },
      });
      const changed = await get('limit=5&department=a&status=active');
      expect(changed.json<unknown>()).toMatchObject({ result: { total: 1 }, meta: { cached: false } });
    });

    test('a dry run shows the request, sends nothing and costs no quota', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.upstream.address } });
      const { key } = await liveKey(owner);
      const path = `/api/manage/services/${service.serviceId}`;
      await owner.send('PUT', `${path}/credentials`, {
        basic: { username: 'u', password: 'hidden-password' },
      });
      const before = scene.upstream.calls;
      const calls = scene.upstream.calls;
      for (const headers of [{ 'X-Dry-Run': '1' }, { 'X-Dry-Run': '' }, { 'X-Mock': 'yes' }]) {
        const refused = await call(owner, service, key, headers);
        expect(refused.status).toBe(400);
        expect(refused.json<{ error: object }>().error).toMatchObject({
          code: 'INVALID_HEADER',
          message: `${Object.keys(headers)[0]} must be true or false; nothing was sent`,
        });
      }
      expect(scene.upstream.calls).toBe(calls);
      const answer = await call(owner, service, key, { 'X-Dry-Run': 'true' });
      expect(answer.json<unknown>()).toMatchObject({
        result: {
          method: 'POST',
          url: scene.upstream.address,
          headers: {
            'Content-Type': 'text/xml; charset=utf-8',
            SOAPAction: '"urn:example:user-directory/ListUsers"',
          },
          body: expect.stringContaining('ListUsers'),
          omitted: ['credentials.basic'],
        },
        meta: { operation: 'ListUsers', cached: false, dryRun: true },
      });
      expect(answer.text).not.toContain('hidden-password');
      expect(answer.headers['x-ratelimit-remaining']).toBe('1000');
      expect(scene.upstream.calls).toBe(before);
    });

    test('a mock response is generated from the schema, if the owner allows it', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.upstream.address } });
      const { key } = await liveKey(owner);
      const before = scene.upstream.calls;
      const refused = await call(owner, service, key, { 'X-Mock': 'true' });
      expect([refused.status, refused.json().error.code]).toEqual([400, 'MOCK_DISABLED']);
      await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, { settings: { mock: true } });
      const [one, two] = [
        await call(owner, service, key, { 'X-Mock': 'true' }),
        await call(owner, service, key, { 'X-Mock': 'true' }),
      ];
      const { result, meta } = one.json<{ result: { user: unknown[]; total: number }; meta: object }>();
      expect(meta).toMatchObject({ mock: true });
      expect(result.user.length).toBeGreaterThan(0);
      expect(two.json<{ result: unknown }>().result).toEqual(result);
      expect(scene.upstream.calls).toBe(before);
    });

    test('a paused service says so and when to retry; a deleted one is not found', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const { key } = await liveKey(owner);
      await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, { status: 'paused' });
      const paused = await call(owner, service, key);
      expect([paused.status, paused.headers['retry-after']]).toEqual([503, '60']);
      expect(paused.json().error).toMatchObject({
        type: 'SERVICE_NOT_FOUND',
        code: 'SERVICE_PAUSED',
        message: 'This service is paused; its owner can resume it. Nothing was sent',
      });
      // Without a key of the account, nobody learns that the service exists.
      expect((await call(owner, service, 'sk_live_none')).status).toBe(401);
      await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, { status: 'active' });
      expect((await call(owner, service, key)).status).toBe(200);
      await owner.send('DELETE', `/api/manage/services/${service.serviceId}`);
      expect((await call(owner, service, key)).json().error.type).toBe('SERVICE_NOT_FOUND');
    });
  });

  describe('secrets', () => {
    test('credentials and stored headers reach only the upstream', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.upstream.address } });
      const { key } = await liveKey(owner);
      const path = `/api/manage/services/${service.serviceId}`;
      const canaries = ['canary-basic-1f9', 'canary-token-2e8', 'canary-wsse-3d7'];
      expect(
        (
          await owner.send('PUT', `${path}/credentials`, {
            basic: { username: 'user', password: canaries[0] },
            usernameToken: { username: 'wsse', password: canaries[2], type: 'text' },
          })
        ).text,
      ).toBe('{}');
      await owner.send('PUT', `${path}/headers`, {
        blocks: { Session: { token: canaries[1] } },
        locked: ['Session'],
      });
      let authorization = '';
      const seen: string[] = [];
      scene.upstream.answer = (request, response) => {
        authorization = String(request.headers.authorization);
        // An upstream that echoes what it receives.
        const echo = `${authorization} ${scene.upstream.bodies.at(-1)}`.replace(/[<>&]/g, ' ');
        response
          .writeHead(500)
          .end(
            envelope(
              `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${echo}</faultstring></soap:Fault>`,
            ),
          );
      };
      const answer = await scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/CreateUser`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"user":{"name":"A","email":"a@b","birthDate":"2000-01-01","salary":{"@currency":"EUR","$value":1},"manager":null}}',
      });
      expect(answer.status).toBe(502);
      expect(authorization).toBe(`Basic ${base64(`user:${canaries[0]}`)}`);
      expect(scene.upstream.bodies.at(-1)).toContain(canaries[1]);
      expect(scene.upstream.bodies.at(-1)).toContain(`>${canaries[2]}</wsse:Password>`);
      seen.push(answer.text);

      const locked = await scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/CreateUser`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"$headers":{"Session":{"token":"mine"}}}',
      });
      expect(locked.status).toBe(400);
      seen.push(
        locked.text,
        (await owner.send('GET', path)).text,
        (await owner.send('GET', '/api/manage/audit')).text,
      );
      expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({
        secrets: { credentials: true, headers: true },
      });
      seen.push(scene.under.logLines.join(''));
      const stored = await scene.under.gateway.store.secrets.find(owner.accountId, service.serviceId);
      seen.push([...stored.values()].join(''));
      const encoded = base64(`user:${canaries[0]}`);
      for (const text of seen) {
        for (const canary of [canaries[0]!, canaries[2]!, encoded]) expect(text).not.toContain(canary);
      }
      await owner.send('DELETE', `${path}/credentials`);
      await owner.send('DELETE', `${path}/headers`);
      expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({
        secrets: { credentials: false, headers: false },
      });
      scene.upstream.answer = answerListUsers;
    });

    test('unusable credentials are rejected when they are set, without repeating them', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner);
      const answer = await owner.send('PUT', `/api/manage/services/${service.serviceId}/credentials`, {
        headers: { Host: 'hidden-host' },
      });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('hidden-host');
    });
  });
});
