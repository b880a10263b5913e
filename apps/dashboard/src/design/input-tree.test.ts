import { expect, test } from 'vitest';
import type { InputRow } from './input-rows.js';
import { actionOf, type InputLine, inputTree, visibleLines } from './input-tree.js';

const row = (operation: string, path: string, over: Partial<InputRow> = {}): InputRow => ({
  ...{ operation, path, type: 'xs:string', required: true, many: false, isSimple: true },
  ...{ line: undefined, proposed: undefined, bySession: false },
  ...over,
});
const ROWS: readonly InputRow[] = [
  row('Get', '$headers/Locale/@lang'),
  row('Get', 'Auth', { type: 'object', isSimple: false }),
  row('Get', 'Auth/User', { line: { operation: '*', value: { kind: 'constant', text: 'ada' } } }),
  row('Get', 'Auth/Password', { proposed: 'password' }),
  row('Get', 'a~1b~0c'),
  row('a/b', 'Symbol', { bySession: true }),
];
const print = (lines: readonly InputLine[]): string[] =>
  lines.map(
    ({ branch, level, position, size, isOpen }) =>
      `${'  '.repeat(level - 1)}${isOpen === undefined ? '' : isOpen ? '- ' : '+ '}${branch.name} ${position}/${size}`,
  );
const all = inputTree(ROWS, ROWS);

test('members are below their objects, in their order, with names as they are in JSON', () => {
  expect(print(visibleLines(all, () => true))).toEqual([
    '- Get 1/2',
    '  - $headers 1/3',
    '    - Locale 1/1',
    '      @lang 1/1',
    '  - Auth 2/3',
    '    User 1/2',
    '    Password 2/2',
    '  a/b~c 3/3',
    '- a/b 2/2',
    '  Symbol 1/1',
  ]);
  expect(all.map(({ id, filled, proposed }) => [id, filled, proposed])).toEqual([
    ['Get', 1, 1],
    ['a~1b', 1, 0],
  ]);
});

test('a tree of what a search found has what is above it, with its type', () => {
  const found = inputTree(
    ROWS.filter(({ path }) => path.endsWith('Password')),
    ROWS,
  );
  expect(print(visibleLines(found, () => true))).toEqual(['- Get 1/1', '  - Auth 1/1', '    Password 1/1']);
  expect(found[0]?.children[0]?.row?.type).toBe('object');
});

test('keys move, open and close as in every tree grid', () => {
  const lines = visibleLines(all, (id) => id !== 'Get/Auth' && id !== 'a~1b');
  expect(print(lines)).toEqual([
    '- Get 1/2',
    '  - $headers 1/3',
    '    - Locale 1/1',
    '      @lang 1/1',
    '  + Auth 2/3',
    '  a/b~c 3/3',
    '+ a/b 2/2',
  ]);
  const press = (key: string, at: number) => actionOf(key, lines, at);
  expect([press('ArrowDown', 0), press('ArrowDown', 6), press('ArrowUp', 0), press('ArrowUp', 3)]).toEqual([
    { to: 1 },
    undefined,
    undefined,
    { to: 2 },
  ]);
  expect([press('Home', 4), press('End', 4), press('End', 6)]).toEqual([{ to: 0 }, { to: 6 }, undefined]);
  expect([press('ArrowRight', 4), press('ArrowRight', 0), press('ArrowRight', 5)]).toEqual([
    { toggle: true },
    { to: 1 },
    undefined,
  ]);
  // From a member to its object, and from there it closes; an operation that is closed has nothing above it.
  expect([
    press('ArrowLeft', 5),
    press('ArrowLeft', 3),
    press('ArrowLeft', 2),
    press('ArrowLeft', 6),
  ]).toEqual([{ to: 0 }, { to: 2 }, { toggle: true }, undefined]);
  expect([press('Enter', 4), press(' ', 5), press('Tab', 5), press('Enter', 99)]).toEqual([
    { toggle: true },
    { edit: true },
    undefined,
    undefined,
  ]);
});
