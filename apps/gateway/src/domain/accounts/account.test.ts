import { describe, expect, test } from 'vitest';
import { type Account, changePlan, createAccountId, subscriptionAt } from './account.js';
import { PLANS } from './plan.js';

const at = (text: string): number => Date.parse(`${text}Z`);
const free: Account = {
  id: 'acc_1',
  name: 'A',
  status: 'active',
  plan: 'Free',
  createdAt: at('2026-01-01T00:00:00'),
};

test('an account id fits a path segment and is not guessable', () => {
  const ids = new Set(Array.from({ length: 100 }, createAccountId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^acc_[A-Za-z0-9_-]{16}$/);
});

describe('subscriptionAt', () => {
  test('Free follows the calendar month', () => {
    expect(subscriptionAt(free, at('2026-05-05T00:00:00'), PLANS)).toMatchObject({
      plan: { name: 'Free', quota: 1000, perMinute: 60 },
      cycle: { kind: 'calendarMonth' },
    });
  });

  test('a paid plan follows its billing anchor', () => {
    const anchor = at('2026-01-31T10:00:00');
    expect(subscriptionAt({ ...free, plan: 'Pro', billingAnchor: anchor }, anchor, PLANS)).toMatchObject({
      plan: { name: 'Pro', quota: 1_000_000 },
      cycle: { kind: 'anchored', anchor },
    });
  });
});

describe('changePlan', () => {
  const upgraded = changePlan(free, 'Starter', at('2026-01-31T10:00:00'), PLANS);

  test('an upgrade starts a new period immediately', () => {
    expect(upgraded).toEqual({ ...free, plan: 'Starter', billingAnchor: at('2026-01-31T10:00:00') });
  });

  test('a downgrade waits for the end of the period', () => {
    const downgraded = changePlan(upgraded, 'Free', at('2026-02-10T00:00:00'), PLANS);
    expect(downgraded).toEqual({ ...upgraded, nextPlan: { plan: 'Free', at: at('2026-02-28T10:00:00') } });
    expect(subscriptionAt(downgraded, at('2026-02-28T09:59:59'), PLANS).plan.name).toBe('Starter');
    expect(subscriptionAt(downgraded, at('2026-02-28T10:00:00'), PLANS)).toMatchObject({
      plan: { name: 'Free' },
      cycle: { kind: 'calendarMonth' },
    });
  });

  test('a pending downgrade can be cancelled', () => {
    const downgraded = changePlan(upgraded, 'Free', at('2026-02-10T00:00:00'), PLANS);
    expect(changePlan(downgraded, 'Starter', at('2026-02-11T00:00:00'), PLANS)).toEqual(upgraded);
  });

  test('an upgrade after a downgrade took effect starts on that day', () => {
    const downgraded = changePlan(upgraded, 'Free', at('2026-02-10T00:00:00'), PLANS);
    expect(changePlan(downgraded, 'Pro', at('2026-06-01T00:00:00'), PLANS)).toEqual({
      ...upgraded,
      plan: 'Pro',
      billingAnchor: at('2026-06-01T00:00:00'),
    });
  });
});
