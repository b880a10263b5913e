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
      '"A" in no namespace is not declared; read as {urn:t}A',
    ],
    [
      'XML Schema is the default namespace',
      '<xs:element name="e" type="A" xmlns="http://www.w3.org/2001/XMLSchema"/>',
      '"A" in http://www.w3.org/2001/XMLSchema is not declared; read as {urn:t}A',
    ],
  ])(
    'an unprefixed name that only the target namespace knows is read as that, with a diagnostic: %s',
    (_, element, message) => {
      const { set, diagnostics } = link([schema(`${element}<xs:complexType name="A"/>`)]);
      expect(diagnostics).toMatchObject([
        { code: 'OWN_NAMESPACE_ASSUMED', severity: 'warning', line: 2, message },
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
  ])('the same definition %s is not reported', (_, first, second) => {
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
