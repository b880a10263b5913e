import { expect, test } from 'vitest';
import { type KeyRow, readKey, ruleColumns, storedHash, storedHashes } from './key-rows.js';

const ROW: KeyRow = {
  id: 'k1',
  account_id: 'acc_1',
  purpose: 'live',
  name: 'k',
  hint: 'abcd',
  created_at: '2026-11-29T00:00:00.000Z',
  revoked_at: null,
  last_used_at: null,
  last_used_from: null,
  rolled_at: null,
  previous_until: null,
  operations: null,
  rules: null,
  expires_at: null,
};

test.each([
  [{ readOnly: true }],
  [{ addresses: ['192.0.2.0/24'] }],
  [{ perMinute: 5 }],
  [{ quota: 5 }],
  [{ token: { issuer: 'https://login.example.com', scopes: ['a'] } }],
  [{ expiresAt: 1 }],
] as const)('keys: earlier versions find none with the rule %j, later lookups do', (rules) => {
  const stored = storedHash('hash', rules);
  expect(stored).not.toBe('hash');
  expect(storedHashes('hash')).toContain(stored);
  // The rule is removed again.
  expect(storedHash(stored, {})).toBe('hash');
  expect(storedHash(stored, rules)).toBe(stored);
  expect(readKey({ ...ROW, ...ruleColumns(rules) })).toMatchObject(rules);
});

test('keys: one that is only limited to operations is stored as before', () => {
  expect(storedHash('hash', { operations: ['a/b'] })).toBe('hash');
});

test('keys: a rule that this version does not know marks the key', () => {
  const rules = JSON.stringify({ readOnly: true, weekdays: ['Mo'] });
  expect(readKey({ ...ROW, rules })).toMatchObject({ readOnly: true, unknownRules: true });
  expect(readKey({ ...ROW, rules: '{"readOnly":true}' })).not.toHaveProperty('unknownRules');
});
