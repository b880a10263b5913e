import { expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const GROUPS = `
  <xs:attributeGroup name="G"><xs:attribute name="g" type="xs:int" use="required"/><xs:attribute name="gone" use="prohibited"/></xs:attributeGroup>
  <xs:attributeGroup name="H"><xs:attribute name="h" type="xs:int"/><xs:attributeGroup ref="t:G"/></xs:attributeGroup>
  <xs:attributeGroup name="I"><xs:attributeGroup ref="t:G"/></xs:attributeGroup>
  <xs:attribute name="global" type="xs:int" default="5"/>`;

test.each([
  [
    'in the order they are written',
    '<xs:attribute name="a" type="xs:int"/><xs:attributeGroup ref="t:H"/><xs:attribute name="b" type="xs:int"/>',
    'empty @a:int @h:int @g:int! @b:int',
  ],
  [
    'the same attribute reached in two ways is one',
    '<xs:attributeGroup ref="t:H"/><xs:attributeGroup ref="t:I"/><xs:attributeGroup ref="t:G"/>',
    'empty @h:int @g:int!',
  ],
  [
    'a global attribute is qualified, a local one is not',
    '<xs:attribute ref="t:global" use="required"/><xs:attribute name="global" type="xs:int"/>',
    'empty @t:global:int="5"! @global:int',
  ],
  [
    'names differ by namespace',
    '<xs:attribute ref="t:global"/><xs:attribute name="global" type="xs:int" form="qualified"/>',
    'empty @t:global:int="5"',
  ],
])('%s', (_, content, expected) => {
  const { set } = link([schema(`${GROUPS}<xs:complexType name="P">${content}</xs:complexType>`)]);
  expect(notation(set).of('P')).toBe(expected);
});

test('an attribute that is declared twice, and differently: the first counts', () => {
  const { set, diagnostics } = link([
    schema(
      `${GROUPS}<xs:complexType name="P"><xs:attributeGroup ref="t:G"/><xs:attribute name="g" type="xs:string"/></xs:complexType>`,
    ),
  ]);
  expect(diagnostics).toMatchObject([
    {
      code: 'DUPLICATE_COMPONENT',
      component: 'complexType {urn:t}P',
      message: 'the attribute g is declared a second time, and differently',
    },
  ]);
  expect(notation(set).of('P')).toBe('empty @g:int!');
});

test('a cycle of attribute groups is cut where it closes', () => {
  const { set, diagnostics } = link([
    schema(`<xs:attributeGroup name="A"><xs:attribute name="a" type="xs:int"/><xs:attributeGroup ref="t:B"/></xs:attributeGroup>
<xs:attributeGroup name="B"><xs:attribute name="b" type="xs:int"/><xs:attributeGroup ref="t:A"/></xs:attributeGroup>
<xs:complexType name="P"><xs:attributeGroup ref="t:A"/></xs:complexType>`),
  ]);
  expect(diagnostics).toMatchObject([
    {
      code: 'CIRCULAR_DEFINITION',
      line: 3,
      message: 'the attribute group refers back to attributeGroup {urn:t}A',
    },
  ]);
  expect(notation(set).of('P')).toBe('empty @a:int @b:int');
});

test('a use that means nothing is optional', () => {
  const { set, diagnostics } = link([
    schema(
      '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" use="sometimes"/></xs:complexType>',
    ),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'INVALID_SCHEMA_VALUE' }]);
  expect(notation(set).of('P')).toBe('empty @a:int');
});

test.each([
  ['<xs:attribute ref="t:Code" use="required"/>', 'empty @t:Code:t:Code!', 'attribute "Code"'],
  ['<xs:attribute name="a" ref="t:Code"/>', 'empty @a:t:Code', 'attribute "a"'],
])('a ref that names only a type means an attribute of that type: %s', (attribute, content, meant) => {
  const { set, diagnostics } = link([
    schema(
      `<xs:simpleType name="Code"><xs:restriction base="xs:int"/></xs:simpleType><xs:complexType name="P">${attribute}</xs:complexType>`,
    ),
  ]);
  expect(notation(set).of('P')).toBe(content);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `REFERENCE_CORRECTED attribute {urn:t}Code is not declared; ${meant} of the type of this name is meant`,
  ]);
});
