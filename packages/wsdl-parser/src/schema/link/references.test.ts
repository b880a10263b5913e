import { describe, expect, test } from 'vitest';
import { link, referTo, schema, schemaDocument } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

describe('MO-2: prefixes are those in scope where they are written', () => {
  test.each([
    [
      'declared on the element itself, as WCF writes',
      '<xs:element name="e" type="q1:A" xmlns:q1="urn:t"/>',
      't:A',
    ],
    [
      'redeclared on the way',
      '<xs:element name="e" type="t:int" xmlns:t="http://www.w3.org/2001/XMLSchema"/>',
      'int',
    ],
    ['by the default namespace', '<xs:element name="e" type="A" xmlns="urn:t"/>', 't:A'],
    ['with white space around', '<xs:element name=" e " type=" t:A "/>', 't:A'],
  ])('%s', (_, declaration, expected) => {
    const { set, diagnostics } = link([schema(`${declaration}<xs:complexType name="A"/>`)]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).type(set.elements[0]!.type)).toBe(expected);
  });

  test('XML Schema itself may be the default namespace', () => {
    const { set, diagnostics } = link([
      schemaDocument(
        '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><element name="e" type="int"/></schema>',
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(set.elements[0]?.type).toBe('int');
  });
});

describe('MO-1: documents', () => {
  test('includes may be circular', () => {
    const a = schema('<xs:include schemaLocation="b.xsd"/><xs:element name="e" type="t:B"/>');
    const b = schema(
      '<xs:include schemaLocation="a.xsd"/><xs:complexType name="B"><xs:sequence><xs:element ref="t:e"/></xs:sequence></xs:complexType>',
    );
    referTo(a, { 'b.xsd': b });
    referTo(b, { 'a.xsd': a });
    const { set, diagnostics } = link([a]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('B')).toBe('(^t:e:t:B)');
  });

  test('a chameleon takes the namespace of the includer, unqualified references too', () => {
    const text = `<xs:schema ${XS} elementFormDefault="qualified"><xs:element name="e" type="A"/><xs:complexType name="A"><xs:sequence><xs:element ref="e"/><xs:group ref="G"/></xs:sequence></xs:complexType><xs:group name="G"><xs:sequence><xs:element name="g"/></xs:sequence></xs:group></xs:schema>`;
    const one = schemaDocument(text, 'c.xsd', 'urn:t');
    const two = schemaDocument(text, 'c.xsd', 'urn:u');
    const { set, diagnostics } = link([one, two]);
    expect(diagnostics).toEqual([]);
    const print = notation(set);
    expect(print.of('A')).toBe('(^t:e:t:A, (t:g:anyType))');
    expect(set.elements.map(({ name }) => name.namespace)).toEqual(['urn:t', 'urn:u']);
    expect(set.types.map(({ targetNamespace }) => targetNamespace)).toEqual(['urn:t', 'urn:u']);
  });

  test('a schema without a namespace refers to itself without a prefix', () => {
    const { set, diagnostics } = link([
      schemaDocument(
        `<xs:schema ${XS} elementFormDefault="qualified"><xs:element name="e" type="A"/><xs:complexType name="A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>`,
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('A')).toBe('(x:int)');
    expect(set.elements[0]).toMatchObject({ name: { namespace: '', localName: 'e' }, type: 0 });
  });

  test('a namespace is found among all schemas, with or without an import', () => {
    const other = schemaDocument(
      `<xs:schema ${XS} targetNamespace="urn:o"><xs:complexType name="O"/></xs:schema>`,
    );
    const { set, diagnostics } = link([schema('<xs:element name="e" type="o:O" xmlns:o="urn:o"/>'), other]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).type(set.elements[0]!.type)).toBe('{urn:o}O');
  });

  test.each([
    [
      'there is no default namespace',
      '<xs:element name="e" type="A"/>',
      '"A" in no namespace names nothing; read as {urn:t}A',
    ],
    [
      'XML Schema is the default namespace',
      '<xs:element name="e" type="A" xmlns="http://www.w3.org/2001/XMLSchema"/>',
      '"A" in http://www.w3.org/2001/XMLSchema names nothing; read as {urn:t}A',
    ],
  ])(
    'an unprefixed name that only the target namespace knows is read as that, with a diagnostic: %s',
    (_, element, message) => {
      const { set, diagnostics } = link([schema(`${element}<xs:complexType name="A"/>`)]);
      expect(diagnostics).toMatchObject([
        { code: 'OWN_NAMESPACE_ASSUMED', severity: 'info', line: 2, message },
      ]);
      expect(notation(set).type(set.elements[0]!.type)).toBe('t:A');
    },
  );

  test('a chameleon may have XML Schema as its default namespace', () => {
    const { set, diagnostics } = link([
      schemaDocument(
        '<schema xmlns="http://www.w3.org/2001/XMLSchema"><element name="e" type="A"/><element name="f" type="int"/><complexType name="A"/></schema>',
        'c.xsd',
        'urn:t',
      ),
    ]);
    expect(diagnostics).toMatchObject([{ code: 'OWN_NAMESPACE_ASSUMED' }]);
    expect(set.elements.map(({ type }) => notation(set).type(type))).toEqual(['t:A', 'int']);
  });
});

describe('MO-4: what is not there', () => {
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
      '<xs:element name="e" type="xs:strng"/>',
      'UNRESOLVED_TYPE',
      'type {http://www.w3.org/2001/XMLSchema}strng is not declared in any schema',
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
      'an unknown element is a wildcard of its namespace, as often',
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

  test('a complex type where only a simple one can stand', () => {
    const { set, diagnostics } = link([
      schema(
        `<xs:complexType name="P"><xs:attribute name="a" type="t:C"/></xs:complexType><xs:complexType name="C"/>`,
      ),
    ]);
    expect(diagnostics).toMatchObject([{ code: 'WRONG_KIND_OF_TYPE', line: 2 }]);
    expect(notation(set).of('P')).toBe('empty @a:anySimpleType');
  });
});

describe('components of the same name', () => {
  const A =
    '<xs:complexType name="A"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>';

  test.each([
    ['under two addresses', schema(A), schema(A)],
    [
      'with other prefixes, documentation and ids',
      schema(A),
      schemaDocument(
        `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified"><s:complexType name="A" id="i"><s:annotation><s:documentation>Same.</s:documentation></s:annotation><s:sequence><s:element type="s:int" name="x"/></s:sequence></s:complexType></s:schema>`,
      ),
    ],
  ])('the same definition %s is no news', (_, first, second) => {
    const { set, diagnostics } = link([first, second]);
    expect(diagnostics).toEqual([]);
    expect(set.types).toHaveLength(1);
  });

  test.each([
    ['another type', A.replace('xs:int', 'xs:string')],
    ['another occurrence', A.replace('name="x"', 'name="x" minOccurs="0"')],
    ['one element more', A.replace('</xs:sequence>', '<xs:element name="y"/></xs:sequence>')],
    ['another kind of group', A.replaceAll('xs:sequence', 'xs:choice')],
  ])('a definition with %s is reported, and the first is used', (_, second) => {
    const { set, diagnostics } = link([schema(A), schema(second)]);
    expect(diagnostics).toMatchObject([
      {
        code: 'DUPLICATE_COMPONENT',
        line: 2,
        message: 'complexType {urn:t}A is defined differently at test.xsd:2',
      },
    ]);
    expect(notation(set).of('A')).toBe('(t:x:int)');
  });

  test('the same text under another form default is another definition', () => {
    const { diagnostics } = link([schema(A), schema(A, 'attributeFormDefault="qualified"')]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['DUPLICATE_COMPONENT']);
  });

  test('a type, an element, an attribute and groups may share a name', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:complexType name="n"/><xs:element name="n" type="t:n"/><xs:attribute name="n"/><xs:group name="n"><xs:sequence/></xs:group><xs:attributeGroup name="n"/>',
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect([set.types.length, set.elements.length, set.attributes.length]).toEqual([1, 1, 1]);
  });

  test('a simple and a complex type share one symbol space', () => {
    const { diagnostics } = link([
      schema(
        '<xs:complexType name="n"/><xs:simpleType name="n"><xs:restriction base="xs:int"/></xs:simpleType>',
      ),
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['DUPLICATE_COMPONENT']);
  });
});
