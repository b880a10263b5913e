import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toEcmaPattern } from './ecma-pattern.js';
import { exampleOfPattern } from './example-text.js';
import { compilePatterns } from './pattern-facet.js';

const accepts = (pattern: string, text: string): boolean =>
  compilePatterns([[pattern]], 50_000).firstMismatch(text) === undefined;

describe('RX-3, RX-4 translation', () => {
  test.each([
    ['[A-Z]{2}\\d{4}', '^(?:[A-Z]{2}[0-9]{4})$'],
    ['a|b', '^(?:a|b)$'],
    ['(a|b)c', '^(?:(?:a|b)c)$'],
    ['a^b$c', '^(?:a\\^b\\$c)$'],
    ['^[A-Z]+$', '^(?:[A-Z]+)$'],
    ['\\/', '^(?:\\/)$'],
    ['.', '^(?:[^\\n\\r])$'],
    ['\\s\\S', '^(?:[ \\t\\n\\r][^ \\t\\n\\r])$'],
    ['\\w\\W', '^(?:[\\p{L}\\p{M}\\p{N}\\p{S}][\\p{P}\\p{Z}\\p{C}])$'],
    ['[a-z-[aeiou]]', '^(?:(?:(?![aeiou])[a-z]))$'],
    ['[^\\Sa]', '^(?:(?:(?![^ \\t\\n\\r]|a)[^]))$'],
    ['[\\S\\d]', '^(?:(?:[^ \\t\\n\\r]|[0-9]))$'],
    ['\\p{IsBasicLatin}', '^(?:[\\u{0}-\\u{7F}])$'],
    ['\\p{Lu}', '^(?:[\\p{Lu}])$'],
    ['[a\\-\\]]', '^(?:[a\\-\\]])$'],
    ['a{2,}b{0,1}c*d+e{3}f{1,2}', '^(?:a{2,}b?c*d+e{3}f{1,2})$'],
    ['é', '^(?:é)$'],
  ])('%s', (pattern, expected) => {
    expect(toEcmaPattern(pattern)).toBe(expected);
    expect(() => new RegExp(expected, 'u')).not.toThrow();
  });

  test('invalid and long patterns have none', () => {
    expect(toEcmaPattern('(?=a)')).toBeUndefined();
    expect(toEcmaPattern('\\c\\i'.repeat(20))).toBeUndefined();
  });
});

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '[0-5]',
  '\\w',
  '\\W',
  '[a-c-[b]]',
  '(a|b)',
  '\\s',
  '\\S',
  '[\\S-[a]]',
  '\\p{L}',
  '\\i',
  '\\C',
  '[^\\Sb]',
  '\\P{IsBasicLatin}',
  '\\$',
  '[\\^\\-]',
);
const piece = fc.tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,2}', '{0,3}'));
const branch = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.flat().join(''));
const pattern = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|'));

test('the translation matches the same texts as the matcher', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '-', '$', '^', 'é', '\n', '\u{1F600}'), { maxLength: 6 })
    .map((chars) => chars.join(''));
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const expression = new RegExp(toEcmaPattern(source) ?? 'x', 'u');
      for (const value of texts)
        expect([source, value, expression.test(value)]).toEqual([source, value, accepts(source, value)]);
    }),
    { numRuns: 300 },
  );
});

describe('examples', () => {
  test.each([
    ['[A-Z]{2}\\d{4}', 'AA0000'],
    ['\\d{5}(-\\d{4})?', '00000'],
    ['(b|c)+x*', 'b'],
    ['^[a-z]{3}$', 'aaa'],
    ['[^A-Za-z0-9]', '-'],
    ['\\p{IsGreek}', '\u0370'],
    ['[\u4e00-\u4e10]', '\u4e00'],
  ])('%s', (source, text) => {
    expect(exampleOfPattern(source)).toBe(text);
  });
  test('is undefined if no text matches, or only long ones', () => {
    expect(exampleOfPattern('(')).toBeUndefined();
    expect(exampleOfPattern('a{100000}')).toBeUndefined();
    expect(exampleOfPattern('a{100000}|b')).toBe('b');
    expect(exampleOfPattern('[a-[a]]')).toBeUndefined();
  });
  test('every example matches its pattern', () => {
    fc.assert(
      fc.property(pattern, (source) => {
        const text = exampleOfPattern(source);
        expect([source, text, text !== undefined && accepts(source, text)]).toEqual([source, text, true]);
      }),
      { numRuns: 200 },
    );
  });
});
