import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from './management/routes.js';
import { type GatewayUnderTest, startUnderTest } from './testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from './testing/hostile-upstream.js';
import type { Answer } from './testing/https-client.js';
import { createOwner, type OwnerClient, ownerClient, PASSWORD } from './testing/owner-client.js';
import { setUps } from './testing/set-ups.js';
import { startUserDirectory, type UserDirectory } from './testing/user-directory.js';

const ADMIN_KEY = 'an admin key of at least thirty-two characters';
const folder = new URL('../../../examples/user-directory/', import.meta.url);
const [embedded, , servers] = await setUps();

describe.each([embedded!, ...(servers === undefined ? [] : [servers])])(
  'the management API with $name',
  (setUp) => {
    let soap: UserDirectory;
    let upstream: HostileUpstream;
    let under: GatewayUnderTest;
    let wsdl: string;
    let xsd: string;
    beforeAll(async () => {
      [soap, upstream, under, wsdl, xsd] = await Promise.all([
        startUserDirectory(),
        startHostileUpstream(),
        startUnderTest({ ADMIN_KEY, ...(await setUp.start()) }, setUp),
        readFile(new URL('user-directory.wsdl', folder), 'utf8'),
        readFile(new URL('user-directory.xsd', folder), 'utf8'),
      ]);
      upstream.answer = (_request, response) =>
        response.end(
          envelope(
            '<ListUsersResponse xmlns="urn:example:user-directory"><total>1</total></ListUsersResponse>',
          ),
        );
    });
    afterAll(async () => {
      await under?.stop();
      await soap?.stop();
      await upstream?.stop();
      await setUp.stop();
    });

    const admin = (method: string, path: string, body?: unknown): Promise<Answer> =>
      under.send(path, {
        method,
        headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const files = (document = wsdl, schema = xsd) => [
      { path: 'user-directory.wsdl', content: base64(document) },
      { path: 'user-directory.xsd', content: base64(schema) },
    ];

    interface Service {
      readonly serviceId: string;
      readonly slug: string;
    }
    async function register(owner: OwnerClient, over: object = {}): Promise<Service> {
      const answer = await owner.send('POST', '/api/manage/services', { files: files(), ...over });
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
      return answer.json<Service>();
    }
    async function liveKey(owner: OwnerClient): Promise<{ id: string; key: string }> {
      return (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json();
    }
    const call = (owner: OwnerClient, service: Service, key: string, headers: Record<string, string> = {}) =>
      under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });

    describe('from nothing to an answer', () => {
      test('sign up, register, make a key, call: everything is in the audit log', async () => {
        const email = `Ada.${setUp.name.length}@example.com`;
        const signUp = () =>
          under.send('/api/manage/sign-up', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ email, password: PASSWORD, accountName: 'Ada Ltd' }),
          });
        const signedUp = await signUp();
        expect(signedUp.status).toBe(201);
        const owner = ownerClient(under, email, signedUp);
        expect((await signUp()).json().error.code).toBe('EMAIL_TAKEN');
        const registered = await owner.send('POST', '/api/manage/services', {
          url: soap.wsdlAddress,
          name: 'People',
        });
        expect(registered.status).toBe(201);
        expect(registered.json<unknown>()).toMatchObject({
          slug: 'people',
          name: 'People',
          status: 'active',
          operations: ['GetUser', 'ListUsers', 'CreateUser'].map((name) => ({
            name,
            compatibility: 'exact',
          })),
          proxyUrl: `${under.baseUrl}/api/v1/${owner.accountId}/people`,
          diagnostics: [],
        });
        const service = registered.json<Service>();
        const { key } = await liveKey(owner);
        const answer = await call(owner, service, key);
        expect(answer.json<{ result: { total: number } }>().result.total).toBe(3);

        const account = (await owner.send('GET', '/api/manage/account')).json<Record<string, object>>();
        expect(account).toMatchObject({
          accountId: owner.accountId,
          plan: { name: 'Free', callsPerPeriod: 1000, callsPerMinute: 60, services: 3, next: null },
          period: { used: 1, remaining: 999 },
        });
        const { entries } = (await owner.send('GET', '/api/manage/audit')).json<{
          entries: { action: string }[];
        }>();
        expect(entries.map(({ action }) => action)).toEqual([
          'key.create',
          'service.register',
          'account.create',
        ]);
        expect(await under.gateway.store.audit.verify(owner.accountId)).toBeUndefined();

        await expect
          .poll(
            async () => (await owner.send('GET', '/api/manage/usage')).json<{ recent: unknown[] }>().recent,
            {
              timeout: 5000,
            },
          )
          .toEqual([
            expect.objectContaining({ operation: 'ListUsers', method: 'POST', status: 200, cached: false }),
          ]);
      });

      test('uploaded files and a zip archive give the same service', async () => {
        const owner = await createOwner(under);
        const { zipSync } = await import('fflate');
        const archive = zipSync({
          'a/user-directory.wsdl': new TextEncoder().encode(wsdl),
          'a/user-directory.xsd': new TextEncoder().encode(xsd),
        });
        for (const source of [{ files: files() }, { archive: Buffer.from(archive).toString('base64') }]) {
          const answer = await owner.send('POST', '/api/manage/services', source);
          expect(answer.json<unknown>()).toMatchObject({
            operations: ['GetUser', 'ListUsers', 'CreateUser'].map((name) => ({
              name,
              compatibility: 'exact',
            })),
          });
        }
        const { services } = (await owner.send('GET', '/api/manage/services')).json<{
          services: Service[];
        }>();
        expect(services.map(({ slug }) => slug)).toEqual(['user-directory', 'user-directory-2']);
      });

      test('documents that are no service say where and why, and nothing is stored', async () => {
        const owner = await createOwner(under);
        const broken = await owner.send('POST', '/api/manage/services', {
          files: [{ path: 'a.wsdl', content: base64('<a>\n<b></a>') }],
          main: 'a.wsdl',
        });
        expect(broken.status).toBe(400);
        expect(broken.json().error).toMatchObject({
          type: 'VALIDATION_ERROR',
          code: 'NOT_WELL_FORMED',
          details: [{ path: expect.stringMatching(/^a\.wsdl:2:/) }],
        });
        const refused = await owner.send('POST', '/api/manage/services', { url: 'http://10.0.0.1/x?wsdl' });
        expect([refused.status, refused.json().error.code]).toEqual([400, 'LOAD_FAILED']);
        expect(refused.text).not.toMatch(/10\.0\.0\.1(?!\/x\?wsdl)/);
        const { services } = (await owner.send('GET', '/api/manage/services')).json<{
          services: unknown[];
        }>();
        expect(services).toEqual([]);
      });

      test('the plan bounds the number of services', async () => {
        const owner = await createOwner(under);
        for (let count = 0; count < 3; count += 1) await register(owner);
        const answer = await owner.send('POST', '/api/manage/services', { files: files() });
        expect([answer.status, answer.json().error.code]).toEqual([400, 'SERVICE_LIMIT']);
      });
    });

    describe('settings', () => {
      test('the method policy is set per operation, and the paid plan decides about GET', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: soap.address } });
        const { key } = await liveKey(owner);
        const path = `/api/manage/services/${service.serviceId}`;
        const set = await owner.send('PUT', `${path}/operations/ListUsers`, { methodPolicy: 'GET + POST' });
        expect(set.json<unknown>()).toEqual({ methodPolicy: 'GET + POST', cacheSeconds: 0 });
        const get = () =>
          under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers?limit=1`, {
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
        expect(
          (await owner.send('PUT', `${path}/operations/ListUsers`, { methodPolicy: 'PUT' })).status,
        ).toBe(400);
      });

      test('a GET is cached as long as its owner says, and the answer says so', async () => {
        const owner = await createOwner(under);
        await admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Pro' });
        const service = await register(owner, { settings: { endpoint: upstream.address } });
        const { key } = await liveKey(owner);
        await owner.send('PUT', `/api/manage/services/${service.serviceId}/operations/ListUsers`, {
          methodPolicy: 'GET',
          cacheSeconds: 60,
        });
        const get = (query: string, headers = {}) =>
          under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers?${query}`, {
            headers: { 'X-API-Key': key, ...headers },
          });
        const before = upstream.calls;
        const first = await get('status=active&department=a&limit=5');
        expect(first.json<{ meta: { cached: boolean } }>().meta.cached).toBe(false);
        // Other order, other spelling, same input.
        const second = await get('limit=%2B5&department=a&status=active');
        expect(second.json<{ meta: { cached: boolean } }>().meta.cached).toBe(true);
        expect(upstream.calls).toBe(before + 1);
        expect(second.headers['cache-control']).toMatch(/^private, max-age=(60|5\d)$/);
        expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
          Number(first.headers['x-ratelimit-remaining']) - 1,
        );
        const known = await get('limit=5&department=a&status=active', {
          'If-None-Match': String(first.headers.etag),
        });
        expect([known.status, known.text]).toEqual([304, '']);
        expect(known.headers['x-ratelimit-limit']).toBe('1000000');
        expect((await get('limit=6')).json<{ meta: { cached: boolean } }>().meta.cached).toBe(false);
        expect(upstream.calls).toBe(before + 2);
        // A change of the service is another answer.
        await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, {
          settings: { numbers: 'string' },
        });
        const changed = await get('limit=5&department=a&status=active');
        expect(changed.json<unknown>()).toMatchObject({ result: { total: 1 }, meta: { cached: false } });
      });

      test('a dry run shows what would be sent, sends nothing and takes nothing from the quota', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: upstream.address } });
        const { key } = await liveKey(owner);
        const path = `/api/manage/services/${service.serviceId}`;
        await owner.send('PUT', `${path}/credentials`, {
          basic: { username: 'u', password: 'hidden-password' },
        });
        const before = upstream.calls;
        const answer = await call(owner, service, key, { 'X-Dry-Run': 'true' });
        expect(answer.json<unknown>()).toMatchObject({
          result: {
            method: 'POST',
            url: upstream.address,
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
        expect(upstream.calls).toBe(before);
      });

      test('a mock is answered from the schema where the owner allows it', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: upstream.address } });
        const { key } = await liveKey(owner);
        const before = upstream.calls;
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
        expect(upstream.calls).toBe(before);
      });

      test('a paused service is not there', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: soap.address } });
        const { key } = await liveKey(owner);
        await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, { status: 'paused' });
        expect((await call(owner, service, key)).json().error.type).toBe('SERVICE_NOT_FOUND');
        await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, { status: 'active' });
        expect((await call(owner, service, key)).status).toBe(200);
        await owner.send('DELETE', `/api/manage/services/${service.serviceId}`);
        expect((await call(owner, service, key)).json().error.type).toBe('SERVICE_NOT_FOUND');
      });
    });

    describe('secrets', () => {
      test('credentials and stored headers reach the upstream, and nobody else', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: upstream.address } });
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
        upstream.answer = (request, response) => {
          authorization = String(request.headers.authorization);
          // An upstream that echoes what it was shown.
          const echo = `${authorization} ${upstream.bodies.at(-1)}`.replace(/[<>&]/g, ' ');
          response
            .writeHead(500)
            .end(
              envelope(
                `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${echo}</faultstring></soap:Fault>`,
              ),
            );
        };
        const answer = await under.send(`/api/v1/${owner.accountId}/${service.slug}/CreateUser`, {
          method: 'POST',
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          body: '{"user":{"name":"A","email":"a@b","birthDate":"2000-01-01","salary":{"@currency":"EUR","$value":1},"manager":null}}',
        });
        expect(answer.status).toBe(502);
        expect(authorization).toBe(`Basic ${base64(`user:${canaries[0]}`)}`);
        expect(upstream.bodies.at(-1)).toContain(canaries[1]);
        expect(upstream.bodies.at(-1)).toContain(`>${canaries[2]}</wsse:Password>`);
        seen.push(answer.text);

        const locked = await under.send(`/api/v1/${owner.accountId}/${service.slug}/CreateUser`, {
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
        seen.push(under.logLines.join(''));
        const stored = await under.gateway.store.secrets.find(owner.accountId, service.serviceId);
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
        upstream.answer = (_request, response) =>
          response.end(
            envelope(
              '<ListUsersResponse xmlns="urn:example:user-directory"><total>1</total></ListUsersResponse>',
            ),
          );
      });

      test('credentials that cannot be used are refused when they are set, without repeating them', async () => {
        const owner = await createOwner(under);
        const service = await register(owner);
        const answer = await owner.send('PUT', `/api/manage/services/${service.serviceId}/credentials`, {
          headers: { Host: 'hidden-host' },
        });
        expect(answer.status).toBe(400);
        expect(answer.text).not.toContain('hidden-host');
      });
    });

    describe('revisions', () => {
      test('an import that breaks a client waits; a safe one is in force; each can be taken back', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: soap.address } });
        const path = `/api/manage/services/${service.serviceId}`;
        const optional = xsd.replaceAll(
          '<xs:element name="name" type="xs:string"/>',
          '<xs:element name="nick" type="xs:string" minOccurs="0"/>$&',
        );
        const safe = await owner.send('POST', `${path}/revisions`, { files: files(wsdl, optional) });
        expect(safe.json<unknown>()).toMatchObject({ number: 2, inForce: true, breaking: false });
        expect(safe.json<{ changes: object[] }>().changes).toContainEqual({
          operation: 'GetUser',
          message: 'output',
          path: '/nick',
          change: 'added',
          breaking: false,
        });
        const required = optional.replaceAll(
          'name="nick" type="xs:string" minOccurs="0"',
          'name="nick" type="xs:string"',
        );
        const held = await owner.send('POST', `${path}/revisions`, { files: files(wsdl, required) });
        expect(held.json<unknown>()).toMatchObject({ number: 3, inForce: false, breaking: true });
        expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({ revision: 2 });

        expect((await owner.send('PUT', `${path}/revisions/3/in-force`)).json<unknown>()).toMatchObject({
          revision: 3,
        });
        expect((await owner.send('PUT', `${path}/revisions/1/in-force`)).json<unknown>()).toMatchObject({
          revision: 1,
        });
        const { revisions } = (await owner.send('GET', `${path}/revisions`)).json<{ revisions: object[] }>();
        expect(revisions).toMatchObject([
          { number: 3, inForce: false },
          { number: 2, inForce: false },
          { number: 1, inForce: true },
        ]);
        expect((await owner.send('PUT', `${path}/revisions/9/in-force`)).status).toBe(404);
      });

      test('a failed import changes nothing', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: soap.address } });
        const { key } = await liveKey(owner);
        const path = `/api/manage/services/${service.serviceId}`;
        const answer = await owner.send('POST', `${path}/revisions`, { url: `${soap.address}/nothing` });
        expect(answer.status).toBe(400);
        expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({ revision: 1 });
        expect((await call(owner, service, key)).status).toBe(200);
      });
    });

    describe('sessions', () => {
      test('the cookie is for this host, this scheme and no script', async () => {
        const owner = await createOwner(under);
        expect(owner.cookie).toMatch(/^__Host-soapstone=[\w-]{43}$/);
        const answer = await under.send('/api/manage/log-in', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: owner.email.toUpperCase(), password: PASSWORD }),
        });
        expect(String(answer.headers['set-cookie'])).toMatch(
          /; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/,
        );
        const again = ownerClient(under, owner.email, answer);
        expect(again.cookie).not.toBe(owner.cookie);
        expect((await again.send('GET', '/api/manage/session')).json<unknown>()).toMatchObject({
          email: owner.email,
          account: { accountId: owner.accountId },
        });
      });

      test('a wrong password and an unknown address are the same answer', async () => {
        const owner = await createOwner(under);
        const logIn = (email: string) =>
          under.send('/api/manage/log-in', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ email, password: 'wrong password here' }),
          });
        const [known, unknown] = [await logIn(owner.email), await logIn('nobody@example.com')];
        expect([known.status, unknown.status]).toEqual([401, 401]);
        expect(known.text.replace(known.json().error.requestId, '')).toBe(
          unknown.text.replace(unknown.json().error.requestId, ''),
        );
      });

      test('logging out ends it, and changing the password ends all the others', async () => {
        const owner = await createOwner(under);
        const other = ownerClient(
          under,
          owner.email,
          await under.send('/api/manage/log-in', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ email: owner.email, password: PASSWORD }),
          }),
        );
        const changed = await owner.send('PUT', '/api/manage/password', {
          current: PASSWORD,
          next: 'another long password',
        });
        expect(changed.status).toBe(200);
        for (const gone of [owner, other])
          expect((await gone.send('GET', '/api/manage/account')).status).toBe(401);
        const now = ownerClient(under, owner.email, changed);
        expect((await now.send('GET', '/api/manage/account')).status).toBe(200);
        expect((await now.send('POST', '/api/manage/log-out')).status).toBe(200);
        expect((await now.send('GET', '/api/manage/account')).status).toBe(401);
      });

      test.each<[string, Record<string, string>]>([
        ['no token', { 'X-CSRF-Token': '' }],
        ['a wrong token', { 'X-CSRF-Token': 'A'.repeat(43) }],
        ['another origin', { Origin: 'https://evil.example' }],
        ['no origin at all', { Origin: 'null' }],
        ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
        ['a page of a sibling', { 'Sec-Fetch-Site': 'same-site' }],
      ])('a change with %s is refused', async (_, headers) => {
        const owner = await createOwner(under);
        const answer = await owner.send('POST', '/api/manage/keys', { name: 'stolen' }, headers);
        expect([answer.status, answer.json().error.code]).toEqual([403, 'CROSS_SITE']);
        expect((await owner.send('GET', '/api/manage/keys')).json<unknown>()).toEqual({ keys: [] });
      });

      test('a form of another site cannot send JSON', async () => {
        const owner = await createOwner(under);
        const answer = await owner.send(
          'POST',
          '/api/manage/keys',
          { name: 'x' },
          { 'Content-Type': 'text/plain' },
        );
        expect(answer.json().error.code).toBe('UNSUPPORTED_MEDIA');
      });

      test('the interface description takes the session cookie', async () => {
        const owner = await createOwner(under);
        const service = await register(owner);
        const path = `/api/services/${service.serviceId}/openapi`;
        const get = (cookie: string) => under.send(path, { headers: { Cookie: cookie } });
        expect((await get(owner.cookie)).status).toBe(403);
        await admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Starter' });
        const answer = await get(owner.cookie);
        expect(answer.json<{ openapi: string }>().openapi).toBe('3.0.3');
        expect((await get('__Host-soapstone=nonsense')).status).toBe(401);
        const stranger = await createOwner(under);
        await admin('PATCH', `/api/admin/accounts/${stranger.accountId}`, { plan: 'Pro' });
        expect((await get(stranger.cookie)).status).toBe(404);
      });
    });

    describe('keys', () => {
      test('a key is shown once, and a revoked one is refused at once', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: soap.address } });
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

      test('a management key manages without a session, and calls nothing', async () => {
        const owner = await createOwner(under);
        const service = await register(owner, { settings: { endpoint: soap.address } });
        const created = await owner.send('POST', '/api/manage/keys', {
          name: 'terraform',
          purpose: 'management',
        });
        const { key } = created.json<{ key: string }>();
        const manage = (method: string, path: string, body?: string) =>
          under.send(path, {
            method,
            headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
            ...(body === undefined ? {} : { body }),
          });
        expect((await manage('GET', '/api/manage/services')).status).toBe(200);
        const passwords = JSON.stringify({ current: PASSWORD, next: 'another long password' });
        expect((await manage('PUT', '/api/manage/password', passwords)).status).toBe(401);
        expect((await call(owner, service, key)).status).toBe(401);
        const { key: live } = await liveKey(owner);
        expect((await under.send('/api/manage/services', { headers: { 'X-API-Key': live } })).status).toBe(
          401,
        );
      });
    });

    describe('between accounts', () => {
      test('nobody manages without signing in', async () => {
        for (const route of ROUTES) {
          if (route.access === 'public') continue;
          const answer = await under.send(route.path.replace(/:\w+/g, 'x'), {
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
      test('makes accounts, sets plans and anchors, suspends', async () => {
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
        expect(
          (await admin('PATCH', `/api/admin/accounts/${accountId}`, { status: 'suspended' })).status,
        ).toBe(200);
        const { accounts } = (await admin('GET', '/api/admin/accounts')).json<{ accounts: object[] }>();
        expect(accounts).toContainEqual(expect.objectContaining({ accountId, status: 'suspended' }));
        expect((await admin('PATCH', '/api/admin/accounts/acc_none', { plan: 'Pro' })).status).toBe(404);
      });

      test('metrics are for the operator', async () => {
        const answer = await admin('GET', '/metrics');
        expect(answer.headers['content-type']).toMatch(/^text\/plain/);
        expect(answer.text).toMatch(
          /^soapstone_calls_total\{method="POST",status="200",type="none",cached="false"\} \d+$/m,
        );
        expect(answer.text).toMatch(/^soapstone_limiter_degraded 0$/m);
        expect((await under.send('/metrics')).status).toBe(404);
      });
    });

    test('describes itself with a valid OpenAPI document of every route', async () => {
      const answer = await under.send('/api/manage/openapi');
      const { valid, errors } = await new Validator().validate(answer.json<Record<string, unknown>>());
      expect(errors).toBeUndefined();
      expect(valid).toBe(true);
      const { paths } = answer.json<{ paths: Record<string, object> }>();
      const described = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
      expect(described).toBe(ROUTES.length);
    });
  },
);
