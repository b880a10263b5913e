import { expect, test } from 'vitest';
import { createTurnClock } from './turn-clock.js';

test('a clock of turns counts time, and a pause only as its longest turn', () => {
  let now = 5_000;
  const clock = createTurnClock(() => now, 2_000);
  now += 1_000;
  expect(clock()).toBe(1_000);
  now += 1_500;
  expect(clock()).toBe(2_500);
  // The process was suspended for an hour.
  now += 3_600_000;
  expect(clock()).toBe(4_500);
  now += 1_000;
  expect(clock()).toBe(5_500);
});
