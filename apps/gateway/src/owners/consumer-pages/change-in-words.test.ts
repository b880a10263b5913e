import type { ContractChange } from '@soapstone/openapi-generator';
import { expect, test } from 'vitest';
import { inWords } from './change-in-words.js';

const change = (over: Partial<ContractChange>): ContractChange => ({
  operation: 'GetUser',
  path: '',
  change: 'added',
  breaking: false,
  ...over,
});

test.each<[Partial<ContractChange>, string]>([
  [{}, 'new operation'],
  [{ change: 'removed', breaking: true }, 'removed'],
  [{ message: 'query' }, 'GET is now available'],
  [{ message: 'input', path: '/user/phone/*' }, 'user.phone[]: new and optional in the request'],
  [{ message: 'input', path: '/a~1b', breaking: true }, 'a/b: new and required in the request'],
  [{ message: 'output', path: '/name', change: 'optional' }, 'name: may now be missing from the response'],
  [
    { message: 'output', path: '/id', change: 'type', before: 'string', after: 'integer' },
    'id: type in the response was string, is now integer',
  ],
  [
    { message: 'input', path: '/kind', change: 'values', before: '"x"' },
    'kind: no longer allows "x" in the request',
  ],
  [{ message: 'route', after: 'GET /users' }, 'new route GET /users'],
  [
    { message: 'route', change: 'form', aspect: 'status', before: '200', after: '201' },
    'route, status was 200, is now 201',
  ],
])('a change %j in words', (over, words) => {
  expect(inWords(change(over))).toBe(words);
});
