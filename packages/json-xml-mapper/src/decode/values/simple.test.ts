import type { BuiltinTypeName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { type DecodeSetup, decodeContent } from '../../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

/** The value of an element `v` of a built-in type, and the codes of warnings. */
function builtin(
  type: BuiltinTypeName,
  text: string,
  { numbers = 'number', ...setup }: DecodeSetup & { readonly numbers?: 'number' | 'string' } = {},
): string[] {
  const schema = new SchemaLiteral();
  const operation = operationReturning(schema, schema.complex(undefined, sequence(el('v', type))), {
    numbers,
  });
  const [result, ...warnings] = decodeContent(operation, `<t:v>${text}</t:v>`, setup);
  return [result!.slice('{"v":'.length, -1), ...warnings];
}

describe('built-in types (§10.1)', () => {
  test.each<[BuiltinTypeName, string, string, string[]]>([
    ['string', ' a  b\tc ', '" a  b\\tc "', []],
    ['string', 'a&amp;b&lt;c&gt;&quot;&apos;&#65;&#x1F600;"\\/', '"a&b<c>\\"\'A😀\\"\\\\/"', []],
    ['string', 'a\rb\r\nc&#13;', '"a\\nb\\nc\\r"', []],
    ['string', '<![CDATA[<&"\\]]>]]]&gt;', '"<&\\"\\\\]]]>"', []],
    ['string', 'é漢\u{1F600}\u2028\uFEFF\uFFFD', '"é漢\u{1F600}\u2028\uFEFF\uFFFD"', []],
    ['string', '', '""', []],
    ['normalizedString', ' a\tb\n', '" a b "', []],
    ['token', ' a \n b ', '"a b"', []],
    ['token', 'a b "c" d\\e', '"a b \\"c\\" d\\\\e"', []],
    ['token', '', '""', []],
    ['anyURI', ' http://x/?a=b&amp;c ', '"http://x/?a=b&c"', []],
    ['NCName', 'a', '"a"', []],
    ['NCName', '1a', '"1a"', ['INVALID_VALUE /v']],
    ['NMTOKENS', ' a  b ', '["a","b"]', []],
    ['boolean', 'true', 'true', []],
    ['boolean', 'false', 'false', []],
    ['boolean', ' 1 ', 'true', []],
    ['boolean', '0', 'false', []],
    ['boolean', 'TRUE', 'true', ['LEXICAL /v']],
    ['boolean', 'yes', '"yes"', ['INVALID_VALUE /v']],
    ['int', '42', '42', []],
    ['int', '-42', '-42', []],
    ['int', '+007', '7', []],
    ['int', '-0', '0', []],
    ['int', '<!-- -->4<![CDATA[2]]>', '42', []],
    ['int', '&#52;2', '42', []],
    ['int', '2147483647', '2147483647', []],
    ['int', '2147483648', '"2147483648"', ['INVALID_VALUE /v']],
    ['int', '1.0', '"1.0"', ['INVALID_VALUE /v']],
    ['int', 'abc', '"abc"', ['INVALID_VALUE /v']],
    ['int', ' a \n b ', '"a b"', ['INVALID_VALUE /v']],
    ['int', '', 'null', ['EMPTY_VALUE /v']],
    ['int', ' \n', 'null', ['EMPTY_VALUE /v']],
    // Numbers with an exponent, which decimals do not have: worked out by hand (TR-4).
    ['decimal', '1E-19', '0.0000000000000000001', ['LEXICAL /v']],
    ['decimal', ' -1.250e+2 ', '-125', ['LEXICAL /v']],
    ['decimal', '+.5E1', '5', ['LEXICAL /v']],
    ['decimal', '12.E-1', '1.2', ['LEXICAL /v']],
    ['decimal', '0E0', '0', ['LEXICAL /v']],
    ['decimal', '1E', '"1E"', ['INVALID_VALUE /v']],
    ['decimal', '1E9999', '"1E9999"', ['INVALID_VALUE /v']],
    ['int', '1E3', '1000', ['LEXICAL /v']],
    ['int', '1E-1', '"1E-1"', ['INVALID_VALUE /v']],
    ['int', '1E10', '"1E10"', ['INVALID_VALUE /v']],
    ['byte', '127', '127', []],
    ['byte', '128', '"128"', ['INVALID_VALUE /v']],
    ['unsignedByte', '255', '255', []],
    ['unsignedByte', '-1', '"-1"', ['INVALID_VALUE /v']],
    ['positiveInteger', '0', '"0"', ['INVALID_VALUE /v']],
    ['negativeInteger', '-5', '-5', []],
    ['long', '9007199254740993', '9007199254740993', []],
    ['long', '-9223372036854775808', '-9223372036854775808', []],
    ['long', '9223372036854775808', '"9223372036854775808"', ['INVALID_VALUE /v']],
    [
      'integer',
      '123456789012345678901234567890123456789012345678901234567890',
      '123456789012345678901234567890123456789012345678901234567890',
      [],
    ],
    ['decimal', '10.50', '10.5', []],
    ['decimal', '10.00', '10', []],
    ['decimal', '-0.0', '0', []],
    ['decimal', '-0.5', '-0.5', []],
    ['decimal', '.5', '0.5', []],
    ['decimal', '5.', '5', []],
    ['decimal', '+01.10', '1.1', []],
    [
      'decimal',
      '0.1234567890123456789012345678901234567890123456789',
      '0.1234567890123456789012345678901234567890123456789',
      [],
    ],
    ['decimal', '1e5', '100000', ['LEXICAL /v']],
    ['double', '2.50', '2.5', []],
    ['double', '1e3', '1000', []],
    ['double', '1.5E-10', '1.5e-10', []],
    ['double', '0.0000001', '1e-7', []],
    ['double', '0.000001', '0.000001', []],
    ['double', '-0', '-0', []],
    ['double', '-0.0', '-0', []],
    ['double', '0.30000000000000004', '0.30000000000000004', []],
    ['double', '0.1000000000000000055511151231257827', '0.1', []],
    ['double', 'INF', '"INF"', []],
    ['double', '-INF', '"-INF"', []],
    ['double', 'NaN', '"NaN"', []],
    ['double', '123456789012345678', '123456789012345680', []],
    ['float', '1.1', '1.1', []],
    ['float', '16777217', '16777216', []],
    ['float', '0.100000001', '0.1', []],
    ['date', '2026-02-28', '"2026-02-28"', []],
    ['date', '2024-02-29Z', '"2024-02-29Z"', []],
    ['date', '2026-02-29', '"2026-02-29"', ['INVALID_VALUE /v']],
    ['date', '-0044-03-15+01:00', '"-0044-03-15+01:00"', []],
    ['date', '2026-04-31', '"2026-04-31"', ['INVALID_VALUE /v']],
    ['date', '2026-1-1', '"2026-1-1"', ['INVALID_VALUE /v']],
    ['dateTime', '2026-01-01T24:00:00', '"2026-01-01T24:00:00"', []],
    ['dateTime', ' 2026-01-01T00:00:00.123456789012+14:00 ', '"2026-01-01T00:00:00.123456789012+14:00"', []],
    ['dateTime', '2026-01-01T00:00:00.12345678901234Z', '"2026-01-01T00:00:00.12345678901234Z"', []],
    ['dateTime', '2026-01-01T25:00:00', '"2026-01-01T25:00:00"', ['INVALID_VALUE /v']],
    ['dateTime', '2026-01-01', '"2026-01-01"', ['INVALID_VALUE /v']],
    ['time', '10:00:00Z', '"10:00:00Z"', []],
    ['duration', '-P1Y2M3DT4H5M6.7S', '"-P1Y2M3DT4H5M6.7S"', []],
    ['gYear', '2026', '"2026"', []],
    ['gMonthDay', '--02-29', '"--02-29"', []],
    ['base64Binary', ' AQ ID\n', '"AQID"', []],
    ['base64Binary', '', '""', []],
    ['base64Binary', 'AQI', '"AQI"', ['INVALID_VALUE /v']],
    ['hexBinary', '0aff', '"0AFF"', []],
    ['QName', 't:Name', '"{urn:t}Name"', []],
    ['QName', 'Name', '"Name"', []],
    ['QName', 'nope:Name', '"nope:Name"', ['INVALID_VALUE /v']],
    ['anySimpleType', ' 1 ', '" 1 "', []],
  ])('%s %j is %s', (type, text, json, warnings) => {
    expect(builtin(type, text)).toEqual([json, ...warnings]);
  });

  test.each<[BuiltinTypeName, string, string]>([
    ['long', '9007199254740993', '"9007199254740993"'],
    ['long', '+05', '"5"'],
    ['decimal', '10.50', '"10.5"'],
    ['decimal', '-0.0', '"0"'],
    ['integer', '-12', '"-12"'],
    ['int', '5', '5'],
    ['double', '5', '5'],
  ])('wide numbers become strings if the option asks for it: %s %s (NM-2)', (type, text, json) => {
    expect(builtin(type, text, { numbers: 'string' })).toEqual([json]);
  });

  test('a QName is resolved where it appears, even if its own element declares the prefix (QN-1)', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex(undefined, sequence(el('v', 'QName')), {
      attributes: [attribute('q', 'QName')],
    });
    const operation = operationReturning(schema, type);
    const content = '<t:v xmlns:p="urn:p">p:a</t:v>';
    const attributes = ' xmlns:q="urn:q" q="q:b"';
    expect(decodeContent(operation, content, { attributes })).toEqual(['{"@q":"{urn:q}b","v":"{urn:p}a"}']);
  });

  test('a number with too many digits is rejected (§21)', () => {
    expect(builtin('integer', '9'.repeat(1000))).toEqual(['9'.repeat(1000)]);
    expect(() => builtin('integer', '9'.repeat(1001))).toThrow('a number has more than 1000 digits');
  });
});

