import { expect, test } from 'vitest';
import { placeAt } from './place.js';

/** The place of `|` in a text: its keys, what goes there, and the word before it. */
function placeIn(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = placeAt(text, offset);
  if (place === undefined) return undefined;
  const { keys, kind, from, quote } = place;
  return `${keys.join(' > ')} ${kind} ${quote}${text.slice(from, offset)}`.trim();
}

test.each([
  // Block style.
  ['|', 'key'],
  ['na|', 'key na'],
  ['fill:\n|', 'key'],
  ['fill:\n  |', 'fill key'],
  ['fill:\n  Get|', 'fill key Get'],
  ['fill: |', 'fill value'],
  ['fill:|', undefined],
  ["fill:\n  '*/Au|", "fill key '*/Au"],
  ["fill:\n  '*/A:b': { |", 'fill > */A:b key'],
  ['fill:\n  "Get\\"Quote": { |', 'fill > Get"Quote key'],
  ['operations:\n  GetUser:\n\n    # ours\n    |', 'operations > GetUser key'],
  ['operations:\n  GetUser:\n    input:\n      omit: [a]\n    |', 'operations > GetUser key'],
  ['operations:\n  GetUser:\n    input:\n  Li|', 'operations key Li'],
  ['operations:\n  GetUser:\n    route: GET /us|', 'operations > GetUser > route value GET /us'],
  ['prefixes:\n  a: urn:a\n  |', 'prefixes key'],
  ['prefixes:\n  a: urn:|', 'prefixes > a value urn:'],
  ['names: camel # |', undefined],
  ['# |', undefined],
  // Lists in block style, as deep as their key and deeper.
  ['lift:\n  - Us|', 'lift item Us'],
  ['lift:\n- Us|', 'lift item Us'],
  ['lift:\n- a\n- |', 'lift item'],
  ['lift:\n- a\nna|', 'key na'],
  // Braces and brackets.
  ['operations: { |', 'operations key'],
  ['operations: { GetUser: { route: GET /a, |', 'operations > GetUser key'],
  ['operations: { GetUser: { route: GET /a }, Li|', 'operations key Li'],
  ['operations:\n  GetUser: { names: |', 'operations > GetUser > names value'],
  ['operations:\n  A: { omit: [a, "b|', 'operations > A > omit item "b'],
  ["operations:\n  A: { omit: ['it''s', b|", 'operations > A > omit item b'],
  ['operations:\n  A: {\n    body: u|', 'operations > A > body value u'],
  ['operations:\n  A: { # ours }\n    |', 'operations > A key'],
  ['operations:\n  A: { hidden: true }|', undefined],
  ['operations:\n  A: { hidden: true }\n  |', 'operations key'],
  ['fill: { A/b: { secret: x } }\n|', 'key'],
  ['{ "names": "ca|', 'names value "ca'],
  ['{ "a":{ "b": |', 'a > b value'],
])('%j', (marked, expected) => {
  expect(placeIn(marked)).toBe(expected);
});

test('lines of a text in block style are no keys', () => {
  const text = 'base: >\n  names: x\n\n  y:\nfi';
  expect(placeAt(text, text.length)).toMatchObject({ keys: [], kind: 'key' });
  expect(placeAt(text, text.indexOf('y:') + 2)).toBeUndefined();
});

test('what is closed too often, and names of Object, are read', () => {
  expect(placeIn('a: } ] }\n__proto__:\n  constructor: |')).toBe('__proto__ > constructor value');
  expect(placeIn('a: {}]}, b: |')).toBeUndefined();
});

test('a text of a mebibyte is read in time that grows with its length', () => {
  const text = `fill:\n${'  A/b: { secret: x }\n'.repeat(50_000)}  `;
  expect(placeAt(text, text.length)).toMatchObject({ keys: ['fill'], kind: 'key' });
});
