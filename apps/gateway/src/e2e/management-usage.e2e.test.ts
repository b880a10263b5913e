import { beforeEach, describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { inMemory } from '../testing/set-ups.js';

/** Usage, the list of calls, and their recorded bodies. Each response is validated against its description. */
describe('the owner’s usage', () => {
  const scene = setManagementScene(inMemory);
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  beforeEach(async () => {
    owner = checkAnswers(await createOwner(scene.under));
  });
  const register = async (over: object = {}) => {
    const service = await scene.register(owner, over);
    path = `/api/manage/services/${service.serviceId}`;
    slug = service.slug;
    return service;
  };
  const call = async (operation: string, body: string) => {
    const created = await owner.send('POST', '/api/manage/keys', { name: 'k' });
    const { key } = created.json<{ key: string }>();
    return scene.under.send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    });
  };

  test('usage: shows days, errors, latencies, filtered pages of calls, and the last use of keys', async () => {
    await register({ settings: { endpoint: scene.soap.address } });
    await call('GetUser', '{"userId":9007199254740993}');
    await call('GetUser', '{"userId":1}');
    await call('GetUser', '{}');
    await call('ListUsers', '{}');
    const calls = async (query = '') =>
      (await owner.send('GET', `/api/manage/calls${query}`)).json<{
        calls: { operation: string; status: number }[];
        next: string | null;
      }>();
    await expect.poll(async () => (await calls()).calls.length).toBe(4);
    expect((await calls('?operation=GetUser')).calls).toHaveLength(3);
    expect((await calls('?status=502')).calls).toMatchObject([{ operation: 'GetUser', code: 'SOAP_FAULT' }]);
    expect((await calls('?type=VALIDATION_ERROR')).calls).toHaveLength(1);
    expect((await calls('?method=GET')).calls).toEqual([]);
    expect((await calls(`?from=${new Date(Date.now() + 60_000).toISOString()}`)).calls).toEqual([]);
    const first = await calls('?limit=3');
    expect(first.next).not.toBeNull();
    const second = await calls(`?limit=3&after=${first.next}`);
    expect([...first.calls, ...second.calls]).toEqual((await calls()).calls);
    expect(second.next).toBeNull();
    expect((await owner.send('GET', '/api/manage/calls?status=abc')).status).toBe(400);
    expect((await owner.send('GET', '/api/manage/calls?limit=1&limit=2')).status).toBe(400);

    const { days, errors } = (await owner.send('GET', '/api/manage/usage/days?days=7')).json<{
      days: { day: string; calls: number; failures: number }[];
      errors: object[];
    }>();
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      calls: 4,
      // A SOAP fault is an answer of the service.
      failures: 1,
      charged: 3,
    });
    expect(errors).toHaveLength(2);
    expect(errors).toContainEqual({ type: 'UPSTREAM_ERROR', code: 'SOAP_FAULT', calls: 1, charged: 1 });
    expect(errors).toContainEqual({
      type: 'VALIDATION_ERROR',
      code: 'SCHEMA_VIOLATION',
      calls: 1,
      charged: 0,
    });
    const { operations } = (await owner.send('GET', '/api/manage/usage/latency')).json<{
      operations: { operation: string; calls: number; p50: number; p99: number }[];
    }>();
    expect(operations.map(({ operation, calls: count }) => [operation, count])).toEqual([
      ['GetUser', 2],
      ['ListUsers', 1],
    ]);
    for (const { p50, p99 } of operations) expect(p50).toBeLessThanOrEqual(p99);
    const { services } = (await owner.send('GET', '/api/manage/services')).json<{
      services: { traffic: { calls: number[]; errors: number[] } }[];
    }>();
    expect([services[0]?.traffic.calls.at(-1), services[0]?.traffic.errors.at(-1)]).toEqual([4, 1]);
    await expect
      .poll(
        async () =>
          (await owner.send('GET', '/api/manage/keys'))
            .json<{ keys: { lastUsedAt: string | null }[] }>()
            .keys.every(({ lastUsedAt }) => lastUsedAt !== null),
        { timeout: 100_000 },
      )
      .toBe(true);
  });

  test('usage: shows hours, keys, services and files; an unknown operation is logged by its requested name', async () => {
    const { serviceId } = await register({ settings: { endpoint: scene.soap.address } });
    await call('GetUser', '{"userId":9007199254740993}');
    await call('GetUser', '{}');
    await call('=GetUzer', '{}');
    await owner.send('POST', `${path}/operations/GetUser/try`, {
      method: 'POST',
      mode: 'call',
      input: '{"userId":9007199254740993}',
    });
    interface ShownCall {
      readonly keyId?: string;
      readonly charged: boolean;
      readonly operation?: string;
      readonly requested?: string;
    }
    const calls = async (query = '') =>
      (await owner.send('GET', `/api/manage/calls${query}`)).json<{ calls: ShownCall[] }>().calls;
    await expect.poll(async () => (await calls()).length).toBe(4);
    const [tried, unknown, invalid, first] = await calls();
    expect([tried!.keyId, tried!.charged, first!.charged, invalid!.charged]).toEqual([
      'try-it',
      true,
      true,
      false,
    ]);
    expect([unknown!.operation, unknown!.requested, unknown!.charged]).toEqual([
      undefined,
      `${slug}/=GetUzer`,
      false,
    ]);
    expect(await calls(`?keyId=${first!.keyId}`)).toEqual([first]);

    const get = async <Body>(query: string) =>
      (await owner.send('GET', `/api/manage/usage/${query}`)).json<Body>();
    const { keys } = await get<{ keys: object[] }>('keys?days=1');
    expect(keys).toHaveLength(4);
    expect(keys).toContainEqual(
      expect.objectContaining({ keyId: first!.keyId, calls: 1, failures: 0, charged: 1 }),
    );
    expect(keys).toContainEqual(
      expect.objectContaining({ keyId: invalid!.keyId, calls: 1, failures: 1, charged: 0 }),
    );
    const { hours } = await get<{ hours: { calls: number; failures: number; p50: number | null }[] }>(
      `hours?hours=48&serviceId=${serviceId}`,
    );
    expect(hours).toHaveLength(48);
    // A new hour may have begun in the meantime.
    const recent = hours.slice(-2);
    expect(recent.reduce((sum, hour) => sum + hour.calls, 0)).toBe(3);
    expect(recent.reduce((sum, hour) => sum + hour.failures, 0)).toBe(1);
    expect(recent.some(({ p50 }) => p50 !== null)).toBe(true);
    expect(hours[0]).toMatchObject({ calls: 0, failures: 0, p50: null, p95: null, p99: null });
    for (const span of ['days?days=2', 'hours?hours=2']) {
      const { services } = await get<{ services: object[] }>(span);
      expect(services).toEqual([
        { serviceId, serviceName: expect.any(String), calls: 3, failures: 1 },
        { serviceId: '', serviceName: null, calls: 1, failures: 1 },
      ]);
    }

    const file = await owner.send('GET', '/api/manage/calls.csv');
    expect(file.headers['content-type']).toContain('text/csv');
    const lines = file.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'at,requestId,serviceId,operation,requested,method,status,type,code,latencyMs,cached,charged,keyId,serviceName,keyName',
    );
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain(`,${slug}/=GetUzer,POST,404,`);
    expect((await owner.send('GET', '/api/manage/calls.csv?status=404')).text.split('\r\n')).toHaveLength(3);
    const days = await owner.send('GET', '/api/manage/usage/days.csv?days=7');
    expect(days.text).toMatch(/^day,calls,failures,charged\r\n(?:\d{4}-\d{2}-\d{2},\d+,\d+,\d+\r\n){7}$/);
  });

  test('bodies of calls are recorded without secrets while the owner has enabled it', async () => {
    await register({ settings: { endpoint: scene.soap.address } });
    const bodiesOf = async (requestId: string) => owner.send('GET', `/api/manage/calls/${requestId}/bodies`);
    const before = await call('GetUser', '{"userId":9007199254740993}');
    const set = await owner.send('PATCH', path, { settings: { captureHours: 1 } });
    expect(set.json<{ settings: { captureUntil: string } }>().settings.captureUntil).toMatch(/Z$/);
    const id = (answer: { headers: Record<string, unknown> }) => String(answer.headers['x-request-id']);
    // The list of recorded services is refreshed periodically; once recording has started, it continues until it is disabled.
    await expect
      .poll(
        async () => {
          const { status } = await bodiesOf(id(await call('GetUser', '{"userId":9007199254740993}')));
          return status;
        },
        { interval: 500 },
      )
      .toBe(200);
    const during = await call('GetUser', '{"userId":9007199254740993}');
    const wrong = await call('GetUser', '{"userId":1,"password":"do-not-keep"}');
    const stranger = await scene.under.send(`/api/v1/${owner.accountId}/${slug}/GetUser`, {
      method: 'POST',
      headers: { 'X-API-Key': 'nonsense', 'Content-Type': 'application/json' },
      body: '{}',
    });
    for (const kept of [during, wrong]) {
      await expect.poll(async () => (await bodiesOf(id(kept))).status).toBe(200);
    }
    expect((await bodiesOf(id(during))).json<unknown>()).toEqual({
      request: '{"userId":9007199254740993}',
      response: during.text,
    });
    const kept = (await bodiesOf(id(wrong))).text;
    expect(kept).toContain('[redacted]');
    expect(kept).not.toContain('do-not-keep');
    expect((await bodiesOf(id(before))).status).toBe(404);
    expect((await bodiesOf(id(stranger))).status).toBe(404);
    const other = await createOwner(scene.under);
    expect((await other.send('GET', `/api/manage/calls/${id(during)}/bodies`)).status).toBe(404);
    await owner.send('PATCH', path, { settings: { captureHours: 0 } });
    expect((await bodiesOf(id(during))).status).toBe(404);
  });
});
