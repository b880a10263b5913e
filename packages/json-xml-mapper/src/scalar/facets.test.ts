import { describe, expect, test } from 'vitest';
import { JsonNumber } from '../json/json-number.js';
import type { Facets, SimpleShape } from '../shape/simple-shape.js';
import { lookup, print, read, scalar } from '../testing/simple-shapes.js';
import { DEFAULT_SIMPLE_LIMITS } from './default-limits.js';
import { compileSimple } from './simple-codec.js';

const NO_FACETS: Facets = { whiteSpace: 'collapse', patterns: [] };

describe('facets (§10.4)', () => {
  test.each<[SimpleShape, unknown, string | string[]]>([
    [scalar('string', { length: 2 }), '\u{1F600}a', '\u{1F600}a'],
    [scalar('string', { length: 2 }), 'abc', ['length']],
    [scalar('string', { minLength: 2, maxLength: 3 }), 'a', ['minLength']],
    [scalar('string', { minLength: 2, maxLength: 3 }), 'abcd', ['maxLength']],
    [scalar('hexBinary', { length: 2 }), '0aff', '0AFF'],
    [scalar('base64Binary', { maxLength: 2 }), 'AQID', ['maxLength']],
    [scalar('QName', { length: 1 }), 'abc', 'abc'],
    [scalar('token', { patterns: [['[A-Z]+', '\\d+'], ['.{2}']] }), 'AB', 'AB'],
    [scalar('token', { patterns: [['[A-Z]+', '\\d+'], ['.{2}']] }), '1', ['pattern']],
    [scalar('token', { enumeration: ['a b', 'c'] }), ' a  b ', 'a b'],
    [scalar('token', { enumeration: ['a b', 'c'] }), 'd', ['enum']],
    [scalar('string', { enumeration: [''] }), '', ''],
    [scalar('decimal', { enumeration: ['1.0', '2'] }), 1, '1'],
    [scalar('double', { enumeration: ['1e3', 'NaN'] }), 1000, '1000'],
    [scalar('double', { enumeration: ['1e3', 'NaN'] }), 'NaN', 'NaN'],
    [
      scalar('dateTime', { enumeration: ['2026-01-01T00:00:00Z'] }),
      '2026-01-01T01:00:00+01:00',
      '2026-01-01T01:00:00+01:00',
    ],
    [scalar('QName', { enumeration: ['{urn:q}a'] }), '{urn:q}b', ['enum']],
    [scalar('decimal', { minExclusive: '0', maxInclusive: '100', fractionDigits: 2 }), 12.5, '12.5'],
    [
      scalar('decimal', { minExclusive: '0', maxInclusive: '100', fractionDigits: 2 }),
      0,
      ['exclusiveMinimum'],
    ],
    [
      scalar('decimal', { minExclusive: '0', maxInclusive: '100', fractionDigits: 2 }),
      100.001,
      ['maximum', 'fractionDigits'],
    ],
    [
      scalar('decimal', { maxInclusive: '99999999999999999999.5' }),
      new JsonNumber('99999999999999999999.51'),
      ['maximum'],
    ],
    [scalar('integer', { minInclusive: '-5', maxExclusive: '5' }), -6, ['minimum']],
    [scalar('integer', { minInclusive: '-5', maxExclusive: '5' }), 5, ['exclusiveMaximum']],
    [scalar('decimal', { totalDigits: 3 }), 0.123, '0.123'],
    [scalar('decimal', { totalDigits: 3 }), 12.34, ['totalDigits']],
    [scalar('decimal', { totalDigits: 3 }), '00123.000', '123'],
    [scalar('double', { minInclusive: '0' }), 'NaN', ['minimum']],
    [scalar('double', { maxExclusive: '5' }), 'NaN', ['exclusiveMaximum']],
    [scalar('float', { minInclusive: 'NaN' }), 'NaN', 'NaN'],
    [scalar('double', { minInclusive: 'NaN' }), 1, ['minimum']],
    [scalar('double', { maxInclusive: '1e10' }), 'INF', ['maximum']],
    [scalar('date', { minInclusive: '2026-01-01' }), '2025-12-31', ['minimum']],
    [scalar('date', { minInclusive: '2026-01-01Z' }), '2026-01-01', '2026-01-01'],
    [scalar('date', { minInclusive: '2026-01-01Z' }), '2025-12-31', ['minimum']],
    [
      scalar('dateTime', { maxExclusive: '2026-01-01T00:00:00Z' }),
      '2025-12-31T24:00:00Z',
      ['exclusiveMaximum'],
    ],
    [
      scalar('dateTime', { maxInclusive: '2026-01-01T00:00:00.5Z' }),
      '2026-01-01T00:00:00.45Z',
      '2026-01-01T00:00:00.45Z',
    ],
    [scalar('time', { minInclusive: '12:00:00' }), '11:59:59.999', ['minimum']],
    [scalar('gYear', { maxInclusive: '2026' }), '2027', ['maximum']],
    [scalar('duration', { maxInclusive: 'P1M' }), 'P31D', 'P31D'],
    [scalar('duration', { maxInclusive: 'P1M' }), 'P32D', ['maximum']],
    [scalar('duration', { minInclusive: 'P1Y' }), 'P364D', ['minimum']],
    [scalar('duration', { enumeration: ['P1D'] }), 'PT24H', 'PT24H'],
    [scalar('duration', { maxExclusive: 'PT0.5S' }), 'PT0.49S', 'PT0.49S'],
  ])('%j %j', (shape, value, expected) => {
    expect(print(shape, value)).toEqual(expected);
  });
  test('TR-6: facets do not affect lexical validity', () => {
    const shape = scalar('token', { enumeration: ['a'] });
    expect(read(shape, 'b')).toBe('"b"');
    expect(compileSimple(shape, DEFAULT_SIMPLE_LIMITS).facetProblem('b', lookup)?.keyword).toBe('enum');
    expect(compileSimple(shape, DEFAULT_SIMPLE_LIMITS).facetProblem(' a ', lookup)).toBeUndefined();
  });
});

