import { expect, test } from 'vitest';
import type { ContractChange } from '../api/revisions.js';
import { describeChange, groupChanges } from './describe-change.js';

const change = (over: Partial<ContractChange>): ContractChange => ({
  operation: 'GetUser',
  message: 'input',
  path: '/user/phone/*',
  change: 'added',
  breaking: false,
  ...over,
});

test('a change is a sentence about a member', () => {
  expect(describeChange(change({}))).toEqual({
    member: 'user.phone[]',
    text: 'New optional field in the request.',
  });
  expect(describeChange(change({ path: '' }))).not.toHaveProperty('member');
});

test('breaking operations come first, and in each of them the breaking changes', () => {
  const changes = [
    change({ operation: 'A', path: '/x' }),
    change({ operation: 'B', path: '/y' }),
    change({ operation: 'B', path: '/z', breaking: true }),
  ];
  const shown = groupChanges(changes).map(({ operation, changes: group }) => [
    operation,
    group.map(({ path }) => path),
  ]);
  expect(shown).toEqual([
    ['B', ['/z', '/y']],
    ['A', ['/x']],
  ]);
});
