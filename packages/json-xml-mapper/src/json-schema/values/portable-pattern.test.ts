import { describe, expect, test } from 'vitest';
import { portablePattern } from './portable-pattern.js';

describe('the portable form of a pattern (RX-3, RX-4)', () => {
  test.each<[pattern: string, matches: string[], others: string[]]>([
    ['a.c', ['abc', 'a c'], ['ac', 'a\nc', 'xabc']],
    ['\\d{2,}', ['12', '123'], ['1', '1a']],
    ['\\s', [' ', '\t'], ['\u00a0', 'a']],
    ['\\w+', ['äb1', '$'], ['a b', '-', '']],
    ['[a-z-[aeiou]]+', ['xyz'], ['abc']],
    ['[^a-c]', ['d', '^'], ['a', '']],
    ['[^\\S]', [' '], ['a']],
    ['[\\Da]', ['a', 'x'], ['1']],
    ['\\p{Lu}\\P{Lu}', ['Aa', 'Ä1'], ['aA', 'AA']],
    ['a|b|', ['a', 'b', ''], ['ab', 'c']],
    ['(ab)?(c|d)*', ['', 'abcd', 'dd'], ['a']],
    ['[.]\\.[\\-+]', ['..-', '..+'], ['a.-', '..a']],
    ['[a-]', ['a', '-'], ['b']],
    ['[/]\\/', ['//'], ['/']],
    ['1$2', ['1$2'], ['12']],
    // RX-5: characters that look like anchors are meant as anchors.
    ['^\\d+$', ['12'], ['a', '^12$']],
    ['^a$|^b$', ['a', 'b'], ['ab', '^a']],
    ['\\p{IsGreek}+', ['αβγ'], ['abc']],
    ['😀+', ['😀😀'], ['a']],
  ])('%s', (pattern, matches, others) => {
    const portable = portablePattern([pattern]);
    expect(portable).toBeDefined();
    const regExp = new RegExp(portable as string, 'u');
    for (const text of matches)
      expect(regExp.test(text), `${portable} on ${JSON.stringify(text)}`).toBe(true);
    for (const text of others)
      expect(regExp.test(text), `${portable} on ${JSON.stringify(text)}`).toBe(false);
  });

  test('the alternatives of one step are joined (FA-1)', () => {
    expect(portablePattern(['a|b', 'c'])).toBe('^(?:a|b|c)$');
  });

  test.each([
    ['an unclosed group', '(a'],
    ['a closing parenthesis', 'a)'],
    ['a look-ahead', '(?=a)b'],
    ['a lazy quantifier', 'a*?'],
    ['a quantifier of nothing', '*a'],
    ['an unclosed class', '[a'],
    ['a range out of order', '[z-a]'],
    ['an unknown escape', '\\q'],
    ['a back reference', '(a)\\1'],
    ['more states than the mapper runs', '(a{500}){50}'],
    ['a trailing backslash', 'a\\'],
    // Names reach beyond U+FFFF: a range that ECMAScript cannot express without the u flag (RX-4).
    ['a name', '\\i\\c*'],
    ['a name without a colon', '[\\i-[:]][\\c-[:]]*'],
  ])('%s has none', (_, pattern) => {
    expect(portablePattern([pattern])).toBeUndefined();
  });

  test('a pattern that is too long to read is left out (RX-4)', () => {
    expect(portablePattern(['a'.repeat(1990)])).toHaveLength(1996);
    expect(portablePattern(['a'.repeat(2000)])).toBeUndefined();
  });

  test('deep nesting needs no stack', () => {
    expect(portablePattern([`${'('.repeat(100_000)}a${')'.repeat(100_000)}`])).toBeUndefined();
  });
});
