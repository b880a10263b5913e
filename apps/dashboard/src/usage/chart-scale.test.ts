import { expect, test } from 'vitest';
import { labelledOf, linePath, ticksOf } from './chart-scale.js';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [43, [0, 10, 20, 30, 40, 50]],
  [100, [0, 20, 40, 60, 80, 100]],
  [1234, [0, 500, 1000, 1500]],
])('axis: the ticks from 0 to %d', (most, ticks) => {
  expect(ticksOf(most)).toEqual(ticks);
});

test('axis: covers every maximum with few ticks', () => {
  for (let most = 1; most < 1e7; most = Math.ceil(most * 1.07)) {
    const ticks = ticksOf(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.at(-2)).toBeLessThan(most);
  }
});

test('axis: labels no more points than there is space for', () => {
  expect(labelledOf(24, 5)).toEqual([0, 5, 10, 15, 20]);
  expect(labelledOf(3, 8)).toEqual([0, 1, 2]);
  expect(labelledOf(0, 8)).toEqual([]);
});

test('line: has gaps at missing values', () => {
  const path = linePath(
    [1, 2, null, 3],
    (index) => index * 10,
    (value) => value,
  );
  expect(path).toBe('M0.0 1.0L10.0 2.0M26.0 3.0L34.0 3.0');
});
