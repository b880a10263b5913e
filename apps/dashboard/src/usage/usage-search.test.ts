import { expect, test } from 'vitest';
import { readUsageSearch } from './usage-search.js';

test('usage search: keeps valid filters', () => {
  const search = {
    service: 's',
    days: 7,
    hours: 168,
    last: 1,
    status: 404,
    key: 'k',
    call: 'r',
    method: 'GET',
  };
  expect(readUsageSearch(search)).toEqual(search);
});

test('usage search: reads names that look like numbers as text', () => {
  expect(readUsageSearch({ operation: 1 })).toEqual({ operation: '1' });
});

test.each([
  { days: 8 },
  { hours: '24' },
  { last: 2 },
  { status: 99 },
  { status: 200.5 },
  { status: 'none' },
  { operation: '' },
  { service: ['a'] },
  { other: 'x' },
])('usage search: ignores %o', (search) => {
  expect(readUsageSearch(search)).toEqual({});
});
