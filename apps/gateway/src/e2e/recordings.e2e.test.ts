import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createReplay } from '@soapstone/server/recordings';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { envelope } from '../testing/hostile-upstream.js';
import { answerListUsers, type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

const NS = 'urn:example:user-directory';

interface Listed {
  readonly recordings: readonly {
    readonly recordingId: string;
    readonly name: string;
    readonly operation: string;
  }[];
  readonly used: { readonly recordings: number; readonly bytes: number };
}

describe.each(await setUps())('mock, record and replay ($name)', (setUp) => {
  const scene = setManagementScene(setUp);

  const open = async () => {
    const owner = checkAnswers(await createOwner(scene.under));
    const service = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
    const { key } = await scene.liveKey(owner);
    const path = `/api/manage/services/${service.serviceId}`;
    const answers = (value: string) => owner.send('PATCH', path, { settings: { answers: value } });
    const call = (operation: string, input: unknown, headers: Record<string, string> = {}) =>
      scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/${operation}`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
        body: typeof input === 'string' ? input : JSON.stringify(input),
      });
    return { owner, service, key, path, answers, call };
  };
  const listed = async (owner: OwnerClient, { serviceId }: RegisteredAnswer) =>
    (await owner.send('GET', `/api/manage/services/${serviceId}/recordings`)).json<Listed>();
  const expectRecorded = (owner: OwnerClient, service: RegisteredAnswer, count: number) =>
    expect
      .poll(async () => (await listed(owner, service)).recordings.length, { timeout: 30_000, interval: 300 })
      .toBe(count);
  const remaining = (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
    Number(answer.headers['x-ratelimit-remaining']);

  test('a mock answers valid requests with an example, marks the response, and charges nothing', async () => {
    const { owner, answers, call } = await open();
    const before = scene.upstream.calls;
    expect((await answers('mock')).status).toBe(200);
    const one = await call('ListUsers', {});
    expect(one.status).toBe(200);
    const { result, meta } = one.json<{ result: { user: unknown[] }; meta: object }>();
    expect(result.user.length).toBeGreaterThan(0);
    expect(meta).toMatchObject({ operation: 'ListUsers', mock: true });
    expect(one.headers['x-answers']).toBe('mock');
    expect(remaining(one)).toBe(1000);
    const refused = await call('ListUsers', { nothing: 1 });
    expect([refused.status, refused.headers['x-answers']]).toEqual([400, 'mock']);
    expect(scene.upstream.calls).toBe(before);
    await expect
      .poll(() => owner.send('GET', '/api/manage/calls').then((answer) => answer.json<unknown>()), {
        timeout: 30_000,
        interval: 300,
      })
      .toMatchObject({ calls: [{ answers: 'mock' }, { answers: 'mock' }] });
    const audit = (await scene.under.gateway.store.audit.list(owner.accountId, { limit: 20 })).items.map(
      ({ action }) => action,
    );
    expect(audit).toContain('service.answers-mock');
  });

  test('recorded calls are replayed without the service; the error for another request names the nearest recording', async () => {
    const { owner, service, answers, call } = await open();
    scene.upstream.answer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          envelope(
            `<ListUsersResponse xmlns="${NS}"><total>7</total><user id="1" status="active"><name>${'é'.repeat(1_000_000)}</name></user></ListUsersResponse>`,
          ),
        );
    await answers('record');
    const recorded = await call('ListUsers', { department: 'sales', limit: 3 });
    expect(recorded.json<{ meta: object }>().meta).toMatchObject({ recording: true, cached: false });
    expect(recorded.headers['x-answers']).toBe('record');
    await expectRecorded(owner, service, 1);
    await call('ListUsers', { limit: 3, department: 'sales' });

    await answers('replay');
    const before = scene.upstream.calls;
    const replayed = await call('ListUsers', { limit: 3, department: 'sales' });
    expect(replayed.json<{ result: unknown }>().result).toEqual({
      ...recorded.json<{ result: object }>().result,
    });
    expect(replayed.json<{ meta: object }>().meta).toMatchObject({ replayed: true });
    expect(remaining(replayed)).toBe(998);
    const other = await call('ListUsers', { department: 'law', limit: 3 });
    expect([other.status, other.headers['x-answers']]).toEqual([502, 'replay']);
    expect(other.json().error).toMatchObject({
      type: 'UPSTREAM_ERROR',
      code: 'NOT_RECORDED',
      sent: false,
      message: expect.stringContaining((await listed(owner, service)).recordings[0]!.name),
      details: [
        {
          path: '/input/department',
          keyword: 'value',
          message: 'the recording has "sales", this request has "law"',
        },
      ],
    });
    const none = await call('GetUser', { userId: 1 });
    expect(none.json().error).toMatchObject({ code: 'NOT_RECORDED', message: /no call of GetUser/ });
    expect(scene.upstream.calls).toBe(before);
    // The same request is recorded once.
    expect((await listed(owner, service)).used.recordings).toBe(1);
  });

  test('the WS-Addressing of a replayed response is read as XML, in work linear in the response', async () => {
    const { owner, service, answers, call } = await open();
    const wsa = 'http://www.w3.org/2005/08/addressing';
    // A search for a pattern would start again at each of these names.
    const name = 'RelatesTo'.repeat(110_000);
    const header = `<a:RelatesTo xmlns:a="${wsa}" a:note="1>0" s:mustUnderstand="1">urn:uuid:0</a:RelatesTo>`;
    scene.upstream.answer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${header}</s:Header><s:Body><ListUsersResponse xmlns="${NS}"><total>7</total><user id="1" status="active"><name>${name}</name></user></ListUsersResponse></s:Body></s:Envelope>`,
        );
    await answers('record');
    expect((await call('ListUsers', {})).status).toBe(200);
    await expectRecorded(owner, service, 1);
    await answers('replay');
    const { result, meta } = (await call('ListUsers', {})).json<{
      result: { user: readonly { readonly name: string }[] };
      meta: { readonly warnings: readonly { readonly code: string }[] };
    }>();
    expect(result.user[0]!.name).toBe(name);
    expect(meta).toMatchObject({ replayed: true });
    expect(new Set(meta.warnings.map(({ code }) => code))).toEqual(new Set(['MISSING_REQUIRED']));
  });

  test('a recorded fault is replayed as a fault', async () => {
    const { owner, service, answers, call } = await open();
    scene.upstream.answer = (_request, response) =>
      void response
        .writeHead(500, { 'content-type': 'text/xml' })
        .end(
          envelope(
            '<soap:Fault><faultcode>soap:Server</faultcode><faultstring>out of order</faultstring></soap:Fault>',
          ),
        );
    await answers('record');
    expect((await call('ListUsers', {})).status).toBe(502);
    await expectRecorded(owner, service, 1);
    await answers('replay');
    const fault = await call('ListUsers', {});
    expect(fault.json().error).toMatchObject({ type: 'UPSTREAM_ERROR', fault: { reason: 'out of order' } });
    expect(fault.headers['x-answers']).toBe('replay');
  });

  test('secrets, long messages and unauthenticated calls are not recorded', async () => {
    const { owner, service, answers, call, path } = await open();
    await owner.send('PUT', `${path}/credentials`, { basic: { username: 'user', password: 'canary-5e2' } });
    let department = 'canary-5e2';
    scene.upstream.answer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          envelope(
            `<ListUsersResponse xmlns="${NS}"><total>1</total><user id="1" status="active"><name>${department}</name></user></ListUsersResponse>`,
          ),
        );
    await answers('record');
    await call('ListUsers', {});
    await expectRecorded(owner, service, 1);
    const stored = await scene.under.gateway.store.recordings.findAll(owner.accountId, service.serviceId);
    const text = Buffer.from(stored[0]!.response.body).toString('utf8');
    expect(text).toContain('<total>1</total>');
    expect(JSON.stringify(stored) + text).not.toContain('canary-5e2');

    department = 'x'.repeat(4_200_000);
    expect((await call('ListUsers', { limit: 4 })).status).toBe(200);
    const stranger = checkAnswers(await createOwner(scene.under));
    const theirs = await scene.liveKey(stranger);
    expect((await call('ListUsers', { limit: 5 }, { 'X-API-Key': theirs.key })).status).toBe(401);
    for (const [method, at] of [
      ['GET', `${path}/recordings`],
      ['GET', `${path}/recordings.zip`],
      ['DELETE', `${path}/recordings`],
      ['DELETE', `${path}/recordings/${stored[0]!.id}`],
    ] as const)
      expect((await stranger.send(method, at)).status).toBe(404);
    department = 'short';
    await call('ListUsers', { limit: 6 });
    await expectRecorded(owner, service, 2);
    expect((await owner.send('DELETE', `${path}/recordings/${stored[0]!.id}`)).status).toBe(200);
    expect((await owner.send('DELETE', `${path}/recordings`)).json()).toEqual({ deleted: 1 });
    expect((await owner.send('GET', `${path}/recordings.zip`)).status).toBe(404);
  });

  test('soapstone mock --recordings can serve the downloaded folder', async () => {
    const { owner, service, answers, call, path } = await open();
    scene.upstream.answer = answerListUsers;
    await answers('record');
    await call('ListUsers', { department: 'sales' });
    await expectRecorded(owner, service, 1);
    const zip = await owner.send('GET', `${path}/recordings.zip`);
    expect(zip.headers['content-type']).toBe('application/zip');
    const folder = await mkdtemp(join(tmpdir(), 'soapstone-recordings-'));
    try {
      for (const [file, bytes] of Object.entries(unzipSync(zip.bytes))) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), bytes);
      }
      const replay = await createReplay(folder);
      expect(replay.operations).toEqual(['ListUsers']);
      const answer = await replay.fetch(
        new Request('http://localhost/', {
          method: 'POST',
          headers: { 'content-type': 'text/xml' },
          body: envelope(`<n:ListUsers xmlns:n="${NS}"><n:department>sales</n:department></n:ListUsers>`),
        }),
      );
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('<total>1</total>'),
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a captured call can be saved as a recording unless its body is too large', async () => {
    const { owner, service, answers, call, path } = await open();
    scene.upstream.answer = answerListUsers;
    const answered = await call('ListUsers', { department: 'sales' });
    const requestId = String(answered.headers['x-request-id']);
    const { store } = scene.under.gateway;
    await expect
      .poll(() => store.calls.find(owner.accountId, requestId), { timeout: 30_000, interval: 300 })
      .toBeDefined();
    const bodies = { requestId, accountId: owner.accountId, serviceId: service.serviceId, at: Date.now() };
    await store.callBodies.add({ ...bodies, request: '{"department":"sales"}', response: answered.text }, 10);
    const keep = (id: string) => owner.send('POST', `${path}/calls/${id}/recording`, {});
    expect((await keep(requestId)).json()).toEqual({ outcome: 'stored' });
    expect((await keep(requestId)).json()).toEqual({ outcome: 'known' });
    expect((await keep(randomUUID())).status).toBe(404);
    await answers('replay');
    const replayed = await call('ListUsers', { department: 'sales' });
    expect(replayed.json()).toMatchObject({ result: { total: 1 }, meta: { replayed: true } });
    await store.callBodies.deleteOfService(owner.accountId, service.serviceId);
    await store.callBodies.add({ ...bodies, request: '{"depart…', response: answered.text }, 10);
    expect((await keep(requestId)).json().error.code).toBe('NOT_RECORDABLE');
  });
});
