import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { base64, type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, ownerClient, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

describe.each(await setUps())('registering a service with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  const { files, register, liveKey, call } = scene;

  describe('from sign-up to the first response', () => {
    test('sign up, register, create a key, call: each step is in the audit log', async () => {
      const email = `Ada.${setUp.name.length}@example.com`;
      const send = (path: string, body: unknown) =>
        scene.under.send(`/api/manage/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const signUp = (password = PASSWORD) => send('sign-up', { email, password, accountName: 'Ada Ltd' });
      const logIn = (password = PASSWORD) => send('log-in', { email, password });
      const signedUp = await signUp();
      expect(signedUp.status).toBe(200);
      const loggedIn = await logIn();
      const owner = ownerClient(scene.under, email, loggedIn);
      // A taken email address gets the same response as a free one, and its account is unchanged.
      const { 'x-request-id': _first, date: _at, ...headers } = signedUp.headers;
      const again = await signUp('another password of nobody');
      expect([again.status, again.text, again.headers]).toEqual([
        200,
        signedUp.text,
        expect.objectContaining(headers),
      ]);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect((await logIn('another password of nobody')).json().error.code).toBe('WRONG_PASSWORD');
      const registered = await owner.send('POST', '/api/manage/services', {
        url: scene.soap.wsdlAddress,
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
        proxyUrl: `${scene.under.baseUrl}/api/v1/${owner.accountId}/people`,
        diagnostics: [],
      });
      const service = registered.json<RegisteredAnswer>();
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
        'session.begin',
        'account.create',
      ]);
      expect(await scene.under.gateway.store.audit.verify(owner.accountId)).toBeUndefined();

      await expect
        .poll(async () => (await owner.send('GET', '/api/manage/usage')).json<{ recent: unknown[] }>().recent)
        .toEqual([
          expect.objectContaining({ operation: 'ListUsers', method: 'POST', status: 200, cached: false }),
        ]);
    });

    test('uploaded files and a zip archive register the same service', async () => {
      const owner = await createOwner(scene.under);
      const archive = zipSync({
        'a/user-directory.wsdl': new TextEncoder().encode(scene.wsdl),
        'a/user-directory.xsd': new TextEncoder().encode(scene.xsd),
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
        services: RegisteredAnswer[];
      }>();
      expect(services.map(({ slug }) => slug)).toEqual(['user-directory', 'user-directory-2']);
    });

    test('unusable documents are rejected with the location and the reason, and nothing is stored', async () => {
      const owner = await createOwner(scene.under);
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
      expect(refused.json().error).toMatchObject({
        message: expect.stringMatching(/^http:\/\/10\.0\.0\.1\/x\?wsdl: cannot load/),
        details: [
          {
            path: 'http://10.0.0.1/x?wsdl',
            message:
              'This gateway does not call private addresses. Its operator can allow this one with EGRESS_ALLOW=10.0.0.1',
          },
        ],
      });
      const { services } = (await owner.send('GET', '/api/manage/services')).json<{
        services: unknown[];
      }>();
      expect(services).toEqual([]);
    });

    test('a file whose endpoint is private: the registration reports it before the first call', async () => {
      const owner = await createOwner(scene.under);
      const wsdl = scene.wsdl.replace('http://127.0.0.1:8088/', 'http://192.168.1.10:8088/');
      const problem =
        'This gateway does not call private addresses. Its operator can allow this one with EGRESS_ALLOW=192.168.1.10:8088';
      const registered = await owner.send('POST', '/api/manage/services', { files: files(wsdl) });
      const service = registered.json<RegisteredAnswer>();
      expect(service).toMatchObject({ endpointProblem: problem, ports: [{ problem }] });
      const path = `/api/manage/services/${service.serviceId}`;
      const tested = await owner.send('POST', `${path}/connection-test`, {});
      expect(tested.json<unknown>()).toMatchObject({
        reached: false,
        verdict: 'unreachable',
        message: problem,
      });
      const settings = { endpoint: scene.soap.address };
      const moved = await owner.send('PATCH', path, { settings });
      expect(moved.json<unknown>()).toMatchObject({ settings });
      expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({ endpointProblem: null });
    });

    test('a WSDL that is not found: the error quotes the status of the server', async () => {
      const owner = await createOwner(scene.under);
      const url = scene.soap.address.replace('/user-directory', '/nothing');
      const answer = await owner.send('POST', '/api/manage/services', { url });
      expect(answer.json().error).toMatchObject({
        code: 'LOAD_FAILED',
        details: [{ path: url, message: 'The server responded with 404 Not Found' }],
      });
    });

    test('the plan limits the number of services', async () => {
      const owner = await createOwner(scene.under);
      for (let count = 0; count < 3; count += 1) await register(owner);
      const answer = await owner.send('POST', '/api/manage/services', { files: files() });
      expect([answer.status, answer.json().error.code]).toEqual([400, 'SERVICE_LIMIT']);
    });
  });

  describe('revisions', () => {
    test('a breaking import waits; a safe one is published; each can be rolled back', async () => {
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const path = `/api/manage/services/${service.serviceId}`;
      const optional = scene.xsd.replaceAll(
        '<xs:element name="name" type="xs:string"/>',
        '<xs:element name="nick" type="xs:string" minOccurs="0"/>$&',
      );
      const safe = await owner.send('POST', `${path}/revisions`, { files: files(scene.wsdl, optional) });
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
      const held = await owner.send('POST', `${path}/revisions`, { files: files(scene.wsdl, required) });
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
      const owner = await createOwner(scene.under);
      const service = await register(owner, { settings: { endpoint: scene.soap.address } });
      const { key } = await liveKey(owner);
      const path = `/api/manage/services/${service.serviceId}`;
      const answer = await owner.send('POST', `${path}/revisions`, { url: `${scene.soap.address}/nothing` });
      expect(answer.status).toBe(400);
      expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({ revision: 1 });
      expect((await call(owner, service, key)).status).toBe(200);
    });
  });
});
