import { describe, expect, test } from 'vitest';
import { link, schema, schemaDocument } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

describe('MO-4: missing components', () => {
  test.each([
    [
      'the type of an element',
      '<xs:element name="e" type="t:Gone"/>',
      'UNRESOLVED_TYPE',
      'type {urn:t}Gone is not declared in any schema',
    ],
    [
      'the type of an attribute',
      '<xs:complexType name="P"><xs:attribute name="a" type="t:Gone"/></xs:complexType>',
      'UNRESOLVED_TYPE',
      'type {urn:t}Gone is not declared in any schema',
    ],
    [
      'a built-in that does not exist',
      '<xs:element name="e" type="xs:sentence"/>',
      'UNRESOLVED_TYPE',
      'type {http://www.w3.org/2001/XMLSchema}sentence is not declared in any schema',
    ],
    [
      'an element',
      '<xs:complexType name="P"><xs:sequence><xs:element ref="t:gone"/></xs:sequence></xs:complexType>',
      'UNRESOLVED_ELEMENT',
      'element {urn:t}gone is not declared in any schema',
    ],
    [
      'a head',
      '<xs:element name="e" substitutionGroup="t:gone"/>',
      'UNRESOLVED_ELEMENT',
      'element {urn:t}gone is not declared in any schema',
    ],
    [
      'a group',
      '<xs:complexType name="P"><xs:group ref="t:gone"/></xs:complexType>',
      'UNRESOLVED_GROUP',
      'group {urn:t}gone is not declared in any schema',
    ],
    [
      'an attribute',
      '<xs:complexType name="P"><xs:attribute ref="t:gone"/></xs:complexType>',
      'UNRESOLVED_ATTRIBUTE',
      'attribute {urn:t}gone is not declared in any schema',
    ],
    [
      'an attribute group',
      '<xs:complexType name="P"><xs:attributeGroup ref="t:gone"/></xs:complexType>',
      'UNRESOLVED_ATTRIBUTE_GROUP',
      'attributeGroup {urn:t}gone is not declared in any schema',
    ],
    [
      'a base',
      '<xs:complexType name="P"><xs:complexContent><xs:extension base="t:Gone"/></xs:complexContent></xs:complexType>',
      'UNRESOLVED_BASE_TYPE',
      'type {urn:t}Gone is not declared in any schema',
    ],
    [
      'a member type',
      '<xs:simpleType name="P"><xs:union memberTypes="t:Gone xs:int"/></xs:simpleType>',
      'UNRESOLVED_TYPE',
      'type {urn:t}Gone is not declared in any schema',
    ],
    [
      'a prefix',
      '<xs:element name="e" type="nope:A"/>',
      'UNBOUND_PREFIX',
      'the prefix of "nope:A" is not declared; nothing can be found by this name',
    ],
  ])('%s is one diagnostic with its place', (_, declarations, code, message) => {
    const { diagnostics } = link([schema(declarations)]);
    expect(diagnostics).toMatchObject([
      { code, message, file: 'test.xsd', line: 2, component: expect.stringMatching(/e$|P$/) },
    ]);
  });

  test.each([
    [
      'an unknown type is xs:anyType for an element',
      '<xs:sequence><xs:element name="a" type="t:Gone"/></xs:sequence>',
      '(t:a:anyType)',
    ],
    [
      'and xs:anySimpleType for an attribute',
      '<xs:attribute name="a" type="t:Gone"/>',
      'empty @a:anySimpleType',
    ],
    [
      'an unknown element is a wildcard of its namespace, with the same occurrence',
      '<xs:sequence><xs:element ref="o:gone" minOccurs="0" maxOccurs="5" xmlns:o="urn:o"/></xs:sequence>',
      '(any {urn:o} lax{0,5})',
    ],
    [
      'an unknown group is anything',
      '<xs:sequence><xs:group ref="t:gone"/></xs:sequence>',
      '(any ##any lax*)',
    ],
    [
      'an unknown attribute is a wildcard of its namespace',
      '<xs:attribute ref="o:gone" xmlns:o="urn:o"/>',
      'empty @any {urn:o} lax',
    ],
    [
      'it widens the wildcard that is there',
      '<xs:attribute ref="o:gone" xmlns:o="urn:o"/><xs:anyAttribute namespace="urn:x"/>',
      'empty @any {urn:x urn:o} lax',
    ],
    [
      'an unknown attribute group is any attribute',
      '<xs:attributeGroup ref="t:gone"/>',
      'empty @any ##any lax',
    ],
    [
      'an unknown base leaves what is added',
      '<xs:complexContent><xs:extension base="t:Gone"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence><xs:attribute name="c" type="xs:int"/></xs:extension></xs:complexContent>',
      '(any ##any lax*, t:b:int) @c:int @any ##any lax',
    ],
    [
      'a restriction of an unknown base has its own content',
      '<xs:complexContent><xs:restriction base="t:Gone"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent>',
      '(t:b:int) @any ##any lax',
    ],
    [
      'simple content of an unknown base is text',
      '<xs:simpleContent><xs:extension base="t:Gone"><xs:attribute name="c" type="xs:int"/></xs:extension></xs:simpleContent>',
      'simple anySimpleType @c:int @any ##any lax',
    ],
  ])('%s', (_, content, expected) => {
    const { set } = link([schema(`<xs:complexType name="P">${content}</xs:complexType>`)]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test.each([
    ['item type', '<xs:list itemType="t:Gone"/>', 'list of anySimpleType'],
    [
      'base',
      '<xs:restriction base="t:Gone"><xs:maxLength value="5"/></xs:restriction>',
      'anySimpleType {"maxLength":5}',
    ],
    ['nothing at all', '', 'anySimpleType'],
  ])('a simple type with an unknown %s', (_, content, expected) => {
    const { set, diagnostics } = link([schema(`<xs:simpleType name="P">${content}</xs:simpleType>`)]);
    expect(diagnostics).toHaveLength(1);
    expect(notation(set).of('P')).toBe(expected);
  });

  test('a complex type where only a simple one can appear', () => {
    const { set, diagnostics } = link([
      schema(
        `<xs:complexType name="P"><xs:attribute name="a" type="t:C"/></xs:complexType><xs:complexType name="C"/>`,
      ),
    ]);
    expect(diagnostics).toMatchObject([{ code: 'WRONG_KIND_OF_TYPE', line: 2 }]);
    expect(notation(set).of('P')).toBe('empty @a:anySimpleType');
  });
});

describe('MO-4: the only component with the local name is meant', () => {
  const other = (declarations: string, namespace = 'urn:o') =>
    schemaDocument(
      `<xs:schema ${XS} targetNamespace="${namespace}" elementFormDefault="qualified">${declarations}</xs:schema>`,
    );
  const declared = other(
    '<xs:complexType name="O"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:simpleType name="S"><xs:restriction base="xs:int"/></xs:simpleType><xs:element name="e" type="xs:int"/><xs:attribute name="at" type="xs:int"/><xs:group name="G"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group><xs:attributeGroup name="AG"><xs:attribute name="b" type="xs:int"/></xs:attributeGroup>',
  );
  const N = 'xmlns:n="urn:nobody"';

  test.each([
    [
      'a type in a namespace that has schemas',
      '<xs:sequence><xs:element name="x" type="t:S"/></xs:sequence>',
      '(t:x:{urn:o}S)',
      'type {urn:t}S is not declared; {urn:o}S is meant',
    ],
    [
      'a type in the namespace of XML Schema',
      '<xs:attribute name="x" type="xs:S"/>',
      'empty @x:{urn:o}S',
      'type {http://www.w3.org/2001/XMLSchema}S is not declared; {urn:o}S is meant',
    ],
    [
      'a type without a prefix',
      '<xs:attribute name="x" type="S"/>',
      'empty @x:{urn:o}S',
      'type S is not declared; {urn:o}S is meant',
    ],
    [
      'a type with a prefix that is not declared',
      '<xs:attribute name="x" type="nope:S"/>',
      'empty @x:{urn:o}S',
      'type "nope:S" is not declared; {urn:o}S is meant',
    ],
    [
      'a base',
      '<xs:complexContent><xs:extension base="t:O"><xs:attribute name="x" type="xs:int"/></xs:extension></xs:complexContent>',
      'extension of {urn:o}O ({urn:o}a:int) @x:int',
      'type {urn:t}O is not declared; {urn:o}O is meant',
    ],
    [
      'a group',
      '<xs:group ref="t:G"/>',
      '({urn:o}g:int)',
      'group {urn:t}G is not declared; {urn:o}G is meant',
    ],
    [
      'an attribute group',
      '<xs:attributeGroup ref="t:AG"/>',
      'empty @b:int',
      'attributeGroup {urn:t}AG is not declared; {urn:o}AG is meant',
    ],
    [
      'an element in a namespace that no schema has',
      `<xs:sequence><xs:element ref="n:e" ${N}/></xs:sequence>`,
      '(^{urn:o}e:int)',
      'element {urn:nobody}e is not declared; {urn:o}e is meant',
    ],
    [
      'an attribute in a namespace that no schema has',
      `<xs:attribute ref="n:at" ${N}/>`,
      'empty @{urn:o}at:int',
      'attribute {urn:nobody}at is not declared; {urn:o}at is meant',
    ],
  ])('%s', (_, content, expected, message) => {
    const { set, diagnostics } = link([
      schema(`<xs:complexType name="P">${content}</xs:complexType>`),
      declared,
    ]);
    expect(diagnostics).toMatchObject([
      { code: 'REFERENCE_CORRECTED', severity: 'warning', message, line: 2 },
    ]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test.each([
    ['an element in a namespace that has schemas', '<xs:sequence><xs:element ref="t:e"/></xs:sequence>'],
    ['an attribute in a namespace that has schemas', '<xs:attribute ref="t:at"/>'],
    ['a type that two other namespaces have', '<xs:attribute name="x" type="t:Twice"/>'],
    ['a type whose namespace has a missing document', `<xs:attribute name="x" type="n:S" ${N}/>`],
    ['a name that is an element, where a type is wanted', '<xs:attribute name="x" type="t:at"/>'],
    [
      'a type of a bundled schema',
      '<xs:sequence><xs:element name="x" type="t:ArrayOfString"/></xs:sequence>',
    ],
  ])('but not %s', (_, content) => {
    const twice = '<xs:simpleType name="Twice"><xs:restriction base="xs:int"/></xs:simpleType>';
    const { diagnostics } = link(
      [
        schema(`<xs:complexType name="P">${content}</xs:complexType>`),
        declared,
        other(twice, 'urn:a'),
        other(twice, 'urn:b'),
      ],
      { missing: ['urn:nobody'] },
    );
    expect(diagnostics).toMatchObject([{ code: expect.stringMatching(/^UNRESOLVED_/) }]);
  });
});
