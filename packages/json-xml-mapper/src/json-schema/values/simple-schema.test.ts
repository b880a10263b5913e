import { describe, expect, test } from 'vitest';
import { agree, operationWith, validator } from '../../testing/schema-agreement.js';
import { el, type SchemaLiteral, sequence } from '../../testing/schema-literal.js';

describe('the schema and the mapper agree (L5, OA-10)', () => {
  const simple = (type: (s: SchemaLiteral) => number) =>
    operationWith((s) => s.complex(undefined, sequence(el('v', type(s)))));

  test.each<[string, (s: SchemaLiteral) => number, unknown[], unknown[]]>([
    [
      'token with pattern and maxLength',
      (s) => s.simple('Sku', 'token', { patterns: ['[A-Z]{2}\\d{4}'], maxLength: 6 }),
      ['AB1234'],
      ['AB123', 'ab1234', 5, null],
    ],
    [
      'alternatives, and two steps of patterns',
      (s) => s.simple(undefined, 'string', { patterns: ['a+', 'b+'] }, { patterns: ['.{2,3}'] }),
      ['aa', 'bbb'],
      ['a', 'ab', 'aaaa'],
    ],
    [
      'decimal with bounds',
      (s) => s.simple('Pct', 'decimal', { minExclusive: '0', maxInclusive: '100' }),
      [0.01, 100],
      [0, 100.01, true],
    ],
    ['int with enumeration', (s) => s.simple('Level', 'int', { enumeration: ['1', '2'] }), [1, 2], [3]],
    [
      'string enumeration',
      (s) => s.simple(undefined, 'token', { enumeration: ['red', ' green '] }),
      ['red', 'green'],
      ['blue', ''],
    ],
    [
      'float enumeration with values that JSON has no number for (NM-4)',
      (s) => s.simple(undefined, 'float', { enumeration: ['0.5', '-INF'] }),
      [0.5, '-INF'],
      [1, 'INF', 'NaN'],
    ],
    [
      'the empty enumeration (LU-3)',
      (s) => s.simple(undefined, 'string', { enumeration: [''] }),
      [''],
      ['x'],
    ],
    [
      'a pattern that is not enforced, because it needs too many states (RX-1)',
      (s) => s.simple(undefined, 'string', { patterns: ['(x{1,1000}){1,1000}'] }),
      ['x', 'anything'],
      [1],
    ],
    [
      'a pattern on an integer (NM-5)',
      (s) => s.simple(undefined, 'integer', { patterns: ['\\d{5}'] }),
      ['01234'],
      ['1234', 'abcde'],
    ],
    [
      'fractionDigits 0',
      (s) => s.simple(undefined, 'decimal', { fractionDigits: 0, totalDigits: 3 }),
      [999, -999],
      [1000, 1.5],
    ],
    ['bytes', (s) => s.simple(undefined, 'unsignedByte'), [0, 255], [-1, 256]],
    ['double', (s) => s.simple(undefined, 'double'), [1.5, 'INF', '-INF', 'NaN'], ['inf', true]],
    ['a bound', (s) => s.simple(undefined, 'float', { minInclusive: '0' }), [0, 'INF'], [-1, '-INF', 'NaN']],
    [
      'bounds',
      (s) => s.simple(undefined, 'double', { minExclusive: '0', maxInclusive: 'INF' }),
      [1, 'INF'],
      [0, '-INF', 'NaN'],
    ],
    [
      'date',
      (s) => s.simple(undefined, 'date'),
      ['2026-01-31', '-0001-12-31Z', '12026-01-01+14:00'],
      ['2026-13-01', '2026-1-1', ''],
    ],
    [
      'dateTime',
      (s) => s.simple(undefined, 'dateTime'),
      ['2026-01-31T24:00:00', '2026-01-31T09:30:00.123456789012Z'],
      ['2026-01-31', '2026-01-31T24:00:01', '2026-01-31T09:30Z'],
    ],
    [
      'duration',
      (s) => s.simple(undefined, 'duration'),
      ['P1D', '-P1Y2M3DT4H5M6.7S', 'PT0S'],
      ['P', 'PT', 'P1W', '1D'],
    ],
    ['gYear', (s) => s.simple(undefined, 'gYear'), ['2026', '-0044'], ['26']],
    ['hexBinary', (s) => s.simple(undefined, 'hexBinary', { length: 2 }), ['0aFF'], ['0aF', '0a', '0aFF00']],
    [
      'base64Binary',
      (s) => s.simple(undefined, 'base64Binary', { minLength: 2 }),
      ['AQI=', 'AQIDBA=='],
      ['AQ', '####'],
    ],
    ['NCName', (s) => s.simple(undefined, 'NCName'), ['a-b.c', 'größe'], ['a:b', '1a', '']],
    ['language', (s) => s.simple(undefined, 'language'), ['en-US'], ['', 'e n']],
    ['a list', (s) => s.list('Sizes', 'int', { maxLength: 2 }), [[], [1, 2]], [[1, 2, 3], ['x'], 1]],
    ['NMTOKENS', (s) => s.simple(undefined, 'NMTOKENS'), [['a']], [[], ['a b']]],
    [
      'a union',
      (s) =>
        s.union('Max', ['nonNegativeInteger', s.simple(undefined, 'token', { enumeration: ['unbounded'] })]),
      [5, 'unbounded'],
      [-1, 'x', true],
    ],
    ['length counts code points', (s) => s.simple(undefined, 'string', { length: 2 }), ['😀😀'], ['😀']],
  ])('%s', (_, type, accepted, refused) => {
    const wrap = (values: unknown[]) => values.map((v) => ({ v }));
    agree(simple(type), wrap(accepted), wrap(refused));
  });

  test('wide numbers as strings (NM-2)', () => {
    const operation = operationWith(
      (s) => s.complex(undefined, sequence(el('id', 'long'), el('price', 'decimal'))),
      {
        numbers: 'string',
      },
    );
    const check = validator(operation.jsonSchema('input'));
    expect(check({ id: '9007199254740993', price: '10.50' })).toBe(true);
    expect(check({ id: 'x', price: '1' })).toBe(false);
  });

  test('bounds that no double holds are stated with x-xsd (FA-2)', () => {
    const operation = simple((s) => s.simple(undefined, 'long', { maxInclusive: '9007199254740993' }));
    const schema = JSON.stringify(operation.jsonSchema('input'));
    expect(schema).toContain('"x-xsd-maxInclusive":"9007199254740993"');
    expect(schema).not.toContain('"maximum"');
    // A double has -2^63, but its digits in JSON would be those of another integer.
    expect(schema).not.toContain('"minimum"');
  });
});
