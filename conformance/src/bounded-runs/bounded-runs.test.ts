import { expect, test } from 'vitest';
import { partOf } from './bounded-runs.js';

test('the parts of a run have every item once, neighbours in different parts', () => {
  const items = Array.from({ length: 11 }, (_, index) => index);
  expect(partOf(items, '1/1')).toEqual(items);
  const parts = ['1/4', '2/4', '3/4', '4/4'].map((part) => partOf(items, part));
  expect(parts[0]).toEqual([0, 4, 8]);
  expect(parts.flat().sort((one, other) => one - other)).toEqual(items);
});

test.each(['', '0/4', '5/4', '1/0', '1', '1/4/2', '-1/4', 'a/b'])('--part %j is no part of a run', (part) => {
  const problem = `--part is "${part}", and should be one part of several, such as 3/8`;
  expect(() => partOf([1], part)).toThrow(new RangeError(problem));
});
