import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const example = (name: string) =>
  fileURLToPath(new URL(`../../../../examples/user-directory/${name}`, import.meta.url));

describe('deprecation', () => {
  let soap: UserDirectory;
  let under: GatewayUnderTest;
  let owner: OwnerClient;
  let key: string;
  let service: RegisteredService;
  let path: string;
  beforeAll(async () => {
    [soap, under] = await Promise.all([startUserDirectory(), startUnderTest()]);
    owner = await createOwner(under);
    ({ key } = await under.createKey(owner.accountId));
    // Descriptions require a paid plan.
    const account = (await under.gateway.store.accounts.update(owner.accountId, (current) => ({
      ...current,
      plan: 'Pro',
      billingAnchor: Date.now(),
    })))!;
    await under.gateway.changes.announce(owner.accountId);
    service = await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
    });
    path = `/api/manage/services/${service.id}`;
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
  });

  const call = (operation: string, body = '{}') =>
    under.send(`/api/v1/${owner.accountId}/users/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    });
  const dates = async (operation: string, body?: string) => {
    const { deprecation, sunset, link } = (await call(operation, body)).headers as Record<string, string>;
    return { deprecation, sunset, link };
  };
  const nothing = { deprecation: undefined, sunset: undefined, link: undefined };
  const marked = async () => {
    const answer = await under.send(`/api/services/${service.id}/openapi`, { headers: { 'X-API-Key': key } });
    const { paths } = answer.json<{ paths: Record<string, { post?: { deprecated?: boolean } }> }>();
    return Object.entries(paths).flatMap(([name, { post }]) =>
      post?.deprecated === true ? [name.split('/').at(-1)] : [],
    );
  };

  test('an operation announces it in every response and in the description, until it is removed', async () => {
    expect(await dates('ListUsers')).toEqual(nothing);
    const sent = {
      at: '2026-03-01T00:00:00Z',
      sunset: '2027-01-31T23:59:59Z',
      link: 'https://example.com/list-people',
    };
    const answer = await owner.send('PUT', `${path}/operations/ListUsers/deprecation`, sent);
    expect(answer.status).toBe(200);
    const expected = {
      deprecation: '@1772323200',
      sunset: 'Sun, 31 Jan 2027 23:59:59 GMT',
      link: '<https://example.com/list-people>; rel="deprecation"; type="text/html"',
    };
    expect(await dates('ListUsers')).toEqual(expected);
    // Errors carry the headers too; other operations do not.
    expect(await dates('ListUsers', '{"no":1}')).toEqual(expected);
    expect(await dates('GetUser', '{"userId":1}')).toEqual(nothing);
    expect(await marked()).toEqual(['ListUsers']);
    expect((await owner.send('GET', `${path}/deprecations`)).json<unknown>()).toMatchObject({
      service: null,
      operations: [{ operation: 'ListUsers', link: sent.link }],
    });

    expect((await owner.send('DELETE', `${path}/operations/ListUsers/deprecation`)).status).toBe(200);
    expect(await dates('ListUsers')).toEqual(nothing);
    expect(await marked()).toEqual([]);
    expect((await owner.send('DELETE', `${path}/operations/ListUsers/deprecation`)).status).toBe(404);
  });

  test('the earliest dates of a service and its operation apply', async () => {
    await owner.send('PUT', `${path}/deprecation`, { at: '2026-05-01T00:00:00Z' });
    await owner.send('PUT', `${path}/operations/GetUser/deprecation`, {
      at: '2026-06-01T00:00:00Z',
      sunset: '2027-06-01T00:00:00Z',
    });
    expect(await dates('ListUsers')).toEqual({ ...nothing, deprecation: '@1777593600' });
    expect(await dates('GetUser', '{"userId":1}')).toEqual({
      deprecation: '@1777593600',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      link: undefined,
    });
    expect((await marked()).sort()).toEqual(['CreateUser', 'GetUser', 'ListUsers']);
    await owner.send('DELETE', `${path}/deprecation`);
    await owner.send('DELETE', `${path}/operations/GetUser/deprecation`);
  });

  test.each([
    [{ sunset: '2020-01-01T00:00:00Z' }],
    [{ at: 'soon' }],
    [{ at: '2026-13-01T00:00:00Z' }],
    [{ link: 'javascript:alert(1)' }],
    [{ link: 'https://example.com/\r\nX: y' }],
    [{ link: 'http://[' }],
    [{ other: 1 }],
  ])('%j is rejected', async (body) => {
    expect((await owner.send('PUT', `${path}/deprecation`, body)).status).toBe(400);
  });

  test('objects that are missing or belong to another account cannot be deprecated', async () => {
    expect((await owner.send('PUT', `${path}/operations/None/deprecation`, {})).status).toBe(404);
    const stranger = await createOwner(under);
    expect((await stranger.send('PUT', `${path}/deprecation`, {})).status).toBe(404);
    expect((await stranger.send('GET', `${path}/deprecations`)).status).toBe(404);
  });

  describe('a waiting revision that removes an operation', () => {
    const importWithout = async (operation: string): Promise<number> => {
      const wsdl = await readFile(example('user-directory.wsdl'), 'utf8');
      const gone = new RegExp(`<wsdl:operation name="${operation}">[\\s\\S]*?</wsdl:operation>`, 'g');
      const without = wsdl.replace(gone, '');
      expect(without).not.toBe(wsdl);
      const file = (name: string, content: string) => ({
        path: name,
        content: Buffer.from(content).toString('base64'),
      });
      const files = [
        file('user-directory.wsdl', without),
        file('user-directory.xsd', await readFile(example('user-directory.xsd'), 'utf8')),
      ];
      const held = await owner.send('POST', `${path}/revisions`, { files, main: 'user-directory.wsdl' });
      const { number, ...rest } = held.json<{ number: number }>();
      expect(rest).toMatchObject({ inForce: false, breaking: true });
      return number;
    };
    const actions = async () => {
      const { items } = await under.gateway.store.audit.list(owner.accountId, { limit: 50 });
      return items.map(({ action, subject }) => `${action} ${subject.split('/')[1]}`);
    };
    const announced = {
      deprecation: '@1780272000',
      sunset: 'Mon, 01 Jun 2037 00:00:00 GMT',
      link: undefined,
    };
    const sent = { at: '2026-06-01T00:00:00Z', sunset: '2037-06-01T00:00:00Z' };

    test('announces nothing until its owner chooses to, and rejecting it ends the announcement', async () => {
      const number = await importWithout('ListUsers');
      const announcement = `${path}/revisions/${number}/announcement`;
      expect(await dates('ListUsers')).toEqual(nothing);
      expect(await marked()).toEqual([]);
      expect((await owner.send('DELETE', announcement)).status).toBe(404);

      const told = await owner.send('PUT', announcement, sent);
      expect(told.json<unknown>()).toEqual({
        revision: number,
        at: '2026-06-01T00:00:00.000Z',
        sunset: '2037-06-01T00:00:00.000Z',
        link: null,
        operations: ['ListUsers'],
      });
      expect(await dates('ListUsers')).toEqual(announced);
      expect(await dates('GetUser', '{"userId":1}')).toEqual(nothing);
      expect(await marked()).toEqual(['ListUsers']);
      expect((await owner.send('GET', `${path}/revisions/${number}`)).json<unknown>()).toMatchObject({
        announcement: { operations: ['ListUsers'], sunset: '2037-06-01T00:00:00.000Z' },
      });
      expect((await owner.send('GET', `${path}/deprecations`)).json<unknown>()).toMatchObject({
        operations: [],
        announced: [{ revision: number, operations: ['ListUsers'] }],
      });

      expect((await owner.send('PUT', `${path}/revisions/${number}/rejected`)).status).toBe(200);
      expect(await dates('ListUsers')).toEqual(nothing);
      expect(await marked()).toEqual([]);
      expect((await owner.send('PUT', announcement, sent)).status).toBe(409);
      expect((await actions()).slice(0, 4)).toEqual([
        `revision.reject ${number}`,
        `revision.withdraw ${number}`,
        `revision.announce ${number}`,
        `revision.import ${number}`,
      ]);
    });

    test('the announcement ends when it is withdrawn, and when another revision goes live', async () => {
      const number = await importWithout('ListUsers');
      const announcement = `${path}/revisions/${number}/announcement`;
      expect((await owner.send('PUT', announcement, sent)).status).toBe(200);
      expect(await dates('ListUsers')).toEqual(announced);
      expect((await owner.send('DELETE', announcement)).status).toBe(200);
      expect(await dates('ListUsers')).toEqual(nothing);

      expect((await owner.send('PUT', announcement, sent)).status).toBe(200);
      for (const revision of [number, 1]) {
        expect((await owner.send('PUT', `${path}/revisions/${revision}/in-force`)).status).toBe(200);
      }
      expect(await dates('ListUsers')).toEqual(nothing);
      expect(await marked()).toEqual([]);
      expect(await actions()).toContain(`revision.withdraw ${number}`);
    });

    test('what its owner deprecated by hand stays deprecated', async () => {
      const number = await importWithout('ListUsers');
      await owner.send('PUT', `${path}/operations/ListUsers/deprecation`, { at: '2026-05-01T00:00:00Z' });
      await owner.send('PUT', `${path}/revisions/${number}/announcement`, sent);
      expect(await dates('ListUsers')).toEqual({ ...announced, deprecation: '@1777593600' });
      await owner.send('PUT', `${path}/revisions/${number}/rejected`);
      expect(await dates('ListUsers')).toEqual({ ...nothing, deprecation: '@1777593600' });
      await owner.send('DELETE', `${path}/operations/ListUsers/deprecation`);
    });

    test('a revision of another account cannot be announced', async () => {
      const number = await importWithout('ListUsers');
      const stranger = await createOwner(under);
      const announcement = `${path}/revisions/${number}/announcement`;
      expect((await stranger.send('PUT', announcement, sent)).status).toBe(404);
      expect((await stranger.send('DELETE', announcement)).status).toBe(404);
      expect((await owner.send('PUT', announcement, { ...sent, at: '2038-01-01T00:00:00Z' })).status).toBe(
        400,
      );
      expect((await owner.send('PUT', `${path}/revisions/1/announcement`, sent)).status).toBe(409);
      expect(await dates('ListUsers')).toEqual(nothing);
    });
  });
});
