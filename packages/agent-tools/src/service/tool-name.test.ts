import { expect, test } from 'vitest';
import { formerToolName, otherToolNames, TOOL_NAME, toolName, uniqueToolNames } from './tool-name.js';

test('tool names: a valid name stays as it is', () => {
  expect(toolName('GetUser')).toBe('GetUser');
  expect(toolName('GetUser', 'users')).toBe('users_GetUser');
});

test.each(['Größe', 'a b', 'x'.repeat(65), '', '名前', 'a/b', 'Search.v2', '7up', '-a'])(
  'tool names: %s becomes a valid name',
  (name) => {
    for (const each of [toolName(name), toolName(name, '7-services'), toolName(name, 'a_b.c')]) {
      expect(each).toMatch(TOOL_NAME);
      // Google's APIs want a letter or an underscore first.
      expect(each).toMatch(/^[A-Za-z_]/);
    }
  },
);

test('tool names: two names that are sanitised to the same text stay distinct in any listing', () => {
  expect(toolName('a/b')).not.toBe(toolName('a:b'));
  expect(toolName('Search.v2')).not.toBe(toolName('Search_v2'));
  expect(toolName('b_Get', 'a')).not.toBe(toolName('Get', 'a_b'));
  expect(uniqueToolNames([{ name: 'a:b' }])[0]).toBe(uniqueToolNames([{ name: 'x' }, { name: 'a:b' }])[1]);
});

test('tool names: an operation whose name equals the generated name of another takes no name from it', () => {
  const imitation = toolName('a b');
  const alone = uniqueToolNames([{ name: 'a b' }])[0];
  const names = uniqueToolNames([{ name: imitation }, { name: 'a b' }]);
  expect(names[1]).toBe(alone);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(TOOL_NAME);
});

test('tool names: a call may use the name with a dot, and the name of another listing, unless two operations have it', () => {
  const named = (slug: string, name: string) => ({ name, service: { slug }, tool: toolName(name, slug) });
  const [get, put, other] = [named('users', 'Get'), named('users', 'Put.v2'), named('orders', 'Get')];
  expect(formerToolName('Get', 'users')).toBe('users.Get');
  const others = otherToolNames([get, put, other]);
  expect([others.get('users.Get'), others.get('orders.Get')]).toEqual([get, other]);
  expect([others.get('Put.v2'), others.get('users.Put.v2'), others.get(toolName('Put.v2'))]).toEqual([
    put,
    put,
    put,
  ]);
  expect([others.has('Get'), others.has('users_Get')]).toEqual([false, false]);
});
