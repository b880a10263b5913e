import { describe, expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

describe('global elements', () => {
  test('a member without a type has that of its head, through the chain', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:element name="c" substitutionGroup="t:b"/><xs:element name="b" substitutionGroup="t:a"/><xs:element name="a" type="xs:int" abstract="true"/><xs:element name="d" type="xs:short" substitutionGroup="t:a"/>',
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(
      set.elements.map((element) => [
        element.name.localName,
        element.type,
        element.substitutionGroup?.localName,
        element.abstract,
      ]),
    ).toEqual([
      ['c', 'int', 'b', false],
      ['b', 'int', 'a', false],
      ['a', 'int', undefined, true],
      ['d', 'short', 'a', false],
    ]);
  });

  test('a cycle of substitution heads is cut at the reference that closes it', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:element name="a" substitutionGroup="t:b"/><xs:element name="b" substitutionGroup="t:a"/><xs:element name="s" substitutionGroup="t:s"/>',
      ),
    ]);
    expect(diagnostics.map(({ code, component }) => [code, component])).toEqual([
      ['CIRCULAR_DEFINITION', 'element {urn:t}b'],
      ['CIRCULAR_DEFINITION', 'element {urn:t}s'],
    ]);
    expect(set.elements.map((element) => [element.type, element.substitutionGroup?.localName])).toEqual([
      ['anyType', 'b'],
      ['anyType', undefined],
      ['anyType', undefined],
    ]);
  });

  test('several heads (XML Schema 1.1): the first one is used', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:element name="a" type="xs:int"/><xs:element name="b"/><xs:element name="c" substitutionGroup="t:a t:b"/>',
      ),
    ]);
    expect(diagnostics).toMatchObject([{ code: 'XSD_1_1', line: 2 }]);
    expect(set.elements[2]).toMatchObject({ type: 'int', substitutionGroup: { localName: 'a' } });
  });

  test('a reference has the documentation of the declaration, or its own', () => {
    const { set } = link([
      schema(`<xs:element name="g"><xs:annotation><xs:documentation>Global.</xs:documentation></xs:annotation></xs:element>
        <xs:complexType name="P"><xs:sequence><xs:element ref="t:g"/><xs:element ref="t:g"><xs:annotation><xs:documentation>Own.</xs:documentation></xs:annotation></xs:element></xs:sequence></xs:complexType>`),
    ]);
    expect(set.types[0]).toMatchObject({
      content: { particle: { particles: [{ documentation: 'Global.' }, { documentation: 'Own.' }] } },
    });
  });
});

describe('names that are not XML names', () => {
  test.each(['a b', '1a', '', 'a><evil/><a', 'a:b:c', ':a', '-a', 'a\u00d7', '\u0301a'])(
    '%j is left out where it would be on the wire',
    (name) => {
      const text = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const { set, diagnostics } = link([
        schema(
          `<xs:element name="${text}"/><xs:complexType name="${text}"/><xs:group name="${text}"/><xs:complexType name="P"><xs:sequence><xs:element name="${text}"/><xs:element name="b" type="xs:int"/></xs:sequence><xs:attribute name="${text}"/></xs:complexType>`,
        ),
      ]);
      // Types and groups keep a name without a colon: only schemas use it (MO-4).
      const offTheWire = name === '' || name.includes(':') ? 'INVALID_NAME' : 'INVALID_SCHEMA_VALUE';
      expect(diagnostics.map(({ code }) => code)).toEqual([
        'INVALID_NAME',
        offTheWire,
        offTheWire,
        'INVALID_NAME',
        'INVALID_NAME',
      ]);
      expect(set.elements).toEqual([]);
      expect(notation(set).of('P')).toBe('(t:b:int)');
    },
  );

  test.each([
    'a',
    '_a',
    'a.b-c',
    'Straße',
    'ключ',
    '数量',
    'a\u0301',
    '𠀀',
    '__proto__',
    'constructor',
    'then',
  ])('%s is an XML name', (name) => {
    const { set, diagnostics, element, type } = link([
      schema(
        `<xs:element name="${name}" type="t:${name}"/><xs:complexType name="${name}"><xs:attribute name="${name}" type="xs:int"/></xs:complexType>`,
      ),
    ]);
    expect(diagnostics).toEqual([]);
    const expanded = { namespace: 'urn:t', localName: name };
    expect(element(expanded)).toBe(set.elements[0]);
    expect(type(expanded)).toBe(0);
    expect(notation(set).of(name)).toBe(`empty @${name}:int`);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('a missing name, and a prefix that does not belong there', () => {
    const { set, diagnostics } = link([
      schema('<xs:element type="xs:int"/><xs:element name="t:e" type="xs:int"/>'),
    ]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['INVALID_NAME', 'xs:element has no name'],
      ['INVALID_SCHEMA_VALUE', 'the name "t:e" of an xs:element has a prefix; read as e'],
    ]);
    expect(set.elements.map(({ name }) => name.localName)).toEqual(['e']);
  });
});

test('a second type of an element is a diagnostic', () => {
  const { set, diagnostics } = link([
    schema('<xs:element name="e" type="xs:int"><xs:complexType/></xs:element>'),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'INVALID_SCHEMA_VALUE' }]);
  expect(set.elements[0]?.type).toBe('int');
  expect(set.types).toEqual([]);
});
