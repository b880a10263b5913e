import { describe, expect, test } from 'vitest';
import { link, schema, schemaDocument } from '../testing/link.js';
import { notation } from '../testing/notation.js';

describe('Annex A: drafts of XML Schema are read as 2001', () => {
  const draft = (year: '1999' | '2000/10', declarations: string) =>
    link(
      [
        schemaDocument(
          `<xs:schema xmlns:xs="http://www.w3.org/${year}/XMLSchema" xmlns:t="urn:t" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" targetNamespace="urn:t" elementFormDefault="qualified">${declarations}</xs:schema>`,
        ),
      ],
      { bundled: ['http://schemas.xmlsoap.org/soap/encoding/'] },
    );

  test.each([
    [
      'the old types',
      '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:timeInstant"/><xs:element name="c" type="xs:ur-type"/><xs:element name="d" type="xs:uriReference"/><xs:element name="e" type="xs:int"/></xs:sequence></xs:complexType>',
      '(t:a:dateTime, t:c:anyType, t:d:anyURI, t:e:int)',
    ],
    [
      'elements directly in a type (1999)',
      '<xs:complexType name="P"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="*"/><xs:attribute name="c" type="xs:int"/></xs:complexType>',
      '(t:a:int, t:b:int*) @c:int',
    ],
    [
      'a group in place (1999)',
      '<xs:complexType name="P"><xs:group order="choice"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:group></xs:complexType>',
      '(t:a:int | t:b:int)',
    ],
    [
      'base and derivedBy on a type (1999)',
      '<xs:complexType name="A"><xs:element name="a" type="xs:int"/></xs:complexType><xs:complexType name="P" base="t:A" derivedBy="extension"><xs:element name="b" type="xs:int"/></xs:complexType>',
      'extension of t:A (t:a:int, t:b:int)',
    ],
    [
      'text content with a base (1999)',
      '<xs:complexType name="P" base="xs:decimal" content="textOnly"><xs:attribute name="a" type="xs:int"/></xs:complexType>',
      'extension of decimal simple decimal @a:int',
    ],
    [
      'mixed content (1999)',
      '<xs:complexType name="P" content="mixed"><xs:element name="a" type="xs:int"/></xs:complexType>',
      'mixed (t:a:int)',
    ],
    [
      'a SOAP array (1999)',
      '<xs:complexType name="P" base="soapenc:Array"><xs:element name="item" type="xs:int" maxOccurs="unbounded"/></xs:complexType>',
      'array of int [1]',
    ],
    [
      'a simple type with a base (1999)',
      '<xs:simpleType name="P" base="xs:decimal"><xs:precision value="5"/><xs:scale value="2"/></xs:simpleType>',
      'decimal < decimal {"totalDigits":5,"fractionDigits":2}',
    ],
    [
      'use="default" and use="fixed" (2000)',
      '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" use="default" value="1"/><xs:attribute name="b" type="xs:int" use="fixed" value="2"/></xs:complexType>',
      'empty @a:int="1" @b:int=="2"',
    ],
  ])('%s', (_, declarations, expected) => {
    for (const year of ['1999', '2000/10'] as const) {
      const { set, diagnostics } = draft(year, declarations);
      expect(diagnostics).toMatchObject([
        {
          code: 'OBSOLETE_XSD',
          severity: 'info',
          line: 1,
          message: `http://www.w3.org/${year}/XMLSchema is a draft of XML Schema`,
        },
      ]);
      expect(notation(set).of('P')).toContain(expected);
    }
  });

  test.each([
    ['binary', 'base64Binary'],
    ['century', 'gYear'],
    ['real', 'double'],
    ['recurringDuration', 'duration'],
    ['timePeriod', 'duration'],
  ])('%s of a draft has no equal in 2001, so xs:%s is a guess', (written, type) => {
    const { set, diagnostics } = draft('1999', `<xs:element name="e" type="xs:${written}"/>`);
    expect(set.elements).toMatchObject([{ type, correctedType: true }]);
    expect(diagnostics).toMatchObject([
      { code: 'OBSOLETE_XSD', severity: 'info' },
      { code: 'REFERENCE_CORRECTED', severity: 'warning' },
    ]);
  });

  test('a 2001 schema with types of a draft gets one diagnostic', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:element name="a" type="d:timeInstant"/><xs:element name="b" type="d:int"/><xs:element name="c" type="xs:timeInstant"/>',
        'xmlns:d="http://www.w3.org/1999/XMLSchema"',
      ),
    ]);
    expect(set.elements.map(({ type }) => type)).toEqual(['dateTime', 'int', 'dateTime']);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['OBSOLETE_XSD', 'http://www.w3.org/1999/XMLSchema is a draft of XML Schema'],
      [
        'REFERENCE_CORRECTED',
        'type {http://www.w3.org/2001/XMLSchema}timeInstant is not declared; xs:dateTime is meant',
      ],
    ]);
  });
});