describe('lists, unions, facets (§10.4, §10.7)', () => {
  const schema = new SchemaLiteral();
  const sizes = schema.list('Sizes', 'int');
  const unbounded = schema.simple(undefined, 'token', { enumeration: ['unbounded'] });
  const maximum = schema.union('Max', ['nonNegativeInteger', unbounded]);
  const either = schema.union('Either', ['decimal', 'date']);
  const level = schema.simple('Level', 'int', { enumeration: ['1', '2'], maxInclusive: '2' });
  const zip = schema.simple('Zip', 'integer', { patterns: ['\\d{5}'] });
  const type = schema.complex(
    undefined,
    sequence(
      el('sizes', sizes, { minOccurs: 0 }),
      el('max', maximum, { minOccurs: 0 }),
      el('either', either, { minOccurs: 0 }),
      el('level', level, { minOccurs: 0 }),
      el('zip', zip, { minOccurs: 0 }),
      el('unit', 'string', { minOccurs: 0, default: 'kg' }),
      el('ver', 'int', { minOccurs: 0, fixed: '2' }),
      el('list', sizes, { minOccurs: 0, maxOccurs: 'unbounded' }),
    ),
  );
  const operation = operationReturning(schema, type);

  test.each<[string, string, string, string[]]>([
    ['lists are arrays (LU-1)', '<t:sizes> 1 2\n3 </t:sizes>', '"sizes":[1,2,3],', []],
    [
      'numbers with an exponent in a list (TR-4)',
      '<t:sizes>1E2 3</t:sizes>',
      '"sizes":[100,3],',
      ['LEXICAL /sizes'],
    ],
    [
      'a number with an exponent in a union without strings (TR-4)',
      '<t:either>1E-2</t:either>',
      '"either":0.01,',
      ['LEXICAL /either'],
    ],
    ['an empty list (LU-1)', '<t:sizes/>', '"sizes":[],', []],
    [
      'a list with an invalid item (TR-4)',
      '<t:sizes>1 x</t:sizes>',
      '"sizes":"1 x",',
      ['INVALID_VALUE /sizes'],
    ],
    ['the first member that accepts the text decides (LU-2)', '<t:max>5</t:max>', '"max":5,', []],
    ['another member (LU-2, example 10.3)', '<t:max>unbounded</t:max>', '"max":"unbounded",', []],
    [
      'a member whose lexical space has the text, since facets are not checked (LU-2, TR-6)',
      '<t:max>-1</t:max>',
      '"max":"-1",',
      [],
    ],
    ['a pattern on a number keeps its text (NM-5)', '<t:zip>01234</t:zip>', '"zip":"01234",', []],
    ['facets are not checked (TR-6)', '<t:level>7</t:level>', '"level":7,', []],
    ['an empty element has its default (§9.2)', '<t:unit/><t:ver></t:ver>', '"unit":"kg","ver":2,', []],
    [
      'a default only replaces empty content',
      '<t:unit> </t:unit><t:ver>3</t:ver>',
      '"unit":" ","ver":3,',
      [],
    ],
  ])('%s', (_, content, members, warnings) => {
    expect(decodeContent(operation, content)).toEqual([`{${members}"list":[]}`, ...warnings]);
  });

  test('a repeated list is an array of arrays (LU-1)', () => {
    expect(decodeContent(operation, '<t:list>1 2</t:list><t:list/>')).toEqual(['{"list":[[1,2],[]]}']);
  });

  test('violated facets cause warnings if all warnings are wanted (TR-6, RX-6)', () => {
    const content = '<t:level>7</t:level><t:zip>123</t:zip>';
    expect(decodeContent(operation, content, { warnings: 'all' })).toEqual([
      '{"level":7,"zip":"123","list":[]}',
      'FACET /level',
      'FACET /zip',
    ]);
  });

  test('an empty string violates a pattern, an enumeration or a length as any other text (TR-6)', () => {
    const schema = new SchemaLiteral();
    const names = ['pattern', 'enumeration', 'length', 'free'];
    const facets = [{ patterns: ['a+'] }, { enumeration: ['a', 'b'] }, { minLength: 1 }, { maxLength: 3 }];
    const fields = names.map((name, index) => el(name, schema.simple(name, 'string', facets[index]!)));
    const empties = operationReturning(schema, schema.complex(undefined, sequence(...fields)));
    const content = names.map((name) => `<t:${name}/>`).join('');
    const result = '{"pattern":"","enumeration":"","length":"","free":""}';
    const violations = ['FACET /pattern', 'FACET /enumeration', 'FACET /length'];
    expect(decodeContent(empties, content)).toEqual([result]);
    expect(decodeContent(empties, content, { warnings: 'all' })).toEqual([result, ...violations]);
    expect(() => decodeContent(empties, content, { strictResponses: true })).toThrow(
      'the response does not match the WSDL',
    );
  });
});
