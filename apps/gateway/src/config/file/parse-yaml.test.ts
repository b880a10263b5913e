import { expect, test } from 'vitest';
import { parsePart, parseYaml } from './parse-yaml.js';

/** Anchors of which each has the one before ten times. */
const BOMB = Array.from({ length: 9 }, (_, at) => {
  const names = 'abcdefghij';
  return `${names[at + 1]}: &${names[at + 1]} [${`*${names[at]},`.repeat(9)}*${names[at]}]`;
}).join('\n');

test.each<[string, string, string]>([
  ['no YAML', 'fill: [', 'file:1:8: Flow sequence'],
  ['a key twice', 'fill: {}\nfill: {}', 'file:2:1: Map keys must be unique'],
  ['lists that nest too deep', '['.repeat(20_000), 'must not nest so deep'],
  ['maps that nest too deep', '{a:'.repeat(20_000), 'must not nest so deep'],
  ['aliases that expand', `a: &a [x]\n${BOMB}`, 'Excessive alias count'],
  ['an alias of nothing', 'a: *nothing', 'Unresolved alias'],
  [
    'an alias inside of what it names',
    'a: &a [1, { b: *a }]',
    'file:1:16: An alias must not be inside of what it names',
  ],
  ['a tag', 'fill: !!js/function x', 'Unresolved tag'],
  ['a second document', 'a: 1\n---\nb: 2', 'multiple documents, and must be one'],
])('parseYaml: %s is a problem', (_what, text, message) => {
  const { data, problems } = parseYaml(text, 'file');
  expect(problems.join()).not.toContain('call stack');
  expect(problems[0]).toContain(message);
  expect(data).toEqual({});
});

test('parseYaml: an alias stands for the last node with its name', () => {
  const { data, problems } = parseYaml('a: &x { b: &x [1], c: *x }\nd: *x', 'file');
  expect(problems).toEqual([]);
  expect(data).toEqual({ a: { b: [1], c: [1] }, d: [1] });
});

test('parseYaml: merge keys and names of prototypes are keys like any other', () => {
  const { data, problems } = parseYaml('__proto__: { a: 1 }\n<<: { b: 2 }\nconstructor: 3', 'file');
  expect(problems).toEqual([]);
  expect(Object.keys(data as object)).toEqual(['__proto__', '<<', 'constructor']);
  expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
});

test('parsePart: a part of another document has its comments, and no anchors', () => {
  expect(String(parsePart('# a\n\nb: 1 # c\n'))).toContain('1');
  expect(parsePart('# a\n\nb: 1')?.commentBefore).toBe(' a');
  for (const text of ['', '# only', 'a: [', 'a: &a 1\nb: *a']) expect(parsePart(text)).toBe(undefined);
});
