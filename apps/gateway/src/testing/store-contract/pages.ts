import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ApiKey } from '../../domain/accounts/api-key.js';
import { type Page, type PageRequest, readAll } from '../../store/tables/pages.js';
import { sampleInvitation, sampleKey } from '../sample-records.js';
import { now, pack, type StoreScene } from './scene.js';

/** Reads every page of a list, `limit` items at a time. */
async function pagesOf<Item, Where>(
  read: (request: PageRequest<Where>) => Promise<Page<Item, Where>>,
  limit: number,
): Promise<Page<Item, Where>[]> {
  const pages = [await read({ limit })];
  for (let last = pages[0]!; last.next !== undefined; last = pages.at(-1)!) {
    pages.push(await read({ limit, after: last.next }));
  }
  return pages;
}

/** Lists page by page (decision 0076). Expected values come from the same list in memory. */
export function describePages(scene: StoreScene): void {
  const { createAccount, createService } = scene;
  const key = (accountId: string, over: Partial<ApiKey> = {}) => sampleKey(accountId, now, over);

  describe('pages', () => {
    test('services: each page continues the previous one after additions and deletions in between', async () => {
      const { id } = await createAccount();
      const { services } = scene.store;
      // Three services at each time, so that the id decides between them.
      const created = [];
      for (let index = 0; index < 10; index += 1) {
        const at = now + Math.floor(index / 3);
        created.push((await createService(id, { slug: `s-${index}`, createdAt: at })).service);
      }
      const order = created
        .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
        .map((service) => service.id);
      const pages = await pagesOf((request: PageRequest) => services.list(id, request), 4);
      expect(pages.map(({ items }) => items.length)).toEqual([4, 4, 2]);
      expect(pages.map(({ total }) => total)).toEqual([10, 10, 10]);
      expect(pages.flatMap(({ items }) => items.map((service) => service.id))).toEqual(order);
      expect(await pagesOf((request: PageRequest) => services.list(id, request), 10)).toHaveLength(1);

      const first = await services.list(id, { limit: 4 });
      // Delete the last item of the first page, and add an older one.
      await services.delete(id, order[3]!);
      await createService(id, { slug: 'older', createdAt: now - 1 });
      const second = await services.list(id, { limit: 100, after: first.next! });
      expect(second.items.map((service) => service.id)).toEqual(order.slice(4));
      expect(await readAll((page: PageRequest) => services.list(id, page))).toHaveLength(10);
      expect(await services.count(id)).toBe(10);
    });

    test('services: a search finds a part of the name or the slug, ignoring case and taking wildcards literally', async () => {
      const { id } = await createAccount();
      const { services } = scene.store;
      for (const [slug, name] of [
        ['orders', 'Purchase Orders'],
        ['orders-2', 'Returns 100% ÉLAN_x'],
        ['ordersxl', 'Straße \\ Weg'],
        ['billing', 'Услуга Биллинг'],
      ] as const) {
        await createService(id, { slug, name, createdAt: now });
      }
      const find = async (search: string) => {
        const { items, total } = await services.list(id, { limit: 10, search });
        expect(total).toBe(items.length);
        return items.map(({ slug }) => slug).sort();
      };
      expect(await find('ORDERS')).toEqual(['orders', 'orders-2', 'ordersxl']);
      expect(await find('purchase')).toEqual(['orders']);
      expect(await find('100%')).toEqual(['orders-2']);
      expect(await find('%')).toEqual(['orders-2']);
      expect(await find('_')).toEqual(['orders-2']);
      expect(await find('\\')).toEqual(['ordersxl']);
      expect(await find('élan')).toEqual(['orders-2']);
      expect(await find('straße')).toEqual(['ordersxl']);
      expect(await find('услуга биллинг')).toEqual(['billing']);
      expect(await find("'")).toEqual([]);
      expect((await services.takenSlugs(id, 'orders')).size).toBe(2);
      const [page] = await pagesOf(
        (request: PageRequest) => services.list(id, { ...request, search: 'orders' }),
        2,
      );
      expect([page?.items.length, page?.total]).toEqual([2, 3]);
    });

    test('services: finds those for agents by status and setting, and similar ones by source or port', async () => {
      const { id } = await createAccount();
      const { services } = scene.store;
      const agents = { operations: {} };
      const offered = await createService(id, { slug: 'offered' });
      await createService(id, { slug: 'not-offered' });
      for (const { service } of [offered]) {
        await services.update({ ...service, settings: { ...service.settings, agents } });
      }
      const paused = await createService(id, { slug: 'paused', status: 'paused' });
      await services.update({ ...paused.service, settings: { ...paused.service.settings, agents } });
      expect(await services.slugsForAgents(id, 10)).toEqual(['offered']);
      expect(await services.slugsForAgents(id, 0)).toEqual([]);

      const { service, revision } = offered;
      const grades = [
        {
          service: 'S',
          port: 'A_"Port"',
          operation: 'Op',
          exposedAs: 'Op',
          grade: 'exact' as const,
          findings: [],
        },
      ];
      await services.addRevision(
        id,
        await pack({ ...revision, number: 2, source: 'http://elsewhere/', grades }),
      );
      await services.update({ ...service, revision: 2 });
      const like = (source: string, port: string) => services.idsLike(id, { source, port }, 10);
      expect(await like('', 'A_"Port"')).toEqual([service.id]);
      expect(await like('', 'AB"Port"')).toEqual([]);
      expect(await like('http://elsewhere/', '?')).toEqual([service.id]);
      expect(await like(revision.source, '?')).toHaveLength(2);
      expect((await services.summaries(id, [service.id])).get(service.id)).toMatchObject({ slug: 'offered' });
      expect(await services.names(id, [service.id, 'unknown'])).toEqual(
        new Map([[service.id, service.name]]),
      );
    });

    test('keys: newest first, searched by name, with revoked ones separate', async () => {
      const { id } = await createAccount();
      const { apiKeys } = scene.store;
      const keys = [0, 0, 1, 2, 2].map((at, index) => key(id, { createdAt: now + at, name: `Key ${index}` }));
      for (const each of keys) await apiKeys.create(each, `hash of ${each.id}`);
      await apiKeys.revoke(id, keys[2]!.id, now + 9);
      const order = keys
        .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1))
        .map((each) => each.id);
      const pages = await pagesOf((request: PageRequest) => apiKeys.list(id, request), 2);
      expect(pages.flatMap(({ items }) => items.map((each) => each.id))).toEqual(order);
      const revoked = await apiKeys.list(id, { limit: 10, revoked: true });
      expect(revoked.items.map(({ name }) => name)).toEqual(['Key 2']);
      expect((await apiKeys.list(id, { limit: 1, revoked: false })).total).toBe(4);
      expect((await apiKeys.list(id, { limit: 10, search: 'KEY 4' })).items).toHaveLength(1);
      expect(await apiKeys.names(id, [keys[0]!.id])).toEqual(new Map([[keys[0]!.id, 'Key 0']]));
    });

    test('accounts: a search finds the name, the id and the address of a user', async () => {
      const { accounts, users } = scene.store;
      const word = randomUUID();
      const [one, two] = [
        await createAccount({ name: `Ltd ${word}`, createdAt: now }),
        await createAccount({ name: 'B', createdAt: now + 1 }),
      ];
      const user = { id: randomUUID(), accountId: two.id, email: `${word}@example.com`, passwordHash: '' };
      await users.create({ ...user, createdAt: now });
      const both = await accounts.list({ limit: 10, search: word.toUpperCase() });
      expect(both).toEqual({ items: [one, two], total: 2 });
      expect((await accounts.list({ limit: 10, search: two.id })).items).toEqual([two]);
      const pages = await pagesOf((request: PageRequest) => accounts.list({ ...request, search: word }), 1);
      expect(pages.map(({ items }) => items[0])).toEqual([one, two]);
      const all = await readAll((page: PageRequest) => accounts.list(page));
      expect(all.filter(({ id }) => id === one.id || id === two.id)).toEqual([one, two]);
      expect(all).toHaveLength((await accounts.list({ limit: 1 })).total);
    });

    test('invitations: listed newest first', async () => {
      const { invitations } = scene.store;
      const later = Date.parse('2099-01-01T00:00:00Z');
      const created = [0, 1, 2].map((days) => sampleInvitation(later + days));
      for (const invitation of created) await invitations.create(invitation);
      const [first] = await pagesOf((request: PageRequest) => invitations.list(request), 2);
      expect(first?.items).toEqual([created[2], created[1]]);
      const second = await invitations.list({ limit: 1, after: first!.next! });
      expect(second.items).toEqual([created[0]]);
    });

    test('audit log and revisions: by number, newest first', async () => {
      const { id } = await createAccount();
      const { audit, services } = scene.store;
      for (let index = 0; index < 5; index += 1) {
        await audit.add(id, { at: now, actor: 'admin', action: 'test', subject: `s${index}` });
      }
      const entries = await pagesOf((request: PageRequest<number>) => audit.list(id, request), 2);
      expect(entries.map(({ items }) => items.map(({ number }) => number))).toEqual([[5, 4], [3, 2], [1]]);
      expect(entries[0]?.total).toBe(5);

      const { service, revision } = await createService(id);
      for (const number of [2, 3]) await services.addRevision(id, await pack({ ...revision, number }));
      const revisions = await pagesOf(
        (request: PageRequest<number>) => services.listRevisions(id, service.id, request),
        2,
      );
      expect(revisions.map(({ items }) => items.map(({ number }) => number))).toEqual([[3, 2], [1]]);
      expect(revisions[1]?.total).toBe(3);
    });

    test('old revisions beyond the room of a service are deleted, but never the live one or the newest', async () => {
      const { services } = scene.store;
      const account = await createAccount();
      const { service, revision } = await createService(account.id);
      for (let number = 2; number <= 6; number += 1)
        await services.addRevision(account.id, await pack({ ...revision, number }));
      const prune = (most: number, bytes: number) =>
        services.pruneRevisions(account.id, service.id, { most, bytes });
      const stranger = await createAccount();
      expect(await services.pruneRevisions(stranger.id, service.id, { most: 0, bytes: 0 })).toEqual([]);
      expect(await prune(6, 1_000_000)).toEqual([]);
      expect([...(await prune(3, 1_000_000))].sort()).toEqual([2, 3]);
      expect([...(await prune(6, 1))].sort()).toEqual([4, 5]);
      const { items } = await services.listRevisions(account.id, service.id, { limit: 10 });
      expect(items.map(({ number }) => number)).toEqual([6, 1]);
    });
  });
}
