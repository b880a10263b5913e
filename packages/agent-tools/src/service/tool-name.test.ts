import { expect, test } from 'vitest';
import { TOOL_NAME, toolName, uniqueToolNames } from './tool-name.js';

test('tool names: a valid name stays as it is', () => {
  expect(toolName('GetUser')).toBe('GetUser');
  expect(toolName('GetUser', 'users')).toBe('users.GetUser');
});

test.each(['Größe', 'a b', 'x'.repeat(65), '', '名前', 'a/b'])(
  'tool names: %s becomes a valid name',
  (name) => {
    expect(toolName(name)).toMatch(TOOL_NAME);
  },
);

test('tool names: two names that are sanitised to the same text stay distinct, whatever else is in the listing', () => {
  expect(toolName('a/b')).not.toBe(toolName('a:b'));
  expect(uniqueToolNames([{ name: 'a:b' }])[0]).toBe(uniqueToolNames([{ name: 'x' }, { name: 'a:b' }])[1]);
});

test('tool names: an operation whose name equals the generated name of another gets a number', () => {
  const names = uniqueToolNames([{ name: 'a b' }, { name: toolName('a b') }]);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(TOOL_NAME);
});
