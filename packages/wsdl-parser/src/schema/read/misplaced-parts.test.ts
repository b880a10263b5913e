import { expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { parsePieces, wsdl11 } from '../../wsdl/testing/wsdl-pieces.js';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const BASE =
  '<xs:complexType name="Base"><xs:sequence><xs:element name="k" type="xs:int"/></xs:sequence></xs:complexType>';
const EXTENSION =
  '<xs:extension base="t:Base"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:extension>';

test.each([
  [
    'an attribute after complexContent, as gSOAP writes it',
    `<xs:complexContent>${EXTENSION}</xs:complexContent><xs:attribute name="f" type="xs:int"/>`,
    'extension of t:Base (t:k:int, t:v:int) @f:int',
    'xs:attribute is used in the wrong place of xs:complexType; read as part of the complex type',
  ],
  [
    'an attribute in complexContent',
    `<xs:complexContent>${EXTENSION}<xs:attribute name="f" type="xs:int"/></xs:complexContent>`,
    'extension of t:Base (t:k:int, t:v:int) @f:int',
    'xs:attribute is used in the wrong place of xs:complexContent; read as part of the complex type',
  ],
  [
    'an attribute in a sequence',
    '<xs:sequence><xs:attribute name="f" type="xs:int"/><xs:element name="v" type="xs:int"/></xs:sequence>',
    '(t:v:int) @f:int',
    'xs:attribute is used in the wrong place of xs:sequence; read as part of the complex type',
  ],
  [
    'xs:all in a sequence',
    '<xs:sequence><xs:all><xs:element name="v" type="xs:int"/></xs:all></xs:sequence>',
    '((&t:v:int))',
    'xs:all is used in xs:sequence; read as a part of it',
  ],
  [
    'a sequence in xs:all',
    '<xs:all><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:all>',
    '(&(t:v:int))',
    'xs:sequence is used in xs:all; read as a part of it',
  ],
  [
    'an extension directly in the type',
    EXTENSION,
    'extension of t:Base (t:k:int, t:v:int)',
    'xs:extension is used directly in xs:complexType; read as inside xs:complexContent',
  ],
  [
    'an extension of a built-in directly in the type',
    '<xs:extension base="xs:decimal"><xs:attribute name="f" type="xs:int"/></xs:extension>',
    'extension of decimal simple decimal @f:int',
    'xs:extension is used directly in xs:complexType; read as inside xs:simpleContent',
  ],
])('a part in the wrong place is read where it can only belong: %s', (_, content, expected, message) => {
  const { set, diagnostics } = link([schema(`${BASE}<xs:complexType name="P">${content}</xs:complexType>`)]);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([['UNEXPECTED_SCHEMA_ELEMENT', message]]);
  expect(notation(set).of('P')).toBe(expected);
});

test('an attribute inside a named group is ignored, because no type has it', () => {
  const { diagnostics } = link([
    schema('<xs:group name="G"><xs:sequence><xs:attribute name="f"/></xs:sequence></xs:group>'),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'UNEXPECTED_SCHEMA_ELEMENT' }]);
});

test('an xs:schema beside wsdl:types is read, with a finding', async () => {
  const { model, diagnostics } = await parsePieces({
    head: '<xs:schema targetNamespace="urn:t"><xs:complexType name="A"><xs:sequence/></xs:complexType></xs:schema>',
    schema: '<xs:element name="a" type="t:A"/>',
  });
  expect(model.schema.types.map(({ name }) => name?.localName)).toContain('A');
  expect(diagnostics.map((d) => d.message)).toEqual([
    'xs:schema is used outside wsdl:types; read as if it were inside',
  ]);
});

