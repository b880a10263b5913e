import { expect, test } from 'vitest';
import { readOperationsSearch } from './operations-search.js';

test('operations search: keeps valid parameters, and omits all others and defaults', () => {
  expect(readOperationsSearch({ operation: 'GetUser', q: 'a b', show: 'get', sort: '-cache' })).toEqual({
    operation: 'GetUser',
    q: 'a b',
    show: 'get',
    sort: '-cache',
  });
  // The router reads numbers as numbers.
  expect(readOperationsSearch({ q: 12, operation: 34 })).toEqual({ q: '12', operation: '34' });
  expect(readOperationsSearch({ q: '', show: 'all', sort: 'constructor', other: 1 })).toEqual({});
});