describe('lists (LU-1)', () => {
  const ints: SimpleShape = {
    kind: 'list',
    item: scalar('int'),
    facets: { ...NO_FACETS, maxLength: 3, enumeration: ['1 2', '07'] },
  };
  const words: SimpleShape = { kind: 'list', item: scalar('string'), facets: { ...NO_FACETS, minLength: 1 } };
  test('values', () => {
    expect(print(ints, [1, '+2'])).toBe('1 2');
    expect(print(ints, [7])).toBe('7');
    expect(print(ints, [])).toEqual(['enum']);
    expect(print(ints, [1, 'x', 2, 3])).toEqual(['/1 type']);
    expect(print(ints, [1, 2, 3, 4])).toEqual(['maxItems', 'enum']);
    expect(print(ints, '1 2')).toEqual(['type']);
    expect(print(words, [])).toEqual(['minItems']);
    expect(print(words, ['a', 'b c', ''])).toEqual(['/1 format', '/2 format']);
    expect(read(ints, ' 1\n2 ')).toBe('[1,2]');
    expect(read(ints, '')).toBe('[]');
    expect(read(ints, '1 x')).toBeUndefined();
  });
});

describe('unions (LU-2)', () => {
  const occurs: SimpleShape = {
    kind: 'union',
    members: [scalar('nonNegativeInteger'), scalar('token', { enumeration: ['unbounded'] })],
    facets: NO_FACETS,
  };
  const sizes: SimpleShape = {
    kind: 'union',
    members: [
      scalar('token', { enumeration: ['small'] }),
      scalar('int'),
      { kind: 'list', item: scalar('date'), facets: NO_FACETS },
    ],
    facets: { ...NO_FACETS, enumeration: ['small', '1', '2026-01-01'] },
  };
  test('the first member that accepts decides', () => {
    expect(print(occurs, 5)).toBe('5');
    expect(print(occurs, '05')).toBe('5');
    expect(print(occurs, ' unbounded ')).toBe('unbounded');
    expect(print(occurs, 'x')).toEqual(['enum']);
    expect(print(occurs, -1)).toEqual(['minimum']);
    expect(print(occurs, true)).toEqual(['type']);
    expect(read(occurs, ' 05 ')).toBe('5');
    expect(read(occurs, ' unbounded ')).toBe('"unbounded"');
    expect(read(occurs, 'other')).toBe('"other"');
    expect(print(sizes, 'small')).toBe('small');
    expect(print(sizes, 1)).toBe('1');
    expect(print(sizes, 2)).toEqual(['enum']);
    expect(print(sizes, ['2026-01-01'])).toBe('2026-01-01');
    expect(read(sizes, '2026-01-01')).toBe('["2026-01-01"]');
    expect(read(sizes, '7')).toBe('7');
  });
});

describe('messages (VE-2, VE-5)', () => {
  const messageOf = (shape: SimpleShape, value: unknown, secret = false): string => {
    let text = '';
    compileSimple(shape, DEFAULT_SIMPLE_LIMITS).print(value, {
      secret,
      report: (_keyword, message) => {
        text = message;
      },
      enter: () => {},
      leave: () => {},
      declarePrefix: () => 'p',
    });
    return text;
  };
  test.each([
    [scalar('int'), 'abc', 'must be an integer (xs:int), got string "abc"'],
    [scalar('int'), 'x'.repeat(41), 'must be an integer (xs:int), got a string of 41 characters'],
    [scalar('date'), '2026-02-30', 'must be a date (xs:date), got string "2026-02-30"'],
    [scalar('int'), 2147483648, 'must be at most 2147483647 (xs:int)'],
    [scalar('token', { enumeration: ['a', 'b'] }), 'c', 'must be one of "a", "b"'],
    [scalar('decimal', { fractionDigits: 2 }), 0.123, 'must have at most 2 fraction digits'],
    [scalar('string', { minLength: 2 }), 'a', 'must have at least 2 characters, has 1'],
    [scalar('token', { patterns: [['[a-z]+']] }), 'A', 'must match the pattern [a-z]+'],
    [scalar('string'), 5, 'must be a string (xs:string), got number 5'],
    [scalar('ID'), '1', 'must be a valid xs:ID, got string "1"'],
    [scalar('string'), '\u0001', 'must not contain U+0001: XML has no such character'],
  ])('%j %j', (shape, value, message) => {
    expect(messageOf(shape, value)).toBe(message);
  });
  test('secrets are not echoed', () => {
    expect(messageOf(scalar('int'), 'hunter2', true)).toBe('must be an integer (xs:int), got a string');
  });
});
