import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../domain/services/service-settings.js';
import { ARTEFACT_ROOM } from '../../store/repositories/services/artefacts.js';
import { sampleService } from '../sample-records.js';
import { model, now, pack, type StoreScene, stored } from './scene.js';

/** Services, revisions, settings and artefacts. */
export function describeServices(scene: StoreScene): void {
  const { createAccount, createService } = scene;

  describe('artefacts', () => {
    const body = (bytes: number, fill = 1) => new Uint8Array(bytes).fill(fill);
    const find = async (accountId: string, serviceId: string, key: string) => {
      const found = await scene.store.artefacts.find(accountId, serviceId, key);
      return found && new Uint8Array(found);
    };

    test('are returned as stored, only to their account, until their service is deleted', async () => {
      const [one, other] = [await createAccount(), await createAccount()];
      const { service } = await createService(one.id);
      await scene.store.artefacts.put(one.id, service.id, [{ key: 'a', body: body(3) }]);
      await scene.store.artefacts.put(one.id, service.id, [
        { key: 'a', body: body(3, 2) },
        { key: 'b', body: body(4) },
      ]);
      expect(await find(one.id, service.id, 'a')).toEqual(body(3));
      expect(await find(one.id, service.id, 'b')).toEqual(body(4));
      expect(await find(other.id, service.id, 'a')).toBeUndefined();
      expect(await find(one.id, service.id, 'c')).toBeUndefined();
      await scene.store.services.delete(one.id, service.id);
      expect(await find(one.id, service.id, 'a')).toBeUndefined();
    });

    test('have limited room per service: new ones evict the earliest', async () => {
      const account = await createAccount();
      const { service } = await createService(account.id);
      const put = (key: string, bytes: number) =>
        scene.store.artefacts.put(account.id, service.id, [{ key, body: body(bytes) }]);
      await put('a', ARTEFACT_ROOM / 2);
      await put('b', ARTEFACT_ROOM / 2);
      await put('too large', ARTEFACT_ROOM + 1);
      expect(await find(account.id, service.id, 'too large')).toBeUndefined();
      expect(await find(account.id, service.id, 'a')).toBeDefined();
      await put('c', 1);
      expect(await find(account.id, service.id, 'a')).toBeUndefined();
      expect(await find(account.id, service.id, 'c')).toEqual(body(1));
    });
  });

  describe('services', () => {
    test('are returned as stored, by id and by slug', async () => {
      const account = await createAccount();
      const { service, revision, created } = await createService(account.id, {
        settings: { ...DEFAULT_SETTINGS, endpoint: 'https://soap.example/x', methodPolicy: 'GET + POST' },
      });
      expect(created).toBe('created');
      expect(await scene.store.services.find(account.id, service.id)).toEqual(service);
      expect(await scene.store.services.findBySlug(account.id, 'users')).toEqual(service);
      const paths = [
        [account.id, 'none'],
        [account.id, 'users'],
        ['acc_none', 'users'],
      ] as const;
      expect(await scene.store.services.findBySlugs(paths)).toEqual([undefined, service, undefined]);
      expect(await scene.store.services.list(account.id, { limit: 10 })).toEqual({
        items: [service],
        total: 1,
      });
      expect(await scene.store.services.findRevision(account.id, service.id, 1)).toEqual(stored(revision));
      expect(await scene.store.services.findRevision(account.id, service.id, 2)).toBeUndefined();
    });

    test('a slug is unique within an account, and a rejected service leaves nothing behind', async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      await createService(account.id);
      const second = await createService(account.id);
      expect(second.created).toBe('slug-taken');
      expect(await scene.store.services.find(account.id, second.service.id)).toBeUndefined();
      expect(await scene.store.services.findRevision(account.id, second.service.id, 1)).toBeUndefined();
      expect((await createService(other.id)).created).toBe('created');
    });

    test('concurrent creations never exceed the limit of the account', async () => {
      const account = await createAccount();
      const revision = await pack({
        serviceId: '',
        number: 1,
        model,
        diagnostics: [],
        source: 'x',
        createdAt: now,
      });
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          const id = randomUUID();
          const service = sampleService(account.id, now, { id, slug: `users-${index}` });
          return scene.store.services.create(service, { ...revision, serviceId: id }, 3);
        }),
      );
      expect(made.filter((creation) => creation === 'created')).toHaveLength(3);
      expect(made.filter((creation) => creation === 'account-full')).toHaveLength(5);
    });

    test('an update based on an older state changes nothing', async () => {
      const account = await createAccount();
      const { service } = await createService(account.id);
      const renamed = { ...service, name: 'First', updatedAt: now + 1 };
      expect(await scene.store.services.update(renamed, service.updatedAt)).toBe(true);
      const late = { ...service, name: 'Second', updatedAt: now + 2 };
      expect(await scene.store.services.update(late, service.updatedAt)).toBe(false);
      expect((await scene.store.services.find(account.id, service.id))?.name).toBe('First');
      expect(await scene.store.services.update(late, renamed.updatedAt)).toBe(true);
    });

    test('are neither visible to nor changeable by another account', async () => {
      const [account, stranger] = [await createAccount(), await createAccount()];
      const { service } = await createService(account.id);
      await scene.store.services.setOperationSettings(account.id, service.id, 'GetUser', {
        methodPolicy: 'GET',
        cacheSeconds: 5,
      });
      expect(await scene.store.services.find(stranger.id, service.id)).toBeUndefined();
      expect(await scene.store.services.findBySlug(stranger.id, service.slug)).toBeUndefined();
      expect(await scene.store.services.list(stranger.id, { limit: 10 })).toEqual({ items: [], total: 0 });
      expect(await scene.store.services.summaries(stranger.id, [service.id])).toEqual(new Map());
      expect(await scene.store.services.names(stranger.id, [service.id])).toEqual(new Map());
      expect(await scene.store.services.findRevision(stranger.id, service.id, 1)).toBeUndefined();
      expect(await scene.store.services.findOperationSettings(stranger.id, service.id)).toEqual(new Map());
      expect(await scene.store.services.update({ ...service, accountId: stranger.id, name: 'stolen' })).toBe(
        false,
      );
      expect(await scene.store.services.delete(stranger.id, service.id)).toBe(false);
      await scene.store.services.setOperationSettings(stranger.id, service.id, 'GetUser', {
        methodPolicy: 'POST',
        cacheSeconds: 0,
      });
      expect(await scene.store.services.find(account.id, service.id)).toEqual(service);
      expect(await scene.store.services.findOperationSettings(account.id, service.id)).toEqual(
        new Map([['GetUser', { methodPolicy: 'GET', cacheSeconds: 5 }]]),
      );
    });

    test('deprecations belong to a service of the account', async () => {
      const [account, stranger] = [await createAccount(), await createAccount()];
      const { service } = await createService(account.id);
      const { deprecations } = scene.store;
      const place = { accountId: account.id, serviceId: service.id };
      const dated = { at: now, sunset: now + 1, link: 'https://example.com/next' };
      await deprecations.set(place, { at: now });
      await deprecations.set({ ...place, operation: '__proto__' }, { at: now });
      await deprecations.set({ ...place, operation: '__proto__' }, dated);
      await deprecations.set({ ...place, operation: 'GetUser' }, { at: 0 });
      const all = {
        service: { at: now },
        operations: new Map<string, object>([
          ['GetUser', { at: 0 }],
          ['__proto__', dated],
        ]),
        announced: [],
      };
      expect(await deprecations.find(account.id, service.id)).toEqual(all);

      const foreign = { ...place, accountId: stranger.id, operation: 'GetUser' };
      expect(await deprecations.find(stranger.id, service.id)).toEqual({
        operations: new Map(),
        announced: [],
      });
      expect(await deprecations.delete(foreign)).toBe(false);
      await deprecations.set(foreign, { at: 5 });
      expect(await deprecations.find(account.id, service.id)).toEqual(all);

      expect(await deprecations.delete(place)).toBe(true);
      expect(await deprecations.delete(place)).toBe(false);
      await scene.store.services.delete(account.id, service.id);
      expect((await deprecations.find(account.id, service.id)).operations.size).toBe(0);
    });

    test('the announcement of a revision ends when it is withdrawn or rejected, or another revision is live', async () => {
      const [account, stranger] = [await createAccount(), await createAccount()];
      const { service, revision } = await createService(account.id);
      const { deprecations, services } = scene.store;
      const place = { accountId: account.id, serviceId: service.id };
      for (const number of [2, 3]) {
        await services.addRevision(account.id, await pack({ ...revision, number }));
      }
      const [second, third] = [2, 3].map((number) => ({
        revision: number,
        from: 1,
        at: now,
        sunset: now + 1,
        operations: ['GetUser', '__proto__'],
      }));
      const announced = async () => (await deprecations.find(account.id, service.id)).announced;
      await deprecations.announce(place, { ...second!, at: 0, link: 'https://example.com' });
      await deprecations.announce(place, second!);
      await deprecations.announce(place, third!);
      await deprecations.announce({ ...place, accountId: stranger.id }, { ...second!, at: 5 });
      expect(await announced()).toEqual([second, third]);
      expect((await deprecations.find(stranger.id, service.id)).announced).toEqual([]);
      expect(await deprecations.withdraw(stranger.id, service.id, 2)).toBe(false);
      expect(await deprecations.withdraw(account.id, service.id, 2)).toBe(true);
      expect(await deprecations.withdraw(account.id, service.id, 2)).toBe(false);
      expect(await announced()).toEqual([third]);
      // A change of the settings ends nothing; a decision does, even of a gateway that does not know announcements.
      await services.update({ ...service, name: 'Other', updatedAt: now + 1 });
      expect(await announced()).toEqual([third]);
      expect(await services.isWaiting(account.id, service.id, 3)).toBe(true);
      expect(await services.isWaiting(account.id, service.id, 1)).toBe(false);
      expect(await services.rejectRevision(account.id, service.id, 3, now)).toBe(true);
      expect(await services.isWaiting(account.id, service.id, 3)).toBe(false);
      expect(await announced()).toEqual([]);
      await deprecations.announce(place, second!);
      await services.update({ ...service, revision: 3, updatedAt: now + 2 });
      await services.update({ ...service, revision: 1, updatedAt: now + 3 });
      expect(await announced()).toEqual([]);
    });

    test('saved examples: one per operation of a service of the account', async () => {
      const [account, stranger] = [await createAccount(), await createAccount()];
      const { service } = await createService(account.id);
      const { operationExamples } = scene.store;
      const place = { accountId: account.id, serviceId: service.id, operation: '__proto__' };
      const foreign = { ...place, accountId: stranger.id };
      expect(await operationExamples.find(place)).toBeUndefined();
      await operationExamples.set(place, '{"a": 9007199254740993}', 1_000);
      await operationExamples.set(place, '{"a": 2}', 1_000);
      await operationExamples.set(foreign, '{"a": 3}', 1_000);
      expect(await operationExamples.find(place)).toBe('{"a": 2}');
      expect(await operationExamples.find(foreign)).toBeUndefined();
      expect(await operationExamples.find({ ...place, operation: 'GetUser' })).toBeUndefined();
      const all = (most: number) => operationExamples.findAll(place, most);
      for (let index = 0; index < 20; index += 1) {
        await operationExamples.set({ ...place, operation: `Get${index}` }, '{"b": 3}', 1_000);
      }
      expect((await all(1_000)).size).toBe(21);
      expect((await all(1_000)).get(place.operation)).toBe('{"a": 2}');
      expect((await all(8 * 20 - 1)).size).toBe(19);
      expect(await all(0)).toEqual(new Map());
      expect((await operationExamples.findAll(foreign, 1_000)).size).toBe(0);
      // 20 examples with 8 characters each, and the one that is replaced.
      expect(await operationExamples.set(place, '{"a": 22}', 169)).toBe(true);
      expect(await operationExamples.set(place, '{"a": 222}', 169)).toBe(false);
      expect(await operationExamples.find(place)).toBe('{"a": 22}');
      expect(await operationExamples.set({ ...place, operation: 'GetUser' }, '{}', 170)).toBe(false);
      expect(await operationExamples.delete(foreign)).toBe(false);
      expect(await operationExamples.delete(place)).toBe(true);
      expect(await operationExamples.delete(place)).toBe(false);
      await operationExamples.set(place, '{}', 1_000);
      await scene.store.services.delete(account.id, service.id);
      expect(await operationExamples.find(place)).toBeUndefined();
    });

    test('take a new revision and keep the old one', async () => {
      const account = await createAccount();
      const { service, revision } = await createService(account.id);
      const next = { ...revision, number: 2, source: 'users.wsdl', createdAt: now + 1 };
      await scene.store.services.addRevision(account.id, await pack(next));
      expect(await scene.store.services.addRevision(account.id, await pack(next))).toBe(false);
      expect(
        await scene.store.services.update({ ...service, revision: 2, status: 'paused', updatedAt: now + 1 }),
      ).toBe(true);
      expect(await scene.store.services.find(account.id, service.id)).toMatchObject({
        revision: 2,
        status: 'paused',
      });
      expect(await scene.store.services.findRevision(account.id, service.id, 1)).toEqual(stored(revision));
      expect(await scene.store.services.findRevision(account.id, service.id, 2)).toEqual(stored(next));
      expect(await scene.store.services.lastRevision(account.id, service.id)).toBe(2);
      expect(
        (await scene.store.services.listRevisions(account.id, service.id, { limit: 10 })).items.map(
          ({ number }) => number,
        ),
      ).toEqual([2, 1]);
      const stranger = await createAccount();
      expect(await scene.store.services.lastRevision(stranger.id, service.id)).toBe(0);
      const strange = await scene.store.services.listRevisions(stranger.id, service.id, { limit: 10 });
      expect(strange).toEqual({ items: [], total: 0 });
    });

    test('keep the design of each revision', async () => {
      const { services } = scene.store;
      const account = await createAccount();
      const { service, revision } = await createService(account.id);
      // The digits of a number are kept, because the design is text.
      const design = '{"fill":{"__proto__/größe":1.10,"A/secret":{"secret":"key"}}}';
      const designed = { ...revision, number: 2, design };
      await services.addRevision(account.id, await pack(designed));
      expect(await services.findRevision(account.id, service.id, 2)).toEqual(stored(designed));
      expect((await services.findPackedModel(account.id, service.id, 2))?.design).toBe(design);
      expect(await services.findPackedModel(account.id, service.id, 1)).not.toHaveProperty('design');
      const { items } = await services.listRevisions(account.id, service.id, { limit: 10 });
      expect(items.map(({ number, designed: has }) => [number, has])).toEqual([
        [2, true],
        [1, false],
      ]);
      const other = await createAccount();
      const foreign = await createService(other.id);
      expect((await services.findPackedModel(other.id, foreign.service.id, 1))?.design).toBeUndefined();
      expect(await services.findPackedModel(other.id, service.id, 2)).toBeUndefined();
    });

    test('keep the text of a design as its owner wrote it', async () => {
      const { services } = scene.store;
      const account = await createAccount();
      const { service, revision } = await createService(account.id);
      const written = { ...revision, number: 2, design: '{}', designText: '# größe\n{}\n' };
      await services.addRevision(account.id, await pack(written));
      const textOf = (number: number, accountId = account.id) =>
        services.findDesignText(accountId, service.id, number);
      expect([await textOf(1), await textOf(2), await textOf(3)]).toEqual([
        undefined,
        '# größe\n{}\n',
        undefined,
      ]);
      const other = await createAccount();
      await services.setDesignText(other.id, service.id, 2, 'theirs');
      expect([await textOf(2), await textOf(2, other.id)]).toEqual(['# größe\n{}\n', undefined]);
      await services.setDesignText(account.id, service.id, 2, 'ours');
      expect(await textOf(2)).toBe('ours');
      await services.setDesignText(account.id, service.id, 2, undefined);
      expect(await textOf(2)).toBe(undefined);
    });

    test('record which revisions were live and rejected, and which one waits for a decision', async () => {
      const { services } = scene.store;
      const account = await createAccount();
      const { service, revision } = await createService(account.id);
      const add = async (number: number) =>
        services.addRevision(account.id, await pack({ ...revision, number, createdAt: now + number }));
      const states = async () =>
        (await services.listRevisions(account.id, service.id, { limit: 10 })).items.map(
          ({ number, liveAt, rejectedAt }) => [number, liveAt, rejectedAt],
        );
      const held = async () =>
        (await services.summaries(account.id, [service.id])).get(service.id)?.heldRevision;
      expect(await states()).toEqual([[1, service.createdAt, undefined]]);
      expect(await held()).toBeUndefined();
      await add(2);
      await add(3);
      expect(await held()).toBe(3);
      expect(await services.rejectRevision(account.id, service.id, 3, now + 5)).toBe(true);
      expect(await held()).toBe(2);
      await services.update({ ...service, revision: 2, updatedAt: now + 10 });
      expect(await held()).toBeUndefined();
      expect(await services.rejectRevision(account.id, service.id, 2, now + 11)).toBe(false);
      // After a rollback no revision waits, and the first time that a revision was live is kept.
      await services.update({ ...service, revision: 1, updatedAt: now + 20 });
      expect(await held()).toBeUndefined();
      expect(await states()).toEqual([
        [3, undefined, now + 5],
        [2, now + 10, undefined],
        [1, service.createdAt, undefined],
      ]);
      // Publishing a rejected revision clears the rejection.
      await services.update({ ...service, revision: 3, updatedAt: now + 30 });
      expect((await states())[0]).toEqual([3, now + 30, undefined]);
      const stranger = await createAccount();
      await add(4);
      expect(await services.rejectRevision(stranger.id, service.id, 4, now)).toBe(false);
      expect(await services.rejectRevision(account.id, service.id, 5, now)).toBe(false);
    });

    test('operation settings are replaced, and names are data', async () => {
      const account = await createAccount();
      const { service } = await createService(account.id);
      for (const operation of ['__proto__', 'constructor', 'GetUser~2']) {
        await scene.store.services.setOperationSettings(account.id, service.id, operation, {
          methodPolicy: 'GET',
          cacheSeconds: 0,
        });
      }
      await scene.store.services.setOperationSettings(account.id, service.id, '__proto__', {
        methodPolicy: 'GET + POST',
        cacheSeconds: 30,
        unwrap: 'none',
      });
      const settings = await scene.store.services.findOperationSettings(account.id, service.id);
      expect(settings.get('__proto__')).toEqual({
        methodPolicy: 'GET + POST',
        cacheSeconds: 30,
        unwrap: 'none',
      });
      expect(settings.size).toBe(3);
    });

    test('are deleted with all their data', async () => {
      const account = await createAccount();
      const { service } = await createService(account.id);
      expect(await scene.store.services.delete(account.id, service.id)).toBe(true);
      expect(await scene.store.services.findRevision(account.id, service.id, 1)).toBeUndefined();
      expect((await createService(account.id)).created).toBe('created');
    });
  });
}
