import { expect, test } from 'vitest';
import { availabilityOf } from './availability.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const outcome = (day: string, calls: number, type = '', code = '') => ({ day, calls, type, code });

test('availability: thirty days, the last of them today', () => {
  const { days, percent } = availabilityOf([], NOW);
  expect([days.length, days[0]?.day, days.at(-1)?.day, percent]).toEqual([
    30,
    '2026-10-31',
    '2026-11-29',
    null,
  ]);
  expect(new Set(days.map(({ state }) => state))).toEqual(new Set(['none']));
});

test('availability: faults and errors of clients are no failures, timeouts and errors of the gateway are', () => {
  const { days, percent } = availabilityOf(
    [
      outcome('2026-11-26', 900),
      outcome('2026-11-26', 500, 'VALIDATION_ERROR', 'SCHEMA_VIOLATION'),
      outcome('2026-11-26', 50, 'UPSTREAM_ERROR', 'SOAP_FAULT'),
      outcome('2026-11-27', 95),
      outcome('2026-11-27', 5, 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT'),
      outcome('2026-11-28', 3, 'INTERNAL_ERROR', 'INTERNAL_ERROR'),
      outcome('2026-11-29', 7, 'RATE_LIMIT_EXCEEDED', 'QUOTA_EXHAUSTED'),
      outcome('2026-11-29', 7, 'UPSTREAM_ERROR', 'ABORTED'),
    ],
    NOW,
  );
  expect(days.slice(-4).map(({ state }) => state)).toEqual(['good', 'degraded', 'failing', 'none']);
  // 1,045 of 1,053 calls were answered.
  expect(percent).toBe(99.2);
});

test('availability: the percentage of few calls is not told', () => {
  expect(availabilityOf([outcome('2026-11-29', 99)], NOW).percent).toBeNull();
  expect(availabilityOf([outcome('2026-11-29', 100)], NOW).percent).toBe(100);
});
