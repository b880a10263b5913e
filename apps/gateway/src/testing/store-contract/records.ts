import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAccountId } from '../../domain/account.js';
import { now, type StoreScene } from './scene.js';

/** Records of calls and jobs: quotas, bodies, progress. */
export function describeRecords(scene: StoreScene): void {
  const { createAccount, createService } = scene;

  describe('the quota ledger', () => {
    test('merges by maximum, so that late and repeated writes lower nothing', async () => {
      const { id: account } = await createAccount();
      expect(await scene.store.ledger.read(account, now)).toBeUndefined();
      await scene.store.ledger.merge([{ account, periodStart: now, charged: 10, refunded: 2 }]);
      await scene.store.ledger.merge([{ account, periodStart: now, charged: 7, refunded: 3 }]);
      await scene.store.ledger.merge([{ account, periodStart: now + 1, charged: 1, refunded: 0 }]);
      expect(await scene.store.ledger.read(account, now)).toEqual({
        account,
        periodStart: now,
        charged: 10,
        refunded: 3,
      });
    });

    test('skips deleted accounts and stores the others', async () => {
      const { id: account } = await createAccount();
      const use = { periodStart: now, charged: 5, refunded: 0 };
      const gone = createAccountId();
      await scene.store.ledger.merge([
        { ...use, account: gone },
        { ...use, account },
      ]);
      expect((await scene.store.ledger.read(account, now))?.charged).toBe(5);
      expect(await scene.store.ledger.read(gone, now)).toBeUndefined();
    });

    test('stores more rows than one statement holds', async () => {
      const { id: account } = await createAccount();
      await scene.store.ledger.merge(
        Array.from({ length: 450 }, (_, index) => ({
          account,
          periodStart: index,
          charged: index,
          refunded: 0,
        })),
      );
      expect((await scene.store.ledger.read(account, 449))?.charged).toBe(449);
    });
  });

  describe('bodies of calls', () => {
    test('are kept up to a number, found by their account only, and deleted with their service', async () => {
      const { id: accountId } = await createAccount();
      const { service } = await createService(accountId);
      const bodies = [0, 1, 2].map((index) => ({
        requestId: randomUUID(),
        accountId,
        serviceId: service.id,
        at: now + index,
        request: '{"ü":1}',
        response: '{}',
      }));
      for (const each of bodies) await scene.store.callBodies.add(each, 2);
      const ids = bodies.map(({ requestId }) => requestId);
      expect(await scene.store.callBodies.find(accountId, ids[0]!)).toBeUndefined();
      expect(await scene.store.callBodies.find(accountId, ids[2]!)).toEqual(bodies[2]);
      expect(await scene.store.callBodies.find((await createAccount()).id, ids[2]!)).toBeUndefined();
      await scene.store.callBodies.deleteOlder(now + 2);
      expect(await scene.store.callBodies.find(accountId, ids[1]!)).toBeUndefined();
      await scene.store.callBodies.deleteOfService(accountId, service.id);
      expect(await scene.store.callBodies.find(accountId, ids[2]!)).toBeUndefined();
    });
  });

  describe('jobs', () => {
    test('are updated until they end, and belong to their account', async () => {
      const { id: accountId } = await createAccount();
      const job = {
        id: randomUUID(),
        accountId,
        state: 'running' as const,
        progress: { step: 'fetching' as const, documents: ['a.wsdl'], documentCount: 1 },
        createdAt: now,
        updatedAt: now,
      };
      await scene.store.jobs.create(job);
      expect(await scene.store.jobs.find(accountId, job.id)).toEqual(job);
      expect(await scene.store.jobs.find((await createAccount()).id, job.id)).toBeUndefined();
      expect(await scene.store.jobs.countRunning(accountId, now)).toBe(1);
      expect(await scene.store.jobs.countRunning(accountId, now + 1)).toBe(0);
      const done = {
        ...job,
        state: 'done' as const,
        updatedAt: now + 5,
        progress: { ...job.progress, result: { ü: 1 } },
      };
      expect(await scene.store.jobs.update(done)).toBe(true);
      expect(await scene.store.jobs.update({ ...done, state: 'cancelled' })).toBe(false);
      expect(await scene.store.jobs.find(accountId, job.id)).toEqual(done);
      expect(await scene.store.jobs.countRunning(accountId, now)).toBe(0);
      await scene.store.jobs.deleteOlder(now + 1);
      expect(await scene.store.jobs.find(accountId, job.id)).toBeUndefined();
    });
  });
}
