import { createMemoryLimiter } from '@soapstone/rate-limiter';
import { expect, test } from 'vitest';
import { PLANS } from '../../../domain/accounts/plan.js';
import { sampleAccount } from '../../../testing/sample-records.js';
import { createLocalAttempts } from './attempts.js';
import type { RequestLimit } from './route.js';
import { knowNetwork, REQUEST_LIMITS, takeFromMinute, throttle, throttleOwner } from './throttle.js';

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
  // Another account has its own limit.
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

test('others can use up the attempts of an address, but not from a network that its owner has used', async () => {
  let at = now;
  const secrets = { apiKeyPepper: 'pepper' } as Parameters<typeof throttle>[0]['secrets'];
  const deps = { attempts: createLocalAttempts(() => at), secrets };
  const outcome = (ip: string) =>
    throttle(deps, ip, 'ada@example.com').then(
      () => 'admitted',
      ({ code }: { code: string }) => code,
    );
  const times = async (count: number, ip: string) => {
    for (let attempt = 0; attempt < count; attempt += 1) await outcome(ip);
  };
  await times(5, '192.0.2.1');
  expect(await outcome('198.51.100.7')).toBe('TOO_MANY_ATTEMPTS');
  at += 60_000;
  expect(await outcome('198.51.100.7')).toBe('admitted');
  await knowNetwork(deps, '198.51.100.7', 'ada@example.com');
  await times(10, '192.0.2.1');
  // One of the five attempts of its own network was used.
  for (let left = 4; left > 0; left -= 1) expect(await outcome('198.51.100.7')).toBe('admitted');
  expect(await outcome('198.51.100.7')).toBe('TOO_MANY_ATTEMPTS');
  expect(await outcome('203.0.113.9')).toBe('TOO_MANY_ATTEMPTS');
  at += 31 * 24 * 3_600_000;
  await times(10, '192.0.2.1');
  expect(await outcome('198.51.100.7')).toBe('TOO_MANY_ATTEMPTS');
});

test('the networks of one IPv6 site share attempts', async () => {
  const secrets = { apiKeyPepper: 'pepper' } as Parameters<typeof throttle>[0]['secrets'];
  const deps = { attempts: createLocalAttempts(() => now), secrets };
  let admitted = 0;
  for (let index = 0; index < 150; index += 1) {
    const ip = `2001:db8:7:${index.toString(16)}::/64`;
    await throttle(deps, ip, `user${index}@example.com`).then(
      () => (admitted += 1),
      () => {},
    );
  }
  expect(admitted).toBe(100);
  await throttle(deps, '2001:db8:8:0::/64', 'other@example.com');
});
