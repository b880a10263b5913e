import { expect, test } from 'vitest';
import { findPointer } from './find-pointer.js';

const TEXT = '{"user": {"name": "Ada", "tags": ["x", {"a/b": 1}], "name2": ""}, "user2": 9}';

test.each([
  ['', '{'],
  ['/user/name', '"Ada"'],
  ['/user/name2', '""'],
  ['/user/tags/0', '"x"'],
  ['/user/tags/1/a~1b', '1'],
  ['/user2', '9'],
  // A missing member is located where it should be.
  ['/user/email', '{"name"'],
  ['/nothing', '{"user"'],
])('%s', (pointer, expected) => {
  const range = findPointer(TEXT, pointer);
  expect(TEXT.slice(range?.start).startsWith(expected)).toBe(true);
});

test('a truncated text is searched as far as it goes', () => {
  const text = '{"a": {"b": ';
  expect(findPointer(text, '/a/b')).toMatchObject({ start: text.indexOf('{"b"') });
  expect(findPointer('', '/a')).toBeUndefined();
});