const CONTENT = '<xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence>';
test.each([
  [
    'a model group directly in an element',
    CONTENT,
    '(t:v:int)',
    'xs:sequence is used directly in xs:element; read as inside xs:complexType',
  ],
  [
    'an attribute beside the complex type of an element',
    `<xs:complexType>${CONTENT}</xs:complexType><xs:attribute name="f" type="xs:int"/>`,
    '(t:v:int) @f:int',
    'xs:attribute is used beside xs:complexType; read as part of the complex type',
  ],
  [
    'a restriction directly in an element',
    '<xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction>',
    'simple',
    'xs:restriction is used directly in xs:element; read as inside xs:simpleType',
  ],
])('a type without its own element is read: %s', (_, content, expected, message) => {
  const { set, diagnostics } = link([schema(`<xs:element name="E">${content}</xs:element>`)]);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([['UNEXPECTED_SCHEMA_ELEMENT', message]]);
  const { type } = set.elements.find(({ name }) => name.localName === 'E') ?? {};
  const found = typeof type === 'number' ? set.types[type] : undefined;
  if (expected === 'simple') expect(found).toMatchObject({ kind: 'simple', facets: [{ maxLength: 3 }] });
  else {
    // The same notation as of a type that is written as it should be.
    const attribute = expected.includes('@') ? '<xs:attribute name="f" type="xs:int"/>' : '';
    const right = link([
      schema(`<xs:element name="E"><xs:complexType>${CONTENT}${attribute}</xs:complexType></xs:element>`),
    ]);
    const plain = (type: unknown) =>
      JSON.parse(JSON.stringify(type, (key, value) => (key === 'location' ? undefined : value)));
    expect(plain(found)).toEqual(plain(right.set.types[0]));
  }
});

test.each([
  ['type', '<xs:complexType name="P" type="t:Base"/>', 'extension of t:Base (t:k:int)'],
  ['base', '<xs:complexType name="P" base="t:Base"/>', 'extension of t:Base (t:k:int)'],
])('%s on xs:complexType is the base of an extension', (name, declaration, expected) => {
  const { set, diagnostics } = link([schema(`${BASE}${declaration}`)]);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    [
      'INVALID_SCHEMA_VALUE',
      `${name} is not an attribute of xs:complexType; read as the base of an extension`,
    ],
  ]);
  expect(notation(set).of('P')).toBe(expected);
});

test.each([
  [
    '<xs:schema targetNamespace="urn:t"><xs:element name="X" type="xs:int"/></xs:schema>',
    'xs:schema is used inside another; read as if it were beside it',
  ],
])('a schema in a schema is read beside it', async (inner, message) => {
  const { model, diagnostics } = await parsePieces({ schema: inner });
  expect(diagnostics.map((d) => [d.code, d.message, d.component])).toEqual([
    ['UNEXPECTED_SCHEMA_ELEMENT', message, 'schema urn:t'],
  ]);
  expect(model.schema.elements.map(({ name }) => name.localName)).toContain('X');
});

test('components directly in wsdl:types are read in the target namespace of the WSDL', async () => {
  const text = wsdl11({}).replace('<types>', '<types><xs:element name="X" type="xs:int"/>');
  const { model, diagnostics } = await parseWsdlText(text);
  expect(diagnostics.map((d) => [d.code, d.message, d.component])).toEqual([
    [
      'UNEXPECTED_SCHEMA_ELEMENT',
      'schema components are used directly in wsdl:types; read as inside an xs:schema',
      'schema urn:t',
    ],
  ]);
  expect(model.schema.elements.find(({ name }) => name.localName === 'X')).toMatchObject({
    name: { namespace: 'urn:t' },
    type: 'int',
  });
});

/** The reading of `declarations`: the type P, or that of element E, beside the same declared as it should be, and the findings. */
function reading(declarations: string, right: string) {
  const plain = (text: string) => {
    const { set, diagnostics } = link([schema(text)]);
    const written = JSON.stringify([set.types, set.elements], (key, value) =>
      key === 'location' ? undefined : value,
    );
    return { written, found: diagnostics.map(({ message }) => message) };
  };
  const { written, found } = plain(declarations);
  const meant = plain(right);
  expect(meant.found, 'the right schema has no finding').toEqual([]);
  return { found, isSame: written === meant.written, written, meant: meant.written };
}

