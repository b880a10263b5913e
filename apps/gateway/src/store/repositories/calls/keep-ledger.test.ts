import type { PeriodUse } from '@soapstone/rate-limiter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLedger } from './keep-ledger.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const use = (charged: number): PeriodUse => ({ account: 'acc_one', periodStart: 0, charged, refunded: 0 });

test('ledger: usage is written although its events cannot be stored, and noticed once they can', async () => {
  const changes = [[use(80)], [use(95)], [], []];
  const merged: PeriodUse[][] = [];
  const noticed: PeriodUse[][] = [];
  const errors: string[] = [];
  let fails = true;
  const keeper = keepLedger(
    { takeChanges: () => changes.shift() ?? [] },
    {
      ledger: { read: async () => undefined, merge: async (uses) => void merged.push([...uses]) },
      journal: {} as never,
    },
    'node',
    { error: (message) => void errors.push(message), info: () => {} },
    async (uses) => {
      if (fails) throw new Error('the account was deleted');
      noticed.push([...uses]);
    },
  );
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(merged).toEqual([[use(80)], [use(95)]]);
  expect(errors).toHaveLength(2);
  fails = false;
  await vi.advanceTimersByTimeAsync(1_000);
  await keeper.close();
  // A later record of a period includes everything in an earlier one.
  expect(noticed).toEqual([[use(95)]]);
  expect(merged).toHaveLength(2);
});
