import { expect, it } from 'vitest';
import { ownPath } from './own-path.js';

const ORIGIN = 'https://gateway.example:8443';

it.each([
  ['/services', '/services'],
  ['/services/a?tab=keys#end', '/services/a?tab=keys#end'],
  ['/services/../keys', '/keys'],
  ['/log-in?next=https://evil.example', '/log-in?next=https://evil.example'],
])('a path to return to: accepts %j', (path, accepted) => {
  expect(ownPath(path, ORIGIN)).toBe(accepted);
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '///evil.example',
  '//[',
  '',
  7,
  undefined,
  ['/services'],
])('a path to return to: rejects %j', (path) => {
  expect(ownPath(path, ORIGIN)).toBeUndefined();
});