const V = '<xs:element name="v" type="xs:int"/>';
const SEQUENCE = `<xs:sequence>${V}</xs:sequence>`;
const ENUMERATION = '<xs:enumeration value="a"/><xs:enumeration value="b"/>';
const STRINGS = `<xs:restriction base="xs:string">${ENUMERATION}</xs:restriction>`;
const simple = (content: string) => `<xs:simpleType name="P">${content}</xs:simpleType>`;
const complex = (content: string) => `<xs:complexType name="P">${content}</xs:complexType>`;
const element = (content: string, attributes = '') =>
  `<xs:element name="E"${attributes}>${content}</xs:element>`;

test.each<[name: string, wrong: string, right: string, ...found: string[]]>([
  [
    'enumerations directly in a simple type',
    simple(ENUMERATION),
    simple(STRINGS),
    'xs:enumeration is used directly in xs:simpleType; read as inside a restriction of xs:string',
  ],
  [
    'a pattern and a length directly in a simple type',
    simple('<xs:pattern value="[a-z]+"/><xs:maxLength value="3"/>'),
    simple(
      '<xs:restriction base="xs:string"><xs:pattern value="[a-z]+"/><xs:maxLength value="3"/></xs:restriction>',
    ),
    'xs:pattern is used directly in xs:simpleType; read as inside a restriction of xs:string',
  ],
  [
    'bounds that are numbers directly in a simple type',
    simple('<xs:minInclusive value="-1.5"/><xs:totalDigits value="3"/>'),
    simple(
      '<xs:restriction base="xs:decimal"><xs:minInclusive value="-1.5"/><xs:totalDigits value="3"/></xs:restriction>',
    ),
    'xs:minInclusive is used directly in xs:simpleType; read as inside a restriction of xs:decimal',
  ],
  [
    'facets beside a restriction',
    simple(`<xs:restriction base="xs:string"/>${ENUMERATION}`),
    simple(STRINGS),
    'xs:enumeration is used beside xs:restriction; read as part of it',
  ],
  [
    'facets beside a list',
    simple('<xs:list itemType="xs:int"/><xs:maxLength value="3"/>'),
    simple(
      '<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:maxLength value="3"/></xs:restriction>',
    ),
    'xs:maxLength is used beside xs:list; read as restricting it',
  ],
  [
    'a restriction without a base',
    simple(`<xs:restriction>${ENUMERATION}</xs:restriction>`),
    simple(STRINGS),
    'a restriction without a base; read as one of xs:string',
  ],
  [
    'a simple type directly in a simple type',
    simple(`<xs:simpleType>${STRINGS}</xs:simpleType>`),
    simple(`<xs:restriction><xs:simpleType>${STRINGS}</xs:simpleType></xs:restriction>`),
    'xs:simpleType is used directly in xs:simpleType; read as the base of a restriction',
  ],
  [
    'an extension in a simple type',
    simple('<xs:extension base="xs:string"/>'),
    simple('<xs:restriction base="xs:string"/>'),
    'xs:extension is used in xs:simpleType; read as a restriction',
  ],
  [
    'an extension with an attribute in a simple type',
    simple('<xs:extension base="xs:string"><xs:attribute name="f"/></xs:extension>'),
    complex(
      '<xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="f"/></xs:extension></xs:simpleContent>',
    ),
    'xs:extension is used in xs:simpleType; read as part of xs:complexType',
    'xs:extension is used directly in xs:complexType; read as inside xs:simpleContent',
  ],
  [
    'elements in a simple type',
    simple(SEQUENCE),
    complex(SEQUENCE),
    'xs:sequence is used in xs:simpleType; read as part of xs:complexType',
  ],
  [
    'a list in a complex type',
    complex('<xs:list itemType="xs:int"/>'),
    simple('<xs:list itemType="xs:int"/>'),
    'xs:list is used in xs:complexType; read as part of xs:simpleType',
  ],
  [
    'enumerations in a complex type',
    complex(ENUMERATION),
    simple(STRINGS),
    'xs:enumeration is used in xs:complexType; read as part of xs:simpleType',
    'xs:enumeration is used directly in xs:simpleType; read as inside a restriction of xs:string',
  ],
  [
    'type on a simple type',
    '<xs:simpleType name="P" type="xs:string"/>',
    simple('<xs:restriction base="xs:string"/>'),
    'type is not an attribute of xs:simpleType; read as base of xs:restriction',
  ],
  [
    'itemType on a simple type',
    '<xs:simpleType name="P" itemType="xs:int"/>',
    simple('<xs:list itemType="xs:int"/>'),
    'itemType is not an attribute of xs:simpleType; read as itemType of xs:list',
  ],
  [
    'restrictions directly in a union',
    simple(`<xs:union>${STRINGS}<xs:restriction base="xs:int"/></xs:union>`),
    simple(
      `<xs:union><xs:simpleType>${STRINGS}</xs:simpleType><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:union>`,
    ),
    'xs:restriction is used directly in xs:union; read as inside xs:simpleType',
    'xs:restriction is used directly in xs:union; read as inside xs:simpleType',
  ],
  [
    'a restriction directly in a list',
    simple(`<xs:list>${STRINGS}</xs:list>`),
    simple(`<xs:list><xs:simpleType>${STRINGS}</xs:simpleType></xs:list>`),
    'xs:restriction is used directly in xs:list; read as inside xs:simpleType',
  ],
  [
    'a complex type without a name in a sequence',
    complex(
      `<xs:sequence>${V}<xs:complexType><xs:sequence><xs:element name="w" type="xs:int"/></xs:sequence><xs:attribute name="f"/></xs:complexType></xs:sequence>`,
    ),
    complex(
      `<xs:sequence>${V}<xs:sequence><xs:element name="w" type="xs:int"/></xs:sequence></xs:sequence><xs:attribute name="f"/>`,
    ),
    'xs:complexType is used in xs:sequence; read as part of the type around it',
    'xs:attribute is used in the wrong place of xs:complexType; read as part of the complex type',
  ],
  [
    'the type of an element after it in a sequence',
    complex(
      `<xs:sequence><xs:element name="w"/><xs:complexType>${SEQUENCE}</xs:complexType>${V}</xs:sequence>`,
    ),
    complex(
      `<xs:sequence><xs:element name="w"><xs:complexType>${SEQUENCE}</xs:complexType></xs:element>${V}</xs:sequence>`,
    ),
    'xs:complexType is used after an xs:element without a type; read as the type of that element',
  ],
  [
    'the type of a global element after it',
    `<xs:element name="E"/><xs:simpleType>${STRINGS}</xs:simpleType>`,
    element(`<xs:simpleType>${STRINGS}</xs:simpleType>`),
    'xs:simpleType is used after an xs:element without a type; read as the type of that element',
  ],
  [
    'a complex type directly in a complex type',
    complex(`<xs:complexType>${SEQUENCE}<xs:attribute name="f"/></xs:complexType>`),
    complex(`${SEQUENCE}<xs:attribute name="f"/>`),
    'xs:complexType is used directly in xs:complexType; read as part of the type around it',
  ],
  [
    'a sequence around declarations',
    `<xs:sequence>${complex(SEQUENCE)}<xs:choice>${element('', ' type="t:P"')}</xs:choice></xs:sequence>`,
    `${complex(SEQUENCE)}${element('', ' type="t:P"')}`,
    'xs:sequence is used directly in xs:schema; read as if only its content were there',
    'xs:choice is used directly in xs:schema; read as if only its content were there',
  ],
  [
    'a sequence around an extension',
    `${BASE}${complex(`<xs:sequence>${EXTENSION}</xs:sequence>`)}`,
    `${BASE}${complex(`<xs:complexContent>${EXTENSION}</xs:complexContent>`)}`,
    'xs:extension is used in xs:sequence; read as part of the complex type',
    'xs:extension is used directly in xs:complexType; read as inside xs:complexContent',
  ],
  [
    'a sequence after complexContent',
    `${BASE}${complex(`<xs:complexContent><xs:extension base="t:Base"/></xs:complexContent>${SEQUENCE}`)}`,
    `${BASE}${complex(`<xs:complexContent>${EXTENSION}</xs:complexContent>`)}`,
    'xs:sequence is used beside xs:complexContent; read as part of its xs:extension',
  ],
  [
    'a sequence beside an extension in complexContent',
    `${BASE}${complex(`<xs:complexContent><xs:extension base="t:Base"/>${SEQUENCE}</xs:complexContent>`)}`,
    `${BASE}${complex(`<xs:complexContent>${EXTENSION}</xs:complexContent>`)}`,
    'xs:sequence is used beside xs:complexContent; read as part of its xs:extension',
  ],
  [
    'a sequence in simpleContent',
    `${BASE}${complex(`<xs:simpleContent>${EXTENSION}</xs:simpleContent>`)}`,
    `${BASE}${complex(`<xs:complexContent>${EXTENSION}</xs:complexContent>`)}`,
    'xs:sequence is used in xs:simpleContent; read as inside xs:complexContent',
  ],
  [
    'facets in an extension',
    complex(
      '<xs:simpleContent><xs:extension base="xs:string"><xs:maxLength value="3"/></xs:extension></xs:simpleContent>',
    ),
    complex(
      '<xs:simpleContent><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleContent>',
    ),
    'xs:maxLength is used in xs:extension; read as part of a restriction',
  ],
  [
    'an element directly in an element',
    element(V),
    element(`<xs:complexType>${SEQUENCE}</xs:complexType>`),
    'xs:element is used directly in xs:element; read as inside xs:complexType',
    'xs:element is used where one model group is expected; read as part of a sequence',
  ],
  [
    'facets in an element with a type',
    element('<xs:maxLength value="3"/>', ' type="xs:string"'),
    element(
      '<xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>',
    ),
    'xs:maxLength is used beside a type; read as part of an xs:restriction of the type',
  ],
  [
    'an attribute in an element with a built-in type',
    element('<xs:attribute name="f"/>', ' type="xs:int"'),
    element(
      '<xs:complexType><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="f"/></xs:extension></xs:simpleContent></xs:complexType>',
    ),
    'xs:attribute is used beside a type; read as part of an xs:extension of the type',
  ],
  [
    'an attribute in an element with a complex type',
    `${BASE}${element('<xs:attribute name="f"/>', ' type="t:Base"')}`,
    `${BASE}${element('<xs:complexType><xs:complexContent><xs:extension base="t:Base"><xs:attribute name="f"/></xs:extension></xs:complexContent></xs:complexType>')}`,
    'xs:attribute is used beside a type; read as part of an xs:extension of the type',
  ],
  [
    'a sequence after an empty complex type',
    element(`<xs:complexType/>${SEQUENCE}`),
    element(`<xs:complexType>${SEQUENCE}</xs:complexType>`),
    'xs:sequence is used beside xs:complexType; read as part of the complex type',
  ],
  [
    'facets directly in an attribute',
    complex(`${SEQUENCE}<xs:attribute name="f">${ENUMERATION}</xs:attribute>`),
    complex(`${SEQUENCE}<xs:attribute name="f"><xs:simpleType>${STRINGS}</xs:simpleType></xs:attribute>`),
    'xs:enumeration is used directly in xs:attribute; read as inside xs:simpleType',
    'xs:enumeration is used directly in xs:simpleType; read as inside a restriction of xs:string',
  ],
  [
    'a group without ref',
    complex(`<xs:group>${SEQUENCE}</xs:group>`),
    complex(`<xs:sequence>${SEQUENCE}</xs:sequence>`),
    'xs:group is used without ref in a content model; read as its content',
  ],
  [
    'an attribute group without ref',
    complex(`${SEQUENCE}<xs:attributeGroup name="G"><xs:attribute name="f"/></xs:attributeGroup>`),
    complex(`${SEQUENCE}<xs:attribute name="f"/>`),
    'xs:attributeGroup is used without ref in a type; read as its content',
  ],
  [
    'the name of a group in place of ref',
    `<xs:group name="G">${SEQUENCE}</xs:group>${complex('<xs:group name="t:G"/>')}`,
    `<xs:group name="G">${SEQUENCE}</xs:group>${complex('<xs:group ref="t:G"/>')}`,
    'xs:group in a type has a name and no ref; its name is read as ref',
  ],
  [
    'documentation outside an annotation',
    complex(`<xs:documentation>A pair</xs:documentation>${SEQUENCE}`),
    complex(`<xs:annotation><xs:documentation>A pair</xs:documentation></xs:annotation>${SEQUENCE}`),
    'xs:documentation is used directly in xs:complexType; read as inside xs:annotation',
  ],
])('what is in the wrong place is read as if it were in the right one: %s', (_, wrong, right, ...found) => {
  const read = reading(wrong, right);
  expect(read.found).toEqual(found);
  expect(read.written).toBe(read.meant);
});

