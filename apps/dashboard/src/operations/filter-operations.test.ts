import { expect, test } from 'vitest';
import type { Operation } from '../api/services.js';
import { filterOperations } from './filter-operations.js';

const OPERATIONS = [
  {
    name: 'GetUser',
    documentation: 'One user by its id',
    methods: ['GET', 'POST'],
    compatibility: 'exact',
    heldSince: null,
  },
  { name: 'ListUsers', documentation: null, methods: ['POST'], compatibility: 'degraded', heldSince: null },
  {
    name: 'CreateOrder',
    documentation: 'Adds an order',
    methods: ['POST'],
    compatibility: 'exact',
    heldSince: null,
  },
] as unknown as Operation[];

const names = (search: string, filter: Parameters<typeof filterOperations>[2] = 'all') =>
  filterOperations(OPERATIONS, search, filter).map(({ name }) => name);

test('operations are found by words in their names and documentation, in any case and order', () => {
  expect(names('')).toEqual(['GetUser', 'ListUsers', 'CreateOrder']);
  expect(names('USER')).toEqual(['GetUser', 'ListUsers']);
  expect(names('  id user ')).toEqual(['GetUser']);
  expect(names('user order')).toEqual([]);
});

test('the filters select by method and by support', () => {
  expect(names('', 'get')).toEqual(['GetUser']);
  expect(names('', 'limited')).toEqual(['ListUsers']);
  expect(names('get', 'limited')).toEqual([]);
});

test('an operation on hold counts as partially supported', () => {
  const held = OPERATIONS.map((operation) => ({ ...operation, heldSince: '2026-11-23T10:00:00.000Z' }));
  expect(filterOperations(held, '', 'limited')).toEqual(held);
});

test('deprecated operations are those with a given name', () => {
  expect(filterOperations(OPERATIONS, '', 'deprecated', new Set(['ListUsers']))).toMatchObject([
    { name: 'ListUsers' },
  ]);
  expect(filterOperations(OPERATIONS, '', 'deprecated')).toEqual([]);
});
