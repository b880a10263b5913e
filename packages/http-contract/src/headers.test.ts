import { expect, test } from 'vitest';
import { readRetryAfter } from './headers.js';

const NOW = Date.parse('2026-11-29T12:00:00.500Z');

test.each<[string | string[] | undefined, number | undefined]>([
  ['120', 120],
  [' 0 ', 0],
  [['7', '9'], 7],
  ['99999999999999999999', 86_400],
  ['Sun, 29 Nov 2026 12:00:30 GMT', 30],
  ['Sun, 29 Nov 2026 11:00:00 GMT', 0],
  ['Sun, 29 Nov 2099 11:00:00 GMT', 86_400],
  ['Sun, 99 Nov 2026 12:00:30 GMT', undefined],
  ['2026-11-29', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %s seconds', (value, seconds) => {
  expect(readRetryAfter(value, NOW)).toBe(seconds);
});
