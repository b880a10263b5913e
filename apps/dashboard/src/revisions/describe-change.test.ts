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
    [{ message: undefined, path: '', change: 'removed', breaking: true }, 'The operation is gone.'],
    [{ message: undefined, path: '', change: 'added' }, 'The operation is new.'],
    [{ change: 'added' }, 'In the request, this is new, and may be left out.'],
    [{ change: 'added', breaking: true }, 'In the request, this is new, and must be sent.'],
    [{ change: 'added', message: 'output' }, 'In the answer, this is new.'],
    [{ change: 'removed', message: 'output', breaking: true }, 'In the answer, this is gone.'],
    [{ change: 'required' }, 'In the request, this must be sent now.'],
    [{ change: 'required', message: 'query' }, 'In the query string, this must be sent now.'],
    [
      { message: 'query', path: '', change: 'removed', breaking: true, after: 'user is a list' },
      'GET is no longer available: user is a list.',
    ],
    [{ message: 'query', path: '', change: 'added' }, 'GET is now available.'],
    [{ change: 'optional', message: 'output' }, 'In the answer, this may be missing now.'],
    [
      { change: 'type', before: 'string xs:string', after: 'integer xs:int' },
      'In the request, this was string xs:string and is integer xs:int now.',
    ],
    [{ change: 'values', before: '"a"' }, 'In the request, this can no longer be "a".'],
    [{ change: 'values', message: 'output', after: '"c"' }, 'In the answer, this can be "c" as well.'],
    [{ change: 'nullable', message: 'fault' }, 'In the fault detail, this may be null now.'],
    [{ change: 'choice', path: '' }, 'In the request, the whole has other members that go together.'],
    [
      { change: 'form', aspect: 'maxLength', after: '3', path: '' },
      'In the request, the whole follows another rule: maxLength was not set and is 3 now.',
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
      'Only the SOAP service sees it: address was http://a and is http://b now.',
    ],
  ] as const)('%j', (over, text) => {
    expect(describeChange(change(over as Partial<ContractChange>)).text).toBe(text);
  });

  test('names the member as programs write it', () => {
    expect(memberOf('/user/phone/*/@kind')).toBe('user.phone[].@kind');
    expect(memberOf('/a~1b/c~0d')).toBe('a/b.c~d');
    expect(memberOf('/*')).toBe('[]');
    expect(memberOf('')).toBe('');
    expect(describeChange(change({ path: '' }))).not.toHaveProperty('member');
  });
});

test('operations that break clients come first, and in each of them the changes that do', () => {
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
