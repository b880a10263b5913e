import { describe, expect, test } from 'vitest';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const BASE = `
  <xs:complexType name="Base"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>
    <xs:attribute name="x" type="xs:int" use="required"/><xs:attribute name="y" type="xs:int"/></xs:complexType>
  <xs:complexType name="Choice"><xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>
  <xs:complexType name="All"><xs:all><xs:element name="a" type="xs:int"/></xs:all></xs:complexType>
  <xs:complexType name="Mixed" mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Optional"><xs:sequence minOccurs="0"><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:token"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Empty"/>
  <xs:simpleType name="Code"><xs:restriction base="xs:token"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>`;

const extension = (base: string, content: string): string =>
  `<xs:complexType name="P"><xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent></xs:complexType>`;
const restriction = (base: string, content: string): string =>
  `<xs:complexType name="P"><xs:complexContent><xs:restriction base="${base}">${content}</xs:restriction></xs:complexContent></xs:complexType>`;
const simple = (derivation: string, base: string, content: string): string =>
  `<xs:complexType name="P"><xs:simpleContent><xs:${derivation} base="${base}">${content}</xs:${derivation}></xs:simpleContent></xs:complexType>`;
const B = '<xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence>';

describe('MO-5: effective content', () => {
  test.each([
    [
      'plain sequences are spliced',
      extension('t:Base', B),
      'extension of t:Base (t:a:int, t:b:int) @x:int! @y:int',
    ],
    [
      'a choice stays a separate group',
      extension('t:Choice', B),
      'extension of t:Choice ((t:a:int | t:b:int), t:b:int)',
    ],
    [
      'a choice of the type itself comes after the base',
      extension(
        't:Base',
        '<xs:choice><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice>',
      ),
      'extension of t:Base (t:a:int, (t:b:int | t:c:int)) @x:int! @y:int',
    ],
    [
      'an optional sequence is not spliced',
      extension('t:Optional', B),
      'extension of t:Optional ((t:a:int)?, t:b:int)',
    ],
    [
      'two xs:all become one (1.1)',
      extension('t:All', '<xs:all><xs:element name="b" type="xs:int"/></xs:all>'),
      'extension of t:All (t:a:int & t:b:int)',
    ],
    ['an empty base adds nothing', extension('t:Empty', B), 'extension of t:Empty (t:b:int)'],
    [
      'an empty extension keeps the base',
      extension('t:Base', ''),
      'extension of t:Base (t:a:int) @x:int! @y:int',
    ],
    ['mixed is inherited', extension('t:Mixed', B), 'extension of t:Mixed mixed (t:a:int, t:b:int)'],
    [
      'xs:anyType is extended as what it is',
      extension('xs:anyType', B),
      'extension of anyType mixed (any ##any lax*, t:b:int) @any ##any lax',
    ],
    [
      'a restriction restates its content',
      restriction('t:Base', B),
      'restriction of t:Base (t:b:int) @x:int! @y:int',
    ],
    [
      'a restriction without content is empty',
      restriction('t:Base', ''),
      'restriction of t:Base empty @x:int! @y:int',
    ],
    [
      'a restriction of xs:anyType inherits nothing',
      restriction('xs:anyType', B),
      'restriction of anyType (t:b:int)',
    ],
  ])('%s', (_, declarations, expected) => {
    const { set, diagnostics } = link([schema(BASE + declarations)]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test('a chain, written last to first', () => {
    const chain = [3, 2, 1].map(
      (i) =>
        `<xs:complexType name="T${i}"><xs:complexContent><xs:extension base="t:T${i - 1}"><xs:sequence><xs:element name="e${i}" type="xs:int"/></xs:sequence><xs:attribute name="a${i}" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>`,
    );
    const { set, diagnostics } = link([schema(`${chain.join('')}<xs:complexType name="T0"/>`)]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('T3')).toBe(
      'extension of t:T2 (t:e1:int, t:e2:int, t:e3:int) @a1:int @a2:int @a3:int',
    );
  });
});

describe('MO-5: effective attributes', () => {
  test.each([
    [
      'prohibited removes an attribute',
      restriction('t:Base', '<xs:attribute name="y" use="prohibited"/>'),
      'restriction of t:Base empty @x:int!',
    ],
    [
      'a replaced attribute keeps its place',
      restriction('t:Base', '<xs:attribute name="x" type="xs:short"/><xs:attribute name="z" type="xs:int"/>'),
      'restriction of t:Base empty @x:short @y:int @z:int',
    ],
    [
      'prohibited means nothing in an extension',
      extension('t:Base', '<xs:attribute name="y" use="prohibited"/>'),
      'extension of t:Base (t:a:int) @x:int! @y:int',
    ],
    [
      'prohibited in a type without a base declares nothing',
      '<xs:complexType name="P"><xs:attribute name="y" use="prohibited"/></xs:complexType>',
      'empty',
    ],
  ])('%s', (_, declarations, expected) => {
    const { set, diagnostics } = link([schema(BASE + declarations)]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test.each([
    ['an extension unites the wildcards', 'extension', 'empty @any {urn:a urn:b} skip'],
    ['a restriction has its own wildcard only', 'restriction', 'empty @any {urn:b} skip'],
  ])('%s', (_, derivation, expected) => {
    const { set } = link([
      schema(`<xs:complexType name="A"><xs:anyAttribute namespace="urn:a" processContents="lax"/></xs:complexType>
        <xs:complexType name="P"><xs:complexContent><xs:${derivation} base="t:A"><xs:anyAttribute namespace="urn:b" processContents="skip"/></xs:${derivation}></xs:complexContent></xs:complexType>`),
    ]);
    expect(notation(set).of('P')).toBe(`${derivation} of t:A ${expected}`);
  });

  test('a restriction without a wildcard drops that of the base', () => {
    const { set } = link([
      schema(`<xs:complexType name="A"><xs:anyAttribute/></xs:complexType>
        <xs:complexType name="P"><xs:complexContent><xs:restriction base="t:A"/></xs:complexContent></xs:complexType>`),
    ]);
    expect(notation(set).of('P')).toBe('restriction of t:A empty');
  });
});

describe('simple content', () => {
  test.each([
    ['of a built-in', simple('extension', 'xs:int', ''), 'extension of int simple int', ''],
    [
      'of a simple type',
      simple('extension', 't:Code', '<xs:attribute name="a"/>'),
      'extension of t:Code simple t:Code @a:anySimpleType',
      '',
    ],
    [
      'of a type with simple content',
      simple('extension', 't:Price', '<xs:attribute name="a"/>'),
      'extension of t:Price simple decimal @currency:token @a:anySimpleType',
      '',
    ],
    [
      'a restriction without a facet keeps the type',
      simple('restriction', 't:Price', '<xs:attribute name="currency" use="prohibited"/>'),
      'restriction of t:Price simple decimal',
      '',
    ],
    [
      'a restriction by a facet makes an anonymous type',
      simple('restriction', 't:Price', '<xs:minInclusive value="0"/>'),
      'restriction of t:Price simple #t:P @currency:token',
      'decimal < decimal {"minInclusive":"0"}',
    ],
    [
      'a restriction by a simple type and facets',
      simple(
        'restriction',
        't:Price',
        '<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType><xs:minInclusive value="0"/>',
      ),
      'restriction of t:Price simple #t:P @currency:token',
      'int < #t:P {"minInclusive":"0"}',
    ],
    [
      'a mixed base can be narrowed to text',
      simple('restriction', 't:Mixed', '<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>'),
      'restriction of t:Mixed simple #t:P',
      'int < #t:P',
    ],
  ])('%s', (_, declarations, expected, anonymous) => {
    const { set, diagnostics } = link([schema(BASE + declarations)]);
    expect(diagnostics).toEqual([]);
    const print = notation(set);
    expect(print.of('P')).toBe(expected);
    const narrowed = set.types.find((type) => type.kind === 'simple' && type.owner?.localName === 'P');
    expect(
      narrowed === undefined ? '' : notation({ ...set, types: relabel(set.types, narrowed) }).of('N'),
    ).toBe(anonymous);
  });

  test('facets of a chain of restrictions apply one after the other', () => {
    const { set, diagnostics } = link([
      schema(`<xs:complexType name="A"><xs:simpleContent><xs:extension base="t:S"/></xs:simpleContent></xs:complexType>
        <xs:simpleType name="S"><xs:restriction base="xs:string"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>
        <xs:complexType name="B"><xs:simpleContent><xs:restriction base="t:A"><xs:maxLength value="8"/></xs:restriction></xs:simpleContent></xs:complexType>
        <xs:complexType name="C"><xs:simpleContent><xs:restriction base="t:B"><xs:maxLength value="7"/></xs:restriction></xs:simpleContent></xs:complexType>`),
    ]);
    expect(diagnostics).toEqual([]);
    const c = set.types.find((type) => type.name?.localName === 'C');
    const content = c?.kind === 'complex' && c.content.kind === 'simple' ? c.content.type : 'string';
    expect(set.types[content as number]).toMatchObject({
      facets: [{ maxLength: 9 }, { maxLength: 8 }, { maxLength: 7 }],
    });
  });
});

describe('invalid derivations are read as far as possible', () => {
  test.each([
    [
      'elements added to simple content',
      extension('t:Price', B),
      'extension of t:Price simple decimal @currency:token',
    ],
    [
      'complex content of a simple type',
      extension('t:Code', '<xs:attribute name="a" type="xs:int"/>'),
      'extension of t:Code simple t:Code @a:int',
    ],
    [
      'simple content of a type with elements',
      simple('extension', 't:Empty', '<xs:attribute name="a" type="xs:int"/>'),
      'extension of t:Empty empty @a:int',
    ],
    [
      'simple content of xs:anyType',
      simple('extension', 'xs:anyType', ''),
      'extension of anyType simple anySimpleType @any ##any lax',
    ],
  ])('%s', (_, declarations, expected) => {
    const { set } = link([schema(BASE + declarations)]);
    expect(notation(set).of('P')).toBe(expected);
  });

  test.each([
    [
      'a complex content without a derivation',
      '<xs:complexType name="P"><xs:complexContent><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexContent></xs:complexType>',
      '(t:b:int)',
      ['UNEXPECTED_SCHEMA_ELEMENT'],
    ],
    [
      'a derivation without a base',
      '<xs:complexType name="P"><xs:complexContent><xs:extension><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
      '(t:b:int)',
      ['INVALID_SCHEMA_VALUE'],
    ],
    [
      'elements directly in a type',
      '<xs:complexType name="P"><xs:element name="b" type="xs:int"/></xs:complexType>',
      '(t:b:int)',
      ['UNEXPECTED_SCHEMA_ELEMENT'],
    ],
    [
      'two model groups',
      `<xs:complexType name="P">${B}<xs:choice><xs:element name="c" type="xs:int"/></xs:choice></xs:complexType>`,
      '((t:b:int), (|t:c:int))',
      ['UNEXPECTED_SCHEMA_ELEMENT'],
    ],
  ])('%s', (_, declarations, expected, codes) => {
    const { set, diagnostics } = link([schema(declarations)]);
    expect(notation(set).of('P')).toBe(expected);
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });
});

test('block and final are effective: own, else the default of the schema', () => {
  const { set } = link([
    schema(
      `<xs:complexType name="A"/><xs:complexType name="B" block="" final="#all"/><xs:complexType name="C" block="restriction"/>
       <xs:element name="e" type="t:A"/><xs:element name="f" type="t:A" block="#all"/>`,
      'blockDefault="extension substitution" finalDefault="restriction"',
    ),
  ]);
  expect(set.types.map((type) => type.kind === 'complex' && [type.block, type.final])).toEqual([
    [['extension'], ['restriction']],
    [[], ['extension', 'restriction']],
    [['restriction'], ['restriction']],
  ]);
  expect(set.elements.map(({ block }) => block)).toEqual([
    ['extension', 'substitution'],
    ['extension', 'restriction', 'substitution'],
  ]);
});

function relabel<T extends { name?: unknown }>(types: readonly T[], target: T): readonly T[] {
  return types.map((type) =>
    type === target ? { ...type, name: { namespace: 'urn:t', localName: 'N' } } : type,
  );
}
