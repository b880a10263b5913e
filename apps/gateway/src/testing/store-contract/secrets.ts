import { describe, expect, test } from 'vitest';
import type { StoreScene } from './scene.js';

/** Sealed secrets of services. */
export function describeSecrets(scene: StoreScene): void {
  const { createAccount, createService } = scene;

  describe('the right to log in', () => {
    test('belongs to one node at a time, and ends by itself', async () => {
      const [account, stranger] = [await createAccount(), await createAccount()];
      const { service } = await createService(account.id);
      const { loginLeases, secrets } = scene.store;
      const place = { accountId: account.id, serviceId: service.id, field: 'session' };
      const take = (now: number) => loginLeases.take(account.id, service.id, now, now + 30_000);
      const taken = await Promise.all(Array.from({ length: 20 }, () => take(1_000)));
      expect(taken.filter((number) => number !== undefined)).toEqual([1]);
      expect(await loginLeases.take(stranger.id, service.id, 99_000, 100_000)).toBeUndefined();
      expect(await take(30_999)).toBeUndefined();
      // The node died: another one takes over, and what the first one brings late is not stored.
      expect(await take(31_000)).toBe(2);
      expect(await loginLeases.complete(place, 1, 'late')).toBe(false);
      await loginLeases.release(account.id, service.id, 1);
      expect(await take(31_001)).toBeUndefined();
      expect(await loginLeases.complete(place, 2, 'session')).toBe(true);
      expect(await loginLeases.complete(place, 2, 'twice')).toBe(false);
      expect((await secrets.find(account.id, service.id)).get('session')).toBe('session');
      expect(await take(31_002)).toBe(3);
      await loginLeases.release(account.id, service.id, 3);
      expect(await take(31_003)).toBe(4);
      await scene.store.services.delete(account.id, service.id);
    });
  });

  describe('sealed secrets', () => {
    test('belong to one service of one account', async () => {
      const [account, stranger] = [await createAccount(), await createAccount()];
      const { service } = await createService(account.id);
      const place = { accountId: account.id, serviceId: service.id, field: 'credentials' };
      await scene.store.secrets.set(place, 'v1');
      await scene.store.secrets.set({ ...place, accountId: stranger.id }, 'stolen');
      await scene.store.secrets.delete({ ...place, accountId: stranger.id });
      expect(await scene.store.secrets.find(stranger.id, service.id)).toEqual(new Map());
      expect(await scene.store.secrets.find(account.id, service.id)).toEqual(
        new Map([['credentials', 'v1']]),
      );
      expect(await scene.store.secrets.replace(place, 'other', 'v2')).toBe(false);
      expect(await scene.store.secrets.replace(place, 'v1', 'v2')).toBe(true);
      expect(await scene.store.secrets.list()).toContainEqual({ place, sealed: 'v2' });
      await scene.store.services.delete(account.id, service.id);
      expect(await scene.store.secrets.list()).not.toContainEqual({ place, sealed: 'v2' });
    });

    test('are found by the expiry of their certificates', async () => {
      const [one, other] = [await createAccount(), await createAccount()];
      const [soon, later] = [await createService(one.id), await createService(other.id)];
      const placeOf = ({ service }: typeof soon) => ({
        accountId: service.accountId,
        serviceId: service.id,
        field: 'credentials',
      });
      const year = (value: number) => ({ kind: 'ca', validTo: `${value}-01-01T00:00:00.000Z` });
      const { secrets } = scene.store;
      const before = async (value: number) =>
        (await secrets.endingBefore(Date.parse(year(value).validTo), 100)).filter(({ serviceId }) =>
          [soon.service.id, later.service.id].includes(serviceId),
        );
      await secrets.set(placeOf(later), 'v1');
      await secrets.set({ ...placeOf(soon), field: 'headers' }, 'v1');
      expect(await before(2100)).toEqual([]);
      expect(await secrets.listUnnoted(100)).toContainEqual({ place: placeOf(later), sealed: 'v1' });
      await secrets.note(placeOf(later), 'changed meanwhile', []);
      await secrets.note(placeOf(later), 'v1', [year(2035), year(2032)]);
      await secrets.set(placeOf(soon), 'v1', [year(2031)]);
      expect((await secrets.listUnnoted(100)).map(({ place }) => place.serviceId)).not.toContain(
        later.service.id,
      );
      expect(await before(2032)).toEqual([
        { accountId: one.id, serviceId: soon.service.id, ends: [year(2031)] },
      ]);
      expect(await before(2033)).toEqual([
        { accountId: one.id, serviceId: soon.service.id, ends: [year(2031)] },
        { accountId: other.id, serviceId: later.service.id, ends: [year(2032), year(2035)] },
      ]);
      // Rotating the sealing key keeps the stored expiry; other credentials replace it.
      expect(await secrets.replace(placeOf(soon), 'v1', 'v2')).toBe(true);
      expect(await before(2032)).toHaveLength(1);
      await secrets.set(placeOf(soon), 'v3', []);
      expect(await before(2032)).toEqual([]);
    });
  });
}
