import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isMissingParent } from '../store/drivers/missing-parent.js';
import type { OperationPlace } from '../store/repositories/services/stalls.js';
import type { Store } from '../store/store.js';
import { sampleAccount, sampleService } from './sample-records.js';

const now = Date.parse('2026-11-23T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The suite that the repository of stalls must pass on every database. */
export function describeStalls(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    let place: OperationPlace;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());
    beforeEach(async () => {
      const account = sampleAccount(now);
      await store.accounts.create(account);
      const service = sampleService(account.id, now);
      await store.services.create(service, {
        serviceId: service.id,
        number: 1,
        packedModel: Buffer.from('packed'),
        diagnostics: [],
        source: 'users.wsdl',
        createdAt: now,
      });
      place = { accountId: account.id, serviceId: service.id, operation: 'GetUser' };
    });

    const record = (at: number, over: Partial<OperationPlace> = {}) =>
      store.stalls.record({ ...place, ...over, at });
    const held = async () => [...(await store.stalls.findHeld(place.accountId, place.serviceId))];

    test('the second stall within an hour holds the operation', async () => {
      expect(await record(now)).toBe(false);
      expect(await held()).toEqual([]);
      expect(await record(now + HOUR)).toBe(true);
      expect(await held()).toEqual([['GetUser', now + HOUR]]);
      expect(await store.stalls.listHeld(place.accountId)).toEqual([{ ...place, at: now + HOUR }]);
    });

    test('a stall more than an hour later counts as a first one', async () => {
      expect(await record(now)).toBe(false);
      expect(await record(now + HOUR + 1)).toBe(false);
      expect(await record(now + HOUR + MINUTE)).toBe(true);
    });

    test('the same stall counts once if it is stored twice', async () => {
      expect(await record(now)).toBe(false);
      expect(await record(now)).toBe(false);
      expect(await held()).toEqual([]);
    });

    test('a held operation keeps the time since when it is held', async () => {
      await record(now);
      await record(now + MINUTE);
      expect(await record(now + 5 * HOUR)).toBe(true);
      expect(await held()).toEqual([['GetUser', now + MINUTE]]);
    });

    test('stalls of different operations are counted separately', async () => {
      expect(await record(now)).toBe(false);
      expect(await record(now + MINUTE, { operation: '__proto__' })).toBe(false);
      expect(await record(now + 2 * MINUTE, { operation: '__proto__' })).toBe(true);
      expect(await held()).toEqual([['__proto__', now + 2 * MINUTE]]);
    });

    test('a released operation has no stalls left', async () => {
      expect(await store.stalls.release(place)).toBe(false);
      await record(now);
      expect(await store.stalls.release(place)).toBe(false);
      await record(now + MINUTE);
      expect(await store.stalls.release({ ...place, accountId: sampleAccount(now).id })).toBe(false);
      expect(await store.stalls.release(place)).toBe(true);
      expect(await held()).toEqual([]);
      expect(await record(now + 2 * MINUTE)).toBe(false);
    });

    test('another account sees nothing, and stalls are deleted with their service', async () => {
      await record(now);
      await record(now + MINUTE);
      const stranger = sampleAccount(now);
      await store.accounts.create(stranger);
      expect(await store.stalls.listHeld(stranger.id)).toEqual([]);
      expect([...(await store.stalls.findHeld(stranger.id, place.serviceId))]).toEqual([]);
      await store.services.delete(place.accountId, place.serviceId);
      expect(await store.stalls.listHeld(place.accountId)).toEqual([]);
      const failure = await record(now + 2 * MINUTE).catch((error: unknown) => error);
      expect(isMissingParent(failure)).toBe(true);
    });
  });
}
