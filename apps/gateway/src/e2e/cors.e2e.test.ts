import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer, ErrorBody } from '../testing/https-client.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const APP = 'https://app.example.com';

describe('CORS', () => {
  let soap: UserDirectory;
  let under: GatewayUnderTest;
  let owner: OwnerClient;
  let key: string;
  let path: string;
  beforeAll(async () => {
    [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
    owner = await createOwner(under);
    ({ key } = await under.createKey(owner.accountId));
    const account = (await under.gateway.store.accounts.find(owner.accountId))!;
    const source = { kind: 'url', url: soap.wsdlAddress } as const;
    const service = await under.register(account, { source, slug: 'users' });
    await under.register(account, { source, slug: 'others' });
    path = `/api/manage/services/${service.id}`;
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
  });

  const allow = (corsOrigins: readonly string[]) => owner.send('PATCH', path, { settings: { corsOrigins } });
  const preflight = (origin: string, target = `${owner.accountId}/users/ListUsers`) =>
    under.send(`/api/v1/${target}`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
      },
    });
  const call = (headers: Readonly<Record<string, string>>, body = '{}') =>
    under.send(`/api/v1/${owner.accountId}/users/ListUsers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
  const corsOf = ({ headers }: Answer) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const remaining = async () => Number((await call({ 'X-API-Key': key })).headers['x-ratelimit-remaining']);

  test('is off by default: a preflight and a call get no CORS header', async () => {
    const asked = await preflight(APP);
    expect([asked.status, asked.text, corsOf(asked)]).toEqual([204, '', []]);
    const answer = await call({ Origin: APP, 'X-API-Key': key });
    expect([answer.status, corsOf(answer)]).toEqual([200, []]);
  });

  test('a preflight from an allowed origin needs no key and costs nothing', async () => {
    expect((await allow([APP, 'https://*.example.org'])).json<unknown>()).toMatchObject({
      settings: { corsOrigins: [APP, 'https://*.example.org'] },
    });
    const before = await remaining();
    const { status, headers, text } = await preflight(APP);
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': expect.stringContaining('X-API-Key'),
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'x-request-id': expect.any(String),
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['content-length']).toBeUndefined();
    expect(await remaining()).toBe(before - 1);
    const { calls } = (await owner.send('GET', '/api/manage/calls')).json<{ calls: { method: string }[] }>();
    expect(calls.map(({ method }) => method)).not.toContain('OPTIONS');
  });

  test('an allowed origin can read responses and their headers, including errors', async () => {
    for (const [headers, status] of [
      [{ 'X-API-Key': key }, 200],
      [{}, 401],
      [{ 'X-API-Key': 'sst_live_nobody' }, 401],
    ] as const) {
      const answer = await call({ Origin: 'https://a.example.org', ...headers });
      expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers['vary']]).toEqual([
        status,
        'https://a.example.org',
        'Origin',
      ]);
      const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(', ');
      for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'])
        expect(exposed, name).toContain(name);
      for (const name of ['retry-after', 'deprecation', 'sunset', 'etag', 'link'])
        expect(exposed).toContain(name);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    const invalid = await call({ Origin: APP, 'X-API-Key': key }, '{"nothing": 1}');
    expect([invalid.status, invalid.headers['access-control-allow-origin']]).toEqual([400, APP]);
  });

  test.each([
    ['another origin', 'https://evil.example', undefined],
    ['the same host with another scheme', 'http://app.example.com', undefined],
    ['the domain of a wildcard itself', 'https://example.org', undefined],
    ['the origin null', 'null', undefined],
    ['another service', APP, 'others'],
    ['a service that does not exist', APP, 'nobody'],
  ])('gets no CORS header: %s', async (_name, origin, slug = 'users') => {
    const asked = await preflight(origin, `${owner.accountId}/${slug}/ListUsers`);
    expect([asked.status, corsOf(asked)]).toEqual([204, []]);
  });

  test('an account ID with a slash cannot name a service of another account', async () => {
    const asked = await preflight(APP, `${owner.accountId}%2Fusers/x/ListUsers`);
    expect([asked.status, corsOf(asked)]).toEqual([204, []]);
  });

  test('OPTIONS that is not a preflight is a call like any other: 401 without a key', async () => {
    const target = `/api/v1/${owner.accountId}/users/ListUsers`;
    expect((await under.send(target, { method: 'OPTIONS' })).status).toBe(401);
  });

  test('an update with invalid entries names each one and changes nothing', async () => {
    const answer = await allow(['*', APP, 'https://app.example.com/path']);
    expect(answer.status).toBe(400);
    expect(answer.json<ErrorBody>().error.details?.map((detail) => detail.path)).toEqual([
      '/settings/corsOrigins/0',
      '/settings/corsOrigins/2',
    ]);
    expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({
      settings: { corsOrigins: [APP, 'https://*.example.org'] },
    });
  });
});
