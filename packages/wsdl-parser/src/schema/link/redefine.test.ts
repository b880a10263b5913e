import { describe, expect, test } from 'vitest';
import { link, referTo, schema, schemaDocument } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const base = (): ReturnType<typeof schema> =>
  schema(`
    <xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
    <xs:complexType name="D"><xs:complexContent><xs:extension base="t:P"><xs:sequence><xs:element name="d" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:simpleType name="S"><xs:restriction base="xs:string"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>
    <xs:group name="G"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group>
    <xs:attributeGroup name="A"><xs:attribute name="x" type="xs:int"/></xs:attributeGroup>
    <xs:complexType name="Uses"><xs:group ref="t:G"/><xs:attributeGroup ref="t:A"/></xs:complexType>`);

const EXTEND_P = `<xs:complexType name="P"><xs:complexContent><xs:extension base="t:P"><xs:sequence><xs:element name="extra" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;

const redefine = (definitions: string, location = 'base.xsd'): string =>
  `<xs:redefine schemaLocation="${location}">${definitions}</xs:redefine>`;

describe('MO-1: xs:redefine', () => {
  test.each([
    [
      'a complex type; types derived elsewhere derive from the redefinition',
      EXTEND_P,
      {
        P: 'extension of #t:P (t:a:int, t:extra:string?)',
        D: 'extension of t:P (t:a:int, t:extra:string?, t:d:int)',
      },
    ],
    [
      'a simple type',
      '<xs:simpleType name="S"><xs:restriction base="t:S"><xs:minLength value="1"/></xs:restriction></xs:simpleType>',
      { S: 'string < #t:S {"maxLength":9} {"minLength":1}' },
    ],
    [
      'a group that refers to itself',
      '<xs:group name="G"><xs:sequence><xs:element name="before" type="xs:int"/><xs:group ref="t:G"/></xs:sequence></xs:group>',
      { Uses: '(t:before:int, (t:g:int)) @x:int' },
    ],
    [
      'a group that does not',
      '<xs:group name="G"><xs:sequence><xs:element name="other" type="xs:int"/></xs:sequence></xs:group>',
      { Uses: '(t:other:int) @x:int' },
    ],
    [
      'an attribute group that refers to itself',
      '<xs:attributeGroup name="A"><xs:attributeGroup ref="t:A"/><xs:attribute name="y" type="xs:int"/></xs:attributeGroup>',
      { Uses: '(t:g:int) @x:int @y:int' },
    ],
    [
      'an attribute group that does not inherits nothing',
      '<xs:attributeGroup name="A"><xs:attribute name="y" type="xs:int"/></xs:attributeGroup>',
      { Uses: '(t:g:int) @y:int' },
    ],
  ])('%s', (_, definitions, expected) => {
    const main = referTo(schema(redefine(definitions)), { 'base.xsd': base() });
    const { set, diagnostics } = link([main]);
    expect(diagnostics).toEqual([]);
    const print = notation(set);
    for (const [name, content] of Object.entries(expected)) expect(print.of(name)).toBe(content);
  });

  test('inside the redefinition, other references to its name mean the redefinition', () => {
    const recursive = `<xs:complexType name="P"><xs:complexContent><xs:extension base="t:P"><xs:sequence><xs:element name="next" type="t:P" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
    const { set, type } = link([referTo(schema(redefine(recursive)), { 'base.xsd': base() })]);
    expect(notation(set).of('P')).toBe('extension of #t:P (t:a:int, t:next:t:P?)');
    const redefined = type({ namespace: 'urn:t', localName: 'P' });
    expect(set.types[redefined as number]?.name).toEqual({ namespace: 'urn:t', localName: 'P' });
  });

  test('a redefinition of a redefinition starts from that', () => {
    const middle = referTo(schema(redefine(EXTEND_P)), { 'base.xsd': base() });
    const main = referTo(schema(redefine(EXTEND_P.replace('"extra"', '"more"'), 'middle.xsd')), {
      'middle.xsd': middle,
    });
    const { set, diagnostics } = link([main]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe('extension of #t:P (t:a:int, t:extra:string?, t:more:string?)');
  });

  test('the redefined type may come from a document that the redefined one includes', () => {
    const outer = referTo(schema('<xs:include schemaLocation="base.xsd"/>'), { 'base.xsd': base() });
    const { set, diagnostics } = link([
      referTo(schema(redefine(EXTEND_P, 'outer.xsd')), { 'outer.xsd': outer }),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe('extension of #t:P (t:a:int, t:extra:string?)');
  });

  test('a document without a namespace is redefined in the namespace of the redefining one (chameleon)', () => {
    const chameleon = schemaDocument(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>`,
      'base.xsd',
      'urn:t',
    );
    const { set, diagnostics } = link([referTo(schema(redefine(EXTEND_P)), { 'base.xsd': chameleon })]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe('extension of #t:P (a:int, t:extra:string?)');
  });

  test.each([
    ['the document is missing', redefine(EXTEND_P, 'gone.xsd')],
    ['the document does not define it', redefine(EXTEND_P.replaceAll('"P"', '"Q"').replace('t:P', 't:Q'))],
  ])('MO-4: %s', (_, declarations) => {
    const { set, diagnostics } = link([referTo(schema(declarations), { 'base.xsd': base() })]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['UNRESOLVED_BASE_TYPE', 2]]);
    const redefined = set.types.find((type) => type.name !== undefined && type.name.localName !== 'Uses');
    expect(notation(set).of(redefined!.name!.localName)).toBe(
      '(any ##any lax*, t:extra:string?) @any ##any lax',
    );
  });

  test('two documents that redefine each other', () => {
    const one = schema(redefine(EXTEND_P, 'two.xsd'));
    const two = schema(redefine(EXTEND_P, 'one.xsd'));
    referTo(one, { 'two.xsd': two });
    referTo(two, { 'one.xsd': one });
    const { set, diagnostics } = link([one]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['UNRESOLVED_BASE_TYPE']);
    expect(set.types.filter(({ name }) => name?.localName === 'P')).toHaveLength(1);
  });
});

test('xs:override of XML Schema 1.1 replaces elements too', () => {
  const main = referTo(
    schema('<xs:override schemaLocation="base.xsd"><xs:element name="e" type="xs:string"/></xs:override>'),
    { 'base.xsd': schema('<xs:element name="e" type="xs:int"/>') },
  );
  const { set, diagnostics } = link([main]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['XSD_1_1']);
  expect(set.elements.map(({ type }) => type)).toEqual(['string']);
});
