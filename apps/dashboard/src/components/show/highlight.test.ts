import { expect, test } from 'vitest';
import { tokensOf } from './highlight.js';

const coloured = (text: string, language: 'json' | 'xml') =>
  tokensOf(text, language)
    .filter(({ kind }) => kind !== undefined)
    .map(({ text: piece, kind }) => `${kind} ${piece}`);

test('JSON: names, strings, numbers and words get the right kinds', () => {
  expect(coloured('{"a" : "b: \\"c\\"", "d": [-1.5e+3, true, null]}', 'json')).toEqual([
    'name "a"',
    'string "b: \\"c\\""',
    'name "d"',
    'number -1.5e+3',
    'word true',
    'word null',
  ]);
});

test('XML: names, attributes and comments get the right kinds, text gets none', () => {
  expect(coloured('<?xml version="1.0"?><a:b c="x > y">"t" 5</a:b><!-- <z> --><d/>', 'xml')).toEqual([
    'comment <?xml version="1.0"?>',
    'name <a:b',
    'word c',
    'string "x > y"',
    'name </a:b',
    'comment <!-- <z> -->',
    'name <d',
  ]);
});

test.each([
  ['{"a": [1, "x', 'json'],
  ['not json < at all', 'json'],
  ['<a b="c', 'xml'],
  ['<a><![CDATA[<b>]]></a> & "', 'xml'],
  ['', 'xml'],
] as const)('%j: the tokens together are the text', (text, language) => {
  const pieces = tokensOf(text, language).map((token) => token.text);
  expect(pieces.join('')).toBe(text);
});

test('a long text has a bounded number of tokens', () => {
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index));
  const tokens = tokensOf(text, 'json');
  expect(tokens.length).toBeLessThan(5_000);
  expect(tokens.map((token) => token.text).join('')).toBe(text);
});
