import { describe, expect, test } from 'vitest';
import { formatAgo, formatBytes, formatCount, formatPlural } from './format.js';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('values for people', () => {
  test.each([
    ['2026-11-21T12:00:00Z', 'now'],
    ['2026-11-21T11:59:20Z', '40 seconds ago'],
    ['2026-11-21T11:57:00Z', '3 minutes ago'],
    ['2026-11-21T07:00:00Z', '5 hours ago'],
    ['2026-11-20T12:00:00Z', 'yesterday'],
    ['2026-09-21T12:00:00Z', '2 months ago'],
    ['2023-11-21T12:00:00Z', '3 years ago'],
    ['2026-11-21T12:10:00Z', 'in 10 minutes'],
  ])('%s is %s', (instant, words) => expect(formatAgo(instant, now)).toBe(words));

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_234, '1.2 KB'],
    [15_000_000, '15.0 MB'],
  ])('%d bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));

  test('counts have separators and agree with their noun', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect([formatPlural(1, 'call'), formatPlural(0, 'call'), formatPlural(2, 'reply', 'replies')]).toEqual([
      '1 call',
      '0 calls',
      '2 replies',
    ]);
  });
});
