import { freePort } from '@soapstone/testing/free-port';
import { describe, expect, test, vi } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly important: boolean;
  readonly createdAt: string;
  readonly readAt: string | null;
  readonly page: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface EventPage {
  readonly events: readonly ShownEvent[];
  readonly total: number;
  readonly next: string | null;
}

describe.each(await setUps())('events with $name', (setUp) => {
  const scene = setManagementScene(setUp);

  const list = async (owner: OwnerClient, query = '') =>
    (await owner.send('GET', `/api/manage/events${query}`)).json<EventPage>();
  const types = async (owner: OwnerClient) => (await list(owner)).events.map(({ type }) => type).sort();
  const eventually = (owner: OwnerClient, type: string) =>
    vi.waitFor(
      async () => {
        const found = (await list(owner)).events.filter((event) => event.type === type);
        expect(found.length).toBeGreaterThan(0);
        return found;
      },
      { timeout: 60_000, interval: 200 },
    );

  test('quotas: calls through the gateway reach the thresholds of the account and of a key, once', async () => {
    const owner = await createOwner(scene.under);
    const service = await scene.register(owner, { settings: { endpoint: scene.soap.address } });
    const body = { name: 'five', callsPerPeriod: 5 };
    const made = (await owner.send('POST', '/api/manage/keys', body)).json<{ id: string; key: string }>();
    const today = new Date();
    const periodStart = Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
    // The Free plan has 1,000 calls.
    const used = { account: owner.accountId, periodStart, charged: 795, refunded: 0 };
    await scene.under.gateway.store.ledger.merge([used]);
    for (let calls = 0; calls < 5; calls += 1)
      expect((await scene.call(owner, service, made.key)).status).toBe(200);
    expect((await scene.call(owner, service, made.key)).status).toBe(429);
    const [reached] = await eventually(owner, 'quota.reached');
    expect(reached).toMatchObject({
      title: '80 % of the quota of 1000 calls is used',
      important: false,
      readAt: null,
      page: '/usage',
      data: { percent: 80, used: 800, quota: 1_000 },
    });
    const ofKey = await eventually(owner, 'key.quota.reached');
    expect(ofKey.map(({ data, important }) => [data['percent'], important]).sort()).toEqual([
      [100, true],
      [80, false],
      [95, true],
    ]);
  });

  test('services: five calls that reach nobody are one event, and a success is the recovery', async () => {
    const owner = await createOwner(scene.under);
    const endpoint = `http://127.0.0.1:${await freePort()}/soap`;
    const service = await scene.register(owner, { settings: { endpoint } });
    const { key } = await scene.liveKey(owner);
    for (let calls = 0; calls < 7; calls += 1)
      expect((await scene.call(owner, service, key)).status).toBeGreaterThanOrEqual(502);
    const [failing] = await eventually(owner, 'service.failing');
    expect(failing).toMatchObject({
      title: 'The SOAP service of UserDirectory does not respond: calls fail until it does',
      important: true,
      page: `/services/${service.serviceId}/connection`,
    });
    const settings = { settings: { endpoint: scene.soap.address } };
    const changed = await owner.send('PATCH', `/api/manage/services/${service.serviceId}`, settings);
    expect([changed.status, changed.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    await eventually(owner, 'service.recovered');
    expect(await types(owner)).toEqual(['key.created', 'service.failing', 'service.recovered']);
  });

  test('keys, revisions and changes by an administrator are events with their change', async () => {
    const owner = await createOwner(scene.under);
    const service = await scene.register(owner, { settings: { endpoint: scene.soap.address } });
    const imported = await owner.send('POST', `/api/manage/services/${service.serviceId}/revisions`, {
      files: scene.files(),
      activate: 'never',
    });
    expect(imported.json<unknown>()).toMatchObject({ number: 2, inForce: false });
    const byAdmin = await scene.admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Pro' });
    expect(byAdmin.status).toBe(200);
    await scene.liveKey(owner);
    expect(await types(owner)).toEqual(['account.changed', 'key.created', 'revision.waiting']);
    const { events } = await list(owner);
    expect(events.map(({ title, page }) => [title, page]).sort()).toEqual([
      ['An administrator changed the plan to Pro', '/settings'],
      [
        'Revision 2 of UserDirectory is waiting for your approval',
        `/services/${service.serviceId}/revisions`,
      ],
      ['The API key “ci” was created', '/keys'],
    ]);
  });

  test('the list has pages and filters, and marks as read', async () => {
    const owner = await createOwner(scene.under);
    for (let index = 0; index < 3; index += 1) await scene.liveKey(owner);
    await scene.admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { status: 'active' });
    const first = await list(owner, '?limit=3');
    expect([first.total, first.events.length, first.events[0]?.type]).toEqual([4, 3, 'account.changed']);
    const second = await list(owner, `?limit=3&after=${first.next}`);
    expect([second.events.length, second.next]).toEqual([1, null]);
    expect((await list(owner, '?important=true&unread=true')).total).toBe(1);

    const mark = (body: unknown) => owner.send('PUT', '/api/manage/events/read', body);
    const marked = await mark({ ids: [first.events[0]!.id, 'evt_unknown'] });
    expect(marked.json<unknown>()).toEqual({ marked: 1 });
    expect((await list(owner, '?important=true&unread=true')).total).toBe(0);
    const until = await mark({ until: first.events[1]!.createdAt });
    expect(until.json<unknown>()).toEqual({ marked: 3 });
    expect((await list(owner, '?unread=true')).total).toBe(0);
    expect((await list(owner)).events.every(({ readAt }) => readAt !== null)).toBe(true);
    for (const wrong of [{}, { ids: ['x'] }, { ids: [] }, { ids: ['evt_a'], until: '2026-01-01T00:00:00Z' }])
      expect((await mark(wrong)).status).toBe(400);
  });
});