describe('XML Schema 1.1 is read as far as 1.0 can say it', () => {
  test.each([
    [
      'assert',
      '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:assert test="a > 0"/></xs:complexType>',
      '(t:a:int)',
    ],
    [
      'openContent',
      '<xs:complexType name="P"><xs:openContent><xs:any/></xs:openContent><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
      '(t:a:int)',
    ],
    [
      'alternative',
      '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"><xs:alternative type="xs:error"/></xs:element></xs:sequence></xs:complexType>',
      '(t:a:int)',
    ],
    [
      'defaultOpenContent',
      '<xs:defaultOpenContent><xs:any/></xs:defaultOpenContent><xs:complexType name="P"/>',
      'empty',
    ],
    [
      'notNamespace',
      '<xs:complexType name="P"><xs:sequence><xs:any notNamespace="urn:x"/></xs:sequence></xs:complexType>',
      '(any ##any)',
    ],
    [
      'xs:error',
      '<xs:complexType name="P"><xs:attribute name="a" type="xs:error"/></xs:complexType>',
      'empty @a:anySimpleType',
    ],
    [
      'xs:dateTimeStamp',
      '<xs:complexType name="P"><xs:attribute name="a" type="xs:dateTimeStamp"/></xs:complexType>',
      'empty @a:dateTime',
    ],
    [
      'explicitTimezone',
      '<xs:simpleType name="P"><xs:restriction base="xs:time"><xs:explicitTimezone value="required"/></xs:restriction></xs:simpleType>',
      'time < time',
    ],
  ])('%s', (_, declarations, expected) => {
    const { set, diagnostics } = link([schema(declarations)]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['XSD_1_1']);
    expect(notation(set).of('P')).toBe(expected);
  });

  test('the targetNamespace of a local element', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" targetNamespace="urn:o"/></xs:sequence></xs:complexType>',
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe('({urn:o}a:int)');
  });
});

test('elements that mean nothing where they appear are named, once each', () => {
  const { set, diagnostics } = link([
    schema(`<xs:wrong/>
<xs:complexType name="P"><xs:simpleType/>
<xs:sequence><xs:attribute name="x"/>
<xs:element name="a" type="xs:int"><xs:sequence/></xs:element></xs:sequence></xs:complexType>
<x:extension xmlns:x="urn:x"/>`),
  ]);
  expect(
    diagnostics.map(({ code, line, message }) => [code, line, message.replace(/\{.*?\}/, 'xs:')]),
  ).toEqual([
    ['UNEXPECTED_SCHEMA_ELEMENT', 2, 'xs:wrong has no meaning in xs:schema and is ignored'],
    ['UNEXPECTED_SCHEMA_ELEMENT', 3, 'xs:simpleType has no meaning in xs:complexType and is ignored'],
    [
      'UNEXPECTED_SCHEMA_ELEMENT',
      4,
      'xs:attribute is used in the wrong place of xs:sequence; read as part of the complex type',
    ],
    ['UNEXPECTED_SCHEMA_ELEMENT', 5, 'xs:sequence has no meaning in xs:element and is ignored'],
  ]);
  expect(notation(set).of('P')).toBe('(t:a:int) @x:anySimpleType');
});

test('MO-6: notations and identity constraints are read and ignored', () => {
  const { diagnostics } = link([
    schema(`<xs:notation name="n" public="p"/>
      <xs:element name="e" type="xs:int"><xs:key name="k"><xs:selector xpath="."/><xs:field xpath="@id"/></xs:key><xs:keyref name="r" refer="t:k"><xs:selector xpath="."/><xs:field xpath="@id"/></xs:keyref></xs:element>`),
  ]);
  expect(diagnostics).toEqual([]);
});
