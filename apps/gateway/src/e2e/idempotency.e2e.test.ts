import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

describe('requests with an Idempotency-Key', () => {
  let soap: UserDirectory;
  let under: GatewayUnderTest;
  let owner: OwnerClient;
  let administrator: OwnerClient;
  let service: RegisteredService;
  beforeAll(async () => {
    [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
    owner = await createOwner(under);
    administrator = await createOwner(under, { administrator: true });
    const account = (await under.gateway.store.accounts.find(owner.accountId))!;
    service = await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
    });
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
  });

  let keys = 0;
  const newKey = () => `key-${++keys}`;
  const post = (path: string, body: unknown, key: string, by = owner) =>
    by.send('POST', path, body, { 'Idempotency-Key': key });
  const keyCount = async () => (await under.gateway.store.apiKeys.list(owner.accountId, { limit: 50 })).total;
  const create = { purpose: 'live', name: 'twice' };

  test('a repeated request gets the same response, and is carried out once', async () => {
    const key = newKey();
    const before = await keyCount();
    const first = await post('/api/manage/keys', create, key);
    const second = await post('/api/manage/keys', create, key);
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.status).toBe(201);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await keyCount()).toBe(before + 1);
    // The same request with another key, or without one, is another request.
    expect((await post('/api/manage/keys', create, newKey())).text).not.toBe(first.text);
    expect((await owner.send('POST', '/api/manage/keys', create)).status).toBe(201);
    expect(await keyCount()).toBe(before + 3);
  });

  test('of requests at the same time, one is carried out', async () => {
    const key = newKey();
    const before = await keyCount();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/api/manage/keys', create, key)));
    expect(await keyCount()).toBe(before + 1);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, text } of answers) {
      if (status !== 201) expect([status, JSON.parse(text).error.code]).toEqual([409, 'REQUEST_RUNNING']);
    }
    expect((await post('/api/manage/keys', create, key)).text).toBe(made[0]?.text);
  });

  test('a key that was sent with another body or path is rejected', async () => {
    const key = newKey();
    expect((await post('/api/manage/keys', create, key)).status).toBe(201);
    const before = await keyCount();
    const other = await post('/api/manage/keys', { ...create, name: 'other' }, key);
    expect([other.status, other.json<{ error: { code: string } }>().error.code]).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    expect(await keyCount()).toBe(before);
    const trial = { input: '{}' };
    const path = (operation: string) => `/api/manage/services/${service.id}/operations/${operation}/try`;
    expect((await post(path('ListUsers'), trial, key)).status).toBe(200);
    expect((await post(path('GetUser'), trial, key)).status).toBe(422);
  });

  test.each(['', 'two words', 'é', 'x'.repeat(256)])('the key %j is rejected', async (key) => {
    const { status } = await post('/api/manage/keys', create, key);
    expect(status).toBe(400);
  });

  test('a rejected request is forgotten, so that its correction may have the same key', async () => {
    const key = newKey();
    const rejected = await post('/api/manage/keys', { ...create, purpose: 'none' }, key);
    expect(rejected.status).toBe(400);
    expect((await post('/api/manage/keys', create, key)).status).toBe(201);
  });

  test('keys of different accounts do not meet', async () => {
    const key = newKey();
    const mine = await post('/api/manage/keys', create, key);
    const other = await post('/api/manage/keys', create, key, await createOwner(under));
    expect(other.status).toBe(201);
    expect(other.text).not.toBe(mine.text);
  });

  test('a trial is sent to the service once', async () => {
    const key = newKey();
    const path = `/api/manage/services/${service.id}/operations/ListUsers/try`;
    const trial = { input: '{}' };
    const logged = async () => (await under.gateway.store.calls.list(owner.accountId, 50)).length;
    await expect.poll(logged).toBe(1);
    const first = await post(path, trial, key);
    expect(first.status).toBe(200);
    expect((await post(path, trial, key)).text).toBe(first.text);
    // The next call is logged after all that came before.
    expect((await post(path, trial, newKey())).status).toBe(200);
    await expect.poll(logged).toBe(3);
  });

  test('an invitation and an account are created once', async () => {
    const key = newKey();
    const invite = { role: 'owner', days: 3 };
    const first = await post('/api/admin/invitations', invite, key, administrator);
    expect(first.status).toBe(201);
    expect((await post('/api/admin/invitations', invite, key, administrator)).text).toBe(first.text);

    const body = { email: 'once@example.com', password: 'a long enough password', accountName: 'Once' };
    const signUp = () =>
      under.send('/api/manage/sign-up', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: under.baseUrl, 'Idempotency-Key': key },
        body: JSON.stringify(body),
      });
    const [made, repeated] = [await signUp(), await signUp()];
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([200, 'true']);
  });

  test('a draft and its service are created once, also in the background', async () => {
    const key = newKey();
    const prefer = { Prefer: 'respond-async', 'Idempotency-Key': key };
    const begin = () => owner.send('POST', '/api/manage/drafts', { url: soap.wsdlAddress }, prefer);
    const first = await begin();
    expect(first.status).toBe(202);
    const again = await begin();
    expect([again.status, again.text, again.headers['location']]).toEqual([
      202,
      first.text,
      first.headers['location'],
    ]);
    const { url } = first.json<{ url: string }>();
    let draftId = '';
    await expect
      .poll(async () => {
        const job = (await owner.send('GET', url)).json<{ state: string; result?: { draftId: string } }>();
        draftId = job.result?.draftId ?? '';
        return draftId;
      })
      .not.toBe('');
    const publish = () => post(`/api/manage/drafts/${draftId}/publish`, undefined, key);
    const published = await publish();
    expect(published.status).toBe(201);
    expect((await publish()).text).toBe(published.text);
    expect(await under.gateway.store.services.count(owner.accountId)).toBe(2);
  });

  test('a stored response holds no secret in plain text', async () => {
    const key = newKey();
    const place = { accountId: owner.accountId, route: 'post /api/manage/keys', key };
    const made = (await post('/api/manage/keys', create, key)).json<{ key: string }>();
    const stored = await under.gateway.store.idempotency.begin(place, { fingerprint: '', at: 0 });
    expect(stored?.sealed).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain(made.key);
    expect(stored?.fingerprint).toMatch(/^[\w-]{43}$/);
  });

  test('a request of more than a day ago is forgotten', async () => {
    const key = newKey();
    const { idempotency } = under.gateway.store;
    const place = { accountId: owner.accountId, route: 'post /api/manage/keys', key };
    await idempotency.begin(place, { fingerprint: 'old', at: Date.now() - 86_400_001 });
    expect((await post('/api/manage/keys', create, key)).status).toBe(201);
  });
});
