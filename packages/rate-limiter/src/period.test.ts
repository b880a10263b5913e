import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPeriodFinder, periodAt } from './period.js';

const utc = (text: string): number => Date.parse(`${text}Z`);
const shown = (cycle: Parameters<typeof periodAt>[0], at: string): string[] => {
  const { start, end } = periodAt(cycle, utc(at));
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};

describe('calendar months', () => {
  test.each([
    ['2026-11-21T01:04:17', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ])('%s', (at, start, end) => {
    expect(shown({ kind: 'calendarMonth' }, at)).toEqual([start, end]);
  });
});

describe('periods of a fixed length', () => {
  const day = 86_400_000;
  test.each([
    [{ length: day }, '2026-11-21T23:59:59.999', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    [{ length: day }, '2026-11-22T00:00:00', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    // Also before the Unix epoch.
    [{ length: day }, '1969-12-31T12:00:00', '1969-12-31T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
    // Weeks that begin on Monday.
    [
      { length: 7 * day, anchor: utc('2026-01-05T00:00:00') },
      '2026-01-04T23:00:00',
      '2025-12-29T00:00:00.000Z',
      '2026-01-05T00:00:00.000Z',
    ],
  ])('%j at %s', (cycle, at, start, end) => {
    expect(shown({ kind: 'fixed', ...cycle }, at)).toEqual([start, end]);
  });
});

describe('anchored periods', () => {
  test.each([
    // An anchor on the last day of January falls on the last day of shorter months, then on the 31st again.
    ['2026-01-31T10:30:00', '2026-02-28T10:29:59', '2026-01-31T10:30:00.000Z', '2026-02-28T10:30:00.000Z'],
    ['2026-01-31T10:30:00', '2026-02-28T10:30:00', '2026-02-28T10:30:00.000Z', '2026-03-31T10:30:00.000Z'],
    ['2026-01-31T10:30:00', '2026-04-30T10:30:00', '2026-04-30T10:30:00.000Z', '2026-05-31T10:30:00.000Z'],
    ['2026-01-31T10:30:00', '2028-02-29T11:00:00', '2028-02-29T10:30:00.000Z', '2028-03-31T10:30:00.000Z'],
    ['2024-02-29T00:00:00', '2025-03-01T00:00:00', '2025-02-28T00:00:00.000Z', '2025-03-29T00:00:00.000Z'],
    ['2026-12-15T08:00:00', '2027-01-15T07:59:59', '2026-12-15T08:00:00.000Z', '2027-01-15T08:00:00.000Z'],
    // A time before the anchor still has a period.
    ['2026-06-10T00:00:00', '2026-06-09T00:00:00', '2026-05-10T00:00:00.000Z', '2026-06-10T00:00:00.000Z'],
  ])('anchor %s at %s', (anchor, at, start, end) => {
    expect(shown({ kind: 'anchored', anchor: utc(anchor) }, at)).toEqual([start, end]);
  });

  test('anchored periods are contiguous over 20 years and start on the anchor day, clamped to the month', () => {
    const anchors = fc.integer({ min: utc('1999-01-01T00:00:00'), max: utc('2101-12-31T23:59:59') });
    fc.assert(
      fc.property(anchors, (anchor) => {
        const day = new Date(anchor).getUTCDate();
        let period = periodAt({ kind: 'anchored', anchor }, anchor);
        expect(period.start).toBe(anchor);
        for (let month = 0; month < 240; month += 1) {
          const next = periodAt({ kind: 'anchored', anchor }, period.end);
          expect(next.start).toBe(period.end);
          expect(periodAt({ kind: 'anchored', anchor }, period.end - 1)).toEqual(period);
          const start = new Date(next.start);
          const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
          expect(start.getUTCDate()).toBe(Math.min(day, length));
          period = next;
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('the caching finder returns the same periods as the plain function, in any order of requests', () => {
  const instants = fc.integer({ min: utc('2020-01-01T00:00:00'), max: utc('2030-01-01T00:00:00') });
  const cycles = fc.oneof(
    fc.constant({ kind: 'calendarMonth' } as const),
    instants.map((anchor) => ({ kind: 'anchored', anchor }) as const),
  );
  fc.assert(
    fc.property(fc.array(cycles, { minLength: 1, maxLength: 5 }), fc.array(instants), (known, asked) => {
      const find = createPeriodFinder(3);
      asked.forEach((instant, index) => {
        const cycle = known[index % known.length]!;
        expect(find(cycle, instant)).toEqual(periodAt(cycle, instant));
        const { end } = periodAt(cycle, instant);
        expect(find(cycle, end - 1)).toEqual(periodAt(cycle, end - 1));
        expect(find(cycle, end)).toEqual(periodAt(cycle, end));
      });
    }),
  );
});
