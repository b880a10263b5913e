import type { BuiltinTypeName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { JsonNumber } from '../json/json-number.js';
import { parseJson } from '../json/parse-json.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import type { Facets, ScalarShape, SimpleShape } from '../shape/simple-shape.js';
import { compileSimple, type PrintContext } from './simple-codec.js';

const NUMERIC =
  /^(?:decimal|float|double|integer|long|int|short|byte|unsigned\w+|non\w+Integer|positiveInteger|negativeInteger)$/;

/** A shape as the Shape builder makes it. */
function scalar(
  builtin: BuiltinTypeName,
  facets: Partial<Facets> = {},
  options: { json?: 'string' } = {},
): ScalarShape {
  const number = NUMERIC.test(builtin);
  const lexical =
    (facets.patterns?.length ?? 0) > 0 && (number || /date|time|^g[A-Z]|duration/i.test(builtin));
  const whiteSpace =
    builtin === 'string' ? 'preserve' : builtin === 'normalizedString' ? 'replace' : 'collapse';
  const json = options.json ?? (builtin === 'boolean' ? 'boolean' : number && !lexical ? 'number' : 'string');
  return { kind: 'scalar', builtin, json, lexical, facets: { whiteSpace, patterns: [], ...facets } };
}

const NO_FACETS: Facets = { whiteSpace: 'collapse', patterns: [] };
const lookup = (prefix: string): string | undefined =>
  new Map([
    ['q', 'urn:q'],
    ['', 'urn:default'],
  ]).get(prefix);

/** Print a value; problems as `path keyword`. */
function print(shape: SimpleShape, value: unknown): string | string[] {
  const problems: string[] = [];
  const path: (string | number)[] = [];
  const context: PrintContext = {
    secret: false,
    report: (keyword) => problems.push(`${path.map((segment) => `/${segment}`).join('')} ${keyword}`.trim()),
    enter: (segment) => path.push(segment),
    leave: () => path.pop(),
    declarePrefix: (namespace) => (namespace === 'urn:q' ? 'q' : 'p'),
  };
  const text = compileSimple(shape, DEFAULT_MAPPER_LIMITS).print(value, context);
  return problems.length > 0 ? problems : (text ?? 'nothing');
}

/** The JSON text that an XML text becomes, `undefined` where it is not in the lexical space. Both ways must agree. */
function read(shape: SimpleShape, text: string): string | undefined {
  const codec = compileSimple(shape, DEFAULT_MAPPER_LIMITS);
  const json = codec.parseToJson(text, lookup);
  const value = codec.parse(text, lookup);
  expect(json === undefined ? undefined : parseJson(json)).toEqual(value);
  return json;
}

describe('printing: JSON to XML', () => {
  test.each<[BuiltinTypeName, unknown, string | string[]]>([
    ['string', ' a\tb\n ', ' a\tb\n '],
    ['normalizedString', ' a\tb\n ', ' a b  '],
    ['token', ' a\tb\n ', 'a b'],
    ['string', 7, ['type']],
    ['string', null, ['type']],
    ['string', { a: 1 }, ['type']],
    ['string', 'a\u0000', ['xmlChar']],
    ['string', '\ud800', ['xmlChar']],
    ['string', '\ufffe', ['xmlChar']],
    ['string', '\u{1F600}\ufffd\u007f', '\u{1F600}\ufffd\u007f'],
    ['language', 'en-GB', 'en-GB'],
    ['language', 'e_n', ['format']],
    ['Name', 'a:b', 'a:b'],
    ['NCName', 'a:b', ['format']],
    ['NCName', 'é-1', 'é-1'],
    ['NMTOKEN', '1a', '1a'],
    ['NMTOKEN', 'a b', ['format']],
    ['NMTOKEN', '', ['type']],
    ['ID', 'a', 'a'],
    // Letters of XML 1.0, fourth edition (Appendix B): Hebrew alef, a Han character, an Arabic digit and a combining accent.
    ['ID', '\u05d0\u4e00\u0660\u0301', '\u05d0\u4e00\u0660\u0301'],
    // Only the fifth edition has these: U+0220 and U+1E9C are letters of later Unicode versions, and so is all beyond U+FFFF.
    ['ID', '\u0220', ['format']],
    ['IDREF', '\u1e9c', ['format']],
    ['NCName', '\u{10000}', ['format']],
    ['Name', 'a\u2070', ['format']],
    ['NMTOKEN', '\u0660\u203f', ['format']],
    ['ENTITY', '\u0660', ['format']],
    ['anyURI', ' http://x/ y ', 'http://x/ y'],
    ['boolean', true, 'true'],
    ['boolean', false, 'false'],
    ['boolean', 'true', ['type']],
    ['boolean', 1, ['type']],
    ['int', 5, '5'],
    ['int', 5.0, '5'],
    ['int', 1e3, '1000'],
    ['int', '+007', '7'],
    ['int', ' -0 ', '0'],
    ['int', '5.0', ['type']],
    ['int', 5.5, ['type']],
    ['int', 'abc', ['type']],
    ['int', '', ['type']],
    ['int', true, ['type']],
    ['int', [1], ['type']],
    ['int', 2147483647, '2147483647'],
    ['int', 2147483648, ['maximum']],
    ['int', -2147483649, ['minimum']],
    ['int', Number.NaN, ['type']],
    ['byte', 128, ['maximum']],
    ['unsignedByte', -1, ['minimum']],
    ['unsignedByte', '-0', '0'],
    ['unsignedInt', 4294967295, '4294967295'],
    ['long', new JsonNumber('9223372036854775807'), '9223372036854775807'],
    ['long', '9223372036854775808', ['maximum']],
    ['unsignedLong', new JsonNumber('18446744073709551615'), '18446744073709551615'],
    ['unsignedLong', new JsonNumber('18446744073709551616'), ['maximum']],
    ['integer', new JsonNumber('1e30'), '1000000000000000000000000000000'],
    ['integer', new JsonNumber('123456789012345678901234567890'), '123456789012345678901234567890'],
    ['integer', new JsonNumber('1e1000'), ['format']],
    ['integer', '9'.repeat(1000), '9'.repeat(1000)],
    ['integer', '9'.repeat(1001), ['format']],
    ['decimal', `-${'9'.repeat(500)}.${'9'.repeat(500)}`, `-${'9'.repeat(500)}.${'9'.repeat(500)}`],
    ['integer', '9'.repeat(1003), ['format']],
    ['positiveInteger', 0, ['minimum']],
    ['nonPositiveInteger', 1, ['maximum']],
    ['negativeInteger', -1, '-1'],
    ['decimal', 10.5, '10.5'],
    ['decimal', '0010.500', '10.5'],
    ['decimal', '.5', '0.5'],
    ['decimal', '5.', '5'],
    ['decimal', -0, '0'],
    ['decimal', 1e-7, '0.0000001'],
    ['decimal', 1e21, '1000000000000000000000'],
    ['decimal', '1e3', ['type']],
    ['decimal', 'INF', ['type']],
    [
      'decimal',
      new JsonNumber('0.1000000000000000055511151231257827'),
      '0.1000000000000000055511151231257827',
    ],
    ['decimal', Number.POSITIVE_INFINITY, ['type']],
    ['double', 1.5, '1.5'],
    ['double', -0, '-0'],
    ['double', 1e21, '1e21'],
    ['double', 1e-7, '1e-7'],
    ['double', '1.50E+02', '150'],
    ['double', 'NaN', 'NaN'],
    ['double', '-INF', '-INF'],
    ['double', 'Infinity', ['type']],
    ['double', new JsonNumber('1e400'), ['maximum']],
    ['double', new JsonNumber('-1e400'), ['minimum']],
    ['double', '0x10', ['type']],
    ['float', 0.1, '0.1'],
    ['float', 16777217, '16777216'],
    ['float', 3.4028235e38, '3.4028235e38'],
    ['float', 1e39, ['maximum']],
    ['float', 1e-50, '0'],
    ['dateTime', '2026-01-01T24:00:00Z', '2026-01-01T24:00:00Z'],
    ['dateTime', '-0001-12-31T23:59:59.123456789012+14:00', '-0001-12-31T23:59:59.123456789012+14:00'],
    ['dateTime', '12026-02-28T00:00:00', '12026-02-28T00:00:00'],
    ['dateTime', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['dateTime', new Date(Number.NaN), ['type']],
    ['dateTime', '2026-01-01', ['format']],
    ['dateTime', '2026-01-01T24:00:01', ['format']],
    ['dateTime', '2026-01-01T24:00:00.1', ['format']],
    ['dateTime', '2026-01-01T00:60:00', ['format']],
    ['dateTime', '2026-01-01T00:00:00+14:01', ['format']],
    ['dateTime', '2026-1-01T00:00:00', ['format']],
    ['dateTime', '0000-01-01T00:00:00', ['format']],
    ['dateTime', '02026-01-01T00:00:00', ['format']],
    ['dateTime', 5, ['type']],
    ['dateTime', '', ['type']],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2023-02-29', ['format']],
    ['date', '1900-02-29', ['format']],
    ['date', '2000-02-29Z', '2000-02-29Z'],
    ['date', '2026-04-31', ['format']],
    ['date', '2026-13-01', ['format']],
    ['date', new Date('2026-05-06T07:08:09Z'), '2026-05-06'],
    ['time', '24:00:00', '24:00:00'],
    ['time', '23:59:60', ['format']],
    ['gYear', '2026', '2026'],
    ['gYearMonth', '2026-13', ['format']],
    ['gMonth', '--12Z', '--12Z'],
    ['gMonth', '--04--', ['format']],
    ['gMonthDay', '--02-29', '--02-29'],
    ['gMonthDay', '--02-30', ['format']],
    ['gDay', '---31', '---31'],
    ['duration', '-P1Y2M3DT4H5M6.7S', '-P1Y2M3DT4H5M6.7S'],
    ['duration', 'P', ['format']],
    ['duration', 'P1YT', ['format']],
    ['duration', 'P1W', ['format']],
    ['duration', 'P1.5D', ['format']],
    ['base64Binary', 'AQ ID', 'AQID'],
    ['base64Binary', 'AQI=', 'AQI='],
    ['base64Binary', 'AQJ=', ['format']],
    ['base64Binary', 'AQI', ['format']],
    ['base64Binary', '', ''],
    ['hexBinary', '0aFf', '0AFF'],
    ['hexBinary', '0aF', ['format']],
    ['QName', '{urn:q}Name', 'q:Name'],
    ['QName', 'Name', 'Name'],
    ['QName', 'q:Name', ['format']],
    ['QName', '{}Name', ['format']],
    ['NOTATION', '{urn:z}n', 'p:n'],
  ])('%s %j', (builtin, value, expected) => {
    expect(print(scalar(builtin), value)).toEqual(expected);
  });
});

describe('reading: XML to JSON', () => {
  test.each<[BuiltinTypeName, string, string | undefined]>([
    ['string', ' a\n', '" a\\n"'],
    ['token', ' a  b ', '"a b"'],
    ['boolean', ' 1 ', 'true'],
    ['boolean', 'TRUE', undefined],
    ['int', ' +007 ', '7'],
    ['int', '-0', '0'],
    ['int', '2147483648', undefined],
    ['int', '1.0', undefined],
    ['int', '', undefined],
    ['long', '9007199254740993', '9007199254740993'],
    ['decimal', '10.50', '10.5'],
    [
      'decimal',
      '123456789012345678901234567890.000000000000000000001',
      '123456789012345678901234567890.000000000000000000001',
    ],
    ['double', '1.50E2', '150'],
    ['double', 'INF', '"INF"'],
    ['double', '1e400', '"INF"'],
    ['double', '-0', '-0'],
    ['float', '0.1', '0.1'],
    ['float', '0.10000000149011612', '0.1'],
    ['date', ' 2026-01-01 ', '"2026-01-01"'],
    ['date', '2026-02-30', undefined],
    ['hexBinary', '0aff', '"0AFF"'],
    ['base64Binary', 'AQ\nID', '"AQID"'],
    ['QName', 'q:Name', '"{urn:q}Name"'],
    ['QName', 'Name', '"{urn:default}Name"'],
    ['QName', 'x:Name', undefined],
  ])('%s %j', (builtin, text, json) => {
    expect(read(scalar(builtin), text)).toBe(json);
  });
  test('NM-2: string mode', () => {
    const shape = scalar('decimal', {}, { json: 'string' });
    expect(read(shape, '010.50')).toBe('"10.5"');
    expect(print(shape, '010.50')).toBe('10.5');
    expect(print(shape, 10.5)).toBe('10.5');
  });
  test('NM-5: a pattern keeps the lexical form', () => {
    const zip = scalar('integer', { patterns: [['\\d{5}']] });
    expect(read(zip, ' 01234 ')).toBe('"01234"');
    expect(print(zip, '01234')).toBe('01234');
    expect(print(zip, '1234')).toEqual(['pattern']);
    expect(print(scalar('boolean', { patterns: [['[01]']] }), true)).toBe('1');
  });
});

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
    expect(compileSimple(shape, DEFAULT_MAPPER_LIMITS).facetProblem('b', lookup)?.keyword).toBe('enum');
    expect(compileSimple(shape, DEFAULT_MAPPER_LIMITS).facetProblem(' a ', lookup)).toBeUndefined();
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
    compileSimple(shape, DEFAULT_MAPPER_LIMITS).print(value, {
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
    [scalar('string'), '\u0001', 'must not contain U+0001: XML has no such character'],
  ])('%j %j', (shape, value, message) => {
    expect(messageOf(shape, value)).toBe(message);
  });
  test('secrets are not echoed', () => {
    expect(messageOf(scalar('int'), 'hunter2', true)).toBe('must be an integer (xs:int), got a string');
  });
});
