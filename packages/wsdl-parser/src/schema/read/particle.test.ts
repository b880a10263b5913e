import { describe, expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const E = '<xs:element name="a" type="xs:int"/>';
const GROUPS = `
  <xs:group name="One"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group>
  <xs:group name="Two"><xs:choice><xs:group ref="t:One"/><xs:element name="h" type="xs:int"/></xs:choice></xs:group>
  <xs:group name="None"><xs:sequence/></xs:group>
  <xs:group name="Repeats"><xs:sequence maxOccurs="unbounded"><xs:element name="r" type="xs:int"/></xs:sequence></xs:group>`;

describe('MO-5: particles', () => {
  test.each([
    [
      'a particle with maxOccurs="0" is dropped',
      `<xs:sequence>${E}<xs:element name="b" maxOccurs="0"/><xs:any maxOccurs="0"/><xs:group ref="t:One" maxOccurs="0"/><xs:choice maxOccurs="0">${E}</xs:choice></xs:sequence>`,
      '(t:a:int)',
    ],
    [
      'a group has the occurrence of its reference',
      '<xs:sequence><xs:group ref="t:One" minOccurs="0" maxOccurs="3"/></xs:sequence>',
      '((t:g:int){0,3})',
    ],
    [
      'groups in groups are expanded',
      '<xs:group ref="t:Two" maxOccurs="unbounded"/>',
      '((t:g:int) | t:h:int)+',
    ],
    [
      'an occurrence of the content of a group counts too',
      '<xs:group ref="t:Repeats" minOccurs="0"/>',
      '((t:r:int)+)?',
    ],
    [
      'groups without content are dropped',
      `<xs:sequence>${E}<xs:sequence/><xs:choice/><xs:group ref="t:None"/></xs:sequence>`,
      '(t:a:int)',
    ],
    [
      'content that is only empty groups is empty',
      '<xs:sequence><xs:sequence><xs:choice/></xs:sequence></xs:sequence>',
      'empty',
    ],
    ['an empty branch makes a choice optional', `<xs:choice>${E}<xs:sequence/></xs:choice>`, '(|t:a:int)?'],
    [
      'a branch that never occurs does not',
      `<xs:choice>${E}<xs:element name="b" maxOccurs="0"/></xs:choice>`,
      '(|t:a:int)',
    ],
    [
      'an empty group as a branch makes it optional',
      `<xs:choice maxOccurs="unbounded">${E}<xs:group ref="t:None"/></xs:choice>`,
      '(|t:a:int)*',
    ],
    [
      'xs:all of XML Schema 1.1',
      '<xs:all><xs:element name="a" type="xs:int" maxOccurs="unbounded"/><xs:any namespace="##other"/></xs:all>',
      '(t:a:int+ & any not(urn:t))',
    ],
  ])('%s', (_, content, expected) => {
    const { set, diagnostics } = link([
      schema(`${GROUPS}<xs:complexType name="P">${content}</xs:complexType>`),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test.each([
    ['maxOccurs="many"', 'INVALID_OCCURRENCE', '(t:a:int+)'],
    ['maxOccurs="Unbounded"', 'INVALID_OCCURRENCE', '(t:a:int+)'],
    ['maxOccurs="-1"', 'INVALID_OCCURRENCE', '(t:a:int+)'],
    ['maxOccurs="few"', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['minOccurs="-1"', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['minOccurs="unbounded"', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['minOccurs=""', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['maxOccurs="1.5"', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['maxOccurs="0x10"', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['maxOccurs="1e3"', 'INVALID_OCCURRENCE', '(t:a:int)'],
    ['minOccurs="5"', 'INVALID_OCCURRENCE', '(t:a:int{5,5})'],
    ['minOccurs="3" maxOccurs="2"', 'INVALID_OCCURRENCE', '(t:a:int{3,3})'],
    [`maxOccurs="${'9'.repeat(400)}"`, 'INVALID_OCCURRENCE', '(t:a:int+)'],
    [`minOccurs="${'9'.repeat(20)}" maxOccurs="unbounded"`, 'INVALID_OCCURRENCE', '(t:a:int+)'],
  ])('%s', (attributes, code, expected) => {
    const { set, diagnostics } = link([
      schema(
        `<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" ${attributes}/></xs:sequence></xs:complexType>`,
      ),
    ]);
    expect(diagnostics).toMatchObject([{ code, line: 2, component: 'complexType {urn:t}P' }]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test.each([
    ['maxOccurs="1000000000"', '(t:a:int{1,1000000000})'],
    ['minOccurs="+2" maxOccurs="007"', '(t:a:int{2,7})'],
    ['minOccurs=" 0 " maxOccurs=" unbounded "', '(t:a:int*)'],
    ['minOccurs="-0"', '(t:a:int?)'],
    ['minOccurs="1" maxOccurs="0"', 'empty'],
  ])('%s is understood', (attributes, expected) => {
    const { set, diagnostics } = link([
      schema(
        `<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" ${attributes}/></xs:sequence></xs:complexType>`,
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe(expected);
  });
});

test.each([
  ['nillable="yes"', true],
  ['nillable="TRUE"', true],
  ['nillable="no"', false],
])('an invalid boolean: %s', (attribute, nillable) => {
  const { set, diagnostics } = link([schema(`<xs:element name="e" type="xs:int" ${attribute}/>`)]);
  expect(diagnostics).toMatchObject([{ code: 'INVALID_SCHEMA_VALUE' }]);
  expect(set.elements[0]?.nillable).toBe(nillable);
});

test.each(['1', 'true', ' true '])('nillable="%s"', (value) => {
  const { set, diagnostics } = link([schema(`<xs:element name="e" type="xs:int" nillable="${value}"/>`)]);
  expect(diagnostics).toEqual([]);
  expect(set.elements[0]?.nillable).toBe(true);
});
