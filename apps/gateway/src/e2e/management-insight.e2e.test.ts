import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, type OwnerClient, ownerClient, PASSWORD } from '../testing/owner-client.js';
import { startUserDirectory, type UserDirectory } from '../testing/user-directory.js';

const ADMIN_KEY = 'an admin key of at least thirty-two characters';
const folder = new URL('../../../../examples/user-directory/', import.meta.url);

/** The owner's views: reports, files, usage, sessions. Each response is checked against its description. */
describe('the owner’s views', () => {
  let under: GatewayUnderTest;
  let soap: UserDirectory;
  let wsdl: string;
  let xsd: string;
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  beforeAll(async () => {
    [under, soap, wsdl, xsd] = await Promise.all([
      startUnderTest({ ADMIN_KEY }),
      startUserDirectory(),
      readFile(new URL('user-directory.wsdl', folder), 'utf8'),
      readFile(new URL('user-directory.xsd', folder), 'utf8'),
    ]);
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
  });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const files = (description = wsdl, schema = xsd) => [
    { path: 'user-directory.wsdl', content: base64(description) },
    { path: 'user-directory.xsd', content: base64(schema) },
  ];
  const register = async (body: object) => {
    const answer = await owner.send('POST', '/api/manage/services', body);
    const service = answer.json<{ serviceId: string; slug: string }>();
    path = `/api/manage/services/${service.serviceId}`;
    slug = service.slug;
    return answer;
  };
  const setPlan = (plan: string) =>
    under.send(`/api/admin/accounts/${owner.accountId}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ plan }),
    });
  const call = async (operation: string, body: string) => {
    const created = await owner.send('POST', '/api/manage/keys', { name: 'k' });
    const { key } = created.json<{ key: string }>();
    return under.send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    });
  };
  beforeEach(async () => {
    owner = checkAnswers(await createOwner(under));
  });

  describe('the report of a revision', () => {
    test('shows the grade of each operation, with the line of the WSDL', async () => {
      await register({ files: files(wsdl, xsd.replaceAll('type="Address"', 'type="Nowhere"')) });
      const report = (await owner.send('GET', `${path}/revisions/1/report`)).json<{
        operations: { operation: string; grade: string; findings: number[] }[];
        diagnostics: { message: string; file: string; line: number; effect: string; advice: string }[];
        counts: object;
      }>();
      const degraded = report.operations.filter(({ grade }) => grade === 'degraded');
      expect(report.counts).toEqual({ exact: 0, degraded: degraded.length, unsupported: 0 });
      const finding = report.diagnostics[degraded[0]?.findings[0] ?? -1];
      expect(finding?.message).toContain('Nowhere');
      expect(finding?.file).toBe('user-directory.xsd');
      const line = (finding?.line ?? 0) - 1;
      expect(xsd.replaceAll('type="Address"', 'type="Nowhere"').split('\n')[line]).toContain('Nowhere');
      expect(finding?.effect).toBeTruthy();
      expect(finding?.advice).toBeTruthy();
      const shown = (await owner.send('GET', path)).json<{ operations: { compatibility: string }[] }>();
      expect(shown.operations.filter(({ compatibility }) => compatibility === 'degraded')).toHaveLength(
        degraded.length,
      );
      const { services } = (await owner.send('GET', '/api/manage/services')).json<{ services: object[] }>();
      expect(services[0]).toMatchObject({ grades: report.counts, operationCount: 3, heldRevision: null });
      expect((await owner.send('GET', `${path}/revisions/9/report`)).status).toBe(404);
      expect((await owner.send('GET', `${path}/revisions/x/report`)).status).toBe(404);
    });

    test('documents without an operation say why', async () => {
      const answer = await owner.send('POST', '/api/manage/services', {
        files: files(
          wsdl
            .replaceAll('soap:binding', 'other:binding')
            .replace('<wsdl:definitions', '<wsdl:definitions xmlns:other="urn:other"'),
        ),
      });
      expect([answer.status, answer.json().error.code]).toEqual([400, 'NO_OPERATION']);
      expect(answer.json().error.details?.length).toBeGreaterThan(0);
    });

    test('a revision is compared with any other', async () => {
      await register({ files: files() });
      const changed = xsd.replaceAll('name="email"', 'name="mail"');
      const held = await owner.send('POST', `${path}/revisions`, { files: files(wsdl, changed) });
      expect(held.json<unknown>()).toMatchObject({ number: 2, inForce: false, breaking: true });
      expect((await owner.send('GET', path)).json<unknown>()).toMatchObject({ revision: 1, heldRevision: 2 });
      const forward = (await owner.send('GET', `${path}/revisions/2`)).json<{ changes: object[] }>();
      expect(forward).toMatchObject({ number: 2, from: 1, inForce: false, breaking: true });
      expect(forward.changes).toContainEqual(
        expect.objectContaining({ operation: 'GetUser', path: '/email', change: 'removed' }),
      );
      const back = (await owner.send('GET', `${path}/revisions/1?from=2`)).json<{ changes: object[] }>();
      expect(back.changes).toContainEqual(expect.objectContaining({ path: '/mail', change: 'removed' }));
      expect((await owner.send('GET', `${path}/revisions/1?from=7`)).status).toBe(404);
      expect((await owner.send('GET', `${path}/revisions/1?from=x`)).status).toBe(400);
      expect((await owner.send('GET', `${path}/revisions/1?form=1`)).status).toBe(400);
    });
  });

  test('a revision that was never live can be rejected, and published after all', async () => {
    await register({ files: files() });
    const changed = xsd.replaceAll('name="email"', 'name="mail"');
    await owner.send('POST', `${path}/revisions`, { files: files(wsdl, changed) });
    const put = (suffix: string) => owner.send('PUT', `${path}/revisions/${suffix}`);
    const refused = await put('1/rejected');
    expect([refused.status, refused.json().error.code]).toEqual([409, 'REVISION_WAS_LIVE']);
    expect((await put('7/rejected')).status).toBe(404);
    expect((await put('2/rejected')).json<unknown>()).toMatchObject({ revision: 1, heldRevision: null });
    const revisions = async () =>
      (await owner.send('GET', `${path}/revisions`)).json<{
        revisions: { number: number; liveAt: string | null; rejectedAt: string | null }[];
      }>().revisions;
    const [rejected, live] = await revisions();
    expect([rejected!.liveAt, typeof rejected!.rejectedAt, typeof live!.liveAt]).toEqual([
      null,
      'string',
      'string',
    ]);
    expect((await put('2/in-force')).json<unknown>()).toMatchObject({ revision: 2, heldRevision: null });
    expect((await revisions())[0]).toMatchObject({ rejectedAt: null, liveAt: expect.any(String) });
    expect((await put('1/in-force')).json<unknown>()).toMatchObject({ revision: 1, heldRevision: null });
    expect((await put('2/rejected')).status).toBe(409);
  });

  test('a port is chosen among several, at registration and later', async () => {
    const port = /<wsdl:port [\s\S]*?<\/wsdl:port>/.exec(wsdl)?.[0] ?? '';
    const second = port
      .replace('UserDirectorySoap"', 'Backup"')
      .replace(/location="[^"]*"/, 'location="http://127.0.0.1:9/backup"');
    await register({ files: files(wsdl.replace(port, port + second)) });
    const ports = async () =>
      (await owner.send('GET', path)).json<{
        ports: { port: string; exposed: boolean }[];
        address: string;
      }>();
    expect((await ports()).ports.map(({ port: name, exposed }) => [name, exposed])).toEqual([
      ['UserDirectorySoap', true],
      ['Backup', false],
    ]);
    await owner.send('PATCH', path, { settings: { select: { port: 'Backup' } } });
    expect(await ports()).toMatchObject({ address: 'http://127.0.0.1:9/backup' });
    const refused = await owner.send('PATCH', path, { settings: { select: { port: 'Nope' } } });
    expect([refused.status, refused.json().error.code]).toEqual([400, 'SELECTION_EMPTY']);
    await owner.send('PATCH', path, { settings: { select: null } });
    expect((await ports()).ports[0]).toMatchObject({ exposed: true });
  });

  test('files are generated from one document, for paid plans', async () => {
    await register({ files: files() });
    const get = (file: string) => owner.send('GET', `${path}/files/${file}`);
    const refused = await get('openapi-3.0.json');
    expect([refused.status, refused.json().error.code]).toEqual([403, 'PLAN_REQUIRED']);
    await setPlan('Starter');
    const [json, yaml, json31, yaml31, types] = await Promise.all(
      ['openapi-3.0.json', 'openapi-3.0.yaml', 'openapi-3.1.json', 'openapi-3.1.yaml', 'types.ts'].map(get),
    );
    expect(json!.headers['content-disposition']).toBe(`attachment; filename="${slug}-openapi-3.0.json"`);
    const document = json!.json<Record<string, unknown>>();
    expect(document['openapi']).toBe('3.0.3');
    expect(yaml!.text).toMatch(/^openapi: "3\.0\.3"\n/);
    expect(yaml31!.text).toMatch(/^openapi: "3\.1\.0"\n/);
    expect((await new Validator().validate(json31!.json<Record<string, unknown>>())).valid).toBe(true);
    expect(types!.text).toContain('export interface Operations');
    expect((await get('nothing.txt')).status).toBe(404);
    expect((await get('__proto__')).status).toBe(404);
  });

  test('usage: days, errors, latencies, calls with filters and pages, last use of keys', async () => {
    await register({ files: files(), settings: { endpoint: soap.address } });
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
      failures: 2,
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
    expect([services[0]?.traffic.calls.at(-1), services[0]?.traffic.errors.at(-1)]).toEqual([4, 2]);
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

  test('usage: hours, keys, services and files; an unknown operation is logged by the name that was asked for', async () => {
    const { serviceId } = (await register({ files: files(), settings: { endpoint: soap.address } })).json<{
      serviceId: string;
    }>();
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
    expect(keys).toContainEqual({ keyId: first!.keyId, calls: 1, failures: 0, charged: 1 });
    expect(keys).toContainEqual({ keyId: invalid!.keyId, calls: 1, failures: 1, charged: 0 });
    const { hours } = await get<{ hours: { calls: number; failures: number; p50: number | null }[] }>(
      `hours?hours=48&serviceId=${serviceId}`,
    );
    expect(hours).toHaveLength(48);
    // The clock may have struck in between.
    const recent = hours.slice(-2);
    expect(recent.reduce((sum, hour) => sum + hour.calls, 0)).toBe(3);
    expect(recent.reduce((sum, hour) => sum + hour.failures, 0)).toBe(1);
    expect(recent.some(({ p50 }) => p50 !== null)).toBe(true);
    expect(hours[0]).toMatchObject({ calls: 0, failures: 0, p50: null, p95: null, p99: null });
    for (const span of ['days?days=2', 'hours?hours=2']) {
      const { services } = await get<{ services: object[] }>(span);
      expect(services).toEqual([
        { serviceId, calls: 3, failures: 1 },
        { serviceId: '', calls: 1, failures: 1 },
      ]);
    }

    const file = await owner.send('GET', '/api/manage/calls.csv');
    expect(file.headers['content-type']).toContain('text/csv');
    const lines = file.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'at,requestId,serviceId,operation,requested,method,status,type,code,latencyMs,cached,charged,keyId',
    );
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain(`,${slug}/=GetUzer,POST,404,`);
    expect((await owner.send('GET', '/api/manage/calls.csv?status=404')).text.split('\r\n')).toHaveLength(3);
    const days = await owner.send('GET', '/api/manage/usage/days.csv?days=7');
    expect(days.text).toMatch(/^day,calls,failures,charged\r\n(?:\d{4}-\d{2}-\d{2},\d+,\d+,\d+\r\n){7}$/);
  });

  test('bodies of calls are recorded without secrets while the owner has enabled it', async () => {
    await register({ files: files(), settings: { endpoint: soap.address } });
    const bodiesOf = async (requestId: string) => owner.send('GET', `/api/manage/calls/${requestId}/bodies`);
    const before = await call('GetUser', '{"userId":9007199254740993}');
    const set = await owner.send('PATCH', path, { settings: { captureHours: 1 } });
    expect(set.json<{ settings: { captureUntil: string } }>().settings.captureUntil).toMatch(/Z$/);
    const id = (answer: { headers: Record<string, unknown> }) => String(answer.headers['x-request-id']);
    // Recorded services are looked up now and then; once recording has started, it continues until it is disabled.
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
    const stranger = await under.send(`/api/v1/${owner.accountId}/${slug}/GetUser`, {
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
    const other = await createOwner(under);
    expect((await other.send('GET', `/api/manage/calls/${id(during)}/bodies`)).status).toBe(404);
    await owner.send('PATCH', path, { settings: { captureHours: 0 } });
    expect((await bodiesOf(id(during))).status).toBe(404);
  });

  test('sessions are listed, and ended one by one or all but the current one', async () => {
    const again = async () =>
      ownerClient(
        under,
        owner.email,
        await under.send('/api/manage/log-in', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: owner.email, password: PASSWORD }),
        }),
      );
    const [second, third] = [await again(), await again()];
    const list = async () =>
      (await owner.send('GET', '/api/manage/sessions')).json<{
        sessions: { id: string; current: boolean }[];
      }>().sessions;
    const sessions = await list();
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toHaveLength(3);
    for (const text of [owner.cookie, second.cookie]) {
      expect(JSON.stringify(sessions)).not.toContain(text.split('=')[1]);
    }
    const other = sessions.find(({ current }) => !current);
    expect((await owner.send('DELETE', `/api/manage/sessions/${other?.id}`)).status).toBe(200);
    expect((await owner.send('DELETE', `/api/manage/sessions/${other?.id}`)).status).toBe(404);
    expect(await list()).toHaveLength(2);
    expect((await owner.send('DELETE', '/api/manage/sessions')).status).toBe(200);
    for (const ended of [second, third]) {
      expect((await ended.send('GET', '/api/manage/account')).status).toBe(401);
    }
    expect(await list()).toHaveLength(1);
  });

  test('the plans state their limits', async () => {
    const { plans } = (await owner.send('GET', '/api/manage/plans')).json<{ plans: object[] }>();
    expect(plans).toMatchObject([
      { name: 'Free', services: 3, openapi: false, get: false },
      { name: 'Starter', openapi: true, get: true },
      { name: 'Pro', services: null },
    ]);
  });
});
