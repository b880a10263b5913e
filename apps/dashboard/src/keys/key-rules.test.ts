import { expect, test } from 'vitest';
import { draftOf, NO_RULES, rulesOf } from './key-rules.js';

const RULES = {
  operations: ['users/*', 'orders/Get'],
  readOnly: true,
  addresses: ['192.0.2.0/24'],
  callsPerMinute: 5,
  callsPerPeriod: null,
  expiresAt: '2027-01-31T12:00:00.000Z',
};

test('key rules: a form that nobody edits changes nothing, not even the hour at which the key ends', () => {
  expect(rulesOf(draftOf(RULES), 'live', RULES)).toEqual(RULES);
});

test('key rules: empty fields are no rules', () => {
  expect(rulesOf(NO_RULES, 'live')).toEqual({
    operations: null,
    readOnly: false,
    addresses: null,
    callsPerMinute: null,
    callsPerPeriod: null,
    expiresAt: null,
  });
});

test('key rules: another day ends with its last second, and lists drop blank and repeated lines', () => {
  const draft = { ...draftOf(RULES), lastDay: '2027-02-28', addresses: ' 10.0.0.0/8 \n\n::1\n::1' };
  expect(rulesOf(draft, 'live', RULES)).toMatchObject({
    expiresAt: '2027-02-28T23:59:59Z',
    addresses: ['10.0.0.0/8', '::1'],
  });
});

test('key rules: a management key has no operations and no limits of calls', () => {
  expect(rulesOf(draftOf(RULES), 'management', RULES)).toEqual({
    readOnly: true,
    addresses: ['192.0.2.0/24'],
    expiresAt: RULES.expiresAt,
  });
});
