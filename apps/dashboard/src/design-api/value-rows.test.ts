import { expect, test } from 'vitest';
import { readDesign } from '../design-file/design-text.js';
import { changeLine, valueNamed } from '../design-file/operation-edits.js';
import { readOperations, type ValueName } from '../design-file/operation-lines.js';
import { namedMembers, valueRows } from './value-rows.js';

const member = (path: string, type = 'xs:string', values?: string[]) => ({
  ...{ path, type, required: false, many: false },
  ...(values && { values }),
});
const proposal = {
  inputs: [{ operation: 'Get', members: [member('$headers/A/b'), member('dept')], more: false }],
  results: [
    {
      operation: 'Get',
      members: [
        member('User', 'object'),
        member('User/Kind', 'xs:int', ['1', '2']),
        member('User/Photo', 'xs:base64Binary'),
        member('User/Status', 'xs:string', ['A', 'L']),
      ],
      more: false,
    },
  ],
};
const FILE = `operations:
  Get:
    result:
      values:
        User/Kind: { 1: staff } # ours
        User/Gone: { x: y }
`;
const linesOf = (text: string) => readOperations(readDesign(text).json).get('Get')!;
const membersIn = (text: string) => namedMembers(proposal, { name: 'Get', lines: linesOf(text) });

test('members with named values come first, then those whose values the schema lists', () => {
  expect(membersIn(FILE).map(({ id, type }) => [id, type])).toEqual([
    ['result/User/Gone', 'unknown'],
    ['result/User/Kind', 'xs:int'],
    ['result/User/Status', 'xs:string'],
    ['input/dept', 'xs:string'],
  ]);
});

test('values are those of the schema and those of the lines', () => {
  const text = changeLine(FILE, 'Get', ['result', 'values', 'User/Kind', '7'], 'guest');
  const kind = membersIn(text).find(({ path }) => path === 'User/Kind')!;
  expect(valueRows(kind, '').map(({ text, name, isListed }) => [text, name?.text, isListed])).toEqual([
    ['1', 'staff', true],
    ['2', undefined, true],
    ['7', 'guest', false],
  ]);
  expect(valueRows(kind, 'staff').map(({ text }) => text)).toEqual(['1']);
});

test('a key that is a number in the file is changed, not written again', () => {
  const keys = ['result', 'values', 'User/Kind', '1'];
  expect(changeLine(FILE, 'Get', keys, 'boss')).toContain('User/Kind: { 1: boss } # ours\n');
  expect(changeLine(FILE, 'Get', keys, undefined)).not.toContain('User/Kind');
});

test.each([
  ['active', [], 'active'],
  ['true', [], true],
  ['true', ['false'], true],
  ['true', ['active'], 'true'],
  ['7', ['active'], '7'],
  ['x', ['7'], 'x'],
])('the name %s beside %j is %j', (name, others, value) => {
  const kindOf = (text: string): ValueName['kind'] =>
    text === 'false' ? 'boolean' : text === '7' ? 'number' : 'text';
  expect(
    valueNamed(
      name,
      others.map((text) => ({ text, kind: kindOf(text) })),
    ),
  ).toBe(value);
});

test('a number keeps its digits', () => {
  const value = valueNamed('12345678901234567890.50', [{ text: '1', kind: 'number' }]);
  expect(changeLine('', 'Get', ['result', 'values', 'A', 'x'], value)).toContain(
    'x: 12345678901234567890.50\n',
  );
});
