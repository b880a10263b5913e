import { describe, expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { exampleFor } from '../testing/example-for.js';
import { el, SchemaLiteral, sequence } from '../testing/schema-literal.js';

describe('examples of simple types satisfy their facets', () => {
  const simple = (type: (s: SchemaLiteral) => number) =>
    (exampleFor((s) => s.complex(undefined, sequence(el('v', type(s))))) as { v: unknown }).v;

  test.each<[string, (s: SchemaLiteral) => number, unknown]>([
    ['enumeration', (s) => s.simple(undefined, 'token', { enumeration: ['red', 'green'] }), 'red'],
    ['an enumeration of numbers', (s) => s.simple(undefined, 'int', { enumeration: ['5', '6'] }), 5],
    ['the empty enumeration', (s) => s.simple(undefined, 'string', { enumeration: [''] }), ''],
    ['length', (s) => s.simple(undefined, 'string', { length: 6 }), 'textte'],
    ['maxLength', (s) => s.simple(undefined, 'string', { maxLength: 2 }), 'te'],
    ['minLength', (s) => s.simple(undefined, 'string', { minLength: 10 }), 'texttextte'],
    ['a pattern', (s) => s.simple(undefined, 'token', { patterns: ['[A-Z]{2}\\d{4}'] }), 'AA0000'],
    [
      'a pattern and a length',
      (s) => s.simple(undefined, 'string', { patterns: ['[0-9]+'], minLength: 5 }),
      '000000',
    ],
    [
      'a pattern and exactly one length',
      (s) => s.simple(undefined, 'string', { patterns: ['[0-9]+'], length: 25 }),
      '0'.repeat(25),
    ],
    [
      'a pattern of several repetitions and a length that needs a different count of each',
      (s) => s.simple(undefined, 'string', { patterns: ['([A-Z]{2})+-(x|yz)*[0-9]?'], length: 8 }),
      'AAAAAA-x',
    ],
    [
      'a pattern whose first branch is too long',
      (s) => s.simple(undefined, 'string', { patterns: ['[a-z]{9}|Z+'], maxLength: 3 }),
      'Z',
    ],
    [
      'a pattern and a length of a later step',
      (s) => s.simple(undefined, 'token', { patterns: ['\\d+(\\.\\d+)*'] }, { length: 31 }),
      '0'.repeat(31),
    ],
    [
      'a pattern and the octets of hexBinary',
      (s) => s.simple(undefined, 'hexBinary', { patterns: ['(0[A-F])*'], length: 30 }),
      '0A'.repeat(30),
    ],
    [
      'a pattern and a bound',
      (s) => s.simple(undefined, 'integer', { patterns: ['\\d{4}'], minInclusive: '5000' }),
      '5555',
    ],
    [
      'patterns of two steps',
      (s) => s.simple(undefined, 'string', { patterns: ['[a-z]*'] }, { patterns: ['.{3}', 'x'] }),
      'aaa',
    ],
    [
      'a pattern with anchors (RX-5)',
      (s) => s.simple(undefined, 'string', { patterns: ['^\\d{3}$'] }),
      '000',
    ],
    [
      'a pattern on a number (NM-5)',
      (s) => s.simple(undefined, 'integer', { patterns: ['\\d{5}'] }),
      '00000',
    ],
    [
      'a pattern that requires the form of a date',
      (s) => s.simple(undefined, 'string', { patterns: ['\\d\\d\\d\\d-\\d\\d-\\d\\d'], maxLength: 10 }),
      '2026-01-31',
    ],
    [
      'a pattern that matches a date among others',
      (s) => s.simple(undefined, 'string', { patterns: ['[0-9\\-]+'], minLength: 1 }),
      '0',
    ],
    [
      'decimals that a pattern requires, between bounds',
      (s) =>
        s.simple(undefined, 'decimal', {
          patterns: ['-?\\d+\\.\\d{2}'],
          minInclusive: '500',
          maxExclusive: '1000',
        }),
      '500.00',
    ],
    [
      'leading zeros that a pattern requires, between bounds',
      (s) => s.simple(undefined, 'int', { patterns: ['\\d{6}'], minInclusive: '250', maxInclusive: '255' }),
      '000250',
    ],
    ['a pattern on a year', (s) => s.simple(undefined, 'gYear', { patterns: ['20\\d{2}'] }), '2026'],
    ['a pattern on a date', (s) => s.simple(undefined, 'date', { patterns: ['\\d{4}-12-25'] }), '1111-12-25'],
    [
      'times without a zone between bounds without one',
      (s) => s.simple(undefined, 'time', { minInclusive: '22:00:00', maxInclusive: '22:30:00' }),
      '22:00:00',
    ],
    [
      'dates with a zone between exclusive bounds with one',
      (s) => s.simple(undefined, 'date', { minExclusive: '2031-05-05Z', maxExclusive: '2031-05-07Z' }),
      '2031-05-06Z',
    ],
    [
      'days between bounds of days, not months, which may be longer or shorter',
      (s) => s.simple(undefined, 'duration', { minInclusive: 'P30D', maxInclusive: 'P60D' }),
      'P30D',
    ],
    [
      'numbers that need an exponent',
      (s) => s.simple(undefined, 'double', { minExclusive: '0', maxExclusive: '1e-300' }),
      5e-301,
    ],
    [
      'a range of integers',
      (s) => s.simple(undefined, 'int', { minInclusive: '10', maxInclusive: '12' }),
      10,
    ],
    ['negative integers', (s) => s.simple(undefined, 'negativeInteger'), -1],
    ['nonPositiveInteger', (s) => s.simple(undefined, 'nonPositiveInteger'), 0],
    [
      'a range of decimals',
      (s) => s.simple(undefined, 'decimal', { minExclusive: '0', maxExclusive: '0.5', fractionDigits: 2 }),
      0.25,
    ],
    ['fractionDigits 0', (s) => s.simple(undefined, 'decimal', { fractionDigits: 0 }), 1],
    ['a range of doubles', (s) => s.simple(undefined, 'double', { minInclusive: '100' }), 100],
    ['a range of dates', (s) => s.simple(undefined, 'date', { minInclusive: '2050-01-01' }), '2100-01-01'],
    ['hexBinary length', (s) => s.simple(undefined, 'hexBinary', { length: 2 }), '0A0A'],
    ['base64Binary length', (s) => s.simple(undefined, 'base64Binary', { length: 4 }), 'AAAAAA=='],
    ['a list', (s) => s.list(undefined, 'int', { minLength: 3 }), [1, 1, 1]],
    ['NMTOKENS', (s) => s.simple(undefined, 'NMTOKENS'), ['token']],
    ['a union', (s) => s.union(undefined, [s.simple(undefined, 'int', { minInclusive: '5' }), 'string']), 5],
    [
      'a narrowed union',
      (s) => s.union(undefined, ['int', 'token'], { enumeration: ['unbounded'] }),
      'unbounded',
    ],
    ['QName', (s) => s.simple(undefined, 'QName'), '{urn:example}name'],
    ['anyURI', (s) => s.simple(undefined, 'anyURI'), 'https://example.com/'],
  ])('%s', (_, type, want) => {
    expect(simple(type)).toEqual(want);
  });

  test('every xs:ID is different, and a reference names the first', () => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.complex(undefined, sequence(el('a', 'ID'), el('b', 'ID'), el('c', 'IDREF'))));
    const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
    expect(stringify(operation.example('input'))).toBe('{"a":"id-1","b":"id-2","c":"id-1"}');
  });

  test('an exclusive bound beyond 2^53 is exact', () => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.simple(undefined, 'integer', { minExclusive: '9007199254740992' }));
    const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
    expect(stringify(operation.example('input'))).toBe('{"Op":9007199254740993}');
  });

  test.each([
    'language',
    'Name',
    'NCName',
    'ID',
    'IDREF',
    'ENTITY',
    'duration',
    'dateTime',
    'time',
    'gYearMonth',
    'gMonthDay',
    'gDay',
    'gMonth',
    'boolean',
    'float',
    'unsignedByte',
    'byte',
  ] as const)('xs:%s', (builtin) => {
    expect(simple((s) => s.simple(undefined, builtin))).toBeDefined();
  });
});
