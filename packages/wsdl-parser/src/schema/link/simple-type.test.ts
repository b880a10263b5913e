import { expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const TYPES = `
  <xs:simpleType name="Code"><xs:restriction base="xs:token"><xs:pattern value="[A-Z]+"/><xs:pattern value="[0-9]+"/><xs:maxLength value="9"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Plain"><xs:restriction base="t:Code"/></xs:simpleType>
  <xs:simpleType name="Sizes"><xs:list itemType="xs:int"/></xs:simpleType>
  <xs:simpleType name="Max"><xs:union memberTypes="xs:nonNegativeInteger t:Code"/></xs:simpleType>`;
const restriction = (base: string, facets: string): string =>
  `<xs:simpleType name="P"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

test.each([
  [
    'FA-1: the steps of a chain are kept apart, the base first',
    restriction('t:Code', '<xs:maxLength value="5"/><xs:pattern value="A.*"/>'),
    'token < t:Code {"maxLength":9,"patterns":["[A-Z]+","[0-9]+"]} {"maxLength":5,"patterns":["A.*"]}',
  ],
  [
    'a step without a facet is left out',
    restriction('t:Plain', '<xs:minLength value="1"/>'),
    'token < t:Plain {"maxLength":9,"patterns":["[A-Z]+","[0-9]+"]} {"minLength":1}',
  ],
  [
    'LU-3: enumerations keep their order and their text',
    restriction(
      'xs:string',
      '<xs:enumeration value="b"/><xs:enumeration value=" a "/><xs:enumeration value="b"/>',
    ),
    'string < string {"enumeration":["b"," a ","b"]}',
  ],
  [
    'all bounds are lexical',
    restriction(
      'xs:dateTime',
      '<xs:minInclusive value=" 2000-01-01T00:00:00Z "/><xs:maxExclusive value="2100-01-01T00:00:00Z"/>',
    ),
    'dateTime < dateTime {"minInclusive":"2000-01-01T00:00:00Z","maxExclusive":"2100-01-01T00:00:00Z"}',
  ],
  [
    'whiteSpace',
    restriction('xs:string', '<xs:whiteSpace value="collapse"/>'),
    'string < string {"whiteSpace":"collapse"}',
  ],
  [
    'digits',
    restriction('xs:decimal', '<xs:totalDigits value="+05"/><xs:fractionDigits value="0"/>'),
    'decimal < decimal {"totalDigits":5,"fractionDigits":0}',
  ],
  [
    'of an anonymous type',
    '<xs:simpleType name="P"><xs:restriction><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType>',
    'int < #t:P {"maxInclusive":"5"}',
  ],
  ['of a list', restriction('t:Sizes', '<xs:maxLength value="3"/>'), 'list of int < t:Sizes {"maxLength":3}'],
  [
    'of a built-in list, which has at least one item',
    restriction('xs:NMTOKENS', '<xs:maxLength value="3"/>'),
    'list of NMTOKEN < NMTOKENS {"minLength":1} {"maxLength":3}',
  ],
  [
    'of a union',
    restriction('t:Max', '<xs:pattern value="..."/>'),
    'union of nonNegativeInteger t:Code < t:Max {"patterns":["..."]}',
  ],
  ['of xs:anySimpleType', restriction('xs:anySimpleType', ''), 'anySimpleType < anySimpleType'],
  [
    'a list of an anonymous type',
    '<xs:simpleType name="P"><xs:list><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:list></xs:simpleType>',
    'list of #t:P',
  ],
  [
    'a list of a union',
    '<xs:simpleType name="P"><xs:list itemType="t:Max"/></xs:simpleType>',
    'list of t:Max',
  ],
  [
    'a union of unions and lists',
    '<xs:simpleType name="P"><xs:union memberTypes="t:Max t:Sizes"/></xs:simpleType>',
    'union of t:Max t:Sizes',
  ],
])('%s', (_, declarations, expected) => {
  const { set, diagnostics } = link([schema(TYPES + declarations)]);
  expect(diagnostics).toEqual([]);
  expect(notation(set).of('P')).toBe(expected);
});

test.each([
  ['<xs:length value="many"/>', 'INVALID_FACET', 'xs:length cannot be "many"; the facet is ignored'],
  ['<xs:maxLength value="-1"/>', 'INVALID_FACET', 'xs:maxLength cannot be "-1"; the facet is ignored'],
  ['<xs:minLength value=""/>', 'INVALID_FACET', 'xs:minLength cannot be ""; the facet is ignored'],
  ['<xs:minLength/>', 'INVALID_FACET', 'xs:minLength has no value and is ignored'],
  ['<xs:totalDigits value="0"/>', 'INVALID_FACET', 'xs:totalDigits cannot be "0"; the facet is ignored'],
  [
    `<xs:maxLength value="${'9'.repeat(30)}"/>`,
    'INVALID_FACET',
    `xs:maxLength cannot be "${'9'.repeat(30)}"; the facet is ignored`,
  ],
  [
    `<xs:maxLength value="${'x'.repeat(300)}"/>`,
    'INVALID_FACET',
    `xs:maxLength cannot be "${'x'.repeat(77)}..."; the facet is ignored`,
  ],
  ['<xs:whiteSpace value="keep"/>', 'INVALID_FACET', 'xs:whiteSpace cannot be "keep"'],
  [
    '<xs:assertion test="true()"/>',
    'XSD_1_1',
    'the facet xs:assertion does not belong to XML Schema 1.0 and is ignored',
  ],
  [
    '<xs:element name="e"/>',
    'UNEXPECTED_SCHEMA_ELEMENT',
    '{http://www.w3.org/2001/XMLSchema}element has no meaning in xs:restriction and is ignored',
  ],
])('%s is a diagnostic and not a facet', (facet, code, message) => {
  const { set, diagnostics } = link([schema(restriction('xs:string', facet))]);
  expect(diagnostics).toMatchObject([{ code, message, line: 2, component: 'simpleType {urn:t}P' }]);
  expect(notation(set).of('P')).toMatch(/^string < string(?: \{\})?$/);
});

test('a list of lists is a diagnostic', () => {
  const { set, diagnostics } = link([
    schema(`${TYPES}<xs:simpleType name="P"><xs:list itemType="t:Sizes"/></xs:simpleType>`),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'WRONG_KIND_OF_TYPE' }]);
  expect(notation(set).of('P')).toBe('list of anySimpleType');
});

test('a simple type that restricts a complex type restricts its simple content', () => {
  const { set, diagnostics } = link([
    schema(
      `${TYPES}<xs:complexType name="C"><xs:simpleContent><xs:extension base="t:Code"/></xs:simpleContent></xs:complexType>${restriction('t:C', '')}`,
    ),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'WRONG_KIND_OF_TYPE' }]);
  expect(notation(set).of('P')).toContain('token < t:Code');
});
