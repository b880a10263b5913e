import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

const LOGIN = `Basic ${Buffer.from('reader:CANARY-wsdl').toString('base64')}`;

interface Watch {
  readonly schedule: string;
  readonly activate: string;
  readonly url: string | null;
  readonly nextAt: string | null;
  readonly checkedAt: string | null;
  readonly result: string | null;
  readonly revision: number | null;
}

describe.each(await setUps())('watched WSDLs with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  let provider: Server;
  let url: string;
  let served: string;
  /** Whether the documents need a login; and the ones that were sent. */
  let locked = false;
  const authorizations: string[] = [];
  beforeAll(async () => {
    provider = createServer((request, response) => {
      authorizations.push(request.headers.authorization ?? 'none');
      if (locked && request.headers.authorization !== LOGIN) return response.writeHead(401).end();
      return response.end(request.url === '/user-directory.xsd' ? scene.xsd : served);
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/users.wsdl`;
    served = scene.wsdl;
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });

  async function watched() {
    const owner = await createOwner(scene.under);
    served = scene.wsdl;
    const settings = { endpoint: scene.soap.address };
    const answer = await owner.send('POST', '/api/manage/services', { url, settings });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    const service = answer.json<{ serviceId: string; slug: string }>();
    return { owner, service, path: `/api/manage/services/${service.serviceId}` };
  }
  const read = async (owner: OwnerClient, path: string) =>
    (await owner.send('GET', `${path}/watch`)).json<Watch>();
  async function checkNow(owner: OwnerClient, path: string): Promise<Watch> {
    const { checkedAt } = await read(owner, path);
    const begun = await owner.send('POST', `${path}/watch/check`, {});
    expect([begun.status, begun.text.slice(0, 200)]).toEqual([202, expect.any(String)]);
    return vi.waitFor(
      async () => {
        const now = await read(owner, path);
        expect(now.checkedAt).not.toBe(checkedAt);
        return now;
      },
      { timeout: 60_000, interval: 200 },
    );
  }

  test('a change is found by a check that its owner asks for, and names who called what it breaks', async () => {
    const { owner, service, path } = await watched();
    expect(await read(owner, path)).toMatchObject({
      schedule: 'daily',
      activate: 'never',
      url,
      result: null,
    });
    const { id: keyId, key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect(await checkNow(owner, path)).toMatchObject({ result: 'unchanged', revision: null });
    served = scene.wsdl.replace(
      '<xs:element name="department" type="xs:string" minOccurs="0"/>',
      '<xs:element name="department" type="xs:string"/>',
    );
    // The call log is written within a second.
    await vi.waitFor(
      async () => {
        const calls = await owner.send('GET', '/api/manage/calls');
        expect(calls.json<{ calls: unknown[] }>().calls).toHaveLength(1);
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(await checkNow(owner, path)).toMatchObject({ result: 'held', revision: 2 });
    const { events } = (await owner.send('GET', '/api/manage/events')).json<{
      events: { type: string; title: string; page: string; important: boolean }[];
    }>();
    expect(events.find(({ type }) => type === 'contract.changed')).toMatchObject({
      title:
        'The WSDL of UserDirectory has changed: revision 2 is waiting for your approval, because 1 change can break clients; calls of the operations in 30 days: “ci” (1)',
      page: `/services/${service.serviceId}/revisions`,
      important: true,
    });
    const callers = await owner.send('GET', `${path}/revisions/2/callers?breaking=true`);
    expect(callers.json()).toEqual({
      operations: 1,
      callers: [{ operation: 'ListUsers', keyId, keyName: 'ci', calls: 1, lastAt: expect.any(String) }],
    });
    const { revisions } = (await owner.send('GET', `${path}/revisions`)).json<{
      revisions: { number: number; watched: boolean; replaced: boolean }[];
    }>();
    expect(revisions).toMatchObject([
      { number: 2, watched: true, replaced: false },
      { number: 1, watched: false, replaced: false },
    ]);
  });

  test('a change that breaks nobody goes live by itself if its owner chose so, for calls too', async () => {
    const { owner, service, path } = await watched();
    const put = await owner.send('PUT', `${path}/watch`, { schedule: 'weekly', activate: 'safe' });
    expect(put.json()).toMatchObject({ schedule: 'weekly', activate: 'safe' });
    served = scene.wsdl.replace(
      '<xs:element name="limit" type="tns:PageSize" minOccurs="0"/>',
      '<xs:element name="limit" type="tns:PageSize" minOccurs="0"/><xs:element name="sort" type="xs:string" minOccurs="0"/>',
    );
    const { key } = await scene.liveKey(owner);
    const call = () =>
      scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"sort": "name"}',
      });
    expect((await call()).status).toBe(400);
    expect(await checkNow(owner, path)).toMatchObject({ result: 'published', revision: 2 });
    await vi.waitFor(async () => expect((await call()).status).toBe(200), { timeout: 30_000, interval: 200 });
  });

  test('a WSDL behind a login of its own is read with it, and only there', async () => {
    const { owner, path } = await watched();
    locked = true;
    try {
      expect(await checkNow(owner, path)).toMatchObject({ result: 'failed' });
      const login = { basic: { username: 'reader', password: 'CANARY-wsdl' } };
      expect((await owner.send('PUT', `${path}/wsdl-login`, { basic: { username: 'a' } })).status).toBe(400);
      const put = await owner.send('PUT', `${path}/wsdl-login`, login);
      expect([put.status, put.text]).toEqual([200, '{}']);
      expect((await owner.send('GET', `${path}/wsdl-login`)).json()).toEqual({ stored: true });
      const shown = await owner.send('GET', path);
      expect(shown.json()).toMatchObject({ secrets: { wsdlLogin: true, credentials: false } });
      expect(shown.text).not.toContain('CANARY');
      expect(await checkNow(owner, path)).toMatchObject({ result: 'unchanged' });
      // An import from there has it too, without asking the owner again.
      const again = await owner.send('POST', `${path}/revisions`, { url });
      expect([again.status, again.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
      // From another origin, the live revision is read without it.
      authorizations.length = 0;
      const elsewhere = url.replace('127.0.0.1', 'localhost');
      const refused = await owner.send('POST', `${path}/revisions`, { url: elsewhere });
      expect([refused.status, authorizations]).toEqual([400, ['none']]);
      locked = false;
      const moved = await owner.send('POST', `${path}/revisions`, { url: elsewhere, activate: 'always' });
      expect(moved.json()).toMatchObject({ inForce: true });
      authorizations.length = 0;
      expect(await checkNow(owner, path)).toMatchObject({ result: 'unchanged' });
      expect(new Set(authorizations)).toEqual(new Set(['none']));
      expect((await owner.send('DELETE', `${path}/wsdl-login`)).status).toBe(200);
      const files = await scene.register(owner, { slug: 'from-files' });
      const none = await owner.send('PUT', `/api/manage/services/${files.serviceId}/wsdl-login`, login);
      expect(none.json()).toMatchObject({ error: { code: 'NOTHING_TO_WATCH' } });
    } finally {
      locked = false;
    }
  });

  test('the choice is not overwritten by an earlier state, and what cannot be checked says why', async () => {
    const { owner, path } = await watched();
    const before = await owner.send('GET', `${path}/watch`);
    expect((await owner.send('PUT', `${path}/watch`, { schedule: 'off' })).json()).toMatchObject({
      schedule: 'off',
      nextAt: null,
    });
    const late = { 'If-Match': String(before.headers['etag']) };
    expect((await owner.send('PUT', `${path}/watch`, { schedule: 'hourly' }, late)).status).toBe(412);
    for (const wrong of [{}, { schedule: 'yearly' }, { schedule: 'daily', activate: 'always' }])
      expect((await owner.send('PUT', `${path}/watch`, wrong)).status).toBe(400);
    const files = await scene.register(owner, { slug: 'files' });
    const refused = await owner.send('POST', `/api/manage/services/${files.serviceId}/watch/check`, {});
    expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([
      409,
      'NOTHING_TO_WATCH',
    ]);
  });
});
