import { describe, expect, test } from 'vitest';
import { changeInWords, memberOf, type SaidChange } from './changes.js';

const change = (over: Partial<SaidChange>): SaidChange => ({
  message: 'input',
  path: '/user/phone/*',
  change: 'added',
  breaking: false,
  ...over,
});

describe('a change in words', () => {
  test.each([
    [{ message: undefined, path: '', change: 'removed', breaking: true }, 'operation removed'],
    [{ message: undefined, path: '', change: 'added' }, 'new operation'],
    [{ change: 'added' }, 'new optional field in the request'],
    [{ change: 'added', breaking: true }, 'new required field in the request'],
    [{ change: 'added', message: 'output' }, 'new in the response'],
    [{ change: 'removed', message: 'output', breaking: true }, 'removed from the response'],
    [{ change: 'required' }, 'now required in the request'],
    [{ change: 'required', message: 'query' }, 'now required in the query string'],
    [
      { message: 'query', path: '', change: 'removed', breaking: true, after: 'user is a list' },
      'GET is no longer available: user is a list',
    ],
    [{ message: 'query', path: '', change: 'added' }, 'GET is now available'],
    [
      { message: 'route', path: '', change: 'removed', breaking: true, before: 'GET /v1/users' },
      'route removed: GET /v1/users',
    ],
    [{ message: 'route', path: '', change: 'added', after: 'GET /v1/users' }, 'new route: GET /v1/users'],
    [
      { message: 'route', path: '', change: 'form', aspect: 'route', before: 'GET /a', after: 'GET /b' },
      'route was GET /a, is now GET /b',
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
      'route: status of NotFound was 502, is now 404',
    ],
    [{ change: 'optional', message: 'output' }, 'may now be missing from the response'],
    [
      { change: 'type', before: 'string xs:string', after: 'integer xs:int' },
      'type changed in the request: was string xs:string, is now integer xs:int',
    ],
    [{ change: 'values', before: '"a"' }, 'no longer allows "a" in the request'],
    [{ change: 'values', message: 'output', after: '"c"' }, 'also allows "c" in the response'],
    [{ change: 'nullable', message: 'fault' }, 'may now be null in the fault detail'],
    [{ change: 'choice', path: '' }, 'different members go together in the request'],
    [
      { change: 'form', aspect: 'maxLength', after: '3', path: '' },
      'rule changed in the request: maxLength was not set, is now 3',
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
      'only the SOAP service sees this: address was http://a, is now http://b',
    ],
  ] as readonly (readonly [Partial<SaidChange>, string])[])('%j', (over, text) => {
    expect(changeInWords(change(over)).text).toBe(text);
  });

  test('names the member in programming notation', () => {
    expect(memberOf('/user/phone/*/@kind')).toBe('user.phone[].@kind');
    expect(memberOf('/a~1b/c~0d')).toBe('a/b.c~d');
    expect(memberOf('/*')).toBe('[]');
    expect(memberOf('')).toBe('');
    expect(changeInWords(change({ path: '' }))).not.toHaveProperty('member');
  });
});
