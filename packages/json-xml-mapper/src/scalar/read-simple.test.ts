import type { BuiltinTypeName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { print, read, scalar } from '../testing/simple-shapes.js';

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
