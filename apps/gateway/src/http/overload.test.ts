import { expect, test } from 'vitest';
import { overloaded } from '../errors/errors.js';
import { pressureOf, watchOverload } from './overload.js';

test.each([
  [{ lag: 0, heap: 0.5 }, 0],
  [{ lag: 100, heap: 0.5 }, 0],
  [{ lag: 101, heap: 0.5 }, 1],
  [{ lag: 60_000, heap: 0.8 }, 1],
  [{ lag: 0, heap: 0.81 }, 1],
  [{ lag: 0, heap: 0.91 }, 2],
  [{ lag: 0, heap: 0.96 }, 3],
])('%j is load level %i', (vitals, pressure) => {
  expect(pressureOf(vitals, 100)).toBe(pressure);
});

test('Retry-After is at most three seconds and differs between clients', () => {
  const answers = [0, 0.34, 0.67, 0.999].map(
    (value) => overloaded(() => value).init.headers?.['Retry-After'],
  );
  expect(answers).toEqual(['1', '2', '3', '3']);
  expect(overloaded()).toMatchObject({ type: 'INTERNAL_ERROR', code: 'OVERLOADED', status: 500 });
});

test('a blocked event loop is noticed, and so is its recovery', async () => {
  const seen: number[] = [];
  const guard = watchOverload(300, (pressure) => seen.push(pressure));
  // Node does not measure a delay that begins right after a reset, so a single block may go unnoticed.
  await expect
    .poll(
      () => {
        const until = performance.now() + 900;
        while (performance.now() < until);
        return seen[0];
      },
      { interval: 130 },
    )
    .toBe(1);
  await expect.poll(() => guard.pressure).toBe(0);
  guard.close();
});
