import { createMemoryLimiter } from '@soapstone/rate-limiter';
import { expect, test } from 'vitest';
import { PLANS } from '../domain/plan.js';
import { sampleAccount } from '../testing/sample-records.js';
import { createLocalAttempts } from './attempts.js';
import type { RequestLimit } from './route.js';
import { REQUEST_LIMITS, takeFromMinute, throttleOwner } from './throttle.js';

const now = Date.parse('2026-11-23T10:00:30Z');

test('trials are charged to the per-minute limit, not to the quota', async () => {
  const account = sampleAccount(now, { plan: 'Free' });
  const limiter = createMemoryLimiter({ now: () => now });
  const offer = { plans: PLANS, signUp: 'Free', ownersMayChange: false } as const;
  const deps = { limiter, offer, now: () => now };
  const attempts = Array.from({ length: PLANS.Free.perMinute + 1 }, () => takeFromMinute(deps, { account }));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.slice(0, -1).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'RATE_PER_MINUTE' } });
  // Another account has its own.
  await takeFromMinute(deps, { account: sampleAccount(now, { plan: 'Free' }) });
});

test('requests of one account have a limit for each kind', async () => {
  const attempts = createLocalAttempts(() => now);
  const secrets = { apiKeyPepper: 'pepper' } as Parameters<typeof throttleOwner>[0]['secrets'];
  const ask = async (limit: RequestLimit, accountId: string) => {
    for (let count = 0; ; count += 1) {
      const error = await throttleOwner({ attempts, secrets }, limit, accountId).catch(
        (reason: unknown) => reason,
      );
      if (error !== undefined) return { count, error };
    }
  };
  for (const [limit, count] of Object.entries(REQUEST_LIMITS)) {
    const refused = { count, error: { code: 'TOO_MANY_ATTEMPTS' } };
    expect(await ask(limit as RequestLimit, 'acc_1')).toMatchObject(refused);
    await throttleOwner({ attempts, secrets }, limit as RequestLimit, 'acc_2');
  }
});
