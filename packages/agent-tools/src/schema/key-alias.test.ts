import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aliasOf, isHashedAlias, keyOfLiteral, PROPERTY_KEY } from './key-alias.js';

test.each([
  ['id', 'id'],
  ['ship-to.v2', 'ship-to.v2'],
  ['@version', 'attr__version'],
  ['@xml:lang', 'attr__xml.lang'],
  ['$headers', 'soap__headers'],
  ['$items2', 'soap__items2'],
])('%s has the alias %s, which is turned back without a table', (key, alias) => {
  expect([aliasOf(key), keyOfLiteral(alias)]).toEqual([alias, key]);
});

test.each([
  ['名前', /^___[0-9a-f]{8}$/],
  ['Größe', /^Gro_e__[0-9a-f]{8}$/],
  ['{urn:x}id', /^id__[0-9a-f]{8}$/],
  ['@{urn:x}id', /^attr__id__[0-9a-f]{8}$/],
  ['attr__version', /^attr__version__[0-9a-f]{8}$/],
  ['@xml.lang', /^_xml\.lang__[0-9a-f]{8}$/],
  ['a__0123abcd', /^a__0123abcd__[0-9a-f]{8}$/],
  ['x'.repeat(65), /^x{54}__[0-9a-f]{8}$/],
  ['@', /^attr____[0-9a-f]{8}$/],
  ['', /^___[0-9a-f]{8}$/],
])('%s has an alias with its hash', (key, alias) => {
  expect(aliasOf(key)).toMatch(alias);
  expect(isHashedAlias(aliasOf(key))).toBe(true);
});

test('every alias is a name that model APIs take, and is turned back or has a hash, for any key', () => {
  const piece = fc.constantFrom(
    '@',
    '$',
    'xml:',
    'attr__',
    'soap__',
    '{urn:x}',
    '__0123abcd',
    'a',
    '-',
    '.',
    'é',
    '名',
    '_',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (key) => {
        const alias = aliasOf(key);
        expect(alias).toMatch(PROPERTY_KEY);
        if (!isHashedAlias(alias)) expect(keyOfLiteral(alias)).toBe(key);
      },
    ),
  );
});
