import { describe, expect, test } from 'vitest';
import { expectError, expectLimitHeaders, setScene } from '../testing/proxy-scene.js';
import { setUps } from '../testing/set-ups.js';
import { NODE_SOAP } from '../testing/upstreams.js';

describe.each(await setUps())('access to calls, with $name', (setUp) => {
  const scene = setScene({ setUp, upstream: NODE_SOAP });
  const { post } = scene;

  describe('AUTHENTICATION_ERROR', () => {
    test('is the same response for every reason, with constant headers', async () => {
      const stranger = await scene.under.createAccount();
      const { key: foreign } = await scene.under.createKey(stranger.id);
      const revoked = await scene.under.createKey(scene.account.id);
      await scene.under.gateway.store.apiKeys.revoke(scene.account.id, revoked.id, Date.now());
      const suspended = await scene.under.createAccount({ status: 'suspended' });
      const { key: ofSuspended } = await scene.under.createKey(suspended.id);
      const cases: [string, Record<string, string | string[]>, string][] = [
        ['no key', { 'X-API-Key': [] }, scene.account.id],
        ['an empty key', { 'X-API-Key': '' }, scene.account.id],
        ['a malformed key', { 'X-API-Key': 'nonsense' }, scene.account.id],
        [
          'a mistyped key',
          { 'X-API-Key': `${scene.key.slice(0, -1)}${scene.key.endsWith('0') ? '1' : '0'}` },
          scene.account.id,
        ],
        ['two keys', { 'X-API-Key': [scene.key, scene.key] }, scene.account.id],
        ['a key of another account', { 'X-API-Key': foreign }, scene.account.id],
        ['an unknown account', { 'X-API-Key': scene.key }, 'acc_unknown'],
        ['a revoked key', { 'X-API-Key': revoked.key }, scene.account.id],
        ['a suspended account', { 'X-API-Key': ofSuspended }, suspended.id],
        ['a path that cannot be decoded', { 'X-API-Key': scene.key }, '%E0%A4%A'],
      ];
      const bodies = new Set<string>();
      for (const [reason, headers, accountId] of cases) {
        const answer = await post('GetUser', '{"userId": 1001}', { headers, account: accountId });
        expect(answer.status, reason).toBe(401);
        expectError(answer, 401, 'AUTHENTICATION_ERROR', 'INVALID_API_KEY');
        const { date: _, 'x-request-id': id, ...constant } = answer.headers;
        bodies.add(JSON.stringify(constant) + answer.text.replace(String(id), ''));
      }
      expect([...bodies]).toHaveLength(1);
      const answer = await post('GetUser', '{}', { headers: { 'X-API-Key': '' } });
      const now = new Date();
      const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit': '0',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': nextMonth.toISOString(),
      });
    });

    test('a revocation in this process takes effect immediately', async () => {
      const { id, key: mine } = await scene.under.createKey(scene.account.id);
      const headers = { 'X-API-Key': mine };
      expect((await post('GetUser', '{"userId": 1001}', { headers })).status).toBe(200);
      await scene.under.gateway.store.apiKeys.revoke(scene.account.id, id, Date.now());
      await scene.under.gateway.changes.announce(scene.account.id);
      expect((await post('GetUser', '{"userId": 1001}', { headers })).status).toBe(401);
    });
  });

  describe('SERVICE_NOT_FOUND and OPERATION_NOT_FOUND', () => {
    test.each([
      'nothing',
      'USERS',
      'users%20',
      'users%2Fx',
      '__proto__',
      '',
      '..%2Fusers',
      '%00',
      'users%00',
    ])('service %j', async (slug) => {
      expectError(await post('GetUser', '{}', { slug }), 404, 'SERVICE_NOT_FOUND', 'SERVICE_NOT_FOUND');
    });

    test('a service of another account', async () => {
      const stranger = await scene.under.createAccount();
      const { key: foreign } = await scene.under.createKey(stranger.id);
      const answer = await post('GetUser', '{}', { account: stranger.id, headers: { 'X-API-Key': foreign } });
      expectError(answer, 404, 'SERVICE_NOT_FOUND', 'SERVICE_NOT_FOUND');
    });

    test.each(['getUser', 'GetUser/', 'GetUser%20', '__proto__', 'constructor', 'then', '', 'GetUser/x'])(
      'operation %j',
      async (operation) => {
        expectError(await post(operation, '{}'), 404, 'OPERATION_NOT_FOUND', 'OPERATION_NOT_FOUND');
      },
    );

    test('a similar name is suggested', async () => {
      const { message } = (await post('getuser', '{}')).json().error;
      expect(message).toContain('GetUser');
      expect(message).toContain('GET /api/v1/{accountId}/{serviceSlug} lists all of them');
    });

    test('is charged to the minute, not to the quota', async () => {
      const mine = await scene.under.createAccount();
      const { key: own } = await scene.under.createKey(mine.id);
      const answer = await post('GetUser', '{}', { account: mine.id, headers: { 'X-API-Key': own } });
      expect(answer.headers['x-ratelimit-remaining']).toBe('50000');
      const { ratelimit } = answer.headers;
      expect(ratelimit).toMatch(/^"minute";r=599;/);
    });
  });

  describe('methods', () => {
    test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
      '%s is 405 if the policy is POST',
      async (method) => {
        const answer = await post('CreateUser', '', { method });
        expect(answer.status).toBe(405);
        expect(answer.headers.allow).toBe('POST');
        expectLimitHeaders(answer);
        if (method === 'HEAD') expect(answer.text).toBe('');
        else expectError(answer, 405, 'VALIDATION_ERROR', 'METHOD_NOT_ALLOWED');
      },
    );

    test('GET reads the query if the policy is GET + POST', async () => {
      await scene.under.setOperation(scene.service, 'ListUsers', {
        methodPolicy: 'GET + POST',
        cacheSeconds: 0,
      });
      const answer = await scene.under.send(
        `/api/v1/${scene.account.id}/users/ListUsers?status=active&status=on-leave&limit=2`,
        { headers: { 'X-API-Key': scene.key } },
      );
      const { result } = answer.json<{ result: { total: number; user: unknown[] } }>();
      expect([result.total, result.user.length]).toEqual([3, 2]);
      expect((await post('ListUsers', '{}')).status).toBe(200);
      const wrong = await scene.under.send(
        `/api/v1/${scene.account.id}/users/ListUsers?limit=0&status=gone`,
        {
          headers: { 'X-API-Key': scene.key },
        },
      );
      expectError(wrong, 400, 'VALIDATION_ERROR', 'SCHEMA_VIOLATION');
      expect(wrong.json().error.details).toHaveLength(2);
    });

    test('the policy GET rejects POST', async () => {
      await scene.under.setOperation(scene.service, 'GetUser', { methodPolicy: 'GET', cacheSeconds: 0 });
      const path = `/api/v1/${scene.account.id}/users/GetUser?userId=1001`;
      expect((await scene.under.send(path, { headers: { 'X-API-Key': scene.key } })).status).toBe(200);
      const answer = await post('GetUser', '{"userId": 1001}');
      expect(answer.headers.allow).toBe('GET');
      expectError(answer, 405, 'VALIDATION_ERROR', 'METHOD_NOT_ALLOWED');
      await scene.under.setOperation(scene.service, 'GetUser', { methodPolicy: 'Inherit', cacheSeconds: 0 });
    });

    test('GET is not available on the Free plan, and the response explains it', async () => {
      const free = await scene.under.createAccount({ plan: 'Free' });
      const { key: own } = await scene.under.createKey(free.id);
      const mine = await scene.under.register(free, {
        source: { kind: 'url', url: scene.soap.wsdlAddress },
        slug: 'users',
      });
      await scene.under.setOperation(mine, 'GetUser', { methodPolicy: 'GET + POST', cacheSeconds: 0 });
      const headers = { 'X-API-Key': own };
      const answer = await scene.under.send(`/api/v1/${free.id}/users/GetUser?userId=1001`, { headers });
      expectError(answer, 405, 'VALIDATION_ERROR', 'METHOD_NOT_ALLOWED');
      expect(answer.json().error.message).toContain('Free');
      expect((await post('GetUser', '{"userId": 1001}', { account: free.id, headers })).status).toBe(200);
    });
  });
});
