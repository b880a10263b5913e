import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCanaries } from '../testing/canaries.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { readFiles } from '../testing/read-files.js';
import { SESSION_WSDL, type SessionService, startSessionService } from '../testing/session-service.js';
import { setUps } from '../testing/set-ups.js';

const HOUR = 3_600_000;
/** The service takes a token and, in place of a name, a signature. */
const PROVIDED = {
  session: {
    token: { provided: ['token', 'sign'] },
    send: { member: { '*/sessionId': 'token', 'FindOrders/name': 'sign' } },
    renew: { before: '30m', faults: ['INVALID_SESSION_ID'] },
  },
};

interface Shown {
  readonly open: boolean;
  readonly login: string | null;
  readonly provided: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly renewsAt: string | null;
  readonly failure: { readonly message: string } | null;
}

describe.each(await setUps())('a token that a program hands in with $name', { timeout: 300_000 }, (setUp) => {
  const canaries = createCanaries();
  const shown: { readonly what: string; readonly text: string }[] = [];
  let dataDir: string;
  let under: GatewayUnderTest;
  let service: SessionService;
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  let liveKey: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-session-tokens-'));
    const environment = { ...(await setUp.start()), DATA_DIR: dataDir, LOG_LEVEL: 'trace' };
    [service, under] = await Promise.all([startSessionService(canaries), startUnderTest(environment)]);
    owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    const answer = await send('POST', '/api/manage/services', {
      files: [{ path: 'orders.wsdl', content: base64(SESSION_WSDL) }],
      settings: { endpoint: service.upstream.address },
      design: PROVIDED,
    });
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
    const registered = answer.json<{ serviceId: string; slug: string }>();
    path = `/api/manage/services/${registered.serviceId}`;
    slug = registered.slug;
    liveKey = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>().key;
  });
  afterAll(async () => {
    await under?.stop();
    await service?.upstream.stop();
    await setUp.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const send = async (...request: Parameters<OwnerClient['send']>): Promise<Answer> => {
    const answer = await owner.send(...request);
    shown.push({ what: request.slice(0, 2).join(' '), text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const call = async (operation = 'FindOrders', headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await under.send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json', ...headers },
      body: '{}',
    });
    shown.push({ what: `call ${operation}`, text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const handIn = (token: unknown, expiresAt: string) =>
    send('PUT', `${path}/session/token`, { token, expiresAt });
  const after = (ms: number) => new Date(Date.now() + ms).toISOString();
  const session = async (): Promise<Shown> => (await send('GET', `${path}/session`)).json<Shown>();
  const codeOf = (answer: Answer): unknown[] => [
    answer.status,
    answer.json<{ error: { code: string } }>().error.code,
  ];

  test('is waited for: nothing is sent without one, and nothing logs in', async () => {
    const before = service.upstream.calls;
    const missing = await call();
    expect(codeOf(missing)).toEqual([502, 'UPSTREAM_LOGIN_FAILED']);
    expect(missing.headers['retry-after']).toBe('30');
    expect(codeOf(await send('POST', `${path}/session`, {}))).toEqual([409, 'SESSION_KIND']);
    expect(await session()).toMatchObject({ open: false, login: null, provided: ['token', 'sign'] });
    expect(service.upstream.calls).toBe(before);
  });

  test.each<[string, unknown, string, string]>([
    ['a text for a token of two values', 'abc', after(HOUR), '/token'],
    ['one value of two', { token: 'a' }, after(HOUR), '/token'],
    ['a value too many', { token: 'a', sign: 'b', more: 'c' }, after(HOUR), '/token'],
    ['an empty value', { token: 'a', sign: '' }, after(HOUR), '/token'],
    [
      'a value that is too long',
      { token: 'a'.repeat(60_000), sign: 'b'.repeat(60_000) },
      after(HOUR),
      '/token',
    ],
    ['an end in the past', { token: 'a', sign: 'b' }, after(-1), '/expiresAt'],
    ['an end in the year 9999', { token: 'a', sign: 'b' }, '9999-12-31T23:59:59Z', '/expiresAt'],
    ['a day that does not exist', { token: 'a', sign: 'b' }, '2027-02-30T00:00:00Z', '/expiresAt'],
  ])('is refused: %s', async (_what, token, expiresAt, place) => {
    const answer = await handIn(token, expiresAt);
    const { error } = answer.json<{ error: { code: string; details: readonly { path: string }[] } }>();
    expect([answer.status, error.code]).toEqual([400, 'SCHEMA_VIOLATION']);
    expect(error.details[0]?.path.startsWith(place)).toBe(true);
    expect((await session()).open).toBe(false);
  });

  test('is sent with each call, and never shown', async () => {
    const [token, sign] = [canaries.make('token'), canaries.make('sign')];
    service.valid = token;
    const answer = await handIn({ token, sign }, after(12 * HOUR));
    expect([answer.status, answer.json()]).toMatchObject([200, { open: true, failure: null }]);
    const { expiresAt, renewsAt } = await session();
    expect(Date.parse(expiresAt ?? '') - Date.parse(renewsAt ?? '')).toBe(HOUR / 2);
    expect((await call()).status).toBe(200);
    expect(service.upstream.bodies.at(-1)).toMatch(new RegExp(`sessionId>${token}<.*name>${sign}<`));
    const dry = await call('FindOrders', { 'X-Dry-Run': 'true' });
    expect([dry.status, dry.text]).toEqual([200, expect.stringMatching(/sessionId>\*\*\*<.*name>\*\*\*</)]);
    const tried = await send('POST', `${path}/operations/FindOrders/try`, { input: '{}' });
    expect([tried.status, tried.text]).toEqual([200, expect.stringContaining('sessionId>***<')]);
    const clients = [
      await send('GET', `${path}/operations/FindOrders`),
      await send('GET', `${path}/operations/FindOrders/tool`),
    ];
    for (const { text } of clients) expect(text).not.toMatch(/sessionId|sign/);
    const audit = (await send('GET', '/api/manage/audit')).text;
    expect(audit).toContain('session.token');
    expect(service.counts.logins).toBe(0);
  });

  test('that the service refuses is the fault for its client, and its owner reads why', async () => {
    const sign = canaries.make('next sign');
    service.valid = canaries.make('next token');
    const refused = await call();
    expect(codeOf(refused)).toEqual([502, 'SOAP_FAULT']);
    expect(await session()).toMatchObject({
      open: true,
      failure: { message: 'the SOAP service does not accept the token that was handed in' },
    });
    expect((await handIn({ token: service.valid, sign }, after(HOUR))).status).toBe(200);
    expect((await call()).status).toBe(200);
    expect(await session()).toMatchObject({ open: true, failure: null });
  });

  test('stays through another revision, and goes with another form of the token', async () => {
    const design = { ...PROVIDED, operations: { PlaceOrder: { hidden: true } } };
    expect((await send('PUT', `${path}/design`, { design })).status).toBe(200);
    expect((await call()).status).toBe(200);
    const one = { session: { token: { provided: true }, send: { member: '*/sessionId' } } };
    expect((await send('PUT', `${path}/design`, { design: one })).status).toBe(200);
    expect(codeOf(await call())).toEqual([502, 'UPSTREAM_LOGIN_FAILED']);
    expect((await handIn(service.valid, after(HOUR))).status).toBe(200);
    expect((await call()).status).toBe(200);
    expect((await send('DELETE', `${path}/session`)).json()).toEqual({ ended: true, failure: null });
    expect(codeOf(await call())).toEqual([502, 'UPSTREAM_LOGIN_FAILED']);
  });

  test('is in no response, log line or file', async () => {
    for (const route of ['calls', 'usage', 'events']) await send('GET', `/api/manage/${route}`);
    await under.stop();
    const files = await readFiles([dataDir, ...(setUp.directories?.() ?? [])]);
    const found = [
      ...shown.flatMap(({ what, text }) => canaries.find(what, text)),
      ...under.logLines.flatMap((line) => canaries.find(`log ${line.slice(0, 200)}`, line)),
      ...files.flatMap(({ path: name, content }) => canaries.find(name, content)),
    ];
    expect([...new Set(found)]).toEqual([]);
    // The search finds what is there.
    expect(service.upstream.bodies.flatMap((body) => canaries.find('sent', body)).length).toBeGreaterThan(4);
  });
});
