import { describe, expect, test } from 'vitest';
import { link, schema } from './testing/link.js';
import { notation } from './testing/notation.js';

const times = (n: number, each: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => each(i)).join('\n');
const ref = (n: string): string => `<xs:group ref="t:${n}"/>`;

/** Ten references to the next of 20 groups each: 10^20 particles if they were written out. */
const TENS = `${times(20, (i) => `<xs:group name="G${i}"><xs:sequence>${ref(`G${i + 1}`).repeat(10)}</xs:sequence></xs:group>`)}
  <xs:group name="G20"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:group>`;
const UNTYPED = '(any ##any lax*)';

describe('A8: logic bombs', () => {
  test.each([
    [
      'groups that double 2^20 times',
      `${times(20, (i) => `<xs:group name="G${i}"><xs:sequence>${ref(`G${i + 1}`)}${ref(`G${i + 1}`)}</xs:sequence></xs:group>`)}
      <xs:group name="G20"><xs:sequence><xs:element name="x"/></xs:sequence></xs:group><xs:complexType name="P">${ref('G0')}</xs:complexType>`,
    ],
    [
      'groups that are ten times as large 20 times',
      `${TENS}<xs:complexType name="P">${ref('G0')}</xs:complexType>`,
    ],
    [
      'in an extension',
      `${TENS}<xs:complexType name="A"/><xs:complexType name="P"><xs:complexContent><xs:extension base="t:A">${ref('G0')}</xs:extension></xs:complexContent></xs:complexType>`,
    ],
    [
      'groups nested 200 deep',
      `${times(200, (i) => `<xs:group name="G${i}"><xs:choice>${ref(`G${i + 1}`)}<xs:element name="x${i}"/></xs:choice></xs:group>`)}
      <xs:group name="G200"><xs:sequence><xs:element name="x"/></xs:sequence></xs:group><xs:complexType name="P">${ref('G0')}</xs:complexType>`,
    ],
    [
      'long documentation, many times',
      `<xs:group name="G1"><xs:sequence><xs:element name="x"><xs:annotation><xs:documentation>${'x'.repeat(2000)}</xs:documentation></xs:annotation></xs:element></xs:sequence></xs:group>
      <xs:group name="G0"><xs:sequence>${times(30_000, () => ref('G1'))}</xs:sequence></xs:group><xs:complexType name="P">${ref('G0')}</xs:complexType>`,
    ],
  ])('%s: the type is passed on untyped, the others are not', (_, declarations) => {
    const { set, diagnostics } = link([
      schema(
        `${declarations}<xs:complexType name="Other"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>`,
      ),
    ]);
    expect(diagnostics).toMatchObject([{ code: 'SCHEMA_LIMIT', component: 'complexType {urn:t}P' }]);
    expect(notation(set).of('P')).toContain(UNTYPED);
    expect(notation(set).of('Other')).toBe('(t:a:int)');
  });

  test('a union diamond is xs:anySimpleType where it grows over the limit', () => {
    const { set, diagnostics } = link([
      schema(`${times(20, (i) => `<xs:simpleType name="U${i}"><xs:union memberTypes="t:U${i + 1} t:U${i + 1}"/></xs:simpleType>`)}
        <xs:simpleType name="U20"><xs:restriction base="xs:int"/></xs:simpleType>`),
    ]);
    expect(diagnostics).toMatchObject([
      {
        code: 'SCHEMA_LIMIT',
        component: 'simpleType {urn:t}U10',
        message:
          'a union has more than 1000 member types, unions among them expanded; this is the first that does not fit',
      },
    ]);
    // 2^9 members still fit; above, those that did not fit count as one.
    expect(notation(set).of('U11')).toBe('union of t:U12 t:U12');
    expect(notation(set).of('U10')).toBe('anySimpleType');
  });

  test('a chain of extensions keeps what fits', () => {
    const { set, diagnostics } = link(
      [
        schema(
          times(100, (i) =>
            i === 0
              ? '<xs:complexType name="T0"><xs:sequence><xs:element name="e0"/></xs:sequence></xs:complexType>'
              : `<xs:complexType name="T${i}"><xs:complexContent><xs:extension base="t:T${i - 1}"><xs:sequence><xs:element name="e${i}"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
          ),
        ),
      ],
      { limits: { particles: 60 } },
    );
    // 2 + 3 + ... + 10 = 54 particles fit, the 11 of T9 do not.
    expect(diagnostics).toMatchObject([{ code: 'SCHEMA_LIMIT', component: 'complexType {urn:t}T9' }]);
    expect(notation(set).of('T8').split(',')).toHaveLength(9);
    expect(notation(set).of('T9')).toBe(`extension of t:T8 ${UNTYPED}`);
  });

  test('facets of a chain are dropped if they grow over the limit', () => {
    const { set, diagnostics } = link(
      [
        schema(
          times(
            50,
            (i) =>
              `<xs:simpleType name="S${i}"><xs:restriction base="${i === 0 ? 'xs:string' : `t:S${i - 1}`}"><xs:pattern value="${'a'.repeat(100)}"/></xs:restriction></xs:simpleType>`,
          ),
        ),
      ],
      { limits: { effectiveText: 1000 } },
    );
    expect(diagnostics).toMatchObject([{ code: 'SCHEMA_LIMIT', component: 'simpleType {urn:t}S3' }]);
    expect(set.types.slice(0, 4).map((type) => type.kind === 'simple' && type.facets.length)).toEqual([
      1, 2, 3, 0,
    ]);
  });

  test('more types than the limit: the rest is untyped', () => {
    const { set, diagnostics } = link(
      [
        schema(
          times(
            10,
            (i) =>
              `<xs:element name="e${i}"><xs:complexType><xs:attribute name="a"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:attribute></xs:complexType></xs:element>`,
          ),
        ),
      ],
      { limits: { types: 5 } },
    );
    expect(diagnostics).toMatchObject([{ code: 'SCHEMA_LIMIT', line: 4 }]);
    expect(set.types).toHaveLength(5);
    expect(set.elements.map(({ type }) => type)).toEqual([0, 2, 4, ...Array(7).fill('anyType')]);
    expect(set.types[4]).toMatchObject({ attributes: [{ type: 'anySimpleType' }] });
  });

  test.each([
    [
      'types',
      '<xs:complexType name="A"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType><xs:complexType name="B"><xs:complexContent><xs:restriction base="t:A"/></xs:complexContent></xs:complexType>',
    ],
    [
      'a type and itself',
      '<xs:complexType name="A"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>',
    ],
    [
      'simple content',
      '<xs:complexType name="A"><xs:simpleContent><xs:restriction base="t:A"><xs:maxLength value="1"/></xs:restriction></xs:simpleContent></xs:complexType>',
    ],
    [
      'simple types',
      '<xs:simpleType name="A"><xs:restriction base="t:B"/></xs:simpleType><xs:simpleType name="B"><xs:restriction base="t:A"/></xs:simpleType>',
    ],
    ['a list', '<xs:simpleType name="A"><xs:list itemType="t:A"/></xs:simpleType>'],
    ['a union', '<xs:simpleType name="A"><xs:union memberTypes="xs:int t:A"/></xs:simpleType>'],
    [
      'groups',
      '<xs:group name="A"><xs:sequence><xs:group ref="t:B"/></xs:sequence></xs:group><xs:group name="B"><xs:choice><xs:group ref="t:A"/></xs:choice></xs:group><xs:complexType name="P"><xs:group ref="t:A"/></xs:complexType>',
    ],
    [
      'a group and itself',
      '<xs:group name="A"><xs:sequence><xs:group ref="t:A"/></xs:sequence></xs:group><xs:complexType name="P"><xs:group ref="t:A"/></xs:complexType>',
    ],
  ])('a cycle of %s is one diagnostic for each reference that closes it', (kind, declarations) => {
    const { diagnostics } = link([schema(declarations)]);
    const closing = kind === 'simple content' ? 2 : 1;
    expect(diagnostics.filter(({ code }) => code === 'CIRCULAR_DEFINITION')).toHaveLength(closing);
    expect(diagnostics.every(({ line }) => line === 2)).toBe(true);
  });

  test('a recursive type is not a circular definition', () => {
    const { set, diagnostics } = link([
      schema(
        '<xs:complexType name="T"><xs:sequence><xs:element name="t" type="t:T"/><xs:element ref="t:e"/></xs:sequence></xs:complexType><xs:element name="e" type="t:T"/>',
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('T')).toBe('(t:t:t:T, ^t:e:t:T)');
  });
});

describe('no recursion over depth', () => {
  const DEPTH = 20_000;
  test.each([
    [
      'anonymous types',
      `<xs:element name="r">${'<xs:complexType><xs:sequence><xs:element name="e">'.repeat(2000)}<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>${'</xs:element></xs:sequence></xs:complexType>'.repeat(2000)}</xs:element>`,
    ],
    [
      'model groups',
      `<xs:complexType name="D">${'<xs:sequence>'.repeat(2000)}<xs:element name="x"/>${'</xs:sequence>'.repeat(2000)}</xs:complexType>`,
    ],
    [
      'anonymous simple types',
      `<xs:simpleType name="s">${'<xs:restriction><xs:simpleType>'.repeat(2000)}<xs:restriction base="xs:int"/>${'</xs:simpleType></xs:restriction>'.repeat(2000)}</xs:simpleType>`,
    ],
    [
      'derivation',
      times(
        DEPTH,
        (i) =>
          `<xs:complexType name="T${DEPTH - i}"><xs:complexContent><xs:extension base="${i === DEPTH - 1 ? 'xs:anyType' : `t:T${DEPTH - i - 1}`}"/></xs:complexContent></xs:complexType>`,
      ),
    ],
    [
      'restriction',
      times(
        DEPTH,
        (i) =>
          `<xs:simpleType name="S${DEPTH - i}"><xs:restriction base="${i === DEPTH - 1 ? 'xs:int' : `t:S${DEPTH - i - 1}`}"/></xs:simpleType>`,
      ),
    ],
    [
      'substitution',
      times(DEPTH, (i) => `<xs:element name="E${DEPTH - i}" substitutionGroup="t:E${DEPTH - i - 1}"/>`),
    ],
    [
      'groups',
      `${times(DEPTH, (i) => `<xs:group name="G${DEPTH - i}"><xs:sequence><xs:group ref="t:G${DEPTH - i - 1}"/></xs:sequence></xs:group>`)}<xs:complexType name="P"><xs:group ref="t:G${DEPTH}"/></xs:complexType>`,
    ],
    [
      'attribute groups',
      `${times(DEPTH, (i) => `<xs:attributeGroup name="G${DEPTH - i}"><xs:attributeGroup ref="t:G${DEPTH - i - 1}"/></xs:attributeGroup>`)}<xs:complexType name="P"><xs:attributeGroup ref="t:G${DEPTH}"/></xs:complexType>`,
    ],
    [
      'QName values',
      `${times(DEPTH, (i) => `<xs:simpleType name="S${DEPTH - i}"><xs:restriction base="${i === DEPTH - 1 ? 'xs:QName' : `t:S${DEPTH - i - 1}`}"/></xs:simpleType>`)}<xs:element name="e" type="t:S${DEPTH}" default="t:x"/>`,
    ],
    [
      'members of a union',
      `<xs:simpleType name="U"><xs:union memberTypes="${times(200_000, () => 'xs:int')}"/></xs:simpleType><xs:element name="e" type="t:U" default="t:x"/>`,
    ],
  ])('%s', (_, declarations) => {
    expect(() => link([schema(declarations)], { limits: { types: 100_000 } })).not.toThrow();
  });
});

describe('A10: names are data', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'then',
    'toJSON',
    '__defineGetter__',
  ];
  test.each(NAMES)('%s', (name) => {
    const { set, diagnostics, element, type } = link([
      schema(`<xs:element name="${name}" type="t:${name}" substitutionGroup="t:head"/><xs:element name="head"/>
        <xs:group name="${name}"><xs:sequence><xs:element name="${name}" type="xs:int"/></xs:sequence></xs:group>
        <xs:attributeGroup name="${name}"><xs:attribute name="${name}" type="xs:int"/></xs:attributeGroup><xs:attribute name="${name}" type="xs:int"/>
        <xs:complexType name="${name}"><xs:group ref="t:${name}"/><xs:attributeGroup ref="t:${name}"/><xs:attribute ref="t:${name}"/></xs:complexType>`),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of(name)).toBe(`(t:${name}:int) @${name}:int @t:${name}:int`);
    expect(element({ namespace: 'urn:t', localName: name })?.name.localName).toBe(name);
    expect(type({ namespace: 'urn:t', localName: name })).toBe(0);
    expect(element({ namespace: '__proto__', localName: name })).toBeUndefined();
    expect(type({ namespace: 'http://www.w3.org/2001/XMLSchema', localName: name })).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each(NAMES)('%s as a reference that leads nowhere', (name) => {
    const { diagnostics } = link([
      schema(`<xs:element name="e" type="xs:${name}"/><xs:element name="f" type="t:${name}"/>`),
    ]);
    // `xs:toString` is near enough to one built-in type to be a typing mistake.
    const ofBuiltIn = name === 'toString' ? 'REFERENCE_CORRECTED' : 'UNRESOLVED_TYPE';
    expect(diagnostics.map(({ code }) => code)).toEqual([ofBuiltIn, 'UNRESOLVED_TYPE']);
  });
});

test('the same documents give the same model, byte for byte', () => {
  const documents = () => [
    schema(`${TENS}<xs:complexType name="P">${ref('G18')}</xs:complexType>`),
    schema('<xs:element name="e" type="t:P"/>'),
  ];
  const once = link(documents());
  const again = link(documents());
  expect(JSON.stringify(again.set)).toBe(JSON.stringify(once.set));
  expect(again.diagnostics).toEqual(once.diagnostics);
});
