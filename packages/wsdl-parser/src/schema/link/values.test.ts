import { expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const TYPES = `
  <xs:simpleType name="Q"><xs:restriction base="xs:QName"><xs:enumeration value="t:one"/><xs:enumeration value="two"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="N"><xs:restriction base="xs:NOTATION"><xs:enumeration value="t:png"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="L"><xs:list itemType="t:Q"/></xs:simpleType>
  <xs:simpleType name="U"><xs:union memberTypes="t:Q xs:QName"/></xs:simpleType>
  <xs:simpleType name="Text"><xs:union memberTypes="t:Q xs:string"/></xs:simpleType>
  <xs:complexType name="C"><xs:simpleContent><xs:extension base="t:Q"/></xs:simpleContent></xs:complexType>`;

test.each([
  [
    'an enumeration',
    '<xs:simpleType name="P"><xs:restriction base="t:Q"><xs:enumeration value="t:x"/></xs:restriction></xs:simpleType>',
    'QName < t:Q {"enumeration":["{urn:t}one","two"]} {"enumeration":["{urn:t}x"]}',
  ],
  [
    'with a prefix of its own',
    '<xs:simpleType name="P"><xs:restriction base="xs:QName"><xs:enumeration value="q:x" xmlns:q="urn:q"/></xs:restriction></xs:simpleType>',
    'QName < QName {"enumeration":["{urn:q}x"]}',
  ],
  [
    'with the default namespace',
    '<xs:simpleType name="P"><xs:restriction base="xs:QName"><xs:enumeration value=" x " xmlns="urn:q"/></xs:restriction></xs:simpleType>',
    'QName < QName {"enumeration":["{urn:q}x"]}',
  ],
  [
    'notations',
    '<xs:complexType name="P"><xs:attribute name="a" type="t:N" default="t:png"/></xs:complexType>',
    'empty @a:t:N="{urn:t}png"',
  ],
  [
    'the default of an element',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:QName" default="xs:int"/></xs:sequence></xs:complexType>',
    '(t:a:QName="{http://www.w3.org/2001/XMLSchema}int")',
  ],
  [
    'the fixed value of an attribute',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:QName" fixed="t:x"/></xs:complexType>',
    'empty @a:QName=="{urn:t}x"',
  ],
  [
    'a list',
    '<xs:complexType name="P"><xs:attribute name="a" type="t:L" default="t:one  two"/></xs:complexType>',
    'empty @a:t:L="{urn:t}one two"',
  ],
  [
    'a union of QNames',
    '<xs:complexType name="P"><xs:attribute name="a" type="t:U" default="t:one"/></xs:complexType>',
    'empty @a:t:U="{urn:t}one"',
  ],
  [
    'not a union with strings',
    '<xs:complexType name="P"><xs:attribute name="a" type="t:Text" default="t:one"/></xs:complexType>',
    'empty @a:t:Text="t:one"',
  ],
  [
    'simple content',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="t:C" default="t:one"/></xs:sequence></xs:complexType>',
    '(t:a:t:C="{urn:t}one")',
  ],
  [
    'not a string that looks like one',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:string" default="t:one"/></xs:complexType>',
    'empty @a:string="t:one"',
  ],
  [
    'fixed wins over default',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" default="1" fixed="2"/></xs:complexType>',
    'empty @a:int=="2"',
  ],
  [
    'the use of a global attribute has its own default',
    '<xs:attribute name="g" type="xs:QName" default="t:one"/><xs:complexType name="P"><xs:attribute ref="t:g" default="t:two"/></xs:complexType>',
    'empty @t:g:QName="{urn:t}two"',
  ],
  [
    'or that of the declaration',
    '<xs:attribute name="g" type="xs:QName" fixed="t:one"/><xs:complexType name="P"><xs:attribute ref="t:g"/></xs:complexType>',
    'empty @t:g:QName=="{urn:t}one"',
  ],
  [
    'a reference to an element has the default of the declaration',
    '<xs:element name="g" type="xs:QName" default="t:one" nillable="true"/><xs:complexType name="P"><xs:sequence><xs:element ref="t:g"/></xs:sequence></xs:complexType>',
    '(^t:g~:QName="{urn:t}one")',
  ],
])('QN-1, Clark notation: %s', (_, declarations, expected) => {
  const { set, diagnostics } = link([schema(TYPES + declarations)]);
  expect(diagnostics).toEqual([]);
  expect(notation(set).of('P')).toBe(expected);
});

test('an undeclared prefix leaves the value as it is', () => {
  const { set, diagnostics } = link([
    schema(
      '<xs:complexType name="P"><xs:attribute name="a" type="xs:QName" default="nope:x"/></xs:complexType>',
    ),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'INVALID_QNAME_VALUE', line: 2 }]);
  expect(notation(set).of('P')).toBe('empty @a:QName="nope:x"');
});
