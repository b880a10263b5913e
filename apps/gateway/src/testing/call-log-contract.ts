import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccountId } from '../domain/accounts/account.js';
import type { CallBatch, CallSum, KeySum, LoggedCall } from '../domain/calls/logged-call.js';
import type { Store } from '../store/store.js';
import { sampleAccount } from './sample-records.js';

const hour = Date.parse('2026-11-21T10:00:00Z');
const now = hour + 123;
const ALL = { most: 1_000 };

/** The suite that the call log must pass on every database. `open` opens the same database again each time. */
export function describeCallLog(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    let accountId: string;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());
    beforeEach(async () => {
      accountId = await createAccount();
    });

    async function createAccount(): Promise<string> {
      const account = sampleAccount(now);
      await store.accounts.create(account);
      return account.id;
    }

    const batch = (
      calls: readonly LoggedCall[],
      sums: readonly CallSum[],
      keys: readonly KeySum[] = [],
    ): CallBatch => ({
      writer: randomUUID(),
      number: 1,
      at: now,
      calls,
      sums,
      keys,
    });

    const call = (index: number, over: Partial<LoggedCall> = {}): LoggedCall => ({
      requestId: `${accountId}-${String(index).padStart(4, '0')}`,
      accountId,
      at: now + index,
      serviceId: 's',
      operation: 'GetUser',
      method: 'POST',
      status: 200,
      latencyMs: 10 * index,
      cached: false,
      charged: true,
      ...over,
    });

    const sum = (over: Partial<CallSum> = {}): CallSum => ({
      accountId,
      hour,
      serviceId: 's',
      operation: 'GetUser',
      type: '',
      code: '',
      calls: 1,
      latencyMs: 10,
      charged: 0,
      ...over,
    });

    const FAULT = { type: 'UPSTREAM_ERROR', code: 'SOAP_FAULT' };
    const TIMEOUT = { type: 'UPSTREAM_ERROR', code: 'UPSTREAM_TIMEOUT' };

    test('lists the newest calls as they were written, and deletes old ones', async () => {
      const bare = { requestId: randomUUID(), accountId, at: now, method: 'GET', status: 404 };
      const calls: LoggedCall[] = [
        { ...bare, latencyMs: 0, cached: false, charged: false, requested: 's/Nothing' },
        call(1, { keyId: 'key_1' }),
        call(2, { status: 502, ...FAULT, cached: true }),
        call(3),
      ];
      await store.calls.add(batch(calls, [sum()]));
      expect(await store.calls.list(accountId, 10)).toEqual(calls.toReversed());
      expect(await store.calls.list(accountId, 3)).toEqual([calls[3], calls[2], calls[1]]);
      await store.calls.deleteOlder(now + 3);
      expect(await store.calls.list(accountId, 10)).toEqual([calls[3]]);
    });

    test('accepts a repeated batch without counting it twice', async () => {
      const other = await createAccount();
      const written = batch([call(0)], [sum({ calls: 7 }), sum({ accountId: other, calls: 2 })]);
      await store.calls.add(written);
      await store.calls.add(written);
      await store.calls.add({ ...written, number: 2, calls: [call(1)], sums: [sum()] });
      await store.calls.add(written);
      expect(await store.calls.list(accountId, 10)).toEqual([call(1), call(0)]);
      for (const [id, calls] of [
        [accountId, 8],
        [other, 2],
      ] as const) {
        expect((await store.callDays.sums(id, now, ALL)).days.map((day) => day.calls)).toEqual([calls]);
        expect((await store.calls.use(id, now, 1_000)).map((use) => use.calls)).toEqual([calls]);
      }
    });

    // A fault is a response: of these four calls, the timeout has failed.
    test('returns sums by hour: operations, most called first, and services hour by hour', async () => {
      const sums = [
        sum({ calls: 3, latencyMs: 30 }),
        sum({ ...FAULT, calls: 2, latencyMs: 1_000 }),
        sum({ ...FAULT, code: 'UPSTREAM_TIMEOUT', calls: 1, latencyMs: 0 }),
        sum({ operation: 'ListUsers', calls: 1, latencyMs: 33 }),
        sum({ serviceId: '', operation: '', type: 'SERVICE_NOT_FOUND', code: 'SERVICE_NOT_FOUND', calls: 4 }),
        sum({ hour: hour + 3_600_000, calls: 5, latencyMs: 7 }),
        sum({ hour: hour - 3_600_000, calls: 50 }),
      ];
      await store.calls.add(batch([], sums.slice(0, 4)));
      await store.calls.add(batch([], sums.slice(4)));
      await store.calls.add(batch([], [sum({ calls: 100, latencyMs: 1 })]));
      expect(await store.calls.use(accountId, now, 1_000)).toEqual([
        { serviceId: 's', operation: 'GetUser', calls: 111, failures: 1, averageLatencyMs: 9 },
        { serviceId: undefined, operation: undefined, calls: 4, failures: 4, averageLatencyMs: 3 },
        { serviceId: 's', operation: 'ListUsers', calls: 1, failures: 0, averageLatencyMs: 33 },
      ]);
      expect(await store.calls.hours(accountId, now)).toEqual([
        { serviceId: '', at: hour, calls: 4, failures: 4 },
        { serviceId: 's', at: hour, calls: 107, failures: 1 },
        { serviceId: 's', at: hour + 3_600_000, calls: 5, failures: 0 },
      ]);
      expect(await store.calls.use(await createAccount(), now, 1_000)).toEqual([]);
      await store.calls.deleteOlder(hour + 3_600_000);
      expect(await store.calls.hours(accountId, 0)).toEqual([
        { serviceId: 's', at: hour + 3_600_000, calls: 5, failures: 0 },
      ]);
    });

    test('adds calls to their day, and deletes old days', async () => {
      const late = Date.parse('2026-03-01T23:00:00Z');
      const sums = [
        sum({ hour: late, charged: 1 }),
        sum({ hour: late, ...TIMEOUT }),
        sum({ hour: late - 3_600_000, calls: 3, charged: 2 }),
        sum({ hour: late + 3_600_000, calls: 2 }),
      ];
      await store.calls.add(batch([], sums.slice(0, 2)));
      await store.calls.add(batch([], sums.slice(2)));
      // A fault is a response, and no failure.
      const other = { serviceId: 'other', operation: 'Ping', calls: 9 };
      await store.calls.add(batch([], [sum({ hour: late, ...other, ...FAULT })]));
      const ofOne = await store.callDays.sums(accountId, late, { ...ALL, serviceId: 's' });
      expect(ofOne).toEqual({
        days: [
          { day: '2026-03-01', calls: 5, failures: 1, charged: 3 },
          { day: '2026-03-02', calls: 2, failures: 0, charged: 0 },
        ],
        errors: [{ ...TIMEOUT, calls: 1, charged: 0 }],
        services: [{ serviceId: 's', calls: 7, failures: 1 }],
      });
      const all = await store.callDays.sums(accountId, late, ALL);
      expect(all.days.map(({ calls }) => calls)).toEqual([14, 2]);
      expect(all.services).toEqual([
        { serviceId: 'other', calls: 9, failures: 0 },
        { serviceId: 's', calls: 7, failures: 1 },
      ]);
      const { services } = await store.callDays.sums(accountId, late, { most: 1 });
      expect(services.map(({ serviceId }) => serviceId)).toEqual(['other']);
      const none = { days: [], errors: [], services: [] };
      expect(await store.callDays.sums(accountId, late, { ...ALL, serviceId: 'none' })).toEqual(none);
      expect(await store.callDays.sums(await createAccount(), late, ALL)).toEqual(none);
      await store.callDays.deleteOlder(late + 3_600_000);
      expect((await store.callDays.sums(accountId, late, ALL)).days.map(({ day }) => day)).toEqual([
        '2026-03-02',
      ]);
    });

    test('counts the calls of each key by day, and deletes old days', async () => {
      const key = { accountId, hour, keyId: 'key_1', calls: 2, failures: 1, charged: 1 };
      const other = await createAccount();
      const keys = [key, { ...key, keyId: 'key_2', calls: 5 }, { ...key, accountId: other }];
      await store.calls.add(batch([], [sum()], keys));
      await store.calls.add(batch([], [sum()], [key, { ...key, hour: hour - 86_400_000, calls: 7 }]));
      expect(await store.keyDays.totals(accountId, hour, 10)).toEqual([
        { keyId: 'key_2', calls: 5, failures: 1, charged: 1 },
        { keyId: 'key_1', calls: 4, failures: 2, charged: 2 },
      ]);
      expect(await store.keyDays.totals(accountId, hour - 86_400_000, 10)).toEqual([
        { keyId: 'key_1', calls: 11, failures: 3, charged: 3 },
        { keyId: 'key_2', calls: 5, failures: 1, charged: 1 },
      ]);
      await store.keyDays.deleteOlder(hour);
      expect((await store.keyDays.totals(accountId, 0, 10)).map(({ calls }) => calls)).toEqual([5, 4]);
      expect((await store.keyDays.totals(accountId, 0, 1)).map(({ calls }) => calls)).toEqual([5]);
    });

    test('stores and deletes more rows than fit into one statement', async () => {
      const calls = Array.from({ length: 6_150 }, (_, index) => call(index, { at: now }));
      const sums = Array.from({ length: 250 }, (_, index) => sum({ operation: `Op${index}` }));
      await store.calls.add(batch(calls, sums));
      expect(await store.calls.list(accountId, 10_000)).toEqual(calls);
      expect(await store.calls.use(accountId, now, 1_000)).toHaveLength(250);
      expect((await store.callDays.sums(accountId, now, ALL)).days[0]?.calls).toBe(250 * sum().calls);
      await store.calls.deleteOlder(now + 1);
      expect(await store.calls.list(accountId, 10)).toEqual([]);
    });

    test('skips calls of deleted accounts, and stores and counts the others', async () => {
      const gone = createAccountId();
      const calls = Array.from({ length: 150 }, (_, index) =>
        call(index, { at: now, accountId: index % 3 === 0 ? gone : accountId }),
      );
      await store.calls.add(batch(calls, [sum({ calls: 100 }), sum({ accountId: gone, calls: 50 })]));
      expect(await store.calls.list(accountId, 1_000)).toEqual(calls.filter((_, index) => index % 3 > 0));
      expect((await store.callDays.sums(accountId, now, ALL)).days.map((day) => day.calls)).toEqual([100]);
      expect(await store.calls.list(gone, 1_000)).toEqual([]);
      await store.calls.add(batch([call(1, { accountId: gone })], [sum({ accountId: gone })]));
      expect(await store.calls.use(gone, now, 1_000)).toEqual([]);
    });

    test('loses no count if two writers add to the same sums concurrently', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `Op${index}`);
      const sums = names.map((operation) => sum({ operation }));
      const other = await open();
      try {
        await Promise.all(
          Array.from({ length: 10 }, (_, index) => {
            const [one, order] = index % 2 === 0 ? [store, sums] : [other, sums.toReversed()];
            return one.calls.add(batch([], order));
          }),
        );
      } finally {
        await other.close();
      }
      const uses = await store.calls.use(accountId, now, 1_000);
      expect(uses.map(({ calls }) => calls)).toEqual(names.map(() => 10));
    });

    test('finds calls by every filter, and continues where a page ended', async () => {
      const each = (index: number, over: Partial<LoggedCall> = {}) =>
        call(index, {
          // Two calls at each time, because the order must be total.
          at: now + Math.floor(index / 2),
          serviceId: `s${index % 2}`,
          operation: index < 4 ? 'GetUser' : 'ListUsers',
          method: index === 5 ? 'GET' : 'POST',
          latencyMs: index,
          ...over,
        });
      const failed = each(3, { status: 502, ...FAULT, keyId: 'key_1' });
      await store.calls.add(batch([each(0), each(1), each(2), failed, each(4), each(5)], [sum()]));
      const found = async (filter: object) =>
        (await store.calls.list(accountId, 10, filter)).map(({ latencyMs }) => latencyMs);
      expect(await found({})).toEqual([4, 5, 2, 3, 0, 1]);
      expect(await found({ serviceId: 's1' })).toEqual([5, 3, 1]);
      expect(await found({ operation: 'ListUsers', method: 'GET' })).toEqual([5]);
      expect(await found({ status: 502 })).toEqual([3]);
      expect(await found({ type: 'UPSTREAM_ERROR' })).toEqual([3]);
      expect(await found({ keyId: 'key_1' })).toEqual([3]);
      expect(await found({ from: now + 1, to: now + 2 })).toEqual([2, 3]);
      expect(await found({ after: { at: now + 1, id: each(2).requestId } })).toEqual([3, 0, 1]);
      const latencies = await store.calls.latencies(accountId, now + 1, 3);
      expect(latencies.map(({ latencyMs }) => latencyMs).sort()).toEqual([2, 4, 5]);
    });
  });
}
