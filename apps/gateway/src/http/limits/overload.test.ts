import { expect, test } from 'vitest';
import { overloaded } from '../../errors/errors.js';
import { pressureOf, watchOverload } from './overload.js';

test.each([
  [0.5, 0],
  [0.8, 0],
  [0.81, 1],
  [0.91, 2],
  [0.96, 3],
])('a heap used to %d is load level %i', (heap, pressure) => {
  expect(pressureOf(heap)).toBe(pressure);
});

test('Retry-After is at most three seconds and differs between clients', () => {
  const answers = [0, 0.34, 0.67, 0.999].map(
    (value) => overloaded(() => value).init.headers?.['Retry-After'],
  );
  expect(answers).toEqual(['1', '2', '3', '3']);
  expect(overloaded()).toMatchObject({ type: 'INTERNAL_ERROR', code: 'OVERLOADED', status: 500 });
});

test('a full heap is noticed, and so is its recovery', async () => {
  let heap = 0.85;
  const seen: number[] = [];
  const guard = watchOverload(
    (pressure) => seen.push(pressure),
    () => heap,
  );
  await expect.poll(() => guard.pressure).toBe(1);
  heap = 0.4;
  await expect.poll(() => guard.pressure).toBe(0);
  expect(seen).toEqual([1, 0]);
  guard.close();
});
