import { expect, test } from 'vitest';
import { describeTime } from './describe-time.js';

test.each([
  ['2026-01-01T00:12:30Z', 'in 12 minutes'],
  ['2025-12-31T23:59:57Z', '3 seconds ago'],
  ['2026-01-03T01:00:00Z', 'in 2 days'],
  ['2026-01-01T00:00:00Z', 'in 0 seconds'],
])('%s is %s', (instant, words) => {
  expect(describeTime(instant, Date.UTC(2026, 0, 1))).toBe(words);
});
