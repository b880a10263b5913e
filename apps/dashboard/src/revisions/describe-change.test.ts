import { describe, expect, test } from 'vitest';
import type { ContractChange } from '../api/revisions.js';
import { describeChange, groupChanges, memberOf } from './describe-change.js';

const change = (over: Partial<ContractChange>): ContractChange => ({
  operation: 'GetUser',
  message: 'input',
  path: '/user/phone/*',
  change: 'added',
  breaking: false,
  ...over,
});

describe('a change in words', () => {
  test.each([
    [{ message: undefined, path: '', change: 'removed', breaking: true }, 'Operation removed.'],
    [{ message: undefined, path: '', change: 'added' }, 'New operation.'],
    [{ change: 'added' }, 'New optional field in the request.'],
    [{ change: 'added', breaking: true }, 'New required field in the request.'],
    [{ change: 'added', message: 'output' }, 'New in the response.'],
    [{ change: 'removed', message: 'output', breaking: true }, 'Removed from the response.'],
    [{ change: 'required' }, 'Now required in the request.'],
    [{ change: 'required', message: 'query' }, 'Now required in the query string.'],
    [
      { message: 'query', path: '', change: 'removed', breaking: true, after: 'user is a list' },
      'GET is no longer available: user is a list.',
    ],
    [{ message: 'query', path: '', change: 'added' }, 'GET is now available.'],
    [
      { message: 'route', path: '', change: 'removed', breaking: true, before: 'GET /v1/users' },
      'Route removed: GET /v1/users.',
    ],
    [{ message: 'route', path: '', change: 'added', after: 'GET /v1/users' }, 'New route: GET /v1/users.'],
    [
      { message: 'route', path: '', change: 'form', aspect: 'route', before: 'GET /a', after: 'GET /b' },
      'Route was GET /a, is now GET /b.',
    ],
    [
      {
        message: 'route',
        path: '',
        change: 'form',
        aspect: 'status of NotFound',
        before: '502',
        after: '404',
      },
      'Route: status of NotFound was 502, is now 404.',
    ],
    [{ change: 'optional', message: 'output' }, 'May now be missing from the response.'],
    [
      { change: 'type', before: 'string xs:string', after: 'integer xs:int' },
      'Type changed in the request: was string xs:string, is now integer xs:int.',
    ],
    [{ change: 'values', before: '"a"' }, 'No longer allows "a" in the request.'],
    [{ change: 'values', message: 'output', after: '"c"' }, 'Also allows "c" in the response.'],
    [{ change: 'nullable', message: 'fault' }, 'May now be null in the fault detail.'],
    [{ change: 'choice', path: '' }, 'Different members go together in the request.'],
    [
      { change: 'form', aspect: 'maxLength', after: '3', path: '' },
      'Rule changed in the request: maxLength was not set, is now 3.',
    ],
    [
      {
        message: undefined,
        path: '',
        change: 'soap',
        aspect: 'address',
        before: 'http://a',
        after: 'http://b',
      },
      'Only the SOAP service sees this: address was http://a, is now http://b.',
    ],
  ] as const)('%j', (over, text) => {
    expect(describeChange(change(over as Partial<ContractChange>)).text).toBe(text);
  });

  test('names the member in programming notation', () => {
    expect(memberOf('/user/phone/*/@kind')).toBe('user.phone[].@kind');
    expect(memberOf('/a~1b/c~0d')).toBe('a/b.c~d');
    expect(memberOf('/*')).toBe('[]');
    expect(memberOf('')).toBe('');
    expect(describeChange(change({ path: '' }))).not.toHaveProperty('member');
  });
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
