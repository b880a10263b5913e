import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAccountId } from '../../domain/accounts/account.js';
import type { Recording } from '../../domain/calls/recording.js';
import { now, type StoreScene } from './scene.js';

/** Records of calls and jobs: quotas, bodies and progress. */
export function describeRecords(scene: StoreScene): void {
  const { createAccount, createService } = scene;

  describe('the quota ledger', () => {
    test('merges by maximum, so that late or repeated writes never lower a value', async () => {
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
    test('are kept up to a number, found only by their account, and deleted with their service', async () => {
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

  describe('recordings', () => {
    test('are stored once, up to the room of the account, and belong to it', async () => {
      const { id: accountId } = await createAccount();
      const { service } = await createService(accountId);
      const other = await createService(accountId, { slug: 'other' });
      const sample = (key: string, over: Partial<Recording> = {}): Recording => ({
        id: randomUUID(),
        accountId,
        serviceId: service.id,
        contract: 'Users',
        operation: '__proto__',
        name: `GetUser.${key}`,
        key,
        reply: 'r',
        content: '{"input":{}}',
        request: { body: Buffer.from('<é/>'), contentType: 'text/xml', soapAction: '""' },
        response: { body: Buffer.from('<b/>'), contentType: 'text/xml', status: 500 },
        redacted: ['password'],
        at: now,
        ...over,
      });
      const { recordings } = scene.store;
      const room = { most: 3, bytes: 70 };
      const first = sample('a');
      const added = (stored: number, known: number) => ({ stored, known });
      expect(await recordings.add([first, sample('a')], room)).toEqual(added(1, 1));
      const later = sample('a', { reply: 'later', at: now + 1 });
      expect(await recordings.add([sample('a'), later], room)).toEqual(added(1, 1));
      const theirs = { serviceId: other.service.id };
      expect(await recordings.add([sample('a', { ...theirs, content: 'x'.repeat(30) })], room)).toBe('full');
      expect(await recordings.add([sample('a', theirs)], room)).toEqual(added(1, 0));
      expect(await recordings.add([sample('a'), sample('b')], { ...room, bytes: 1_000 })).toBe('full');
      expect(await recordings.add([sample('a')], { most: 0, bytes: 0 })).toEqual(added(0, 1));
      expect(await recordings.used(accountId)).toEqual({ most: 3, bytes: 63 });
      const [stored] = await recordings.findAll(accountId, service.id);
      const { request, response, ...rest } = stored!;
      const { request: sent, response: received, ...others } = first;
      expect(rest).toEqual(others);
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
      expect({ ...request, body: text(request.body) }).toEqual({ ...sent, body: '<é/>' });
      expect({ ...response, body: text(response.body) }).toEqual({ ...received, body: '<b/>' });
      const listed = await recordings.list(accountId, service.id, { limit: 10 });
      expect(listed.items.map(({ at }) => at)).toEqual([now + 1, now]);
      const place = { accountId, serviceId: service.id, operation: '__proto__' };
      expect(await recordings.contents(place, { most: 9, bytes: 30 })).toHaveLength(1);
      const stranger = (await createAccount()).id;
      expect(await recordings.findResponse(accountId, service.id, ['b', 'a'])).toMatchObject({ status: 500 });
      expect(await recordings.findResponse(stranger, service.id, ['a'])).toBeUndefined();
      expect(await recordings.findAll(stranger, service.id)).toEqual([]);
      expect(await recordings.rules(accountId, service.id)).toEqual([undefined]);
      const rules = { redact: ['pin'], ignore: ['a', 'b'] };
      const many = Array.from({ length: 250 }, (_, index) =>
        sample(`m${index}`, {
          ...theirs,
          at: now + 5,
          rules: { redact: ['pin'], ignore: index % 2 ? ['a', 'b'] : ['b', 'a'] },
        }),
      );
      expect(await recordings.add(many, { most: 300, bytes: 10_000 })).toEqual(added(250, 0));
      expect(new Set(await recordings.rules(accountId, other.service.id))).toEqual(
        new Set([undefined, rules]),
      );
      expect(await recordings.contents({ ...place, ...theirs }, { most: 1, bytes: 30 })).toEqual([
        { exchange: expect.any(String), content: '{"input":{}}', rules: expect.anything() },
      ]);
      expect(await recordings.rules(stranger, other.service.id)).toEqual([]);
      expect(await recordings.delete(stranger, service.id, first.id)).toBe(false);
      expect(await recordings.deleteOfService(stranger, service.id)).toBe(0);
      expect(await recordings.delete(accountId, service.id, first.id)).toBe(true);
      expect(await recordings.deleteOfService(accountId, service.id)).toBe(1);
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
      const running = { ...job, id: randomUUID(), createdAt: now - 1 };
      await scene.store.jobs.create(running);
      await scene.store.jobs.deleteEnded((await createAccount()).id, 0);
      await scene.store.jobs.deleteEnded(accountId, 1);
      expect(await scene.store.jobs.find(accountId, job.id)).toEqual(done);
      await scene.store.jobs.deleteEnded(accountId, 0);
      expect(await scene.store.jobs.find(accountId, job.id)).toBeUndefined();
      expect(await scene.store.jobs.find(accountId, running.id)).toEqual(running);
      await scene.store.jobs.deleteOlder(now + 1);
      expect(await scene.store.jobs.find(accountId, running.id)).toBeUndefined();
    });
  });
}
