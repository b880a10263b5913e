import { beforeAll, describe, expect, test } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { sampleAccount, sampleInvitation, sampleService } from '../testing/sample-records.js';
import { setUps } from '../testing/set-ups.js';
import { model, pack } from '../testing/store-contract/scene.js';

const SERVICES = 230;

/** One page of any list. */
interface ListAnswer {
  readonly next: string | null;
  readonly total: number;
}

describe.each(await setUps())('lists with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  let owner: OwnerClient;
  let boss: OwnerClient;
  beforeAll(async () => {
    owner = await createOwner(scene.under);
    boss = await createOwner(scene.under, { administrator: true });
    const { services } = scene.under.gateway.store;
    const at = Date.now();
    for (let index = 0; index < SERVICES; index += 1) {
      const service = sampleService(owner.accountId, at + index, { slug: `s-${index}`, name: `Nº ${index}` });
      const revision = { serviceId: service.id, number: 1, model, diagnostics: [], createdAt: at };
      await services.create(service, await pack({ ...revision, source: 'http://localhost/?wsdl' }));
    }
  });

  const get = async <Answer>(path: string, by: OwnerClient = owner) => {
    const answer = await by.send('GET', path);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json<Answer & ListAnswer>();
  };
  /** Returns all pages of a list. */
  const pages = async <Answer>(path: string, limit: number, by: OwnerClient = owner) => {
    const answers = [await get<Answer>(`${path}?limit=${limit}`, by)];
    for (let { next } = answers[0]!; next !== null; next = answers.at(-1)!.next) {
      answers.push(await get<Answer>(`${path}?limit=${limit}&after=${next}`, by));
    }
    return answers;
  };
  interface Services {
    readonly services: readonly { readonly slug: string; readonly name: string }[];
  }

  test('services: without page parameters, the first 200 are returned, oldest first, with a cursor for the next page', async () => {
    const slugs = Array.from({ length: SERVICES }, (_, index) => `s-${index}`);
    const first = await get<Services>('/api/manage/services');
    expect(first.services.map(({ slug }) => slug)).toEqual(slugs.slice(0, 200));
    expect(first.total).toBe(SERVICES);
    const second = await get<Services>(`/api/manage/services?after=${first.next}`);
    expect(second.services.map(({ slug }) => slug)).toEqual(slugs.slice(200));
    expect(second.next).toBeNull();
    const all = await pages<Services>('/api/manage/services', 77);
    expect(all.flatMap(({ services }) => services.map(({ slug }) => slug))).toEqual(slugs);
  });

  test('services: the search finds names and slugs, page by page', async () => {
    const found = await get<Services>('/api/manage/services?search=S-22&limit=5');
    expect(found.services.map(({ slug }) => slug)).toEqual(['s-22', 's-220', 's-221', 's-222', 's-223']);
    expect(found.total).toBe(11);
    const rest = await get<Services>(`/api/manage/services?search=S-22&limit=50&after=${found.next}`);
    expect(rest.services).toHaveLength(6);
    const named = await get<Services>(`/api/manage/services?search=${encodeURIComponent('nº 7')}`);
    expect(named.services[0]?.name).toBe('Nº 7');
    expect((await get<Services>('/api/manage/services?search=')).total).toBe(SERVICES);
  });

  test('operations: the search finds names in all services, those of the account alone', async () => {
    const search = async (text: string, by = owner) =>
      (
        await get<{ operations: { serviceName: string; operation: string }[] }>(
          `/api/manage/operations?search=${encodeURIComponent(text)}`,
          by,
        )
      ).operations.map(({ serviceName, operation }) => `${serviceName} ${operation}`);
    const grade = { service: 'S', port: 'P', grade: 'exact' as const, findings: [] };
    const at = Date.now() + 1_000_000;
    const service = sampleService(owner.accountId, at, { slug: 'orders', name: 'Orders' });
    const grades = [
      { ...grade, operation: 'FindOrder', exposedAs: 'FindOrder' },
      { ...grade, operation: 'Prüfen_100%', exposedAs: 'Prüfen_100%' },
      { ...grade, port: 'Old', operation: 'FindOrderOld', exposedAs: null },
    ];
    const revision = { serviceId: service.id, number: 1, model, diagnostics: [], createdAt: at, grades };
    const { services } = scene.under.gateway.store;
    await services.create(service, await pack({ ...revision, source: 'http://localhost/?wsdl' }));
    expect(await search('findorder')).toEqual(['Orders FindOrder']);
    expect(await search('PRÜFEN_100%')).toEqual(['Orders Prüfen_100%']);
    // The names of members of what is stored are not operations.
    expect(await search('exposedAs')).toEqual([]);
    expect(await search('FindOrder', boss)).toEqual([]);
    expect((await search('')).length).toBeGreaterThan(0);
    // Another choice of ports publishes other operations.
    const settings = { ...service.settings, select: { ports: [{ service: 'S', port: 'Old' }] } };
    await services.update({ ...service, settings, updatedAt: at + 1 });
    expect(await search('FindOrder')).toEqual(['Orders FindOrderOld']);
    expect(await services.delete(owner.accountId, service.id)).toBe(true);
  });

  test('lists: report every wrong parameter at once', async () => {
    const after = `${'9'.repeat(16)}_x`;
    const answer = await owner.send('GET', `/api/manage/services?limit=0&after=${after}&seach=x`);
    expect(answer.status).toBe(400);
    const { details } = answer.json<{ error: { details: { path: string }[] } }>().error;
    expect(details.map(({ path }) => path).sort()).toEqual(['/after', '/limit', '/seach']);
    // A cursor with the latest possible time and an id that no item has.
    expect((await owner.send('GET', `/api/manage/calls?after=${'9'.repeat(15)}_x`)).status).toBe(200);
    expect((await owner.send('GET', `/api/manage/keys?revoked=maybe`)).status).toBe(400);
    expect((await owner.send('GET', `/api/manage/audit?after=1_x`)).status).toBe(400);
  });

  test('keys, audit log and revisions: pages contain each item exactly once', async () => {
    for (let index = 0; index < 7; index += 1) {
      const created = await owner.send('POST', '/api/manage/keys', { name: `Key ${index}` });
      if (index % 3 === 0) {
        await owner.send('DELETE', `/api/manage/keys/${created.json<{ id: string }>().id}`);
      }
    }
    interface Keys {
      readonly keys: readonly { readonly name: string; readonly revokedAt: string | null }[];
    }
    const names = (answers: readonly Keys[]) => answers.flatMap(({ keys }) => keys.map(({ name }) => name));
    const all = await pages<Keys>('/api/manage/keys', 3);
    expect(names(all).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].map((index) => `Key ${index}`));
    const revoked = await get<Keys>('/api/manage/keys?revoked=true');
    expect([revoked.total, names([revoked]).toSorted()]).toEqual([3, ['Key 0', 'Key 3', 'Key 6']]);
    expect((await get<Keys>('/api/manage/keys?revoked=false&search=key%205')).total).toBe(1);

    interface Audit {
      readonly entries: readonly { readonly number: number }[];
      readonly brokenAt?: number | null;
    }
    const entries = await pages<Audit>('/api/manage/audit', 4);
    const numbers = entries.flatMap((page) => page.entries.map(({ number }) => number));
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => 10 - index));
    const audit = await pages<Audit>(`/api/admin/accounts/${owner.accountId}/audit`, 6, boss);
    // The first page verifies the whole log.
    expect(audit.map(({ total, brokenAt }) => [total, brokenAt])).toEqual([
      [10, null],
      [10, undefined],
    ]);

    const { store } = scene.under.gateway;
    const { items } = await store.services.list(owner.accountId, { limit: 1 });
    const serviceId = items[0]!.id;
    for (let number = 2; number < 7; number += 1) {
      const revision = { serviceId, number, model, diagnostics: [], source: '', createdAt: Date.now() };
      await store.services.addRevision(owner.accountId, await pack(revision));
    }
    const path = `/api/manage/services/${serviceId}/revisions`;
    const revisions = await pages<{ revisions: readonly { number: number }[] }>(path, 4);
    expect(revisions.flatMap((page) => page.revisions.map(({ number }) => number))).toEqual([
      6, 5, 4, 3, 2, 1,
    ]);
  });

  test('recordings: paged, newest first, with a search', async () => {
    const { store } = scene.under.gateway;
    const { items } = await store.services.list(owner.accountId, { limit: 1 });
    const [serviceId, now] = [items[0]!.id, Date.now()];
    const message = { body: Buffer.from('<a/>'), contentType: 'text/xml' };
    const recordings = Array.from({ length: 230 }, (_, index) => ({
      ...{
        id: `rec-${index}`,
        accountId: owner.accountId,
        serviceId,
        contract: 'S',
        reply: 'r',
        content: '{}',
      },
      ...{ operation: index % 10 === 0 ? 'Pay' : 'List', name: `Call.${index}`, key: `k${index}` },
      ...{ request: message, response: { ...message, status: 200 }, redacted: [], at: now + index },
    }));
    await store.recordings.add(recordings, { most: 1_000, bytes: 1e9 });
    interface Recordings {
      readonly recordings: readonly { readonly name: string; readonly operation: string }[];
      readonly used: { readonly recordings: number };
    }
    const path = `/api/manage/services/${serviceId}/recordings`;
    const names = Array.from({ length: 230 }, (_, index) => `Call.${229 - index}`);
    const first = await get<Recordings>(path);
    expect(first.recordings.map(({ name }) => name)).toEqual(names.slice(0, 200));
    expect([first.total, first.used.recordings]).toEqual([230, 230]);
    const all = await pages<Recordings>(path, 77);
    expect(all.flatMap((page) => page.recordings.map(({ name }) => name))).toEqual(names);
    // Deleting an item between two requests skips nothing, even if it was the last of its page.
    const page = await get<Recordings>(`${path}?limit=3`);
    expect(page.next).toBe(`${now + 227}_rec-227`);
    expect((await owner.send('DELETE', `${path}/rec-227`)).status).toBe(200);
    const next = await get<Recordings>(`${path}?limit=2&after=${page.next}`);
    expect(next.recordings.map(({ name }) => name)).toEqual(['Call.226', 'Call.225']);
    const found = await get<Recordings>(`${path}?search=PAY&limit=5`);
    expect([found.total, found.used.recordings]).toEqual([23, 229]);
    expect(found.recordings.map(({ name }) => name)).toEqual([
      'Call.220',
      'Call.210',
      'Call.200',
      'Call.190',
      'Call.180',
    ]);
    expect((await get<Recordings>(`${path}?search=call.1`)).total).toBe(111);
  });

  test('revisions: the list names the previously live revision, whichever page it is on', async () => {
    const { store } = scene.under.gateway;
    const { items } = await store.services.list(owner.accountId, { limit: 1 });
    const path = `/api/manage/services/${items[0]!.id}/revisions`;
    const publish = async (revision: number) => {
      const answer = await owner.send('PUT', `${path}/${revision}/in-force`);
      expect([answer.status, revision]).toEqual([200, revision]);
    };
    const before = async () => (await get<{ liveBefore: number | null }>(`${path}?limit=1`)).liveBefore;
    expect(await before()).toBeNull();
    await publish(4);
    await publish(6);
    expect(await before()).toBe(4);
    await publish(4);
    expect(await before()).toBe(1);
  });

  test('accounts and invitations: paged for operators, with a search', async () => {
    const { store } = scene.under.gateway;
    const later = Date.now() + 60_000;
    for (let index = 0; index < 5; index += 1) {
      await store.accounts.create(sampleAccount(later + index, { name: `Zeta ${index}` }));
      await store.invitations.create(sampleInvitation(later + index));
    }
    interface Accounts {
      readonly accounts: readonly { readonly name: string; readonly accountId: string }[];
    }
    const found = await get<Accounts>('/api/admin/accounts?search=zeta&limit=3', boss);
    expect([found.accounts.map(({ name }) => name), found.total]).toEqual([
      ['Zeta 0', 'Zeta 1', 'Zeta 2'],
      5,
    ]);
    const rest = await get<Accounts>(`/api/admin/accounts?search=zeta&limit=3&after=${found.next}`, boss);
    expect(rest.accounts.map(({ name }) => name)).toEqual(['Zeta 3', 'Zeta 4']);
    const byAddress = await get<Accounts>(
      `/api/admin/accounts?search=${encodeURIComponent(owner.email)}`,
      boss,
    );
    expect(byAddress.accounts.map(({ accountId }) => accountId)).toEqual([owner.accountId]);
    const invitations = await pages<{ invitations: readonly { createdAt: string }[] }>(
      '/api/admin/invitations',
      2,
      boss,
    );
    const times = invitations.flatMap((page) => page.invitations.map(({ createdAt }) => createdAt));
    expect(times.length).toBe(invitations[0]?.total);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});
