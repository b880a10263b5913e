import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from './accounts/account.js';
import type { RegisteredService } from './catalog/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from './testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from './testing/hostile-upstream.js';
import type { Answer } from './testing/https-client.js';
import { setUps } from './testing/set-ups.js';
import { startUserDirectory, type UserDirectory } from './testing/user-directory.js';

/** The whole way: HTTPS, the gateway, a SOAP server of other people's making; the same in every way to run the gateway. */
describe.each(await setUps())('the proxy with $name', (setUp) => {
  let soap: UserDirectory;
  let hostile: HostileUpstream;
  let under: GatewayUnderTest;
  let account: Account;
  let service: RegisteredService;
  let key: string;

  beforeAll(async () => {
    [soap, hostile, under] = await Promise.all([
      startUserDirectory(),
      startHostileUpstream(),
      startUnderTest({ UPSTREAM_TIMEOUT_MS: '2000', ...(await setUp.start()) }, setUp),
    ]);
    account = await under.createAccount();
    ({ key } = await under.createKey(account.id));
    service = await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      name: 'Users',
    });
    await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'hostile',
      settings: { endpoint: hostile.address },
    });
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
    await hostile?.stop();
    await setUp.stop();
  });

  const post = (
    operation: string,
    body: string | Uint8Array,
    over: {
      headers?: Record<string, string | string[]>;
      slug?: string;
      account?: string;
      method?: string;
    } = {},
  ): Promise<Answer> =>
    under.send(`/api/v1/${over.account ?? account.id}/${over.slug ?? 'users'}/${operation}`, {
      method: over.method ?? 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...over.headers },
      body,
    });

  /** The three headers, on every answer whatever it is. */
  function expectLimitHeaders(answer: Answer): void {
    expect(answer.headers['x-ratelimit-limit']).toMatch(/^\d+$/);
    expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    expect(answer.headers['x-ratelimit-reset']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }

  function expectError(answer: Answer, status: number, type: string, code: string): void {
    expect({ status: answer.status, ...answer.json().error }).toMatchObject({ status, type, code });
    const { message, requestId } = answer.json().error;
    expect(message).toMatch(/\S/);
    expect(requestId).toBe(answer.headers['x-request-id']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expectLimitHeaders(answer);
  }

  describe('a successful call', () => {
    test('answers with the record of the response, digits untouched, and meta', async () => {
      const answer = await post('GetUser', '{"userId": 9007199254740993}');
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(
        /^\{"result":\{"@id":9007199254740993,"@status":"on-leave","name":"Grace Hopper","email":"grace@example\.com","birthDate":"1906-12-09","salary":\{"@currency":"USD","\$value":120000\.123456789012345678\},"manager":1001,"phone":\[\{"@kind":"office","\$value":"\+1 202 555 0143"\}\]\},"meta":\{"service":"users","operation":"GetUser","latencyMs":\d+,"cached":false\}\}$/,
      );
      expectLimitHeaders(answer);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
    });

    test('keeps several members of a response, and lists of one as lists', async () => {
      const answer = await post('ListUsers', '{"department": "compilers"}');
      const { result } = answer.json<{ result: { total: number; user: { name: string }[] } }>();
      expect(result.total).toBe(1);
      expect(result.user.map((user) => user.name)).toEqual(['Grace Hopper']);
    });

    test('an absent list is an empty array, nil is null, and text is not markup', async () => {
      const answer = await post('ListUsers', '{"department": "engines", "status": ["active"]}');
      const { result } = answer.json<{ result: { user: Record<string, unknown>[] } }>();
      expect(result.user[0]).toMatchObject({ '@id': 1001, manager: null });
      expect(result.user[1]).toMatchObject({ name: 'Emmy Noether & Töchter <GmbH>', phone: [] });
      const none = await post('ListUsers', '{"department": "none"}');
      expect(none.text).toMatch(/^\{"result":\{"total":0,"user":\[\]\}/);
    });

    test('an empty body is an empty object', async () => {
      const answer = await post('ListUsers', '');
      expect(answer.json<{ result: { total: number } }>().result.total).toBe(3);
    });

    test('a SOAP header goes in the body or in X-SOAP-Headers', async () => {
      const user = {
        name: 'Alan Turing',
        email: 'alan@example.com',
        birthDate: '1912-06-23',
        salary: { '@currency': 'GBP', $value: 1 },
        manager: null,
      };
      const inBody = await post(
        'CreateUser',
        JSON.stringify({ $headers: { Session: { token: 'demo-writer' } }, user }),
      );
      expect(inBody.text).toMatch(
        /^\{"result":\{"userId":9007199254741004,"createdAt":"2026-11-21T09:00:00Z"\}/,
      );
      const inHeader = await post('CreateUser', JSON.stringify({ user }), {
        headers: { 'X-SOAP-Headers': '{"Session":{"token":"demo-writer"}}' },
      });
      expect(inHeader.status).toBe(200);
    });

    test('takes one from the quota, and the headers say so', async () => {
      const first = await post('GetUser', '{"userId": 1001}');
      const second = await post('GetUser', '{"userId": 1001}');
      expect(first.headers['x-ratelimit-limit']).toBe('50000');
      expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
        Number(first.headers['x-ratelimit-remaining']) - 1,
      );
      expect(Date.parse(String(first.headers['x-ratelimit-reset']))).toBeGreaterThan(Date.now());
      expect(first.headers['ratelimit-policy']).toMatch(/^"minute";q=600;w=60, "period";q=50000;w=\d+$/);
      const { ratelimit } = first.headers;
      expect(ratelimit).toMatch(/^"minute";r=\d+;t=\d+, "period";r=\d+;t=\d+$/);
    });

    test('is written to the log without anything of its content', async () => {
      const answer = await post('GetUser', '{"userId": 1001}');
      const id = String(answer.headers['x-request-id']);
      const line = under.logLines.find((one) => one.includes(id));
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        requestId: id,
        accountId: account.id,
        serviceId: service.id,
        operation: 'GetUser',
        method: 'POST',
        status: 200,
      });
      expect(under.logLines.join('')).not.toContain(key);
      expect(under.logLines.join('')).not.toContain('demo-writer');
      expect(under.logLines.join('')).not.toContain('Hopper');
    });
  });

  describe('VALIDATION_ERROR', () => {
    test.each<[string, string | Uint8Array, string]>([
      ['not JSON', '{"userId": }', 'INVALID_JSON'],
      ['not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'INVALID_JSON'],
      ['a duplicate key', '{"userId": 1, "userId": 2}', 'DUPLICATE_KEY'],
      ['a missing field', '{}', 'SCHEMA_VIOLATION'],
      ['a wrong type', '{"userId": "seven"}', 'SCHEMA_VIOLATION'],
      ['an unknown field', '{"userId": 7, "user_id": 7}', 'SCHEMA_VIOLATION'],
      ['an array', '[1]', 'SCHEMA_VIOLATION'],
      ['null', 'null', 'SCHEMA_VIOLATION'],
      ['markup as a key', '{"userId": 7, "b><evil>1</evil><b": 1}', 'SCHEMA_VIOLATION'],
    ])('%s is refused with its code', async (_, body, code) => {
      expectError(await post('GetUser', body), 400, 'VALIDATION_ERROR', code);
    });

    test('names every problem at once, each with its place', async () => {
      const answer = await post(
        'CreateUser',
        '{"user": {"email": "nobody", "birthDate": "1912-13-01", "salary": {"$value": "x"}, "manager": null, "extra": 1}}',
      );
      expectError(answer, 400, 'VALIDATION_ERROR', 'SCHEMA_VIOLATION');
      const { details = [], message } = answer.json().error;
      expect(new Set(details.map(({ path, keyword }) => `${path} ${keyword}`))).toEqual(
        new Set([
          '/user/name required',
          '/user/email pattern',
          '/user/birthDate format',
          '/user/salary/@currency required',
          '/user/salary/$value type',
          '/user/extra additionalProperties',
        ]),
      );
      expect(message).toBe('The request does not match the input of operation CreateUser (6 errors)');
    });

    test.each<[string, Record<string, string>]>([
      ['no Content-Type', { 'Content-Type': '' }],
      ['another Content-Type', { 'Content-Type': 'text/plain' }],
      ['another charset', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
      ['a content encoding', { 'Content-Encoding': 'gzip' }],
    ])('%s is media that is not taken', async (_, headers) => {
      expectError(
        await post('GetUser', '{"userId": 1001}', { headers }),
        400,
        'VALIDATION_ERROR',
        'UNSUPPORTED_MEDIA',
      );
    });

    test.each(['application/json; charset=utf-8', 'Application/JSON;Charset="UTF-8"'])(
      '%s is fine',
      async (type) => {
        expect(
          (await post('GetUser', '{"userId": 1001}', { headers: { 'Content-Type': type } })).status,
        ).toBe(200);
      },
    );

    test('a body over the limit, announced or not', async () => {
      const long = `{"userId": 1001${' '.repeat(1_048_576)}}`;
      expectError(await post('GetUser', long), 400, 'VALIDATION_ERROR', 'BODY_TOO_LARGE');
      const chunked = await post('GetUser', long, { headers: { 'Transfer-Encoding': 'chunked' } });
      expectError(chunked, 400, 'VALIDATION_ERROR', 'BODY_TOO_LARGE');
    });

    test('a body that is nested too deeply', async () => {
      const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
      const answer = await post('GetUser', deep);
      expect([answer.status, answer.json().error.type]).toEqual([400, 'VALIDATION_ERROR']);
    });

    test('problems of X-SOAP-Headers are reported below /$headers, without its values', async () => {
      for (const value of ['{', '[]', '{"Session":{"token":{"secret":"hidden"}}}', '{"Nope":1}']) {
        const answer = await post('CreateUser', '{}', { headers: { 'X-SOAP-Headers': value } });
        expect([answer.status, answer.json().error.type]).toEqual([400, 'VALIDATION_ERROR']);
        expect(answer.json().error.details?.some(({ path }) => path.startsWith('/$headers'))).toBe(true);
        expect(answer.text).not.toContain('hidden');
      }
    });
  });

  describe('AUTHENTICATION_ERROR', () => {
    test('is the same answer for every reason, with constant headers', async () => {
      const stranger = await under.createAccount();
      const { key: foreign } = await under.createKey(stranger.id);
      const revoked = await under.createKey(account.id);
      await under.gateway.store.apiKeys.revoke(account.id, revoked.id, Date.now());
      const suspended = await under.createAccount({ status: 'suspended' });
      const { key: ofSuspended } = await under.createKey(suspended.id);
      const cases: [string, Record<string, string | string[]>, string][] = [
        ['no key', { 'X-API-Key': [] }, account.id],
        ['an empty key', { 'X-API-Key': '' }, account.id],
        ['a malformed key', { 'X-API-Key': 'nonsense' }, account.id],
        [
          'a mistyped key',
          { 'X-API-Key': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` },
          account.id,
        ],
        ['two keys', { 'X-API-Key': [key, key] }, account.id],
        ['a key of another account', { 'X-API-Key': foreign }, account.id],
        ['an unknown account', { 'X-API-Key': key }, 'acc_unknown'],
        ['a revoked key', { 'X-API-Key': revoked.key }, account.id],
        ['a suspended account', { 'X-API-Key': ofSuspended }, suspended.id],
        ['a path that cannot be decoded', { 'X-API-Key': key }, '%E0%A4%A'],
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

    test('a revocation in this process is seen at once', async () => {
      const { id, key: mine } = await under.createKey(account.id);
      const headers = { 'X-API-Key': mine };
      expect((await post('GetUser', '{"userId": 1001}', { headers })).status).toBe(200);
      await under.gateway.store.apiKeys.revoke(account.id, id, Date.now());
      await under.gateway.changes.announce(account.id);
      expect((await post('GetUser', '{"userId": 1001}', { headers })).status).toBe(401);
    });
  });

  describe('SERVICE_NOT_FOUND and OPERATION_NOT_FOUND', () => {
    test.each(['nothing', 'USERS', 'users%20', 'users%2Fx', '__proto__', '', '..%2Fusers'])(
      'service %j',
      async (slug) => {
        expectError(await post('GetUser', '{}', { slug }), 404, 'SERVICE_NOT_FOUND', 'SERVICE_NOT_FOUND');
      },
    );

    test('a service of another account', async () => {
      const stranger = await under.createAccount();
      const { key: foreign } = await under.createKey(stranger.id);
      const answer = await post('GetUser', '{}', { account: stranger.id, headers: { 'X-API-Key': foreign } });
      expectError(answer, 404, 'SERVICE_NOT_FOUND', 'SERVICE_NOT_FOUND');
    });

    test.each(['getUser', 'GetUser/', 'GetUser%20', '__proto__', 'constructor', 'then', '', 'GetUser/x'])(
      'operation %j',
      async (operation) => {
        expectError(await post(operation, '{}'), 404, 'OPERATION_NOT_FOUND', 'OPERATION_NOT_FOUND');
      },
    );

    test('a near name is suggested', async () => {
      expect((await post('getuser', '{}')).json().error.message).toContain('GetUser');
    });

    test('takes from the minute, not from the quota', async () => {
      const mine = await under.createAccount();
      const { key: own } = await under.createKey(mine.id);
      const answer = await post('GetUser', '{}', { account: mine.id, headers: { 'X-API-Key': own } });
      expect(answer.headers['x-ratelimit-remaining']).toBe('50000');
      const { ratelimit } = answer.headers;
      expect(ratelimit).toMatch(/^"minute";r=599;/);
    });
  });

  describe('methods', () => {
    test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])(
      '%s is 405 where the policy is POST',
      async (method) => {
        const answer = await post('CreateUser', '', { method });
        expect(answer.status).toBe(405);
        expect(answer.headers.allow).toBe('POST');
        expectLimitHeaders(answer);
        if (method === 'HEAD') expect(answer.text).toBe('');
        else expectError(answer, 405, 'VALIDATION_ERROR', 'METHOD_NOT_ALLOWED');
      },
    );

    test('GET with the policy GET + POST reads the query', async () => {
      await under.setOperation(service, 'ListUsers', { methodPolicy: 'GET + POST', cacheSeconds: 0 });
      const answer = await under.send(
        `/api/v1/${account.id}/users/ListUsers?status=active&status=on-leave&limit=2`,
        { headers: { 'X-API-Key': key } },
      );
      const { result } = answer.json<{ result: { total: number; user: unknown[] } }>();
      expect([result.total, result.user.length]).toEqual([3, 2]);
      expect((await post('ListUsers', '{}')).status).toBe(200);
      const wrong = await under.send(`/api/v1/${account.id}/users/ListUsers?limit=0&status=gone`, {
        headers: { 'X-API-Key': key },
      });
      expectError(wrong, 400, 'VALIDATION_ERROR', 'SCHEMA_VIOLATION');
      expect(wrong.json().error.details).toHaveLength(2);
    });

    test('GET alone refuses POST', async () => {
      await under.setOperation(service, 'GetUser', { methodPolicy: 'GET', cacheSeconds: 0 });
      const path = `/api/v1/${account.id}/users/GetUser?userId=1001`;
      expect((await under.send(path, { headers: { 'X-API-Key': key } })).status).toBe(200);
      const answer = await post('GetUser', '{"userId": 1001}');
      expect(answer.headers.allow).toBe('GET');
      expectError(answer, 405, 'VALIDATION_ERROR', 'METHOD_NOT_ALLOWED');
      await under.setOperation(service, 'GetUser', { methodPolicy: 'Inherit', cacheSeconds: 0 });
    });

    test('on the Free plan GET is not had, and the answer says so', async () => {
      const free = await under.createAccount({ plan: 'Free' });
      const { key: own } = await under.createKey(free.id);
      const mine = await under.register(free, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'users',
      });
      await under.setOperation(mine, 'GetUser', { methodPolicy: 'GET + POST', cacheSeconds: 0 });
      const headers = { 'X-API-Key': own };
      const answer = await under.send(`/api/v1/${free.id}/users/GetUser?userId=1001`, { headers });
      expectError(answer, 405, 'VALIDATION_ERROR', 'METHOD_NOT_ALLOWED');
      expect(answer.json().error.message).toContain('Free');
      expect((await post('GetUser', '{"userId": 1001}', { account: free.id, headers })).status).toBe(200);
    });
  });

  describe('RATE_LIMIT_EXCEEDED', () => {
    test('the minute: 429 with Retry-After, and the headers still describe the quota', async () => {
      const free = await under.createAccount({ plan: 'Free' });
      const { key: own } = await under.createKey(free.id);
      const headers = { 'X-API-Key': own };
      for (let call = 0; call < 60; call += 1) await post('GetUser', '{}', { account: free.id, headers });
      const answer = await post('GetUser', '{}', { account: free.id, headers });
      expectError(answer, 429, 'RATE_LIMIT_EXCEEDED', 'RATE_PER_MINUTE');
      expect(answer.headers['x-ratelimit-limit']).toBe('1000');
      expect(answer.headers['x-ratelimit-remaining']).toBe('1000');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    });

    test('the quota: 429, nothing is sent, and the period of the plan resets it', async () => {
      const free = await under.createAccount({ plan: 'Free' });
      const { key: own } = await under.createKey(free.id);
      const now = new Date();
      const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
      await under.gateway.store.ledger.merge([
        { account: free.id, periodStart: monthStart, charged: 999, refunded: 0 },
      ]);
      await under.register(free, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'hostile',
        settings: { endpoint: hostile.address },
      });
      hostile.answer = (_request, response) =>
        response.end(
          envelope(
            '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
          ),
        );
      const over = { account: free.id, headers: { 'X-API-Key': own }, slug: 'hostile' };
      const last = await post('ListUsers', '{}', over);
      expect([last.status, last.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
      const before = hostile.calls;
      const answer = await post('ListUsers', '{}', over);
      expectError(answer, 429, 'RATE_LIMIT_EXCEEDED', 'QUOTA_EXHAUSTED');
      expect(hostile.calls).toBe(before);
      expect(answer.headers['x-ratelimit-remaining']).toBe('0');
      expect(answer.headers['x-ratelimit-reset']).toBe(
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      );
      const wait = Number(answer.headers['retry-after']) * 1000;
      expect(
        Math.abs(Date.now() + wait - Date.parse(String(answer.headers['x-ratelimit-reset']))),
      ).toBeLessThan(5000);
    });
  });

  describe('UPSTREAM_ERROR', () => {
    test('a declared fault is typed by the WSDL, although node-soap sends it with 200 and without a namespace', async () => {
      const answer = await post('GetUser', '{"userId": 7}');
      expectError(answer, 502, 'UPSTREAM_ERROR', 'SOAP_FAULT');
      expect(answer.json().error).toMatchObject({
        message: 'There is no user 7',
        fault: {
          version: '1.1',
          code: '{http://schemas.xmlsoap.org/soap/envelope/}Client',
          reason: 'There is no user 7',
          name: 'UserNotFound',
          detail: { UserNotFound: { userId: 7, suggestion: [1001] } },
        },
      });
    });

    test('a fault with 500 is a fault too', async () => {
      const user =
        '{"name":"A","email":"a@b","birthDate":"2000-01-01","salary":{"@currency":"EUR","$value":1},"manager":null}';
      const answer = await post('CreateUser', `{"user":${user}}`);
      expectError(answer, 502, 'UPSTREAM_ERROR', 'SOAP_FAULT');
      expect(answer.json().error.fault).toMatchObject({
        name: 'NotPermitted',
        detail: { NotPermitted: { reason: 'no token' } },
      });
    });

    test('a fault is charged, because the upstream has worked', async () => {
      const first = await post('GetUser', '{"userId": 7}');
      const second = await post('GetUser', '{"userId": 7}');
      expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
        Number(first.headers['x-ratelimit-remaining']) - 1,
      );
    });

    beforeEach(() => {
      hostile.answer = (_request, response) => response.end();
    });

    test.each<[string, (response: import('node:http').ServerResponse) => void]>([
      ['nothing', (response) => response.end()],
      ['HTML with 200', (response) => response.end('<html><body>Login</body></html>')],
      ['HTML with 503', (response) => response.writeHead(503).end('<html>down</html>')],
      ['JSON', (response) => response.end('{"a":1}')],
      ['half an envelope', (response) => response.end(envelope('<ListUsersResponse').slice(0, 100))],
      ['a DOCTYPE', (response) => response.end(`<!DOCTYPE a>${envelope('<a/>')}`)],
      ['another root', (response) => response.end('<a/>')],
      ['another element', (response) => response.end(envelope('<Other xmlns="urn:x"/>'))],
      ['a redirect', (response) => response.writeHead(302, { Location: '/elsewhere' }).end()],
      [
        'a good envelope with 500',
        (response) =>
          response
            .writeHead(500)
            .end(
              envelope(
                '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
              ),
            ),
      ],
    ])('an answer that is %s', async (_, answerWith) => {
      hostile.answer = (_request, response) => answerWith(response);
      const answer = await post('ListUsers', '{}', { slug: 'hostile' });
      expectError(answer, 502, 'UPSTREAM_ERROR', 'UPSTREAM_BAD_RESPONSE');
      expect(answer.json().error).not.toHaveProperty('fault');
    });

    test('an answer that does not come is a timeout within the deadline', async () => {
      hostile.answer = () => {};
      const startedAt = performance.now();
      const answer = await post('ListUsers', '{}', { slug: 'hostile' });
      expectError(answer, 502, 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT');
      expect(performance.now() - startedAt).toBeLessThan(4000);
    });

    test('a connection that breaks is no second call', async () => {
      const before = hostile.calls;
      hostile.answer = (request) => request.socket.destroy();
      const answer = await post('ListUsers', '{}', { slug: 'hostile' });
      expectError(answer, 502, 'UPSTREAM_ERROR', 'UPSTREAM_RESET');
      expect(answer.json().error.sent).toBe(true);
      expect(hostile.calls).toBe(before + 1);
    });

    test('what cannot be reached was not sent: it can be tried again and costs nothing', async () => {
      const mine = await under.createAccount();
      const { key: own } = await under.createKey(mine.id);
      await under.register(mine, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'away',
        settings: { endpoint: 'http://127.0.0.1:9/' },
      });
      await under.register(mine, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'private',
        settings: { endpoint: 'http://10.0.0.1/' },
      });
      const over = { account: mine.id, headers: { 'X-API-Key': own } };
      const refused = await post('ListUsers', '{}', { ...over, slug: 'private' });
      expectError(refused, 502, 'UPSTREAM_ERROR', 'UPSTREAM_ADDRESS_REFUSED');
      expect(refused.json().error.sent).toBe(false);
      expect(refused.headers['x-ratelimit-remaining']).toBe('50000');
      expect(refused.text).not.toContain('10.0.0.1');
    });
  });

  test('INTERNAL_ERROR: a failure of ours tells the client nothing but where to find it', async () => {
    const mine = await under.createAccount();
    const { key: own } = await under.createKey(mine.id);
    const broken = await under.register(mine, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'broken',
    });
    await under.gateway.store.services.update({ ...broken, revision: 99, updatedAt: Date.now() + 1 });
    const answer = await post('GetUser', '{}', {
      account: mine.id,
      slug: 'broken',
      headers: { 'X-API-Key': own },
    });
    expectError(answer, 500, 'INTERNAL_ERROR', 'INTERNAL');
    expect(answer.text).not.toContain('revision');
    const line = under.logLines.find((one) => one.includes(answer.json().error.requestId));
    expect(line).toContain('has no revision 99');
  });
});
