import { Validator } from '@seriousme/openapi-schema-validator';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../domain/accounts/account.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from '../../testing/gateway-under-test.js';

describe('the interface description', () => {
  let soap: UserDirectory;
  let under: GatewayUnderTest;
  let account: Account;
  let service: RegisteredService;
  let key: string;
  beforeAll(async () => {
    [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
    account = await under.createAccount();
    ({ key } = await under.createKey(account.id));
    service = await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
    });
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
  });

  const get = (id: string, headers: Record<string, string> = { 'X-API-Key': key }) =>
    under.send(`/api/services/${id}/openapi`, { headers });

  test('200: an OpenAPI 3.0 document that a public validator accepts, with the proxy’s paths', async () => {
    const answer = await get(service.id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const document = answer.json<{ openapi: string; paths: object; servers: unknown }>();
    expect(document.openapi).toBe('3.0.3');
    expect(document.servers).toEqual([{ url: under.baseUrl }]);
    expect(Object.keys(document.paths)).toEqual(
      ['GetUser', 'ListUsers', 'CreateUser'].map((name) => `/api/v1/${account.id}/users/${name}`),
    );
    const { valid, errors } = await new Validator().validate(answer.json<Record<string, unknown>>());
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('it describes GET as soon as the policy offers it', async () => {
    const methods = async () => {
      const { paths } = (await get(service.id)).json<{ paths: Record<string, object> }>();
      return Object.keys(paths[`/api/v1/${account.id}/users/ListUsers`]!);
    };
    expect(await methods()).toEqual(['post']);
    await under.setOperation(service, 'ListUsers', { methodPolicy: 'GET + POST', cacheSeconds: 0 });
    expect((await methods()).sort()).toEqual(['get', 'post']);
    await under.setOperation(service, 'ListUsers', { methodPolicy: 'Inherit', cacheSeconds: 0 });
  });

  test('the description has the same bytes every time, and is 304 for clients that have it', async () => {
    const first = await get(service.id);
    const second = await get(service.id);
    expect(second.text).toBe(first.text);
    const etag = String(first.headers.etag);
    const answer = await get(service.id, { 'X-API-Key': key, 'If-None-Match': `"other", W/${etag}` });
    expect([answer.status, answer.text]).toEqual([304, '']);
  });

  test('401 without a valid key for every document', async () => {
    for (const headers of [{}, { 'X-API-Key': 'nonsense' }] as Record<string, string>[]) {
      for (const id of [service.id, 'nonsense']) {
        const answer = await get(id, headers);
        expect([answer.status, answer.json().error.type]).toEqual([401, 'AUTHENTICATION_ERROR']);
      }
    }
  });

  test('403 on the Free plan, before the service is looked up', async () => {
    const free = await under.createAccount({ plan: 'Free' });
    const { key: own } = await under.createKey(free.id);
    for (const id of [service.id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const answer = await get(id, { 'X-API-Key': own });
      expect(answer.status).toBe(403);
      expect(answer.json().error).toMatchObject({ type: 'AUTHENTICATION_ERROR', code: 'PLAN_REQUIRED' });
    }
  });

  test('404 for missing services and those of others, with the same response', async () => {
    const stranger = await under.createAccount();
    const theirs = await under.register(stranger, { source: { kind: 'url', url: soap.wsdlAddress } });
    const bodies = new Set<string>();
    for (const id of [
      theirs.id,
      '00000000-0000-4000-8000-000000000000',
      'nonsense',
      '__proto__',
      "' OR 1=1 --",
    ]) {
      const answer = await get(encodeURIComponent(id));
      expect([answer.status, answer.json().error.type]).toEqual([404, 'SERVICE_NOT_FOUND']);
      bodies.add(answer.text.replace(answer.json().error.requestId, ''));
    }
    expect(bodies.size).toBe(1);
  });
});
