import { expect, test } from 'vitest';
import { replaceMembers } from './replace-members.js';

const envelope = (body: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><Session><id>h</id></Session></e:Header><e:Body>${body}</e:Body></e:Envelope>`;
const replaced = (body: string, ...rules: string[]): string | undefined =>
  replaceMembers(envelope(body), rules, 'input', (name) => `[${name}]`)?.text;

test.each([
  // The text of a named element is replaced, at any depth inside it; everything else stays.
  ['<In><pin>1</pin><pin/></In>', ['pin'], '<In><pin>[pin]</pin><pin/></In>'],
  [
    '<In><card>a<no>1</no> <no><![CDATA[2]]></no></card></In>',
    ['card'],
    '<In><card>[card]<no>[card]</no> <no>[card]</no></card></In>',
  ],
  [
    '<In><a><pin>1</pin></a><b><pin>2</pin></b></In>',
    ['b.pin'],
    '<In><a><pin>1</pin></a><b><pin>[pin]</pin></b></In>',
  ],
  // The element below Body is not a step.
  ['<In><id>1</id><x><id>2</id></x></In>', ['input.id'], '<In><id>[id]</id><x><id>2</id></x></In>'],
  // Text in another attribute that looks like the named attribute is not replaced.
  [
    `<In xmlns:t="urn:t" o=' token="fake"' t:token='it&apos;s' token = "two"/>`,
    ['@token'],
    `<In xmlns:t="urn:t" o=' token="fake"' t:token="[@token]" token = "[@token]"/>`,
  ],
  [
    '<In><!-- <pin>1</pin> --><pin a="&gt;">1</pin></In>',
    ['pin'],
    '<In><!-- <pin>1</pin> --><pin a="&gt;">[pin]</pin></In>',
  ],
])('%s without %j', (body, rules, expected) => {
  expect(replaced(body, ...rules)).toBe(envelope(expected));
});

test('a rule names a header block by its element name, below "headers"', () => {
  const result = replaceMembers(envelope('<In><id>1</id></In>'), ['headers.Session'], 'input', () => '&');
  expect(result).toEqual({ count: 1, text: envelope('<In><id>1</id></In>').replace('>h<', '>&amp;<') });
});

test.each(['<In>', '<In a="1" a="2"/>', '<!DOCTYPE In><In/>', 'text'])(
  'returns undefined for an unreadable document: %s',
  (text) => {
    expect(replaceMembers(text, ['pin'], 'input', () => '')).toBeUndefined();
  },
);
