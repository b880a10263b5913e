import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@soapstone/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCanaries } from '../testing/canaries.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { readFiles } from '../testing/read-files.js';
import {
  SESSION_DESIGN,
  SESSION_WSDL,
  type SessionService,
  startSessionService,
} from '../testing/session-service.js';
import { setUps } from '../testing/set-ups.js';

/** How calls fail on a busy machine. */
const BUSY = ['TOO_MANY_CONCURRENT', 'OVERLOADED', 'UPSTREAM_BUSY', 'UPSTREAM_TIMEOUT'];

interface Failure {
  readonly error: { readonly code: string; readonly message: string };
}

interface Shown {
  readonly open: boolean;
  readonly endpoint: string | null;
  readonly openedAt: string | null;
  readonly expiresAt: string | null;
  readonly answered: readonly string[] | null;
  readonly failure: { readonly message: string; readonly at: string; readonly retryAt: string } | null;
  readonly failures: readonly { readonly times: number; readonly message: string }[];
}

describe.each(await setUps())('the session of a design with $name', { timeout: 300_000 }, (setUp) => {
  const canaries = createCanaries();
  const shown: { readonly what: string; readonly text: string }[] = [];
  const password = canaries.make('password');
  const wrong = canaries.make('wrong password');
  const logLines: string[] = [];
  let dataDir: string;
  let environment: Record<string, string>;
  let under: GatewayUnderTest;
  let service: SessionService;
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  let liveKey: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-upstream-sessions-'));
    const [https, http] = await Promise.all([freePort(), freePort()]);
    environment = {
      ...(await setUp.start()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'trace',
      // 200 calls at the same time take their time on a busy machine.
      UPSTREAM_TIMEOUT_MS: '300000',
      // The same after a restart.
      HTTPS_PORT: String(https),
      HTTP_PORT: String(http),
    };
    [service, under] = await Promise.all([startSessionService(canaries), startUnderTest(environment)]);
    service.password = password;
    owner = await createOwner(under);
    await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    const answer = await send('POST', '/api/manage/services', {
      files: [{ path: 'orders.wsdl', content: base64(SESSION_WSDL) }],
      settings: { endpoint: service.upstream.address },
      design: SESSION_DESIGN,
    });
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
    const registered = answer.json<{ serviceId: string; slug: string }>();
    path = `/api/manage/services/${registered.serviceId}`;
    slug = registered.slug;
    liveKey = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>().key;
    await setPassword(password);
  });
  afterAll(async () => {
    await under?.stop();
    await service?.upstream.stop();
    await setUp.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Sends a request as the owner, and keeps the response for the search at the end. */
  const send = async (...request: Parameters<OwnerClient['send']>): Promise<Answer> => {
    const answer = await owner.send(...request);
    shown.push({ what: request.slice(0, 2).join(' '), text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const setPassword = async (value: string): Promise<void> => {
    expect((await send('PUT', `${path}/design/secrets/crm`, { value })).status).toBe(200);
  };
  const setDesign = async (change: object): Promise<void> => {
    const design = { session: { ...SESSION_DESIGN.session, ...change } };
    const answer = await send('PUT', `${path}/design`, { design });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  };
  const call = async (
    operation: string,
    input: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await under.send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    shown.push({ what: `call ${operation}`, text: JSON.stringify([answer.headers, answer.text]) });
    return answer;
  };
  const codeOf = (answer: Answer): [number, string] => [answer.status, answer.json<Failure>().error.code];
  const session = async (): Promise<Shown> => (await send('GET', `${path}/session`)).json<Shown>();
  /** Ends the session. */
  const end = async (): Promise<Answer> => {
    const answer = await send('DELETE', `${path}/session`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer;
  };

  test('is opened once by 200 first calls at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => call('FindOrders')));
    // The plan of the account lets 100 calls run at the same time, and a busy process takes fewer.
    const made = answers.filter(({ status }) => status === 200);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(BUSY).toContain(codeOf(answer)[1]);
    expect(made.length).toBeGreaterThan(1);
    expect(service.counts).toMatchObject({ logins: 1, refused: 0 });
    expect(service.counts.executed).toBeGreaterThanOrEqual(made.length);
    const state = await session();
    expect(state).toMatchObject({ open: true, failure: null, login: 'Login', logout: 'Logout' });
    // The names of what came back, without values.
    expect(state.answered).toEqual(['sessionId', 'seconds']);
    expect(Math.round((Date.parse(state.expiresAt ?? '') - Date.parse(state.openedAt ?? '')) / 1_000)).toBe(
      43_200,
    );
  });

  test('hides its operations and its token from clients', async () => {
    const kinds = [
      await send('GET', `${path}/files/openapi-3.1.json`),
      await send('GET', `${path}/files/types.ts`),
      await send('GET', `${path}/operations/FindOrders`),
      await send('GET', `${path}/operations/FindOrders/tool`),
    ];
    for (const { text } of kinds) expect(text).not.toMatch(/"Log(?:in|out)|sessionId|password/);
    expect(codeOf(await call('Login'))).toEqual([404, 'OPERATION_NOT_FOUND']);
    expect(codeOf(await call('FindOrders', { sessionId: 'mine' }))).toEqual([400, 'SCHEMA_VIOLATION']);
    const dry = await call('FindOrders', {}, { 'X-Dry-Run': 'true' });
    expect([dry.status, dry.text]).toEqual([200, expect.stringContaining('sessionId>***<')]);
    expect(service.counts.logins).toBe(1);
  });

  test('hides its token in faults, trials, captured bodies and recordings', async () => {
    await send('PATCH', path, { settings: { captureHours: 1 } });
    const echo = await call('FindOrders', { name: 'echo' });
    expect(codeOf(echo)).toEqual([502, 'SOAP_FAULT']);
    expect(echo.text).toContain('your token is ');
    const tried = await send('POST', `${path}/operations/FindOrders/try`, { input: '{"name":"echo"}' });
    expect([tried.status, tried.text]).toEqual([200, expect.stringContaining('sessionId>***<')]);
    await send('PATCH', path, { settings: { answers: 'record' } });
    expect(codeOf(await call('FindOrders', { name: 'echo' }))).toEqual([502, 'SOAP_FAULT']);
    // The recording has the answer to the call, not that to a session which was not valid.
    service.valid = undefined;
    expect((await call('FindOrders', { name: 'recorded' })).text).toContain('"recording":true');
    await expect
      .poll(async () => (await send('GET', `${path}/recordings`)).text, { timeout: 20_000 })
      .toContain('FindOrders');
    await send('GET', `${path}/recordings/archive`);
    await send('PATCH', path, { settings: { answers: 'replay' } });
    const replayed = await call('FindOrders', { name: 'recorded' });
    expect([replayed.status, replayed.text]).toEqual([200, expect.stringContaining('"total":3')]);
    await send('PATCH', path, { settings: { answers: 'live' } });
    expect(service.counts).toMatchObject({ logins: 2, refused: 0 });
  });

  test('outlives a restart', async () => {
    const { logins } = service.counts;
    logLines.push(...under.logLines);
    await under.stop();
    under = await startUnderTest(environment);
    expect((await call('FindOrders')).status).toBe(200);
    expect(service.counts.logins).toBe(logins);
  });

  test('is ended by its owner, and opened again', async () => {
    const { logins, logouts } = service.counts;
    expect((await end()).json()).toEqual({ ended: true, failure: null });
    expect(service.counts.logouts).toBe(logouts + 1);
    expect(await session()).toMatchObject({ open: false, openedAt: null });
    expect((await end()).json()).toEqual({ ended: false, failure: null });
    const opened = await send('POST', `${path}/session`, {});
    expect([opened.status, opened.json()]).toMatchObject([200, { open: true, failure: null }]);
    await send('POST', `${path}/session`, {});
    expect(service.counts.logins).toBe(logins + 1);
  });

  test('is renewed once if it is refused; only a call that reads is sent again', async () => {
    const { logins, executed } = service.counts;
    service.valid = undefined;
    const reads = await Promise.all(Array.from({ length: 20 }, () => call('FindOrders')));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    expect(service.counts).toMatchObject({ logins: logins + 1, executed: executed + 20 });
    // Within 30 seconds, a second refusal is not the session's fault.
    service.valid = undefined;
    expect(codeOf(await call('FindOrders'))).toEqual([502, 'SOAP_FAULT']);
    expect(service.counts.logins).toBe(logins + 1);
    await end();
    await call('FindOrders');
    service.valid = undefined;
    service.refusal = 'status';
    const refused = await call('PlaceOrder', { name: 'a' });
    expect(codeOf(refused)).toEqual([503, 'SESSION_RENEWED']);
    expect(refused.headers['retry-after']).toBe('0');
    expect((await call('PlaceOrder', { name: 'a' })).status).toBe(200);
    expect(service.counts).toMatchObject({ logins: logins + 3, executed: executed + 22 });
    await end();
    await setDesign({ repeatable: true });
    expect((await call('PlaceOrder')).status).toBe(200);
    service.valid = undefined;
    expect((await call('PlaceOrder')).status).toBe(200);
    expect(service.counts).toMatchObject({ logins: logins + 5, executed: executed + 24, refused: 0 });
    service.refusal = 'fault';
  });

  test('with a wrong password tries one login, and tells the owner why', async () => {
    service.valid = undefined;
    const { logins } = service.counts;
    await setPassword(wrong);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('FindOrders')));
    for (const answer of answers) expect(codeOf(answer)).toEqual([502, 'UPSTREAM_LOGIN_FAILED']);
    expect(Number(answers[0]?.headers['retry-after'])).toBeGreaterThan(20);
    expect(answers[0]?.text).not.toMatch(/LOGIN_FAILED: |is wrong/);
    const { failure } = (await send('POST', `${path}/session`, {})).json<Shown>();
    expect(failure?.message).toMatch(
      /^Login was answered with the fault .*LOGIN_FAILED.*the password .* is wrong/,
    );
    expect(Date.parse(failure?.retryAt ?? '') - Date.parse(failure?.at ?? '')).toBe(30_000);
    expect(service.counts.logins).toBe(logins + 1);
    // Another password is another login.
    await setPassword(password);
    expect((await call('FindOrders')).status).toBe(200);
    expect(await session()).toMatchObject({ open: true, failure: null });
    expect(service.counts.logins).toBe(logins + 2);
    // The secret of the login is gone: nothing is sent.
    await send('DELETE', `${path}/design/secrets/crm`);
    expect(codeOf(await call('FindOrders'))).toEqual([502, 'UPSTREAM_LOGIN_FAILED']);
    const failed = await session();
    expect(failed.failure?.message).toContain('the secret crm');
    // Earlier failures are still shown, the latest first.
    expect(failed.failures.map(({ times, message }) => [times, message])).toEqual([
      [1, failed.failure?.message],
      [1, failure?.message],
    ]);
    expect(service.counts.logins).toBe(logins + 2);
    await setPassword(password);
    service.valid = undefined;
  });

  test('goes only to addresses that the design and the rules of this gateway allow', async () => {
    service.serverUrl = 'http://evil.example/soap';
    expect(codeOf(await call('FindOrders'))).toEqual([502, 'UPSTREAM_LOGIN_FAILED']);
    expect((await session()).failure?.message).toContain('session > endpoint > hosts');
    await end();
    service.valid = undefined;
    service.serverUrl = 'http://10.1.2.3/soap';
    expect(codeOf(await call('FindOrders'))).toEqual([502, 'UPSTREAM_ADDRESS_REFUSED']);
    expect(await session()).toMatchObject({ open: true, endpoint: 'http://10.1.2.3/soap' });
    await end();
    service.valid = undefined;
    service.serverUrl = `${service.upstream.address}/other`;
    const there = await call('FindOrders');
    expect([there.status, there.text]).toEqual([200, expect.any(String)]);
    service.serverUrl = undefined;
  });

  test('whose login clients may call keeps nothing of its answer', async () => {
    await setDesign({ shown: true });
    const policy = { methodPolicy: 'GET + POST', cacheSeconds: 60 };
    expect((await send('PUT', `${path}/operations/Login`, policy)).status).toBe(200);
    await send('PATCH', path, { settings: { answers: 'record' } });
    const log = async (method: 'GET' | 'POST') => {
      service.valid = undefined;
      // The client sees the token, so this answer is not searched.
      return await under.send(`/api/v1/${owner.accountId}/${slug}/Login`, {
        method,
        headers: { 'X-API-Key': liveKey, ...(method === 'POST' && { 'Content-Type': 'application/json' }) },
        ...(method === 'POST' && { body: '{}' }),
      });
    };
    const { logins } = service.counts;
    for (const method of ['POST', 'GET', 'GET'] as const) {
      const answer = await log(method);
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(String(service.valid))]);
      expect(answer.text).not.toMatch(/"recording":true|"cached":true/);
    }
    expect(service.counts.logins).toBe(logins + 3);
    await send('PATCH', path, { settings: { answers: 'live' } });
    expect((await send('GET', `${path}/recordings`)).text).not.toContain('"Login"');
  });

  test('leaves no token and no secret in any response, log line or file', async () => {
    await send('GET', `${path}/session`);
    for (const route of ['calls', 'usage', 'audit']) await send('GET', `/api/manage/${route}`);
    await under.stop();
    const files = await readFiles([dataDir, ...(setUp.directories?.() ?? [])]);
    const found = [
      ...shown.flatMap(({ what, text }) => canaries.find(what, text)),
      ...[...logLines, ...under.logLines].flatMap((line) => canaries.find(`log ${line.slice(0, 200)}`, line)),
      ...files.flatMap(({ path: name, content }) => canaries.find(name, content)),
    ];
    expect([...new Set(found)]).toEqual([]);
    // The search finds what is there.
    expect(service.upstream.bodies.flatMap((body) => canaries.find('sent', body)).length).toBeGreaterThan(
      100,
    );
  });
});