test.each<[name: string, declarations: string, message: string]>([
  [
    'bounds that may be dates',
    simple('<xs:minInclusive value="2020-01-01"/>'),
    'a simple type needs a restriction, a list or a union; read as xs:anySimpleType',
  ],
  [
    'a length beside digits, which no type has',
    simple('<xs:maxLength value="3"/><xs:totalDigits value="3"/>'),
    'a simple type needs a restriction, a list or a union; read as xs:anySimpleType',
  ],
  [
    'a simple type without a name between elements with types',
    complex(`<xs:sequence>${V}<xs:simpleType>${STRINGS}</xs:simpleType></xs:sequence>`),
    '{http://www.w3.org/2001/XMLSchema}simpleType has no meaning in xs:sequence and is ignored',
  ],
  [
    'a sequence beside the content of a complex type',
    element(`<xs:complexType>${SEQUENCE}</xs:complexType>${SEQUENCE}`),
    '{http://www.w3.org/2001/XMLSchema}sequence has no meaning in xs:element and is ignored',
  ],
  [
    'children of a reference',
    `${element('', ' type="xs:int"')}${complex('<xs:sequence><xs:element ref="t:E"><xs:complexType/></xs:element></xs:sequence>')}`,
    '{http://www.w3.org/2001/XMLSchema}complexType has no meaning in xs:element and is ignored',
  ],
  [
    'children of a facet',
    simple(
      '<xs:restriction base="xs:string"><xs:enumeration value="a"><xs:enumeration value="b"/></xs:enumeration></xs:restriction>',
    ),
    '{http://www.w3.org/2001/XMLSchema}enumeration has no meaning in xs:enumeration and is ignored',
  ],
])('what may be meant in several ways is reported: %s', (_, declarations, message) => {
  const { diagnostics } = link([schema(declarations)]);
  expect(diagnostics.map((d) => d.message)).toContain(message);
  expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
});

test('a named type inside another component is found by a reference to it', () => {
  const { found, written, meant } = reading(
    `${element('', ' type="t:P"')}<xs:complexType name="Q"><xs:sequence>${complex(SEQUENCE)}<xs:element name="p" type="t:P"/></xs:sequence></xs:complexType>`,
    `${element('', ' type="t:P"')}<xs:complexType name="Q"><xs:sequence><xs:element name="p" type="t:P"/></xs:sequence></xs:complexType>${complex(SEQUENCE)}`,
  );
  expect(found).toEqual([
    'xs:complexType is used in xs:sequence; read as a type of the schema',
    'xs:complexType P is declared inside another component; read as a component of the schema',
  ]);
  expect(written).toBe(meant);
});

test('two nested types of one name are not chosen from', () => {
  const nested = `<xs:sequence>${complex(SEQUENCE)}</xs:sequence>`;
  const { diagnostics } = link([
    schema(
      `${element('', ' type="t:P"')}<xs:complexType name="A">${nested}</xs:complexType><xs:complexType name="B">${nested}</xs:complexType>`,
    ),
  ]);
  expect(diagnostics.map(({ code }) => code)).toContain('UNRESOLVED_TYPE');
});
