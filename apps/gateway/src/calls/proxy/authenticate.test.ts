import { createMemoryLimiter } from '@soapstone/rate-limiter';
import { expect, test } from 'vitest';
import { type ApiKey, createKey, type KeyRules } from '../../domain/accounts/api-key.js';
import { PLANS } from '../../domain/accounts/plan.js';
import type { Directory, KeyHolder } from '../catalog/directory.js';
import { authenticate, type Caller } from './authenticate.js';
import { type ChargedDecision, refundCharge, takeCharge } from './charge.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');

/** Returns a directory in which every key is the same one, with these rules, and `until` for its secret. */
function directoryOf(rules: KeyRules & Partial<ApiKey>, until?: number): Pick<Directory, 'findKey'> {
  const holder: KeyHolder = {
    key: { id: 'k1', accountId: 'acc_1', purpose: 'live', name: 'k', hint: 'abcd', createdAt: 0, ...rules },
    account: { id: 'acc_1', name: 'A', status: 'active', plan: 'Free', createdAt: 0 },
    ...(until !== undefined && { until }),
  };
  return { findKey: () => holder };
}

/** Identifies the caller at a time, from an address; undefined if the key is refused. */
function callerAt(
  directory: Pick<Directory, 'findKey'>,
  now: number,
  from = '192.0.2.1',
): Caller | undefined {
  try {
    const sent = { apiKeys: [createKey('live')], address: () => from };
    return authenticate(sent, { directory: directory as Directory, plans: PLANS }, now) as Caller;
  } catch (error) {
    expect(error).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    return undefined;
  }
}

test('authenticate: a key ends at its moment, however long ago it was looked up', () => {
  const directory = directoryOf({ expiresAt: NOW });
  expect(callerAt(directory, NOW - 1)?.keyId).toBe('k1');
  expect(callerAt(directory, NOW)).toBeUndefined();
  // The clock of a node may be set back.
  expect(callerAt(directory, NOW - 1)?.keyId).toBe('k1');
});

test('authenticate: a replaced secret ends at its moment, or with its key', () => {
  expect(callerAt(directoryOf({}, NOW), NOW - 1)?.keyId).toBe('k1');
  expect(callerAt(directoryOf({}, NOW), NOW)).toBeUndefined();
  expect(callerAt(directoryOf({ expiresAt: NOW - 5 }, NOW), NOW - 5)).toBeUndefined();
});

test('authenticate: revoked keys, and keys with rules of a later version, are refused', () => {
  expect(callerAt(directoryOf({ revokedAt: 1 }), NOW)).toBeUndefined();
  expect(callerAt(directoryOf({ unknownRules: true }), NOW)).toBeUndefined();
});

test('authenticate: a key with networks is refused from elsewhere, and without an address', () => {
  const directory = directoryOf({ addresses: ['192.0.2.0/24'] });
  expect(callerAt(directory, NOW, '::ffff:192.0.2.9')?.keyId).toBe('k1');
  for (const from of ['192.0.3.1', '::1', '']) expect(callerAt(directory, NOW, from)).toBeUndefined();
});

test('charge: a key has its own minute and period, and both count for the account', async () => {
  let now = NOW;
  const limiter = createMemoryLimiter({ now: () => now });
  const { charges } = callerAt(directoryOf({ perMinute: 2, quota: 3 }), NOW)!;
  const call = async () => (await takeCharge(limiter, charges.call)) as ChargedDecision;
  const first = await call();
  expect(first).toMatchObject({
    allowed: true,
    quota: { limit: 3, remaining: 2 },
    minute: { limit: 2, remaining: 1 },
  });
  expect((await call()).allowed).toBe(true);
  expect(await call()).toMatchObject({ allowed: false, rule: 'minute', byKey: true });
  now += 60_000;
  const attempt = (await takeCharge(limiter, charges.attempt)) as ChargedDecision;
  expect(attempt).toMatchObject({ allowed: true, quota: { remaining: 1 }, minute: { remaining: 1 } });
  expect((await call()).allowed).toBe(true);
  expect(await call()).toMatchObject({
    allowed: false,
    rule: 'quota',
    byKey: true,
    quota: { limit: 3, remaining: 0 },
  });
  const { keyReceipt, ...rest } = first;
  const receipt = rest.allowed ? rest.receipt : undefined;
  expect(await refundCharge(limiter, receipt!, keyReceipt)).toMatchObject({ limit: 3, remaining: 1 });
  const { charges: others } = callerAt(directoryOf({ id: 'k2' }), NOW)!;
  const other = await takeCharge(limiter, { account: { ...others.call.account, charge: 'nothing' } });
  expect(other.quota).toMatchObject({ limit: PLANS.Free.quota, remaining: PLANS.Free.quota - 2 });
});

test('charge: a call that the account denies is given back to the key', async () => {
  const limiter = createMemoryLimiter({ now: () => NOW });
  const plans = { ...PLANS, Free: { ...PLANS.Free, quota: 1, perMinute: 50 } };
  const sent = { apiKeys: [createKey('live')], address: () => '' };
  const deps = { directory: directoryOf({ quota: 5, perMinute: 9 }) as Directory, plans };
  const { charges } = authenticate(sent, deps, NOW) as Caller;
  // No key has more than its plan.
  expect(charges.call.key?.limits).toEqual({ perMinute: 9, quota: 1 });
  const wide = { ...charges.call, key: { ...charges.call.key!, limits: { perMinute: 9, quota: 5 } } };
  expect((await takeCharge(limiter, wide)).allowed).toBe(true);
  expect(await takeCharge(limiter, wide)).toMatchObject({
    allowed: false,
    rule: 'quota',
    quota: { limit: 1 },
  });
  expect(await limiter.consume({ ...wide.key, charge: 'nothing' })).toMatchObject({
    quota: { remaining: 4 },
  });
});

test('charge: many racing calls never exceed the limit of a key', async () => {
  const limiter = createMemoryLimiter({ now: () => NOW });
  const { charges } = callerAt(directoryOf({ perMinute: 60, quota: 37 }), NOW)!;
  const decisions = await Promise.all(Array.from({ length: 500 }, () => takeCharge(limiter, charges.call)));
  expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(37);
});

test('charge: the limits of a key and of its account are decided in one turn if the limiter answers at once', () => {
  const { charges } = callerAt(directoryOf({ perMinute: 2, quota: 3 }), NOW)!;
  expect(takeCharge(createMemoryLimiter({ now: () => NOW }), charges.call)).toMatchObject({
    allowed: true,
    quota: { limit: 3, remaining: 2 },
    minute: { limit: 2, remaining: 1 },
    keyReceipt: { account: 'key/k1', quota: 3 },
    receipt: { account: 'acc_1', quota: PLANS.Free.quota },
  });
});

test('charge: a call is given back to the key if the account cannot be charged', async () => {
  const limiter = createMemoryLimiter({ now: () => NOW });
  const { charges } = callerAt(directoryOf({ quota: 3 }), NOW)!;
  const failing: Pick<typeof limiter, 'consume' | 'refund'> = {
    consume: (request) =>
      request.account === 'acc_1' ? Promise.reject(new Error('away')) : limiter.consume(request),
    refund: (receipt) => limiter.refund(receipt),
  };
  await expect(takeCharge(failing, charges.call)).rejects.toThrow('away');
  expect(await limiter.consume({ ...charges.call.key!, charge: 'nothing' })).toMatchObject({
    quota: { remaining: 3 },
  });
});
