import { describe, expect, test } from 'vitest';
import type { LimitRequest } from './decision.js';
import type { PeriodUse } from './limiter.js';
import { createMemoryLimiter } from './memory-limiter.js';
import { describeLimiter } from './testing/limiter-contract.js';

describeLimiter('the memory limiter', (start, options) => {
  let now = start;
  return {
    limiter: createMemoryLimiter({ ...options, now: () => now }),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
  };
});

describeLimiter('the memory limiter with a ledger', (start, options) => {
  let now = start;
  return {
    limiter: createMemoryLimiter({
      ...options,
      now: () => now,
      readUse: async () => undefined,
      accounts: 1,
    }),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
  };
});

const start = Date.parse('2026-11-10T12:00:00.000Z');
const request = (over: Partial<LimitRequest> = {}): LimitRequest => ({
  account: 'acc_1',
  limits: { perMinute: 100, quota: 100 },
  cycle: { kind: 'calendarMonth' },
  charge: 'call',
  ...over,
});

/** A ledger like the gateway's: rows that merge by maximum. */
function ledger() {
  const rows = new Map<string, PeriodUse>();
  let reads = 0;
  return {
    rows,
    reads: () => reads,
    readUse: async (account: string, periodStart: number) => {
      reads += 1;
      return rows.get(`${account} ${periodStart}`);
    },
    write(uses: PeriodUse[]) {
      for (const use of uses) rows.set(`${use.account} ${use.periodStart}`, use);
    },
  };
}

describe('the ledger of the memory limiter', () => {
  test('a restarted limiter resumes from the usage in the ledger', async () => {
    const { readUse, write } = ledger();
    const before = createMemoryLimiter({ now: () => start, readUse });
    for (let call = 0; call < 7; call += 1) await before.consume(request());
    const last = await before.consume(request());
    if (!last.allowed) throw new Error('denied');
    await before.refund(last.receipt!);
    write(before.takeChanges());

    const after = createMemoryLimiter({ now: () => start, readUse });
    expect((await after.consume(request())).quota.remaining).toBe(92);
  });

  test('the ledger is read once, even if several calls wait for it', async () => {
    const { readUse, reads } = ledger();
    const limiter = createMemoryLimiter({ now: () => start, readUse });
    await Promise.all(Array.from({ length: 20 }, () => limiter.consume(request())));
    expect(reads()).toBe(1);
  });

  test('each change is returned once', async () => {
    const limiter = createMemoryLimiter({ now: () => start });
    await limiter.consume(request());
    await limiter.consume(request({ charge: 'attempt', account: 'acc_2' }));
    expect(limiter.takeChanges()).toEqual([
      { account: 'acc_1', periodStart: Date.parse('2026-11-01T00:00:00.000Z'), charged: 1, refunded: 0 },
    ]);
    expect(limiter.takeChanges()).toEqual([]);
  });

  test('a failed read fails the call, and the next call reads again', async () => {
    let broken = true;
    const limiter = createMemoryLimiter({
      now: () => start,
      readUse: async () => {
        if (broken) throw new Error('no ledger');
        return undefined;
      },
    });
    await expect(limiter.consume(request())).rejects.toThrow('no ledger');
    broken = false;
    expect((await limiter.consume(request())).allowed).toBe(true);
  });

  test('idle accounts beyond the capacity are evicted and restored from the ledger', async () => {
    let now = start;
    const { readUse, write, reads } = ledger();
    const limiter = createMemoryLimiter({ now: () => now, readUse, accounts: 2 });
    for (const account of ['a', 'b']) await limiter.consume(request({ account }));
    write(limiter.takeChanges());
    now += 60_000;
    await limiter.consume(request({ account: 'c' }));
    expect(reads()).toBe(3);
    expect((await limiter.consume(request({ account: 'a' }))).quota.remaining).toBe(98);
    expect(reads()).toBe(4);
  });
});

test('a clock that is set back does not reopen the window', async () => {
  let now = start;
  const limiter = createMemoryLimiter({ now: () => now });
  const limits = { perMinute: 1, quota: 10 };
  expect((await limiter.consume(request({ limits }))).allowed).toBe(true);
  now -= 3_600_000;
  const denial = await limiter.consume(request({ limits }));
  expect(denial).toMatchObject({ allowed: false, rule: 'minute', retryAfter: 60_000 });
});
