import { beforeEach, describe, expect, test } from 'vitest';
import type { Admission, Decision, Denial, LimitRequest } from '../decision.js';
import type { Limiter } from '../limiter.js';

/** The interface of a limiter under test. */
export interface LimiterUnderTest {
  readonly limiter: Limiter;
  /** Advances the limiter's clock. */
  advance(milliseconds: number): void;
  /** The limiter's time, in milliseconds since the Unix epoch. */
  now(): number;
}

/** The test suite that every `Limiter` passes. `create` returns a new limiter whose clock starts at `start`. */
export function describeLimiter(
  name: string,
  create: (
    start: number,
    options: { readonly windowMs?: number },
  ) => Promise<LimiterUnderTest> | LimiterUnderTest,
): void {
  const start = Date.parse('2026-11-10T12:00:00.000Z');
  const november = { end: Date.parse('2026-12-01T00:00:00.000Z'), length: 30 * 86_400_000 };

  describe(name, () => {
    let under: LimiterUnderTest;
    beforeEach(async () => {
      under = await create(start, {});
    });

    const request = (over: Partial<LimitRequest> = {}): LimitRequest => ({
      account: 'acc_1',
      limits: { perMinute: 5, quota: 10 },
      cycle: { kind: 'calendarMonth' },
      charge: 'call',
      ...over,
    });
    const consume = async (over: Partial<LimitRequest> = {}): Promise<Decision> =>
      under.limiter.consume(request(over));
    const admitted = async (over: Partial<LimitRequest> = {}): Promise<Admission> => {
      const decision = await consume(over);
      if (!decision.allowed) throw new Error(`denied by ${decision.rule}`);
      return decision;
    };
    const denied = async (over: Partial<LimitRequest> = {}): Promise<Denial> => {
      const decision = await consume(over);
      if (decision.allowed) throw new Error('admitted');
      return decision;
    };

    test('charges both limits for a call and returns the remainder', async () => {
      expect(await admitted()).toEqual({
        allowed: true,
        quota: { limit: 10, remaining: 9, resetAt: november.end, window: november.length },
        minute: { limit: 5, remaining: 4, resetAfter: 60_000 },
        receipt: {
          account: 'acc_1',
          period: { start: november.end - november.length, end: november.end },
          quota: 10,
        },
      });
    });

    test('an attempt charges only the minute and has no receipt', async () => {
      const decision = await admitted({ charge: 'attempt' });
      expect(decision.quota.remaining).toBe(10);
      expect(decision.minute.remaining).toBe(4);
      expect(decision).not.toHaveProperty('receipt');
    });

    test('a read charges nothing and is allowed even if a call is not', async () => {
      const limits = { perMinute: 1, quota: 1 };
      await admitted({ limits });
      const decision = await admitted({ limits, charge: 'nothing' });
      expect(decision.quota.remaining).toBe(0);
      expect(decision.minute).toEqual({ limit: 1, remaining: 0, resetAfter: 60_000 });
    });

    test('the minute limit denies the next call until the oldest leaves, and charges nothing', async () => {
      for (let call = 0; call < 5; call += 1) {
        await admitted();
        under.advance(1000);
      }
      const denial = await denied();
      expect(denial.rule).toBe('minute');
      expect(denial.retryAfter).toBe(55_000);
      expect(denial.quota.remaining).toBe(5);
      expect(denial.minute).toEqual({ limit: 5, remaining: 0, resetAfter: 55_000 });
      under.advance(54_999);
      expect((await denied()).retryAfter).toBe(1);
      under.advance(1);
      expect((await admitted()).quota.remaining).toBe(4);
      expect((await denied()).retryAfter).toBe(1000);
    });

    test('the window slides: no 60 seconds hold more than the limit', async () => {
      const times: number[] = [];
      for (let step = 0; step < 200; step += 1) {
        if ((await consume({ limits: { perMinute: 5, quota: 1000 } })).allowed) times.push(under.now());
        under.advance(1700);
      }
      expect(times.length).toBeGreaterThan(20);
      for (let index = 5; index < times.length; index += 1) {
        expect(times[index]! - times[index - 5]!).toBeGreaterThanOrEqual(60_000);
      }
    });

    test('the quota denies calls until the period ends, and the minute is not charged', async () => {
      const limits = { perMinute: 100, quota: 3 };
      for (let call = 0; call < 3; call += 1) await admitted({ limits });
      const denial = await denied({ limits });
      expect(denial.rule).toBe('quota');
      expect(denial.retryAfter).toBe(november.end - start);
      expect(denial.quota.remaining).toBe(0);
      expect(denial.minute.remaining).toBe(97);
      // A call that will not be executed is still allowed, so that it gets its own error.
      expect((await admitted({ limits, charge: 'attempt' })).minute.remaining).toBe(96);
    });

    test('a denial names the quota if both limits are exhausted', async () => {
      const limits = { perMinute: 2, quota: 2 };
      await admitted({ limits });
      await admitted({ limits });
      expect((await denied({ limits })).rule).toBe('quota');
    });

    test('a new period starts from zero at its first millisecond', async () => {
      const limits = { perMinute: 100, quota: 1 };
      await admitted({ limits });
      under.advance(november.end - start - 1);
      expect((await denied({ limits })).retryAfter).toBe(1);
      under.advance(1);
      const decision = await admitted({ limits });
      expect(decision.quota).toEqual({
        limit: 1,
        remaining: 0,
        resetAt: Date.parse('2027-01-01T00:00:00.000Z'),
        window: 31 * 86_400_000,
      });
    });

    test('an anchored period follows its anchor', async () => {
      const anchor = Date.parse('2026-01-31T08:15:00.000Z');
      const decision = await admitted({ cycle: { kind: 'anchored', anchor } });
      expect(new Date(decision.quota.resetAt).toISOString()).toBe('2026-11-30T08:15:00.000Z');
    });

    test('an upgrade starts a new period immediately, and the minute continues', async () => {
      const limits = { perMinute: 10, quota: 3 };
      for (let call = 0; call < 3; call += 1) await admitted({ limits });
      const decision = await admitted({
        limits: { perMinute: 10, quota: 50 },
        cycle: { kind: 'anchored', anchor: start },
      });
      expect(decision.quota.remaining).toBe(49);
      expect(decision.minute.remaining).toBe(6);
    });

    test('a request counts as it is when it is passed, even if its caller changed it', async () => {
      const limits = { perMinute: 5, quota: 10 };
      const changing = {
        account: 'acc_1',
        limits,
        cycle: { kind: 'calendarMonth' } as const,
        charge: 'call' as const,
      };
      expect(await under.limiter.consume(changing)).toMatchObject({ quota: { limit: 10, remaining: 9 } });
      limits.quota = 20;
      expect(await under.limiter.consume(changing)).toMatchObject({ quota: { limit: 20, remaining: 18 } });
      changing.account = 'acc_2';
      expect(await under.limiter.consume(changing)).toMatchObject({ quota: { limit: 20, remaining: 19 } });
    });

    test('a quota lowered below the usage leaves zero, never less', async () => {
      const high = { perMinute: 100, quota: 10 };
      for (let call = 0; call < 6; call += 1) await admitted({ limits: high });
      const denial = await denied({ limits: { perMinute: 100, quota: 4 } });
      expect(denial.quota).toMatchObject({ limit: 4, remaining: 0 });
    });

    test('a lowered minute limit waits for enough calls to leave', async () => {
      for (let call = 0; call < 5; call += 1) {
        await admitted();
        under.advance(1000);
      }
      const denial = await denied({ limits: { perMinute: 2, quota: 10 } });
      // Four of the five must leave; the fourth came at second 3.
      expect(denial.retryAfter).toBe(58_000);
    });

    test('a refund returns the call once per receipt, and not the minute', async () => {
      const first = await admitted();
      await admitted();
      expect(await under.limiter.refund(first.receipt!)).toEqual({
        limit: 10,
        remaining: 9,
        resetAt: november.end,
        window: november.length,
      });
      const now = await admitted({ charge: 'nothing' });
      expect(now.quota.remaining).toBe(9);
      expect(now.minute.remaining).toBe(3);
    });

    test('a refund goes to the period that was charged', async () => {
      const limits = { perMinute: 100, quota: 5 };
      const old = await admitted({ limits });
      under.advance(november.end - start);
      await admitted({ limits });
      expect((await under.limiter.refund(old.receipt!)).remaining).toBe(5);
      expect((await admitted({ limits, charge: 'nothing' })).quota.remaining).toBe(4);
    });

    test('accounts share nothing, even with unusual names', async () => {
      const limits = { perMinute: 1, quota: 1 };
      for (const account of ['acc_1', '__proto__', 'constructor', 'acc_1:m', '{acc_1}']) {
        expect((await admitted({ account, limits })).quota.remaining).toBe(0);
        expect((await denied({ account, limits })).rule).toBe('quota');
      }
    });

    test('concurrent calls are admitted exactly up to the quota, with each remainder once', async () => {
      const limits = { perMinute: 1000, quota: 50 };
      const decisions = await Promise.all(Array.from({ length: 200 }, () => consume({ limits })));
      const remaining = decisions
        .filter((decision) => decision.allowed)
        .map((decision) => decision.quota.remaining);
      expect(remaining.sort((one, other) => one - other)).toEqual(
        Array.from({ length: 50 }, (_, index) => index),
      );
    });

    test('an account without a quota is limited by the window only, and its calls can be refunded', async () => {
      const limits = { perMinute: 3 };
      const bare = async (): Promise<Decision> => await under.limiter.consume({ account: 'bare', limits });
      const first = await bare();
      expect(first).toMatchObject({ allowed: true, quota: { limit: Infinity, remaining: Infinity } });
      if (!first.allowed || first.receipt === undefined) throw new Error('no receipt');
      expect(await under.limiter.refund(first.receipt)).toMatchObject({ remaining: Infinity });
      await bare();
      await bare();
      expect(await bare()).toMatchObject({ allowed: false, rule: 'minute', retryAfter: 60_000 });
    });

    test('a window of one second opens after a second, and is as exact as a minute', async () => {
      const brief = await create(start, { windowMs: 1_000 });
      const limits = { perWindow: 2 };
      const call = async (): Promise<Decision> => await brief.limiter.consume({ account: 'brief', limits });
      expect(await call()).toMatchObject({ allowed: true, minute: { limit: 2, remaining: 1 } });
      brief.advance(400);
      expect((await call()).allowed).toBe(true);
      expect(await call()).toMatchObject({ allowed: false, rule: 'minute', retryAfter: 600 });
      brief.advance(600);
      expect((await call()).allowed).toBe(true);
      // The second call is 600 milliseconds old: the window slides instead of restarting.
      expect(await call()).toMatchObject({ allowed: false, retryAfter: 400 });
    });

    test('a quota with a fixed period resets at multiples of its length', async () => {
      const day = { kind: 'fixed', length: 86_400_000 } as const;
      const limits = { perMinute: 5, quota: 1 };
      const { quota } = await admitted({ cycle: day, limits });
      expect(new Date(quota.resetAt).toISOString()).toBe('2026-11-11T00:00:00.000Z');
      expect(await denied({ cycle: day, limits })).toMatchObject({ rule: 'quota', retryAfter: 43_200_000 });
      under.advance(43_200_000);
      expect((await admitted({ cycle: day, limits })).quota.remaining).toBe(0);
    });

    test('a limit of zero admits nothing', async () => {
      expect((await denied({ limits: { perMinute: 0, quota: 5 } })).rule).toBe('minute');
      expect((await denied({ limits: { perMinute: 5, quota: 0 } })).rule).toBe('quota');
    });
  });
}
