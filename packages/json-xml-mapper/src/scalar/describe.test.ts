import { expect, test } from 'vitest';
import { articled, countOf } from './describe.js';

test('a type has the article of its name', () => {
  expect(articled('xs:int')).toBe('an xs:int');
  expect(articled('list of xs:int')).toBe('a list of xs:int');
});

test('one item is singular', () => {
  expect([0, 1, 2].map(countOf)).toEqual(['0 items', '1 item', '2 items']);
});
