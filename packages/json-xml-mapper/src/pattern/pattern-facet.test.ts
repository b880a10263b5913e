import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile as oracle } from 'xspattern';
import { compilePatterns } from './pattern-facet.js';
import { patternProblem } from './pattern-problem.js';

const STATES = 50_000;
const accepts = (pattern: string, text: string): boolean =>
  compilePatterns([[pattern]], STATES).firstMismatch(text) === undefined;

describe('RX-2 grammar of XML Schema', () => {
  test.each([
    ['abc', ['abc'], ['ab', 'abcd', 'xabc']],
    ['', [''], ['a']],
    ['a|b|', ['a', 'b', ''], ['ab']],
    ['a?b*c+', ['c', 'abbcc', 'bc'], ['ab', 'aac', '']],
    ['a{2}', ['aa'], ['a', 'aaa']],
    ['a{2,}', ['aa', 'aaaa'], ['a']],
    ['a{0,2}', ['', 'a', 'aa'], ['aaa']],
    ['a{0}b', ['b'], ['ab']],
    ['(ab|c){2}', ['abab', 'abc', 'cc'], ['ab', 'abcab']],
    ['.', ['x', '\u{1F600}'], ['\n', '\r', '', 'xx']],
    ['\\s', [' ', '\t', '\n', '\r'], ['\u00a0', '\f']],
    ['\\d+', ['09', '\u0663'], ['', 'a']],
    ['\\D', ['a'], ['1', '\u0663']],
    ['\\w+', ['aB1', 'é', '+'], ['a b', 'a-b', '.']],
    ['\\W', [' ', '-'], ['a']],
    ['\\i\\c*', ['a-1.b', ':x', '_', 'é'], ['1a', '-a']],
    ['\\I', ['1', '-'], ['a']],
    ['\\C', [' ', '/'], ['a', '1']],
    ['\\p{Lu}\\P{Lu}', ['Ab', 'É1'], ['ab', 'AB']],
    ['\\p{IsBasicLatin}+', ['az~'], ['é']],
    ['\\P{IsBasicLatin}', ['é'], ['a']],
    ['\\p{IsGreek}', ['\u03b1'], ['a']],
    ['[abc]', ['a', 'c'], ['d', '']],
    ['[^abc]', ['d', '\n'], ['a']],
    ['[a-cx-z]', ['b', 'y'], ['d']],
    ['[a-z-[aeiou]]+', ['xyz'], ['xaz']],
    ['[a-z-[b-y-[m]]]', ['a', 'm', 'z'], ['b', 'n']],
    ['[^a-z-[0-9]]', ['A'], ['a', '5']],
    ['[-a]', ['-', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['[a\\-z]', ['a', '-', 'z'], ['b']],
    ['[\\^\\[\\]]+', ['^[]'], ['a']],
    ['[.*?(]', ['.', '(', '*'], ['a']],
    ['[\\d\\s]+', ['1 2'], ['a']],
    ['\\(\\)\\[\\]\\{\\}\\|\\.\\\\\\?\\*\\+\\^\\-', ['()[]{}|.\\?*+^-'], ['a']],
    ['a^b$c', ['a^b$c'], ['abc']],
    ['[\\n\\r\\t]+', ['\n\r\t'], ['n']],
    ['[\u{1F600}-\u{1F64F}]', ['\u{1F601}'], ['\ud83d']],
  ])('%s', (pattern, good, bad) => {
    expect(patternProblem(pattern, STATES)).toBeUndefined();
    expect(good.filter((text) => !accepts(pattern, text))).toEqual([]);
    expect(bad.filter((text) => accepts(pattern, text))).toEqual([]);
  });

  test.each([
    'a**',
    'a+?',
    '(?:a)',
    '(?=a)',
    '(a',
    'a)',
    '[a',
    '[]',
    '[z-a]',
    'a{2,1}',
    'a{',
    '\\q',
    '\\p{Xx}',
    '\\',
    '[a-c-e]',
    'a]',
    '\\p{IsNowhere}',
  ])('RX-5: %s is not a pattern, so it is not enforced', (pattern) => {
    expect(patternProblem(pattern, STATES)).toMatch(/^not a pattern of XML Schema: /);
    expect(accepts(pattern, 'anything')).toBe(true);
  });
});

describe('RX-5 leniency', () => {
  test.each([
    ['^[A-Z]+$', ['ABC', '^ABC$'], ['abc']],
    ['^a|b$', ['a', 'b', '^a', 'b$'], ['^b']],
    ['\\^a', ['^a'], ['a']],
    ['a\\$', ['a$'], ['a']],
    ['^', ['', '^'], ['a']],
    ['\\/\\@\\"', ['/@"'], ['a']],
  ])('%s', (pattern, good, bad) => {
    expect(good.filter((text) => !accepts(pattern, text))).toEqual([]);
    expect(bad.filter((text) => accepts(pattern, text))).toEqual([]);
  });
});

describe('FA-1', () => {
  test('patterns of one step are alternatives, steps all apply', () => {
    const steps = compilePatterns([['a+', 'b+'], ['.{2}']], STATES);
    expect(steps.firstMismatch('aa')).toBeUndefined();
    expect(steps.firstMismatch('bb')).toBeUndefined();
    expect(steps.firstMismatch('cc')).toEqual(['a+', 'b+']);
    expect(steps.firstMismatch('aaa')).toEqual(['.{2}']);
  });
});

describe('RX-1 linear time', () => {
  const long = 'a'.repeat(50_000);
  test.each([
    ['(a+)+b', long],
    ['(a|a)*b', long],
    ['(a*)*b', long],
    ['(a|aa)+b', long],
    ['(.*)*x', long],
    ['.{0,4000}', 'a'.repeat(3_000)],
    ['[a-z]{0,500}', 'a'.repeat(400)],
    ['.*.{0,4000}b', long],
    ['((a{0,100}){0,100})b', long],
    ['(a?){4000}a{4000}', long],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['(.*a){20}', long],
  ])('%s', (pattern, text) => {
    const steps = compilePatterns([[pattern]], STATES);
    const start = process.cpuUsage();
    steps.firstMismatch(text);
    // CPU time, because the wall clock also counts other load. A backtracking engine would take hours.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000);
  });

  test('a pattern over the state budget is not enforced', () => {
    expect(patternProblem('(a{1000}){1000}', STATES)).toMatch(/^needs \d+ states/);
    expect(accepts('(a{1000}){1000}', 'b')).toBe(true);
  });
});

test('agrees with xspattern on generated patterns and values', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\d',
    '\\w',
    '[a-c-[b]]',
    '(a|b)',
    '(ab)',
    '\\s',
    '\\p{L}',
    '\\i',
    '\\C',
  );
  const piece = fc.tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,2}', '{0,3}'));
  const branch = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.flat().join(''));
  const pattern = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|'));
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '-', 'é', '\n', '\u{1F600}'), { maxLength: 6 })
    .map((chars) => chars.join(''));
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const expected = oracle(source, { language: 'xsd' });
      for (const value of texts)
        expect([source, value, accepts(source, value)]).toEqual([source, value, expected(value)]);
    }),
    { numRuns: 400 },
  );
});

test('RX-1: a pattern with very many states does not cache the texts that it has seen', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { firstMismatch } = compilePatterns([['((a|b)?(c|d)?){300}']], STATES);
  // A different text each time: the digits of its number, as letters.
  const match = (index: number): void => {
    const bits = index.toString(2).padStart(7, '0').repeat(40);
    expect(firstMismatch(bits.replaceAll('0', 'ac').replaceAll('1', 'bd'))).toBeUndefined();
  };
  const heldAfter = (from: number, to: number): number => {
    for (let index = from; index < to; index++) match(index);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heldAfter(0, 4);
  // If they were kept, each would take some four megabytes.
  expect(heldAfter(4, 64) - before).toBeLessThan(30_000_000);
});
