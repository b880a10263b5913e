import { describe, expect, test } from 'vitest';
import type { Store } from '../../store/store.js';
import type { StoreScene } from './scene.js';

class Outdated extends Error {}

/** Guarded changes: each is made only if a check in its transaction passes. */
export function describeGuard(scene: StoreScene): void {
  describe('guarded changes', () => {
    /** Returns the store for a change that is made only while the account has this name. */
    const whileNamed = (accountId: string, name: string): Store =>
      scene.store.guard(accountId, async (store) => {
        if ((await store.accounts.find(accountId))?.name !== name) throw new Outdated();
      });
    const rename = (store: Store, accountId: string, name: string) =>
      store.accounts.update(accountId, (current) => ({ ...current, name }));

    test('of writers that read the same, exactly one succeeds', async () => {
      const { id } = await scene.createAccount({ name: 'round 0' });
      for (let round = 0; round < 10; round += 1) {
        const names = Array.from({ length: 6 }, (_, writer) => `round ${round + 1} of ${writer}`);
        const before = (await scene.store.accounts.find(id))!.name;
        const results = await Promise.allSettled(
          names.map((name) => rename(whileNamed(id, before), id, name)),
        );
        const done = results.flatMap((result, index) =>
          result.status === 'fulfilled' ? [names[index]] : [],
        );
        expect(done).toHaveLength(1);
        expect((await scene.store.accounts.find(id))?.name).toBe(done[0]);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Outdated);
        }
      }
    });

    test('a single statement is checked in one transaction with it', async () => {
      const { id } = await scene.createAccount();
      const { service } = await scene.createService(id);
      const set = (seconds: number, before: number) =>
        scene.store
          .guard(id, async (store) => {
            const all = await store.services.findOperationSettings(id, service.id);
            if ((all.get('Op')?.cacheSeconds ?? 0) !== before) throw new Outdated();
          })
          .services.setOperationSettings(id, service.id, 'Op', {
            methodPolicy: 'POST',
            cacheSeconds: seconds,
          });
      const results = await Promise.allSettled([1, 2, 3, 4, 5].map((seconds) => set(seconds, 0)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const won = results.findIndex(({ status }) => status === 'fulfilled') + 1;
      const all = await scene.store.services.findOperationSettings(id, service.id);
      expect(all.get('Op')?.cacheSeconds).toBe(won);
    });

    test('a rejected change leaves nothing behind, and the store usable', async () => {
      const { id } = await scene.createAccount({ name: 'kept' });
      const outdated = whileNamed(id, 'another');
      await expect(rename(outdated, id, 'lost')).rejects.toThrow(Outdated);
      // The check runs again, because no change was made.
      await expect(rename(outdated, id, 'lost')).rejects.toThrow(Outdated);
      expect((await outdated.accounts.find(id))?.name).toBe('kept');
      await rename(scene.store, id, 'another');
      await rename(outdated, id, 'changed');
      expect((await scene.store.accounts.find(id))?.name).toBe('changed');
    });

    test('the later changes of a request are not compared with its own first one', async () => {
      const { id } = await scene.createAccount({ name: 'first' });
      const store = whileNamed(id, 'first');
      await rename(store, id, 'second');
      await rename(store, id, 'third');
      expect((await scene.store.accounts.find(id))?.name).toBe('third');
    });

    test('a change without effect does not use up the check', async () => {
      const { id } = await scene.createAccount({ name: 'before' });
      const { service } = await scene.createService(id);
      const store = whileNamed(id, 'before');
      expect(await store.services.update(service, service.updatedAt - 1)).toBe(false);
      await rename(scene.store, id, 'after');
      await expect(store.services.update({ ...service, name: 'lost' }, service.updatedAt)).rejects.toThrow(
        Outdated,
      );
      expect((await scene.store.services.find(id, service.id))?.name).toBe(service.name);
    });
  });
}
