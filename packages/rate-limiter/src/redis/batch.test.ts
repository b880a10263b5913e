import { expect, test } from 'vitest';
import { askTogether } from './batch.js';

test('questions of one turn are sent together, and each gets its own answer', async () => {
  const sent: (readonly number[])[] = [];
  const square = askTogether(async (numbers: readonly number[]) => {
    sent.push(numbers);
    return numbers.map((number) => number ** 2);
  }, 32);
  expect(await Promise.all([square(2), square(3), square(4)])).toEqual([4, 9, 16]);
  expect(await square(5)).toBe(25);
  expect(sent).toEqual([[2, 3, 4], [5]]);
});

test('no more than the given number are sent at once, and none is left behind', async () => {
  const sent: number[] = [];
  const same = askTogether(async (values: readonly number[]) => {
    sent.push(values.length);
    return values;
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(same))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(sent).toEqual([3, 3, 1]);
});

test('if sending fails, those that were sent fail, and no others', async () => {
  let fails = true;
  const same = askTogether(async (values: readonly number[]) => {
    if (fails) throw new Error('gone');
    return values;
  }, 32);
  const results = await Promise.allSettled([same(1), same(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await same(3)).toBe(3);
});
