import { expect, test } from 'vitest';
import { describeDeprecation, instantOfDay } from './describe-deprecation.js';

test('says since when and until when', () => {
  const at = '2026-11-20T12:00:00.000Z';
  expect(describeDeprecation(undefined)).toMatch(/^Not deprecated\./);
  expect(describeDeprecation({ at, sunset: null, link: null })).toBe(
    'Deprecated since November 20, 2026, without a last day.',
  );
  expect(describeDeprecation({ at, sunset: '2027-01-31T23:59:59Z', link: null })).toBe(
    'Deprecated since November 20, 2026, until January 31, 2027.',
  );
});

test('the operation is available throughout its last day', () => {
  expect(instantOfDay('2027-01-31')).toBe('2027-01-31T23:59:59Z');
  for (const text of ['', '31.1.2027', '2027-13-01', '2027-1-1']) expect(instantOfDay(text)).toBeUndefined();
});
