import { describe, expect, test } from 'vitest';
import { textsOfPattern } from './text-of-length.js';

describe('texts of a pattern by their length', () => {
  test.each<[string, number, string | undefined]>([
    ['a*', 3, 'aaa'],
    ['a*', 0, ''],
    ['(ab)*', 3, undefined],
    ['(ab)*c?', 3, 'abc'],
    ['(a*)*', 2, 'aa'],
    ['(a|b*)*c', 1, 'c'],
    ['a{2,3}b{2,3}', 5, 'aaabb'],
    ['[\\p{Lu}-[A-Z]]{2}', 2, 'ÀÀ'],
    ['[a-[a]]', 1, undefined],
    ['(((a{50}){50}){50})', 100, undefined],
    ['(', 1, undefined],
  ])('%s, %d', (pattern, length, text) => {
    expect(textsOfPattern(pattern)(length)).toBe(text);
  });
});
